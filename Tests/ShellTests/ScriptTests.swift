import Foundation
import TestSupport
import Testing

@testable import Server
@testable import Shell
@testable import Statements

/// `load`: files that load files, and where their errors are.
@Suite struct ScriptTests {
  private func failure(_ shell: SampleSession, _ statement: String) -> String {
    do {
      _ = try shell.answer(statement, format: "table")
      return ""
    } catch {
      return (error as? ShellError).map { ErrorText.plain($0, prompt: "", colors: .none) } ?? "\(error)"
    }
  }

  /// A session whose folder has scripts, and that folder.
  private func session(_ scripts: [String: String]) throws -> (SampleSession, String) {
    let shell = try SampleSession(importing: false)
    var folder = ""
    for (name, text) in scripts.sorted(by: { $0.key < $1.key }) {
      let path = try shell.file(name, text)
      folder = String(path.dropLast(name.count))
    }
    return (shell, folder)
  }

  @Test func aScriptLoadsOthersBesideIt() throws {
    let (shell, folder) = try session(["a.kal": "show zone\nload \"b.kal\"\n", "b.kal": "show week.start\n"])
    #expect(try shell.answer("load \"\(folder)a.kal\"") == "Europe/Berlin\nmonday\n")
    #expect(shell.session.scripts.isEmpty)
    #expect(!shell.session.isScript)
  }

  @Test func anErrorSaysWhereItIsAndHowItWasReached() throws {
    let (shell, folder) = try session([
      "a.kal": "-- a comment\nshow zone; load \"b.kal\"\n",
      "b.kal": "show zone\nevents where (title = x\n  and titel = y)\n",
    ])
    #expect(
      failure(shell, "load \"\(folder)a.kal\"") == """
          and titel = y)
              ^^^^^
        error: \(folder)b.kal:3:7: `titel` is not a field of events        [unknown-field]
        hint:  did you mean `title`?
        at:    \(folder)a.kal:2:12
        """)
    // The settings and the session are as before.
    #expect(shell.session.scripts.isEmpty)
  }

  @Test func dissimilarErrorsHaveTheirPlaceToo() throws {
    let (shell, folder) = try session([
      "a.kal": "\n\n  undo\n", "b.kal": "load \"none.kal\"", "c.kal": "fast",
    ])
    #expect(failure(shell, "load \"\(folder)a.kal\"").hasPrefix("error: \(folder)a.kal:3:3: "))
    #expect(
      failure(shell, "load \"\(folder)b.kal\"")
        == "error: \(folder)b.kal:1:1: cannot read \(folder)none.kal: No such file or directory  [unreadable-file]"
    )
    shell.session.hasJSONErrors = true
    let error = try #require(
      #expect(throws: ShellError.self) { try shell.answer("load \"\(folder)c.kal\"") })
    let text = ErrorText.object(error).text
    #expect(text.contains("\"file\":{\"path\":\"\(folder)c.kal\",\"line\":1,\"col\":1}"))
    #expect(text.contains("\"message\":\"expected a statement, found `fast`\""))
    #expect(error.exitStatus == 2)
  }

  @Test func aScriptThatLoadsItselfIsToldWithItsWay() throws {
    let (shell, folder) = try session(["a.kal": "load \"b.kal\"", "b.kal": "load \"./a.kal\""])
    let text = failure(shell, "load \"\(folder)a.kal\"")
    #expect(
      text.contains(
        "a script loads itself: \(folder)a.kal → \(folder)b.kal → \(folder)./a.kal  [script-cycle]"))
    // One after another is no cycle.
    let (other, place) = try session(["a.kal": "load \"b.kal\"; load \"b.kal\"", "b.kal": "show zone"])
    #expect(try other.answer("load \"\(place)a.kal\"") == "Europe/Berlin\nEurope/Berlin\n")
  }

  @Test func nestingHasAnEnd() throws {
    var scripts: [String: String] = [:]
    for number in 1...RunningScript.deepest { scripts["n\(number).kal"] = "load \"n\(number + 1).kal\"" }
    scripts["n\(RunningScript.deepest + 1).kal"] = "show zone"
    let (shell, folder) = try session(scripts)
    #expect(failure(shell, "load \"\(folder)n1.kal\"").contains("[script-too-deep]"))
    #expect(try shell.answer("load \"\(folder)n2.kal\"") == "Europe/Berlin\n")
  }

  @Test func batchesThatDoNotMatchAreTold() throws {
    let (shell, folder) = try session(["a.kal": "begin", "b.kal": "rollback", "c.kal": "begin; commit"])
    _ = try shell.answer("add calendar \"Home\"")
    _ = shell.said
    _ = try shell.answer("load \"\(folder)a.kal\"")
    #expect(shell.said.contains("\(folder)a.kal left a batch open: commit keeps its changes"))
    _ = try shell.answer("load \"\(folder)b.kal\"")
    #expect(shell.said.contains("\(folder)b.kal ended the batch that was open before it"))
    _ = try shell.answer("load \"\(folder)c.kal\"")
    #expect(!shell.said.contains("batch open"))
  }

  @Test func datesAreStrictInside() throws {
    let (shell, folder) = try session(["a.kal": "events next friday"])
    #expect(failure(shell, "load \"\(folder)a.kal\"").contains(":1:8: `next friday` is ambiguous"))
    #expect(failure(shell, "events next friday") == "")
  }
}
