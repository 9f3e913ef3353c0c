import CivilTime
import Foundation
import Locking
import QueryLanguage
import Store
import TestSupport
import Testing

@testable import Rendering
@testable import Server
@testable import Statements

/// Numbers that a person, a file or a program can give, as large and as small as they can
/// be written: nothing overflows.
///
/// A test that fails here ends the process, so that the statement is to be looked
/// for in what was printed before.
@Suite(.serialized) struct ExtremeNumberTests {
  static let numbers = [
    "0", "1", "2", "12", "53", "59", "99", "100", "366", "999", "1000", "2026", "9999", "10000", "36500",
    "65535", "65536",
    "3660000", "3660001", "2147483647", "2147483648", "4294967295", "4294967296", "320000000000",
    "320000000001",
    "999999999", "1000000000", "1152921504606846976", "4611686018427387903", "9223372036854775806",
    "9223372036854775807", "9223372036854775808", "18446744073709551615", "99999999999999999999999999",
  ]

  /// Statements with a number at each place of the grammar that takes one, written `°`.
  static let places = [
    "events limit °", "events limit 1 offset °", "events limit ° offset 5", "events limit ° offset °",
    "events today limit ° offset °",
    "events anytime sort by title limit ° offset °", "count events this week limit ° offset °",
    "busy today limit ° offset °",
    "calendars limit ° offset °", "alarms today limit ° offset °", "conflicts today limit ° offset °",
    "series limit ° offset °", "reminders limit ° offset °", "explain plan events limit ° offset °",
    "explain plan events sort by title limit ° offset °", "events this week group by day limit ° offset °",
    "free 1h today limit °", "sum duration of events this week limit ° offset °",
    "events as jsonl limit ° offset °",
    "events @°", "events from @° to @°", "events in °d", "events in °y", "events in ° weeks", "events in °s",
    "events °d ago",
    "events °y ago", "events -°d", "events +°y", "events -°s", "events +°h", "events today + °mo",
    "events today - °w",
    "events next ° days", "events last ° hours", "events past ° weeks", "events next ° quarters",
    "events last °y",
    "events week °", "events °", "events °-W48", "events °-11", "events °-11-18", "events 2026-°-18",
    "events 2026-11-°",
    "events ° nov", "events nov °", "events 2 nov °", "events end of °", "events friday °",
    "events friday °:00", "events friday 9:°",
    "events 9:00-°", "events friday 9:00-°", "events friday °am", "events friday 11am-°", "events 9:00+°",
    "events 9:00 +°:00",
    "events 9:00 UTC+°", "events 2026-11-18T09:00+°:00", "events today at °", "events °/11/2026",
    "events °.11.2026",
    "events today where duration > °h", "events today where duration between °s and °y",
    "events today where overlap < °m",
    "events today where attendees.count = °", "events today where alarms.count between ° and °",
    "events today where location.latitude > °", "events today where location.radius < °",
    "events today where start.hour = °",
    "events today where start.day between ° and °", "events today where start.week != °",
    "events today where start.year < °",
    "events today where start.date > °-11-18", "events today where travel >= °d",
    "events today where start < @°",
    "events today where revision > °", "reminders where priority > °", "calendars where items > °",
    "sources where calendars = °",
    "alarms today where offset > °d", "alarms today where offset > °y",
    "events this week group by day having count > °",
    "events this week group by day having sum(duration) > °y", "free °h today", "free °y today",
    "free °s this week",
    "free 1h today between °:00 and 17:00", "free 1h next ° days", "day °-11-18", "week °", "month °",
    "year °", "agenda next ° days",
    "events where (((°)))", "view #°", "delete #° yes", "changes since °", "undo °", "set range.days = °",
    "set width = °", "set now = °", "snooze °d", "snooze °s last", "location °,°", "location °.5, °.5",
    "add event \"x\" friday 9:00 for °h", "add event \"x\" friday 9:00 for °y",
    "add event \"x\" on friday for °d",
    "add event \"x\" friday 9:00 for °s", "add event \"x\" @°", "add event \"x\" from @° to @°",
    "add event \"x\" °",
    "add event \"x\" friday 9:00 travel °h", "add event \"x\" friday 9:00 travel °y",
    "add event \"x\" friday 9:00 alarm -°d",
    "add event \"x\" friday 9:00 alarm -°y", "add event \"x\" friday 9:00 alarm +°s",
    "add event \"x\" friday 9:00 alarm end -°w",
    "add event \"x\" friday 9:00 repeat every ° days", "add event \"x\" friday 9:00 repeat every ° years",
    "add event \"x\" friday 9:00 repeat every ° seconds", "add event \"x\" friday 9:00 repeat daily ° times",
    "add event \"x\" friday 9:00 repeat monthly on °th",
    "add event \"x\" friday 9:00 repeat yearly in week °",
    "add event \"x\" friday 9:00 repeat daily until @°",
    "add event \"x\" friday 9:00 repeat \"FREQ=DAILY;INTERVAL=°\" 3 times",
    "add event \"x\" friday 9:00 repeat \"FREQ=YEARLY;BYSETPOS=-°;BYDAY=MO;COUNT=°\"",
    "add event \"x\" friday 9:00 repeat \"FREQ=MONTHLY;BYMONTHDAY=-°;COUNT=2\"",
    "add event \"x\" friday 9:00 repeat \"FREQ=YEARLY;BYWEEKNO=-°;BYYEARDAY=°;COUNT=2\"",
    "add event \"x\" friday 9:00 location \"a\" at °,° radius °",
    "add event \"x\" friday 9:00 location \"a\" at 1,1 radius °km",
    "add event \"x\" friday 9:00 zone +°:00", "add reminder \"x\" due friday priority °",
    "add reminder \"x\" due in °d",
    "edit last set duration += °h", "edit last set duration = °y", "edit last set duration -= °d",
    "edit last set start += °y",
    "edit last set start -= °s", "edit last set end += °d", "edit last set travel += °y",
    "edit last set travel -= °d",
    "edit last set alarms = -°y", "edit last set alarms -= °", "edit last set start = @°",
    "edit last if rev ° set title = \"y\"",
    "move last by °d", "move last by -°y", "move last by +°s", "move last to @°", "duplicate last to @°",
    "save view many as events limit ° offset °; run many; drop view many",
    "save view many($n = °d) as events from now to now + $n; run many; drop view many", "help °", "sync °",
    "complete last at @°", "import \"none.ics\" into °", "access set ° events full",
  ]

  /// A small store whose items have an end.
  private func session() throws -> SampleSession {
    let shell = try SampleSession(importing: false)
    for statement in [
      "add calendar \"Home\"", "add event \"One\" tomorrow 10:00 for 1h travel 20m alarm -10m",
      "add event \"Two\" today 9:00 repeat daily 5 times", "add event \"Three\" on friday",
      "add reminder \"Four\" due tomorrow 9:00", "add event \"Last\" saturday 10:00 for 1h",
    ] {
      _ = try shell.answer(statement)
    }
    return shell
  }

  @Test(arguments: [false, true]) func statementsWithAnyNumberEnd(isStrict: Bool) throws {
    let shell = try session()
    shell.session.isScript = isStrict
    var random = SplitMix64(seed: isStrict ? 2 : 1)
    let step = max(1, 7 - (ProcessInfo.processInfo.environment["KALENDS_SEEDS"] == nil ? 0 : 6))
    for place in Self.places {
      for offset in stride(from: random.below(step), to: Self.numbers.count, by: step) {
        let text = Self.filled(place, first: Self.numbers[offset], &random)
        Self.run(shell, text)
        // What a statement left open or set must not decide what the next one does.
        try shell.session.settings.set("range.days", to: "30")
        try shell.session.settings.set("now", to: "2026-11-18T14:30")
      }
    }
    // The largest numbers stand at each place.
    for place in Self.places {
      Self.run(shell, place.replacing("°", with: "9223372036854775807"))
      try shell.session.settings.set("now", to: "2026-11-18T14:30")
    }
    #expect(try shell.answer("check") == "the store is sound\n")
  }

  /// The text with a number at each of its places.
  private static func filled(_ text: String, first: String, _ random: inout SplitMix64) -> String {
    var pieces = text.split(separator: "°", omittingEmptySubsequences: false).map(String.init)
    for index in pieces.indices.dropLast() { pieces[index] += index == 0 ? first : random.pick(numbers) }
    return pieces.joined()
  }

  /// Runs statements; each is answered or refused in words.
  private static func run(_ shell: SampleSession, _ text: String) {
    for statement in text.split(separator: "; ") {
      // What is rightly endless, such as all days of thousands of years, is stopped after a while.
      let looks = Mutex(0)
      shell.session.stopSignal = StopSignal {
        looks.withLock { looks in
          looks += 1
          return looks > 3_000
        }
      }
      defer { shell.session.stopSignal = StopSignal() }
      do {
        _ = try shell.answer(String(statement), format: "json")
      } catch let error as ShellError {
        #expect(!ErrorText.plain(error, prompt: "", colors: .none).isEmpty)
      } catch {
        Issue.record("\(text): \(error)")
      }
      _ = shell.said
    }
  }

  @Test func hugeOffsets() throws {
    let shell = try session()
    #expect(try shell.answer("events this week limit 1 offset 9223372036854775807", format: "jsonl").isEmpty)
    let all = try shell.answer("events this week", format: "ids").split(separator: "\n")
    #expect(all.count > 3)
    let rest = try shell.answer("events this week limit 9223372036854775807 offset 2", format: "ids")
    #expect(rest.split(separator: "\n") == Array(all.dropFirst(2)))
  }

  /// Components of files whose numbers are beyond everything.
  static let properties = [
    "DURATION:PT°S", "DURATION:P°W", "DURATION:-P°DT°S", "DURATION:P°Y°M°DT°H°M°S",
    "RRULE:FREQ=DAILY;INTERVAL=°;COUNT=3",
    "RRULE:FREQ=SECONDLY;INTERVAL=°;COUNT=3", "RRULE:FREQ=YEARLY;COUNT=°;INTERVAL=°",
    "RRULE:FREQ=WEEKLY;COUNT=°",
    "RRULE:FREQ=MONTHLY;BYMONTHDAY=-°,°;COUNT=3", "RRULE:FREQ=YEARLY;BYDAY=°MO,-°TU;COUNT=2",
    "RRULE:FREQ=MONTHLY;BYSETPOS=-°,°;BYDAY=MO;COUNT=4",
    "RRULE:FREQ=YEARLY;BYWEEKNO=°,-°;COUNT=2", "RRULE:FREQ=YEARLY;BYYEARDAY=°,-°;COUNT=2",
    "RRULE:FREQ=DAILY;BYHOUR=°;BYMINUTE=°;BYSECOND=°;COUNT=2",
    "RRULE:FREQ=DAILY;UNTIL=°", "GEO:°;°", "GEO:°.5e300;-°", "PRIORITY:°", "PRIORITY:-°", "SEQUENCE:°",
    "SEQUENCE:-°", "PERCENT-COMPLETE:°",
    "DTEND:°", "DTEND:99991231T235959Z", "DTEND:00010101T000000Z", "RDATE;VALUE=PERIOD:20261118T090000Z/PT°S",
    "RDATE:99991231T235959Z,00010101T000000Z", "EXDATE:°", "X-APPLE-TRAVEL-DURATION;VALUE=DURATION:PT°S",
    "CREATED:99991231T235960Z",
    "X-APPLE-STRUCTURED-LOCATION;VALUE=URI;X-APPLE-RADIUS=°;X-TITLE=a:geo:°,°",
    "X-APPLE-STRUCTURED-LOCATION;VALUE=URI;X-APPLE-RADIUS=°e300;X-TITLE=a:geo:1,1",
    "BEGIN:VALARM\r\nACTION:DISPLAY\r\nTRIGGER:-PT°S\r\nREPEAT:°\r\nDURATION:PT°S\r\nEND:VALARM",
    "BEGIN:VALARM\r\nACTION:DISPLAY\r\nTRIGGER:P°W\r\nREPEAT:-°\r\nDURATION:P°W\r\nEND:VALARM",
    "BEGIN:VALARM\r\nACTION:DISPLAY\r\nTRIGGER;VALUE=DATE-TIME:99991231T235959Z\r\nREPEAT:°\r\nDURATION:P1W\r\nEND:VALARM",
  ]

  @Test func filesWithAnyNumberAreRead() throws {
    let shell = try SampleSession(importing: false)
    var random = SplitMix64(seed: 3)
    var components: [String] = []
    for (index, property) in Self.properties.enumerated() {
      for round in 0..<6 {
        let most = "9223372036854775807"
        let text =
          round == 0 ? property.replacing("°", with: most) : Self.filled(property, first: most, &random)
        let start = random.pick([
          "20261118T090000Z", "20261118", "00010101T000000", "99991231T235959Z", "99991231",
        ])
        let form = start.count == 8 ? "DTSTART;VALUE=DATE:" : "DTSTART:"
        let kind = random.chance(70) ? "VEVENT" : "VTODO"
        components.append(
          "BEGIN:\(kind)\r\nUID:u\(index)-\(round)\r\nSUMMARY:e\(index)\r\n\(form)\(start)\r\n\(text)\r\nEND:\(kind)\r\n"
        )
      }
    }
    let file = try shell.file(
      "n.ics", "BEGIN:VCALENDAR\r\nVERSION:2.0\r\n" + components.joined() + "END:VCALENDAR\r\n")
    _ = try shell.answer("import \"\(file)\"")
    let said = shell.said
    #expect(said.contains("n (new calendar): \(components.count) added"), "\(said)")
    #expect(try shell.answer("calendars select items", format: "csv").contains("\(components.count)"))
    for statement in [
      "events today", "events this year sort by duration limit 50", "alarms today",
      "alarms from 2020-01-01 to 2030-01-01 limit 50",
      "busy this week", "free 1h this week", "conflicts today limit 20", "sum duration of events today",
      "reminders all", "series limit 100",
      "events from 9999-12-30 to 9999-12-31 limit 30", "events from 0001-01-01 to 0001-01-03 limit 30",
      "month", "year 9999",
      "events today as ics", "events today as jscalendar", "explain plan events today where duration > 1h",
      "edit (events anytime) set notes = \"n\" span all yes",
      "edit (events today) set duration += 1h span this yes",
      "move (events today) by +1d span this yes", "events today where location.radius > 5 as json",
      "export all to -", "check",
    ] {
      Self.run(shell, statement)
    }
    #expect(try shell.answer("check") == "the store is sound\n")
  }
}
