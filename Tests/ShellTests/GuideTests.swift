import Help
import QueryLanguage
import Rendering
import Settings
import Terminal
import TestSupport
import Testing

@testable import Statements

/// The README and the documents of `Samples/guide` show what the program does.
///
/// In a block marked `kal` stands a session at the prompt over the sample calendars: statements behind `kal> `,
/// each followed by its answer. A block marked `sh` has commands. With `KALENDS_RECORD=1` the answers are written anew.
@Suite struct GuideTests {
  static let documents = ["README.md"] + ProjectFiles.files(below: "Samples/guide", suffix: ".md")

  @Test func theyAreThere() { #expect(Self.documents.count >= 8) }

  @Test(arguments: documents) func sessionsAreWhatTheProgramAnswers(path: String) throws {
    let document = try Document(path)
    guard document.blocks.contains(where: { $0.language == "kal" }) else { return }
    let shell = try SampleSession(hasOneStream: true)
    shell.session.isInteractive = true
    shell.session.screens = Screens(output: Document.screen, errors: Document.screen)
    try document.verify(shell.asAtAPrompt)
  }

  /// Whoever copies a command is understood: its options are, and its words are a command, a statement, or what
  /// people type in place of one.
  @Test(arguments: documents) func commandsAreUnderstood(path: String) throws {
    let shell = try SampleSession(importing: false)
    let commands = HelpText.forms.map { $0.form.split(separator: " ").dropFirst().first ?? "" }
    for line in try Document(path).blocks.filter({ $0.language == "sh" }).flatMap(\.lines) {
      for command in ShellLine(line).commands where command.first == "kal" {
        let words = Array(command.dropFirst())
        let invocation = try Invocation.parse(words)
        guard let statement = invocation.statement, let first = invocation.words.first,
          !commands.contains(first[...])
        else { continue }
        do throws(SyntaxError) {
          _ = try parseStatement(statement)
        } catch {
          let fault = error
          #expect(throws: Never.self, "\(path): \(line)") {
            try TypedWords(statement, session: shell.session).reading(fault)
          }
        }
      }
    }
  }
}

/// A document with its blocks of code.
private struct Document {
  struct Block {
    let language: String
    /// The number of its first line, from 0.
    let start: Int
    var lines: [String] = []
  }

  /// Documents are read on screens that are no wider than this.
  static let screen = Screen(isTerminal: true, size: TerminalSize(columns: 88, rows: 200), colors: .none)

  let path: String
  private let lines: [String]
  private(set) var blocks: [Block] = []

  init(_ path: String) throws {
    self.path = path
    lines = GoldenFile.lines(try #require(ProjectFiles.text(path)))
    var block: Block?
    for (index, line) in lines.enumerated() {
      if !line.hasPrefix("```") {
        block?.lines.append(line)
      } else if let finished = block {
        blocks.append(finished)
        block = nil
      } else {
        block = Block(language: String(line.dropFirst(3)), start: index + 1)
      }
    }
    #expect(block == nil, "\(path): the last block has no end")
  }

  /// Compares each session with what its statements answer, or writes the answers anew.
  func verify(_ answer: (String) -> [String]) throws {
    var recorded = lines
    var added = 0
    for block in blocks where block.language == "kal" {
      var found: [String] = []
      for line in block.lines where line.hasPrefix("kal> ") {
        found.append(line)
        found += answer(String(line.dropFirst(5)))
      }
      let start = block.start + added
      recorded.replaceSubrange(start..<start + block.lines.count, with: found)
      added += found.count - block.lines.count
      if !ProjectFiles.isRecording { #expect(found == block.lines, "\(path)") }
    }
    if ProjectFiles.isRecording { try ProjectFiles.write(recorded.joined(separator: "\n"), to: path) }
  }
}

/// A line of a POSIX shell, in as far as documents use it: words, quotes, pipes and comments.
private struct ShellLine {
  private(set) var commands: [[String]] = [[]]

  init(_ line: String) {
    var word: String?
    var quote: Character?
    func ended(_ commands: inout [[String]]) {
      if let word { commands[commands.count - 1].append(word) }
    }
    for character in line {
      switch character {
      case quote: quote = nil
      case _ where quote != nil: word?.append(character)
      case "'", "\"":
        quote = character
        word = word ?? ""
      case "#" where word == nil: return
      case " ", "|":
        ended(&commands)
        word = nil
        if character == "|" { commands.append([]) }
      default: word = (word ?? "") + String(character)
      }
    }
    ended(&commands)
  }
}
