import TestSupport
import Testing

@testable import Settings
@testable import Shell
@testable import Statements

/// Files in the place of a store, and stores in memory.
@Suite struct InputFileTests {
  private static let folder = ProjectFiles.root + "/Samples/calendars"

  /// A session whose store is in memory, with files in it.
  private func session(_ inputs: [String]) throws -> SampleSession {
    let desk = try SampleSession(importing: false)
    desk.session.storeOption = ":memory:"
    desk.session.inputs = inputs
    try desk.session.readInputs()
    return desk
  }

  @Test func questionsAreAnsweredFromFiles() throws {
    let files = try session([Self.folder])
    _ = files.said
    let stored = try SampleSession()
    for question in ["events this week", "reminders all", "calendars", "conflicts friday", "alarms today"] {
      #expect(
        try files.answer(question, format: "{title}") == stored.answer(question, format: "{title}"),
        "\(question)")
    }
    #expect(files.storedBytes.isEmpty && files.said.isEmpty)
    #expect(try files.answer("check") == "the store is sound\n")
  }

  @Test func aFileIsNamedTwice() throws {
    let desk = try session([Self.folder + "/home.ics", Self.folder + "/todo.ics", Self.folder + "/home.ics"])
    #expect(try desk.answer("calendars", format: "{title},") == "Home,\nErrands,\nShopping,\n")
  }

  @Test func aChangeIsSaidToGoOnce() throws {
    let desk = try session([Self.folder + "/home.ics"])
    #expect(desk.said.isEmpty)
    _ = try desk.answer("events today")
    _ = try desk.answer("add event \"Tea\" today 17:00 in Home dry run")
    #expect(!desk.said.contains("note:"))
    _ = try desk.answer("add event \"Tea\" today 17:00 in Home")
    #expect(
      desk.said.hasSuffix(
        "note:  the files stay as they are, and this change goes with the program; export writes a file\n"))
    _ = try desk.answer("add event \"Coffee\" today 18:00 in Home")
    #expect(!desk.said.contains("note:"))
    #expect(try desk.answer("events today where title = Tea", format: "{title}") == "Tea\n")
    _ = try desk.answer("undo")
    #expect(try desk.answer("events today where title = Coffee", format: "{title}").isEmpty)
  }

  @Test func viewsAndSetsWorkInMemory() throws {
    let desk = try session([Self.folder])
    _ = try desk.answer("save view soon as events today timed in Home")
    _ = try desk.answer("save set own as Home, Work")
    #expect(try desk.answer("run soon", format: "ids").split(separator: "\n").count == 3)
    #expect(
      try desk.answer("count events today in set own", format: "{count}")
        == desk.answer("count events today in Home, Work", format: "{count}"))
  }

  @Test func aDamagedPartIsToldAndTheStatusIsOne() throws {
    let desk = try session([ProjectFiles.root + "/Samples/hostile/truncated.ics"])
    #expect(desk.said.hasSuffix("note:  one component or file could not be read; answers lack it\n"))
    #expect(desk.session.worstStatus == 1)
    #expect(try desk.answer("events anytime", format: "{title}") == "The one that must survive\n")
  }

  @Test func aMissingFileEndsIt() throws {
    let error = #expect(throws: (any Error).self) { _ = try session(["/nowhere/at/all.ics"]) }
    let told = try ShellError(#require(error))
    #expect(told.code == "unreadable-file" && told.exitStatus == 1)
  }

  @Test(arguments: ["option", "variable", "setting"]) func aStoreInMemoryIsNoFile(place: String) throws {
    let desk = try SampleSession(
      importing: false, variables: place == "variable" ? ["KALENDS_STORE": ":memory:"] : [:])
    desk.session.storeOption = place == "option" ? ":memory:" : nil
    if place == "setting" { try desk.session.settings.set("store", to: ":memory:") }
    #expect(try desk.answer("events today") == "[]\n")
    _ = try desk.answer("add calendar \"Home\"")
    _ = try desk.answer("add event \"Tea\" today 17:00 in Home")
    #expect(!desk.said.contains("note:"))
    #expect(try desk.answer("events today", format: "{start:%H:%M} {title}") == "17:00 Tea\n")
    #expect(try desk.answer("show store") == ":memory:\n")
    #expect(desk.storedBytes.isEmpty && ProjectFiles.text(":memory:") == nil)
  }
}
