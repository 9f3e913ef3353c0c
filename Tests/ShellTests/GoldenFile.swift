import TestSupport
import Testing

@testable import Rendering
@testable import Server
@testable import Statements

/// A file of answers: a heading, then `> statement` lines, each followed by what it answers.
struct GoldenFile {
  struct Case {
    var statement: String
    var answer: [String] = []
  }

  let path: String
  private(set) var heading: [String] = []
  private(set) var cases: [Case] = []

  init(_ path: String) throws {
    self.path = path
    for line in Self.lines(try #require(ProjectFiles.text(path))) {
      if line.hasPrefix("> ") {
        cases.append(Case(statement: String(line.dropFirst(2))))
      } else if cases.isEmpty {
        heading.append(line)
      } else {
        cases[cases.count - 1].answer.append(line)
      }
    }
    for index in cases.indices {
      while cases[index].answer.last?.isEmpty ?? false { cases[index].answer.removeLast() }
    }
  }

  /// The lines of a text; `\r\n`, which is one character to Swift, ends one too.
  static func lines(_ text: String) -> [String] {
    text.utf8.split(separator: 10, omittingEmptySubsequences: false).map { line in
      String(decoding: line.last == 13 ? line.dropLast() : line, as: UTF8.self)
    }
  }

  /// Compares what each statement answers with what is written, or writes that
  /// anew where answers are recorded.
  func verify(_ answer: (String) throws -> [String]) throws {
    var lines = heading
    for item in cases {
      let found = try answer(item.statement)
      lines += ["> " + item.statement] + found + [""]
      if !ProjectFiles.isRecording { #expect(found == item.answer, "\(path): \(item.statement)") }
    }
    if ProjectFiles.isRecording { try ProjectFiles.write(lines.joined(separator: "\n"), to: path) }
  }
}

extension SampleSession {
  /// The lines that a statement prints; what goes to standard error comes first, marked with `~`.
  func everything(_ statement: String) -> [String] {
    let (answer, failure) = outcome(statement)
    return Self.lines(said + failure).map { $0.isEmpty ? "~" : "~ " + $0 } + Self.lines(answer)
  }

  /// The lines that a statement prints where both streams are one, as a person at a terminal sees them.
  func asAtAPrompt(_ statement: String) -> [String] {
    let (answer, failure) = outcome(statement)
    return Self.lines(answer + failure)
  }

  private static func lines(_ text: String) -> [String] { Array(GoldenFile.lines(text).dropLast()) }

  /// What a statement answers, and the text of the error that it ends with.
  private func outcome(_ statement: String) -> (answer: String, failure: String) {
    var failure = ""
    do {
      return (try self.answer(statement, format: "table"), "")
    } catch let error as ShellError {
      failure = ErrorText.plain(error, prompt: "> ", colors: .none) + "\n"
    } catch {
      failure = "\(error)\n"
    }
    // What came before the error is part of the answer.
    try? session.output.flush()
    return (written, failure)
  }
}
