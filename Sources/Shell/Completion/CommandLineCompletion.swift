import Help
import Platform
import QueryEngine
import Rendering
import Settings
import Statements

/// A text that the word at the cursor of a command line may become.
struct WordChoice: Equatable {
  /// The whole word, as the program would get it.
  var text: String
  /// What it means, in a few words; empty where there is nothing to say.
  var meaning = ""
  /// Whether the word ends with it, unlike a folder or the name of a setting.
  var isWhole = true
  /// Whether its blanks part words of the command line, as in `sort by`.
  var isSeveralWords = false
}

/// What can stand at the cursor of a command line: an option, its value, or a word of the statement.
///
/// The session has the store and the settings that the line chooses.
@MainActor
struct CommandLineCompletion {
  let session: Session
  let line: UnfinishedInvocation
  /// The word at the cursor, as the program would get it.
  let last: String

  /// Returns what fits, in the order in which it is shown.
  func choices() -> [WordChoice] {
    var seen: Set<String> = []
    return found().filter { choice in
      // A text that a terminal may obey would have to be hidden, and then it is not the one that is written.
      TerminalText.visible(choice.text) == choice.text
        && !choice.text.utf8.contains { $0 < 0x20 } && seen.insert(choice.text).inserted
    }
  }

  private func found() -> [WordChoice] {
    switch line.place {
    case .option: options()
    case .value(let option, let start):
      values(of: option, typed: String(decoding: last.utf8.dropFirst(start), as: UTF8.self)).map {
        var choice = $0
        choice.text = String(decoding: last.utf8.prefix(start), as: UTF8.self) + $0.text
        return choice
      }
    case .word: line.invocation.words.isEmpty ? firstWords() : programWords() + furtherWords()
    }
  }

  // MARK: Options

  /// Options whose name begins as typed; one that was given stands again only where that makes sense.
  private func options() -> [WordChoice] {
    Option.allCases.compactMap { option in
      let name = "--" + option.rawValue
      guard name.hasPrefix(last), line.invocation.options[option] == nil else { return nil }
      return WordChoice(text: name, meaning: Self.brief(option.help))
    }
  }

  private func values(of option: Option, typed: String) -> [WordChoice] {
    func begins(_ rows: [(String, String)]) -> [WordChoice] {
      rows.filter { $0.0.hasPrefix(typed) }.map { WordChoice(text: $0.0, meaning: Self.brief($0.1)) }
    }
    switch option {
    case .format: return begins(OutputFormat.allCases.map { ($0.rawValue, $0.row.help) })
    case .color: return begins(ColorChoice.allCases.map { ($0.rawValue, "") })
    case .man: return begins(ManPage.allCases.map { ($0.rawValue, $0.summary) })
    case .complete: return begins(CommandShell.allCases.map { ($0.rawValue, "") })
    case .set: return settings(typed)
    case .store, .file, .from, .input, .socket: return files(typed)
    case .json, .envelope, .wait, .help, .version, .connect, .reason, .jsonErrors, .keepGoing, .actingAs,
      .lineProtocol:
      return []
    }
  }

  /// Names of settings with their equals sign, or behind one the values that the statement `set` takes.
  private func settings(_ typed: String) -> [WordChoice] {
    guard let equals = typed.firstIndex(of: "=") else {
      return Setting.allCases.filter { $0.rawValue.hasPrefix(typed) }.map {
        WordChoice(text: $0.rawValue + "=", meaning: Self.brief($0.help), isWhole: false)
      }
    }
    let name = typed[..<equals]
    let statement = "set \(name) = \(typed[typed.index(after: equals)...])"
    return StatementCompletion(session: session).choices(statement, cursor: statement.utf8.count).choices.map
    {
      WordChoice(text: "\(name)=\($0.name)", meaning: $0.meaning ?? "")
    }
  }

  private func files(_ typed: String) -> [WordChoice] {
    FileChoice.all(typed, in: session).map { WordChoice(text: $0.path, isWhole: !$0.isFolder) }
  }

  // MARK: Statements

  /// The first word: it may hold a whole statement.
  private func firstWords() -> [WordChoice] {
    let (start, choices) = StatementCompletion(session: session).choices(last, cursor: last.utf8.count)
    let head = String(decoding: last.utf8.prefix(start), as: UTF8.self)
    let isStart = head.isEmpty
    return choices.map { choice in
      WordChoice(
        text: head + choice.text, meaning: choice.meaning ?? (isStart ? Self.meaning(of: choice.name) : ""),
        isWhole: choice.kind != .folder, isSeveralWords: choice.kind == .words && !last.contains(" "))
    } + (isStart ? programWords() : [])
  }

  /// Words behind others, each a word of its own, as the program joins them.
  private func furtherWords() -> [WordChoice] {
    line.invocation.statements(upTo: last).flatMap { statement -> [WordChoice] in
      let text = statement.head + statement.word
      let (start, choices) = StatementCompletion(session: session).choices(text, cursor: text.utf8.count)
      let offset = start - statement.head.utf8.count
      if offset < 0 { return [] }
      let head = String(decoding: last.utf8.prefix(offset), as: UTF8.self)
      return choices.compactMap { choice in
        let meaning = choice.meaning ?? ""
        switch choice.kind {
        case .words: return WordChoice(text: head + choice.text, meaning: meaning, isSeveralWords: true)
        case .file, .folder: return WordChoice(text: head + choice.name, isWhole: choice.kind == .file)
        case .name:
          // The program puts whole words in quotes, and no part of one.
          let isRead = head.isEmpty ? Invocation.isWord(choice.name) : choice.text == choice.name
          return isRead ? WordChoice(text: head + choice.name, meaning: meaning) : nil
        }
      }
    }
  }

  /// The words of programs that are no statements, such as `serve`.
  private func programWords() -> [WordChoice] {
    let before = line.invocation.words
    return HelpText.programs.compactMap { program in
      guard program.words.count > before.count, program.words.starts(with: before),
        program.words[before.count].hasPrefix(last)
      else { return nil }
      return WordChoice(text: program.words[before.count], meaning: Self.brief(program.text))
    }
  }

  // MARK: Meanings

  private static func meaning(of statement: String) -> String {
    HelpText.statements.first { $0.word == statement }.map { brief($0.text) } ?? ""
  }

  /// The beginning of a text of help, up to where it goes into detail.
  private static func brief(_ text: String) -> String {
    let ends = [";", ":", " (", ", such as", ", or a template"].compactMap {
      text.firstRange(of: $0)?.lowerBound
    }
    return String(ends.min().map { text[..<$0] } ?? text[...])
  }
}
