import Editing
import Model
import QueryEngine
import TestSupport
import Testing

@testable import Rendering
@testable import Server
@testable import Statements

/// `undo` and `redo` as statements, over the sample calendars, each imported in a step of its own.
@Suite struct RevertStatementTests {
  private let shell: SampleSession

  init() throws { shell = try SampleSession() }

  private func answer(_ statement: String, format: String = "table") -> (
    output: String, said: String, code: String
  ) {
    do {
      let output = try shell.answer(statement, format: format)
      return (output, plain(shell.said), "")
    } catch let error as ShellError {
      return ("", plain(shell.said), error.code)
    } catch {
      return ("", "", "\(error)")
    }
  }

  /// Without where this checkout is.
  private func plain(_ text: String) -> String { text.replacing(ProjectFiles.root + "/", with: "") }

  @Test func importsAreNamedShownAndConfirmed() throws {
    #expect(answer("undo").code == "nothing-to-undo")
    #expect(answer("undo import").code == "confirmation-required")
    #expect(answer("undo 8").code == "confirmation-required")
    let shown = answer("undo import dry run")
    #expect(shown.said.hasPrefix("u8 of kal: import Samples/calendars/work.ics\n  would be removed: "))
    #expect(shown.said.hasSuffix("  and 10 more\n"))
    #expect(try shell.answer("history").contains("\"undone\"") == false)
    #expect(answer("undo import yes").said == "undid: import Samples/calendars/work.ics\n")
    #expect(answer("events anytime in Work").code == "unknown-calendar")
    // What one undid oneself needs no name.
    #expect(answer("redo").said == "did again: import Samples/calendars/work.ics\n")
    #expect(answer("events anytime in Work").code == "")
  }

  /// The numbers of rows that steps of older versions hold mean nothing any more.
  @Test func stepsOfOlderVersionsShowTitles() throws {
    let id = answer("add event \"Standup \\\"daily\\\"\" friday 09:15 in Work", format: "ids").output
    let workspace = try shell.session.workspace()
    let now = try shell.session.context().context.now
    let target = try #require(ItemTarget(id: String(id.prefix { $0 != "\n" })))
    let item = try #require(try workspace.store.record(target.item))
    var edit = ItemEdit(.event)
    edit.set(.notes) { $0.notes = "New" }
    _ = try workspace.save(
      edit, to: target, span: .all, cause: "edit #1 set notes = New", now: now)
    _ = try workspace.remove(target, span: .all, cause: "delete #1, #2 span all", now: now)
    #expect(item.title == "Standup \"daily\"")
    let lines = answer("history").output.split(separator: "\n")
    #expect(lines[1].hasSuffix("  delete \"Standup \\\"daily\\\"\" span all"), "\(lines[1])")
    #expect(lines[2].hasSuffix("  edit \"Standup \\\"daily\\\"\" set notes = New"), "\(lines[2])")
    let objects = answer("history", format: "json").output
    #expect(objects.contains("\"cause\":\"delete #1, #2 span all\",\"what\":\"delete \\\"Standup"))
    #expect(answer("undo dry run").said.hasPrefix("u11 of kal: delete \"Standup"))
  }

  @Test func aProgramIsToldWhatWouldBe() throws {
    let shown = answer("undo u8 dry run", format: "json").output
    #expect(shown.hasPrefix("{\"outcome\":\"dry-run\",\"step\":\"u8\",\"cause\":\"import "))
    #expect(shown.contains("\"client\":\"kal\",\"count\":20,\"ids\":[\"ev:"))
    let done = answer("undo u8 yes", format: "json").output
    #expect(done.hasPrefix("{\"outcome\":\"undone\",\"step\":\"u8\""))
  }

  @Test func invitationsAndWhatHoldsOthersStay() throws {
    try shell.session.settings.set("own.addresses", to: "ann.oyelaran@example.com")
    _ = answer("add event \"Mine\" 2026-11-20 11:00 in Work")
    let said = answer("undo import yes").said
    #expect(said.contains("note:  the calendar Work stays: other items are in it\n"))
    #expect(said.contains(" stays: somebody else organizes it\n"))
    let left = try shell.answer("events anytime in Work select title", format: "tsv")
    #expect(left.contains("Mine\n") && !left.contains("Focus time"))
    #expect(try shell.answer("check", format: "table") == "the store is sound\n")
  }

  @Test func aClientUndoesItsOwn() throws {
    for kind in ["events", "reminders"] { _ = answer("access grant bar \(kind) full") }
    _ = answer("add event \"Mine\" 2026-11-20 11:00 in Work")
    shell.session.client = "bar"
    shell.session.isServing = true
    #expect(answer("undo").code == "nothing-to-undo")
    #expect(answer("undo u8 yes").code == "step-of-other")
    _ = answer("edit (events 2026-11-20 \"Mine\") set title = \"Theirs\" yes")
    shell.session.client = nil
    shell.session.isServing = false
    #expect(answer("undo").code == "changed-since")
    #expect(
      answer("undo dry run").said.hasSuffix(
        "note:  changed since by u10 of bar: edit (events 2026-11-20 \"Mine\") set title = \"Theirs\" yes\n"))
    #expect(answer("undo yes").code == "")
    #expect(try shell.answer("events 2026-11-20 \"Theirs\"", format: "ids") == "")
  }
}
