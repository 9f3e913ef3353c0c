import Testing

@testable import Shell
@testable import Statements

/// What JSON prints of items in zones that only their files define is taken back.
@Suite struct PrivateZoneRoundTripTests {
  @Test func whatIsPrintedIsTaken() throws {
    let shell = try SampleSession()
    let question = "events 2026-11-23 where location = \"Raum Zugspitze\" and not recurring"
    let printed = try shell.answer(question)
    #expect(printed.contains("\"timeZone\":\"Customized Time Zone\""))
    let times = try shell.answer(question + " select start, end, zone")
    let path = try shell.file(
      "changed.json", printed.replacing("Abstimmung mit der Vermessung", with: "Vermessung"))
    try FromFile(session: shell.session, path: path, words: ["edit"]).run {
      try shell.session.show($0, source: "")
    }
    #expect(try shell.answer(question + " select title").contains("\"Vermessung\""))
    #expect(try shell.answer(question + " select start, end, zone") == times)
    #expect(try shell.answer("check") == "the store is sound\n")
  }

  @Test func aNameThatTheItemHasNotIsNone() throws {
    let shell = try SampleSession()
    let path = try shell.file(
      "x.json", #"{"title":"X","start":"2026-11-20T10:00:00","timeZone":"Customized Time Zone"}"#)
    #expect(throws: ShellError.self) {
      try FromFile(session: shell.session, path: path, words: ["add"]).run {
        try shell.session.show($0, source: "")
      }
    }
  }
}
