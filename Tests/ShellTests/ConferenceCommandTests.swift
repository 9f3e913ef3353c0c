import Forms
import Platform
import Testing

@testable import Statements

/// The command of `conference.command`.
@Suite struct ConferenceCommandTests {
  private static let variables = ["PATH": "/usr/bin:/bin"]
  private static let room = ConferenceRoom(title: "Video", identifier: "a b'c")

  /// A command whose answer a shell function gives, which sees what is asked as its arguments.
  private func command(
    _ body: String, stopSignal: StopSignal = StopSignal(), patience: Double = 10
  ) -> ConferenceCommand {
    ConferenceCommand(
      command: "answer() { \(body); }; answer", variables: Self.variables, stopSignal: stopSignal,
      patience: patience)
  }

  private func reason<Value>(_ body: () throws(ConferenceFault) -> Value) -> String? {
    do throws(ConferenceFault) {
      _ = try body()
      return nil
    } catch {
      return error.reason
    }
  }

  /// Row 68.
  @Test func roomsAreAskedForByAWordAndAreALineEach() throws {
    let lines =
      #"echo a word to the person; printf '{"identifier":"%s","title":"A"}\n' "$1"; echo '{"identifier":"2","title":"B"}'"#
    #expect(
      try command(lines).rooms() == [
        ConferenceRoom(title: "A", identifier: "rooms"), ConferenceRoom(title: "B", identifier: "2"),
      ])
    #expect(try command("true").rooms().isEmpty)
  }

  /// Row 68.
  @Test func aConferenceIsAskedForByItsRoom() throws {
    let line =
      #"printf '{"title":"T","details":"x\\ny","urls":[{"url":"https://e.org/%s","title":"V"},{"url":"tel:+49"}]}\n' "$1$#""#
    let found = try command(line).conference(in: Self.room)
    #expect(
      found
        == Conference(
          title: "T",
          links: [
            Conference.Link(title: "V", url: "https://e.org/room2"),
            Conference.Link(title: nil, url: "tel:+49"),
          ], details: "x\ny"))
    let echo = #"printf '{"title":"%s","urls":[{"url":"a:b"}]}\n' "$2""#
    #expect(try command(echo).conference(in: Self.room).title == "a b'c")
  }

  /// Row 68.
  @Test(arguments: [
    ("echo 'no room is free' >&2; exit 3", "ended with status 3: no room is free"),
    ("exit 1", "ended with status 1"), ("kill -9 $$", "ended with status 137"),
    ("echo hello", "wrote no JSON object"),
    ("echo '{\"identifier\":'", "wrote a line that is no JSON object"),
    ("echo '{\"title\":\"A\"}'", "named a room without title or identifier"),
    (#"printf '{"identifier":"1","title":"A\\u0007B"}\n'"#, "named a room without title or identifier"),
    ("yes", "wrote more than a mebibyte"),
  ])
  func whatIsNoAnswerIsAReason(body: String, expected: String) {
    #expect(reason { () throws(ConferenceFault) in try command(body).rooms() } == expected)
  }

  /// Row 68.
  @Test(arguments: [
    ("true", "answered with 0 conferences where one was asked for"),
    ("echo '{\"urls\":[]}'", "named no place to join"),
    ("echo '{\"urls\":[{\"url\":\"example.org\"}]}'", "named a place to join that is no address"),
    ("echo '{\"urls\":[{\"url\":\"https://a b\"}]}'", "named a place to join that is no address"),
    (#"echo '{"urls":[{"url":"a:b"}],"details":"\u0000"}'"#, "wrote details that no notes can be"),
  ])
  func whatIsNoConferenceIsAReason(body: String, expected: String) {
    #expect(
      reason { () throws(ConferenceFault) in try command(body).conference(in: Self.room) } == expected)
  }

  /// Row 68.
  @Test func aCommandThatHangsIsEndedAndACancelEndsTheWait() {
    #expect(
      reason { () throws(ConferenceFault) in try command("exec sleep 60", patience: 0.2).rooms() }
        == "did not answer within 1 seconds")
    let stopped = command("exec sleep 60", stopSignal: StopSignal { true })
    #expect(reason { () throws(ConferenceFault) in try stopped.rooms() } == "was interrupted")
  }

  /// Row 68.
  @Test func aCommandThatIsNotThereIsSaid() throws {
    let missing = ConferenceCommand(
      command: "/nowhere/rooms", variables: Self.variables)
    let found = try #require(reason { () throws(ConferenceFault) in try missing.rooms() })
    #expect(found.hasPrefix("ended with status 127: ") && found.contains("not found"))
  }
}
