import Changes
import Editing
import Model
import Testing

@testable import Forms

/// A provider of a test's own, which counts how often it is asked for its rooms.
private final class Provider: ConferenceProvider {
  var offered: Result<[ConferenceRoom], ConferenceFault>
  var made: Result<Conference, ConferenceFault>
  private(set) var asked = 0

  init(
    _ offered: Result<[ConferenceRoom], ConferenceFault> = .success([
      ConferenceRoom(title: "Video room", identifier: "v"),
      ConferenceRoom(title: "Telephone", identifier: "t"),
    ]), made: Result<Conference, ConferenceFault> = .success(Provider.video)
  ) {
    (self.offered, self.made) = (offered, made)
  }

  static let video = Conference(
    title: nil,
    links: [
      Conference.Link(title: "Video", url: "https://meet.example.org/a"),
      Conference.Link(title: "By telephone", url: "tel:+4930123"),
    ], details: "PIN 12")

  func rooms() throws(ConferenceFault) -> [ConferenceRoom] {
    asked += 1
    return try offered.get()
  }

  func conference(in room: ConferenceRoom) throws(ConferenceFault) -> Conference { try made.get() }
}

/// Rooms of a provider as the place of an event.
@Suite struct RoomTests {
  private func editor(_ desk: Desk, _ provider: Provider, at field: String = ":location") throws
    -> ItemEditController
  {
    let editor = try desk.newEvent("add event \"Talk\" friday 9:00")
    editor.offer = RoomOffer(provider)
    _ = editor.begin()
    _ = editor.answer(field)
    return editor
  }

  /// Row 68.
  @Test func roomsAreOfferedAndAskedForOnce() throws {
    let (desk, provider) = (try Desk(), Provider())
    let editor = try editor(desk, provider)
    let help = editor.answer("?")
    #expect(help.lines.contains(.text("  rooms: Video room  |  Telephone")))
    #expect(help.question?.candidates == ["Video room", "Telephone"])
    _ = editor.answer("Hall")
    #expect(provider.asked == 1 && editor.form.item.location == "Hall" && editor.form.item.conference == nil)
  }

  /// Row 68.
  @Test func aChosenRoomBringsItsLinksAndItsDetails() throws {
    let desk = try Desk()
    let editor = try editor(desk, Provider())
    let step = editor.answer("video ROOM")
    #expect(step.question?.label == "All day")
    let item = editor.form.item
    #expect(item.location == "Video room" && item.url == "https://meet.example.org/a")
    #expect(item.conference == "https://meet.example.org/a")
    #expect(item.notes == "Video: https://meet.example.org/a\nBy telephone: tel:+4930123\nPIN 12")
    _ = editor.answer(".")
    let outcome = editor.answer("s").outcome
    guard case .saved(_, _, let statement)? = outcome else { throw Desk.Unexpected() }
    #expect(statement.hasSuffix("; edit last set conference = \"https://meet.example.org/a\""))
  }

  /// Row 68.
  @Test func anotherRoomTakesThePlaceOfTheFirstAndNotOfWhatThePersonWrote() throws {
    let (desk, provider) = (try Desk(), Provider())
    let editor = try editor(desk, provider, at: ":notes")
    _ = editor.answer("Bring the papers")
    _ = editor.answer(":location")
    _ = editor.answer("Video room")
    provider.made = .success(
      Conference(title: "Line 7", links: [Conference.Link(title: nil, url: "tel:+49307")], details: nil))
    _ = editor.answer(":location")
    _ = editor.answer("Telephone")
    let item = editor.form.item
    #expect(item.location == "Line 7" && item.url == "tel:+49307" && item.conference == "tel:+49307")
    #expect(item.notes == "Bring the papers\n\nLine 7\ntel:+49307")
    _ = editor.answer(":url")
    _ = editor.answer("https://example.org/agenda")
    _ = editor.answer(":location")
    provider.made = .success(Provider.video)
    _ = editor.answer("Video room")
    #expect(editor.form.item.url == "https://example.org/agenda")
    #expect(editor.form.item.conference == "https://meet.example.org/a")
  }

  /// Row 68.
  @Test func aConferenceThatIsNotMadeIsAFaultAndTheAnswerStandsInTheLineAgain() throws {
    let desk = try Desk()
    let editor = try editor(
      desk, Provider(made: .failure(ConferenceFault("ended with status 3: no room is free"))))
    let before = editor.form.item
    let step = editor.answer("Video room")
    guard case .fault(let fault)? = step.lines.first else { throw Desk.Unexpected() }
    #expect(fault.code == "conference-failed")
    #expect(fault.message == "the command of conference.command ended with status 3: no room is free")
    #expect(step.question?.label == "Location" && step.question?.typed == "Video room")
    #expect(editor.form.item.agrees(with: before, on: .location) && editor.form.item.notes == before.notes)
  }

  /// Row 68.
  @Test func aProviderThatFailsIsToldOnceAndThePlaceTakenAsItIs() throws {
    let (desk, provider) = (try Desk(), Provider(.failure(ConferenceFault("cannot be started"))))
    let editor = try editor(desk, provider)
    #expect(editor.answer("?").lines.contains(.text("  the command of conference.command cannot be started")))
    let note = FormLine.note(
      "the command of conference.command cannot be started; the place is taken as it is")
    #expect(editor.answer("Video room").lines == [note])
    _ = editor.answer(":location")
    #expect(editor.answer("Hall").lines.isEmpty)
    #expect(editor.form.item.location == "Hall" && provider.asked == 1)
  }

  /// Row 68.
  @Test func aReminderHasNoRooms() throws {
    let (desk, provider) = (try Desk(), Provider())
    let editor = desk.newReminder()
    editor.offer = RoomOffer(provider)
    _ = editor.begin()
    _ = editor.answer("Call")
    _ = editor.answer(":location")
    _ = editor.answer("Video room")
    #expect(
      provider.asked == 0 && editor.form.item.location == "Video room" && editor.form.item.conference == nil)
  }
}
