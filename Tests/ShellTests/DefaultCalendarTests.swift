import Store
import TestSupport
import Testing

@testable import Editing
@testable import Server
@testable import Statements

/// Where new items go that name no calendar.
@Suite struct DefaultCalendarTests {
  private func code(_ shell: SampleSession, _ statement: String) -> String? {
    do {
      _ = try shell.answer(statement, format: "json")
      return nil
    } catch let error as ShellError {
      let text = ErrorText.plain(error, prompt: "", colors: .none)
      return text.split(separator: "\n").map(String.init).joined(separator: " | ")
    } catch {
      return "\(error)"
    }
  }

  private func calendar(_ shell: SampleSession, of title: String) throws -> String {
    try shell.answer("events anytime where title = \"\(title)\" select calendar", format: "csv")
      .split(separator: "\r\n").last.map(String.init) ?? ""
  }

  @Test func importsTellNothing() throws {
    let shell = try SampleSession()
    for statement in ["add event \"A\" friday 9:00", "quick \"A friday 9:00\""] {
      #expect(
        code(shell, statement) == """
          error: nothing says which calendar new events go to  [no-default-calendar] | \
          hint:  say it here with in NAME, or once for all with default calendar NAME
          """)
    }
    #expect(code(shell, "add reminder \"A\" due friday")?.contains("new reminders go to") == true)
    #expect(try shell.answer("count events anytime where title = A", format: "csv").hasSuffix("\r\n0\r\n"))
  }

  @Test func whatWasLastAddedByHandTells() throws {
    let shell = try SampleSession()
    _ = try shell.answer("add event \"A\" friday 9:00 in Work")
    _ = try shell.answer("add event \"B\" friday 10:00")
    #expect(try calendar(shell, of: "B") == "Work")
    _ = try shell.answer("import \"\(ProjectFiles.root)/Samples/calendars/home.ics\"")
    _ = try shell.answer("add event \"C\" friday 11:00")
    #expect(try calendar(shell, of: "C") == "Work")
    // Of reminders nothing is known yet.
    #expect(code(shell, "add reminder \"D\"")?.contains("no-default-calendar") == true)
    // A try-out adds nothing.
    _ = try shell.answer("add event \"E\" friday 9:00 in Home dry run")
    _ = try shell.answer("add event \"F\" friday 12:00")
    #expect(try calendar(shell, of: "F") == "Work")
  }

  @Test func whatIsSetWins() throws {
    let shell = try SampleSession()
    _ = try shell.answer("default calendar Home")
    _ = try shell.answer("add event \"A\" friday 9:00 in Work")
    _ = try shell.answer("add event \"B\" friday 10:00")
    #expect(try calendar(shell, of: "B") == "Home")
  }

  @Test func theFirstMadeByHandIsTaken() throws {
    let shell = try SampleSession(importing: false)
    _ = try shell.answer("add calendar \"One\"")
    _ = try shell.answer("add calendar \"Two\"")
    _ = try shell.answer("add event \"A\" friday 9:00")
    #expect(try calendar(shell, of: "A") == "One")
    _ = try shell.answer("delete calendar One yes")
    #expect(code(shell, "add event \"B\" friday 9:00")?.contains("no-default-calendar") == true)
  }

  @Test func aHiddenOneIsSaid() throws {
    let shell = try SampleSession()
    _ = try shell.answer("default calendar Home")
    _ = try shell.answer("hide calendar Home")
    _ = shell.said
    _ = try shell.answer("add event \"A\" friday 9:00")
    #expect(shell.said.contains("note:  Home is hidden: what is in it is shown only where in names it"))
    _ = try shell.answer("show calendar Home")
    _ = try shell.answer("add event \"B\" friday 9:00")
    #expect(!shell.said.contains("hidden"))
  }

  @Test func whatIsFilledElsewhereIsNotOffered() throws {
    let shell = try SampleSession()
    _ = try shell.answer("add calendar \"Feiertage in Berlin\"")
    _ = try shell.answer("add calendar \"Public holidays\"")
    let store = try #require(try shell.session.readableStore())
    let offered = try store.calendarsForNewItems(.event).map(\.title)
    #expect(!offered.isEmpty)
    for title in ["Birthdays", "Feiertage in Berlin", "Public holidays"] { #expect(!offered.contains(title)) }
  }

  /// Programs with a name do not change where the owner's new things go.
  @Test func clientsDecideForNobodyElse() throws {
    let shell = try SampleSession()
    let store = try CalendarStore(
      path: shell.session.storeOption ?? "", access: .write, zones: shell.session.zones)
    let access = AccessControl(store, client: "app")
    try AccessControl(store).set(.full, for: "app", .event)
    let workspace = Workspace(store)
    workspace.access = access
    let calendar = try #require(try store.calendars().first { $0.title == "Work" })
    try workspace.noteAdded(.event, to: calendar.id)
    #expect(try store.defaultCalendar(for: .event) == nil)
  }
}
