import Foundation
import TestSupport
import Testing

@testable import Shell
@testable import Statements

/// A store is made by what is kept in it, and by nothing else.
@Suite struct EmptyStoreTests {
  private static let statements = [
    "import \"\(ProjectFiles.root)/Samples/calendars/home.ics\" dry run", "import \"/etc/passwd\"",
    "import \"/none.ics\"", "add event \"x\" tomorrow dry run", "add event \"x\" tomorrow",
    "add event \"x\" tomorrow in Foo", "save set s as Foo", "save view v as events in Foo",
    "add calendar \"x\" in source Foo", "add calendar \"x\" color \"nocolor\"", "quick \"asdf\"",
    "begin; rollback", "begin; commit", "begin; add calendar \"x\"; rollback",
  ]

  private func session() throws -> (shell: SampleSession, folder: String) {
    let shell = try SampleSession(importing: false)
    let folder = try #require(shell.session.paths.home) + "/stores"
    shell.session.storeOption = folder + "/deep/store.sqlite"
    return (shell, folder)
  }

  @Test(arguments: statements, [nil, "foo"])
  func nothingIsLeftWhereNothingWasKept(statement: String, client: String?) throws {
    let (shell, folder) = try session()
    shell.session.client = client
    shell.session.clientReason = "a test"
    _ = try? shell.answer(statement)
    #expect(!FileManager.default.fileExists(atPath: folder))
    // The next finds a place that is free.
    shell.session.client = nil
    _ = try shell.answer("add calendar \"Kept\"")
    #expect(try shell.answer("calendars select title", format: "tsv") == "title\nKept\n")
  }

  @Test func aBatchThatNobodyEndedLeavesNothing() throws {
    let (shell, folder) = try session()
    _ = try shell.answer("begin")
    shell.session.endBatch()
    #expect(!FileManager.default.fileExists(atPath: folder))
  }

  @Test func itemsOfAFileThatAreNotAddedLeaveNothing() throws {
    let (shell, folder) = try session()
    for text in ["{\"title\":\"x\",\"start\":\"2026-11-20T10:00\"}", "title: x\nstarts: tomorrow\n"] {
      let path = try shell.file("new", text)
      #expect(throws: ShellError.self) {
        try FromFile(session: shell.session, path: path, words: ["add", "event"]).run {
          try shell.session.show($0, source: "")
        }
      }
      #expect(!FileManager.default.fileExists(atPath: folder))
    }
  }

  @Test func whoMakesAStoreOwnsIt() throws {
    let (shell, _) = try session()
    shell.session.client = "foo"
    shell.session.clientReason = "a test"
    _ = try? shell.answer("add event \"x\" tomorrow")
    _ = try shell.answer("add calendar \"Kept\"")
    #expect(try shell.session.readableStore()?.owner() == "foo")
  }
}
