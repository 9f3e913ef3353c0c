import QueryLanguage
import TestSupport
import Testing

@testable import Shell

#if canImport(Glibc)
  import Glibc
#else
  import Darwin
#endif

/// Runs the files of `Samples/queries`: statements over the sample calendars, and all that they answer.
///
/// With `KALENDS_RECORD=1` the files are written anew from what the program answers now; read the difference.
@Suite struct QuerySampleTests {
  static let files = ProjectFiles.files(below: "Samples/queries", suffix: ".test")

  @Test func theFilesAreThere() { #expect(Self.files.count >= 8) }

  @Test(arguments: files) func answersAreTheExpectedOnes(path: String) throws {
    let file = try #require(QuerySampleFile(path))
    let shell = try SampleSession()
    let stored = shell.storedBytes
    #expect(!stored.isEmpty)
    var found = file
    for index in file.cases.indices {
      found.cases[index].answer = shell.everything(file.cases[index].statement)
    }
    // Reading never writes.
    #expect(shell.storedBytes == stored, "\(path) changed the store")
    if getenv("KALENDS_RECORD") != nil {
      #expect(found.write(), "\(path) cannot be written")
      return
    }
    for (expected, found) in zip(file.cases, found.cases) {
      #expect(found.answer == expected.answer, "\(path): \(expected.statement)")
    }
  }
}

/// Runs the files of `Samples/changes`: statements that change a store, one after another, and all that they answer.
///
/// The heading says whether a store has the sample calendars, and whether statements come from the prompt.
@Suite struct ChangeSampleTests {
  static let files = ProjectFiles.files(below: "Samples/changes", suffix: ".test")

  @Test func theFilesOfChangesAreThere() { #expect(Self.files.count >= 7) }

  @Test(arguments: files) func changesAnswerAsWritten(path: String) throws {
    let file = try #require(QuerySampleFile(path))
    let heading = file.heading.joined(separator: " ")
    let shell = try SampleSession(importing: heading.contains("sample calendars"))
    shell.session.isInteractive = heading.contains("at the prompt")
    var found = file
    for index in file.cases.indices {
      found.cases[index].answer = shell.everything(file.cases[index].statement)
    }
    if getenv("KALENDS_RECORD") != nil {
      #expect(found.write(), "\(path) cannot be written")
      return
    }
    for (expected, found) in zip(file.cases, found.cases) {
      #expect(found.answer == expected.answer, "\(path): \(expected.statement)")
    }
    #expect(try shell.answer("check") == "the store is sound\n")
  }
}

/// A file of `Samples/queries` or `Samples/changes`: a heading, then `> statement` lines, each followed by its answer.
struct QuerySampleFile {
  struct Case {
    var statement: String
    var answer: [String] = []
  }

  let path: String
  var heading: [String] = []
  var cases: [Case] = []

  init?(_ path: String) {
    guard let text = ProjectFiles.text(path) else { return nil }
    self.path = path
    for line in Self.lines(text) {
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

  func write() -> Bool {
    var lines = heading
    for item in cases { lines += ["> " + item.statement] + item.answer + [""] }
    let bytes = Array(lines.joined(separator: "\n").utf8)
    guard let file = fopen(ProjectFiles.root + "/" + path, "wb") else { return false }
    defer { fclose(file) }
    return fwrite(bytes, 1, bytes.count, file) == bytes.count
  }
}

extension SampleSession {
  /// The lines that a statement prints; what goes to standard error comes first, marked with `~`.
  func everything(_ statement: String) -> [String] {
    var answer = ""
    var failure = ""
    do {
      answer = try self.answer(statement, format: "table")
    } catch let error as ShellError {
      failure = ErrorText.plain(error, prompt: "> ", colors: .none) + "\n"
    } catch {
      failure = "\(error)\n"
    }
    func lines(_ text: String) -> [String] { Array(QuerySampleFile.lines(text).dropLast()) }
    return lines(said + failure).map { $0.isEmpty ? "~" : "~ " + $0 } + lines(answer)
  }
}
