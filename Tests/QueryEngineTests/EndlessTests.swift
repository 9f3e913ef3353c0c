import CivilTime
import Foundation
import Interchange
import Locking
import Model
import QueryLanguage
import Store
import TestSupport
import Testing

@testable import QueryEngine

/// Rules without an end, and enormous ones: who wants few rows pays for few, counts are computed, and
/// whatever must see everything is refused or can be stopped.
@Suite struct EndlessTests {
  private static func event(_ uid: String, _ lines: String) -> String {
    "BEGIN:VEVENT\r\nUID:\(uid)\r\nSUMMARY:\(uid)\r\n" + lines.replacing("\n", with: "\r\n")
      + "\r\nEND:VEVENT\r\n"
  }

  private static func calendar(_ events: [String]) -> String {
    "BEGIN:VCALENDAR\r\nVERSION:2.0\r\nPRODID:-//test//\r\n" + events.joined() + "END:VCALENDAR\r\n"
  }

  /// A store file that is made once; each test opens it for itself.
  private static let file: Result<String, any Error> = Result {
    let folder = FileManager.default.temporaryDirectory.appendingPathComponent(
      "kalends-endless-\(UUID().uuidString)")
    try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
    let path = folder.path + "/endless.sqlite"
    // Every test has it until the process ends.
    atexit {
      guard let path = try? EndlessTests.file.get() else { return }
      try? FileManager.default.removeItem(at: URL(fileURLWithPath: path).deletingLastPathComponent())
    }
    let store = try CalendarStore(path: path, access: .create, zones: zones)
    var events = [
      event("secondly", "DTSTART;TZID=Europe/Berlin:19970101T000000\nDURATION:PT1S\nRRULE:FREQ=SECONDLY"),
      event("floating", "DTSTART:19970101T000000\nDURATION:PT0S\nRRULE:FREQ=SECONDLY;INTERVAL=2"),
      event("minutely", "DTSTART:19970101T000000Z\nDURATION:PT30S\nRRULE:FREQ=MINUTELY"),
      event("century", "DTSTART;VALUE=DATE:19970101\nDTEND;VALUE=DATE:20970101\nRRULE:FREQ=DAILY"),
    ]
    var edited = event("edited", "DTSTART:20000101T120000Z\nDURATION:PT1H\nRRULE:FREQ=DAILY")
    for day in 0..<1_000 {
      let date = try #require(CivilDate(dayNumber: CivilDate.dayNumber(year: 2000, month: 1, day: 1) + day))
        .description
        .replacing("-", with: "")
      edited += event("edited", "RECURRENCE-ID:\(date)T120000Z\nDTSTART:\(date)T130000Z\nDURATION:PT2H")
    }
    events.append(edited)
    for number in 0..<300 {
      events.append(
        event(
          "daily\(number)",
          "DTSTART:20100101T0800\(number % 60 < 10 ? "0" : "")\(number % 60)Z\nDURATION:PT5M\nRRULE:FREQ=DAILY"
        ))
    }
    try store.take(calendar(events))
    return path
  }

  private static func store() throws -> CalendarStore {
    try CalendarStore(path: file.get(), access: .read, zones: zones)
  }

  /// What reading cost.
  private func cost(_ store: CalendarStore, _ body: () throws -> Void) rethrows -> (
    index: Int, records: Int, expanded: Int, considered: Int
  ) {
    let before = store.counters
    try body()
    let after = store.counters
    return (
      after.startingRows + after.ongoingRows - before.startingRows - before.ongoingRows,
      after.recordsRead - before.recordsRead, after.occurrencesExpanded - before.occurrencesExpanded,
      after.seriesConsidered - before.seriesConsidered
    )
  }

  @Test(arguments: [
    "events from 1997-01-01 to 2400-01-01 where uid = \"secondly\" limit 10",
    "events from 1997-01-01 to 2400-01-01 where uid = \"floating\" limit 10",
    "events from 1999-01-01 to 2400-01-01 where uid = \"edited\" limit 10",
    "events from 1997-01-01 to 2400-01-01 where id = \"ev:SECONDLY\" limit 5",
    "events from 1997-01-01 to 2400-01-01 \"secondly\" limit 10",
    "events from 1997-01-01 to 2400-01-01 \"edited\" limit 10",
    "events from 1997-01-01 to 2400-01-01 where title starts with \"daily\" limit 10",
    "events from 1996-01-01 to 2400-01-01 limit 10",
    "events from 1996-01-01 to 2400-01-01 where title matches /^daily/ and uid = \"daily7\" limit 10",
    "events from 1996-01-01 to 2400-01-01 sort by start limit 10",
  ]) func aLimitEndsWhatIsEndless(statement: String) throws {
    let store = try Self.store()
    let context = try exampleContext(isChecking: false)
    var count = 0
    let id = PublicID.text(.event, try #require(store.items(uid: "secondly").first))
    let text = statement.replacing("ev:SECONDLY", with: id)
    let spent = try cost(store) { count = try rows(text, context, store).count }
    #expect(count == (statement.contains("limit 5") ? 5 : 10))
    // What another condition drops must be looked at.
    let heldBack = statement.contains("title") ? 12_000 : 0
    #expect(spent.expanded <= 4_000 + heldBack, "\(spent)")
    #expect(spent.records <= 1_100, "\(spent)")
    #expect(spent.index <= 1_100, "\(spent)")
    #expect(spent.considered <= 310, "\(spent)")
  }

  @Test func rowsOfOneItemComeInOrder() throws {
    let store = try Self.store()
    let context = try exampleContext(isChecking: false)
    for word in ["edited", "daily1", "minutely"] {
      let found = try rows("events from 2000-01-03 to 2002-04-01 \"\(word)\" limit 900", context, store)
      let starts = found.compactMap { row -> Instant? in
        if case .event(let row) = row { row.occurrence.start } else { nil }
      }
      #expect(starts == starts.sorted() && (starts.count > 500 || word == "daily1"))
    }
  }

  @Test(arguments: [
    ("count events from 1997-01-01 to 9998-12-31 where uid = \"minutely\"", 4208644740),
    ("count events from 2026-01-01 to 2027-01-01 where uid = \"floating\"", 15_811_200),
    ("count events from 2026-06-01 to 2026-06-02 where uid = \"secondly\"", 172_800),
    ("count events from 2026-03-29 to 2026-03-29 where uid = \"secondly\"", 82_800),
  ]) func countsAreComputed(statement: String, expected: Int) throws {
    let store = try Self.store()
    let context = try exampleContext(isChecking: false)
    var found: [ResultRow] = []
    let spent = try cost(store) { found = try rows(statement, context, store) }
    #expect(spent.expanded < 400_000, "\(spent)")
    guard case .group(let values)? = found.first, case .integer(let count)? = values.first else {
      Issue.record("no count")
      return
    }
    #expect(count == expected)
  }

  @Test(arguments: [
    "events today allday timed", "events from 1900 to 9998 where recurring and not recurring",
    "count events anytime where busy and not busy",
    "events from 1997-01-01 to 9998-12-31 where calendar = test and not calendar = test",
    "busy from 1997-01-01 to 9998-12-31 allday timed",
    "conflicts from 1997-01-01 to 9998-12-31 where recurring and not recurring",
    "events from 1997-01-01 to 9998-12-31 allday timed sort by title",
    "series from 1997-01-01 to 9998-12-31 allday timed",
    "alarms from 1997-01-01 to 9998-12-31 where title = x and not title = x",
    "busy from 1997-01-01 to 9998-12-31 where duration > 1h and duration < 1h",
    "busy from 1997-01-01 to 9998-12-31 where duration = 1h and (duration != 1h and start > 2026-01-01)",
    "busy from 1997-01-01 to 9998-12-31 where start < 2026-01-01 and start > 2027-01-01",
    "busy from 1997-01-01 to 9998-12-31 where duration > 2h and duration < 1h or duration >= 1h and duration < 1h",
    "busy from 1997-01-01 to 9998-12-31 where start.hour > 5 and not start.hour > 5",
    "conflicts from 1997-01-01 to 9998-12-31 where overlap > 1h and overlap < 1h",
    "conflicts from 1997-01-01 to 9998-12-31 where duration > 1h and duration <= 1h",
    "events from 1997-01-01 to 9998-12-31 where duration > 1h and duration < 1h",
    "events from 1997-01-01 to 9998-12-31 where start < 2026-01-01 and start > 2027-01-01",
    "events from 1997-01-01 to 9998-12-31 where calendar = \"test\" and calendar != \"test\"",
    "events from 1997-01-01 to 9998-12-31 where calendar = \"test\" and not calendar = \"test\"",
  ]) func whatContradictsItselfIsEmptyAtOnce(statement: String) throws {
    let store = try Self.store()
    let context = try exampleContext(isChecking: false)
    var found: [ResultRow] = []
    let text = statement.replacing("title = x", with: "title = \"x\"").replacing(
      " calendar = test", with: " title contains \"test\"")
    let spent = try cost(store) { found = try rows(text, context, store) }
    #expect(spent.expanded == 0 && spent.index == 0 && spent.considered == 0, "\(spent)")
    if text.hasPrefix("count") {
      #expect(found.count == 1)
      if case .group(let values)? = found.first { #expect(values == [.integer(0)]) }
    } else {
      #expect(found.isEmpty)
    }
  }

  @Test(arguments: [
    ("events from 1997-01-01 to 2030-01-01 sort by title", "about"),
    ("events from 1997-01-01 to 2030-01-01 where uid = \"secondly\" sort by start desc", "about 1,041,"),
    ("month 2026-11", "about 3,9"), ("day 2026-11-18", "about 13"), ("agenda 2026-11-18", "about 13"),
    // A day of it holds as many as the mean of all.
    ("agenda from 1997-01-01 to 2400-01-01", "about 13"),
  ]) func whatWouldHoldTooMuchIsRefusedFirst(statement: String, number: String) throws {
    let store = try Self.store()
    let context = try exampleContext(isChecking: false)
    let before = store.counters.occurrencesExpanded
    do {
      let found = try rows(statement, context, store)
      Issue.record("answered with \(found.count) rows")
    } catch QueryError.rejected(let diagnostic) {
      #expect(diagnostic.code == "too-many")
      #expect(diagnostic.message.hasPrefix("this answer would hold \(number)"), "\(diagnostic.message)")
      #expect(store.counters.occurrencesExpanded - before < 200_000)
    }
  }

  /// What is known only when it is read is refused as soon as it is known: rows of days and of lists,
  /// with all that is shown of them.
  @Test(arguments: [
    "agenda 2026-11-18 where not title = \"x\"", "day 2026-11-18 where not title = \"x\"",
    "conflicts from 2026-01-01 to 2027-01-01 sort by start desc",
  ]) func wholeRowsAreFew(statement: String) throws {
    let store = try Self.store()
    let context = try exampleContext(isChecking: false)
    let before = store.counters
    do {
      let found = try rows(statement, context, store)
      Issue.record("answered with \(found.count) rows")
    } catch QueryError.rejected(let diagnostic) {
      #expect(diagnostic.code == "too-many")
      #expect(diagnostic.message.hasPrefix("this answer would hold more than 100,000 rows"))
    }
    #expect(store.counters.occurrencesExpanded - before.occurrencesExpanded < 400_000)
  }

  private static func store(_ uid: String, _ lines: String) throws -> CalendarStore {
    let store = try CalendarStore.inMemory(zones: zones)
    try store.take(calendar([event(uid, lines)]))
    return store
  }

  /// The blocks of an answer by UTC, with how many occurrences were made for them.
  private func blocks(
    _ statement: String, _ store: CalendarStore
  ) throws -> (blocks: [[String]], expanded: Int) {
    var context = try exampleContext(isChecking: false)
    context.zone = .utc
    var found: [[String]] = []
    let spent = try cost(store) {
      found = try rows(statement, context, store).compactMap { row in
        guard case .block(let block) = row else { return nil }
        return [block.start, block.end].map { ExtendedFormat.text(Zone.utc.civil(at: $0)) }
      }
    }
    return (found, spent.expanded)
  }

  /// With a limit a list in another order holds only as many.
  @Test func aLimitKeepsListsShort() throws {
    let store = try Self.store(
      "often", "DTSTART:20260101T000000Z\nDURATION:PT5S\nRRULE:FREQ=SECONDLY;INTERVAL=10")
    let found = try blocks("busy from 2026-01-01 to 2026-01-13 sort by start desc limit 1", store).blocks
    #expect(found == [["2026-01-13T23:59:50", "2026-01-13T23:59:55"]])
  }

  /// Of what goes on at once busy time holds the latest end alone, and passes over what changes nothing.
  @Test func timeThatIsTakenIsJoinedWithoutBeingHeld() throws {
    let long = try Self.store("long", "DTSTART:19700101T000000Z\nDURATION:P3650D\nRRULE:FREQ=SECONDLY")
    let hours = "from 2026-11-19T00:00 to 2026-11-19T02:00"
    let taken = try blocks("busy \(hours)", long)
    #expect(taken.blocks == [["2026-11-19T00:00:00", "2026-11-19T02:00:00"]])
    #expect(taken.expanded < 20_000)
    #expect(try blocks("free 1h \(hours)", long).blocks.isEmpty)
    // Of those that begin in two days each reaches as far beyond the rest.
    let few = try Self.store(
      "few", "DTSTART:20260101T000000Z\nDURATION:P90D\nRRULE:FREQ=SECONDLY;COUNT=172800")
    let rest = try blocks("busy from 2026-02-01 to 2026-12-31", few)
    #expect(rest.blocks == [["2026-02-01T00:00:00", "2026-04-02T23:59:59"]])
  }

  /// A store in which much rings: near, far away, often, and for ever.
  private static func ringing() throws -> CalendarStore {
    func alarm(_ trigger: String) -> String {
      "\nBEGIN:VALARM\nACTION:DISPLAY\nDESCRIPTION:x\nTRIGGER\(trigger)\nEND:VALARM"
    }
    let store = try CalendarStore.inMemory(zones: zones)
    try store.take(
      calendar([
        event("silent", "DTSTART:19970101T000000Z\nDURATION:PT1S\nRRULE:FREQ=SECONDLY"),
        event("minutely", "DTSTART:20261101T000000Z\nDURATION:PT1S\nRRULE:FREQ=MINUTELY" + alarm(":-PT10S")),
        event(
          "daily", "DTSTART:20261101T080000Z\nDURATION:PT1H\nRRULE:FREQ=DAILY" + alarm(";RELATED=END:PT0S")),
        event("far", "DTSTART:20270301T080000Z\nDURATION:PT1H" + alarm(":-P100D") + alarm(":-PT5M")),
        event("yearly", "DTSTART:20270901T080000Z\nDURATION:PT1H\nRRULE:FREQ=YEARLY" + alarm(":-P200D")),
        event("never", "DTSTART:20261101T080000Z\nDURATION:PT1H\nRRULE:FREQ=SECONDLY" + alarm(":-P9000000D")),
      ]))
    return store
  }

  private func rings(_ statement: String, _ store: CalendarStore) throws -> [String] {
    let context = try exampleContext(isChecking: false)
    return try rows(statement, context, store).map { row in
      guard case .alarm(let row) = row else { return "no alarm" }
      return "\(context.zone.civil(at: row.time)) \(row.item.record.title ?? "")"
    }
  }

  /// Alarms come as they are asked for, in the order of their times, however far from their items they ring.
  @Test func alarmsOfWhatIsEndlessAreLazy() throws {
    let store = try Self.ringing()
    var found: [String] = []
    var spent = try cost(store) {
      found = try rings("alarms from 2026-11-20 to 9998-12-31 limit 2000", store)
    }
    #expect(found.count == 2_000 && found == found.sorted())
    #expect(found.contains("2026-11-20T10:00:00 daily") && found.contains("2026-11-21T09:00:00 far"))
    #expect(spent.expanded < 10_000, "\(spent)")
    spent = try cost(store) {
      found = try rings("alarms from 2027-02-10 to 2027-03-02 where not title = \"minutely\"", store)
    }
    let rare = found.filter { !$0.hasSuffix("daily") }
    #expect(rare == ["2027-02-13T09:00:00 yearly", "2027-03-01T08:55:00 far"])
    #expect(found.count == 23 && found == found.sorted())
    // Three weeks and the reach of an hour before and after, minute by minute: nothing of
    // what rings in thousands of years.
    #expect(spent.expanded < 60_000, "\(spent)")
  }

  /// Between two looks at the stop signal a bounded number of steps is made, whatever is asked.
  @Test(arguments: [
    "events from 1997-01-01 to 2400-01-01 where uid = \"secondly\" and notes contains \"x\"",
    "events from 1997-01-01 to 2400-01-01 where notes contains \"x\"",
    "free 45m from 1997-01-01 to 2400-01-01",
    "events from 1997-01-01 to 2400-01-01 group by title select title, max(end)",
    "events from 1997-01-01 to 2400-01-01 sort by title limit 3",
    "agenda from 1997-01-01 to 2400-01-01 where uid = \"minutely\"",
    "conflicts from 1997-01-01 to 2400-01-01 sort by start desc",
    "count events from 1997-01-01 to 2400-01-01 where title = \"secondly\" or notes contains \"x\"",
    "series from 1997-01-01 to 2400-01-01", "busy from 2020-01-01 to 2400-01-01",
    "sum overlap of events from 1997-01-01 to 2400-01-01 where overlap > 1h",
    "sum duration of events from 1997-01-01 to 2400-01-01 where notes contains \"x\"",
    "alarms from 1997-01-01 to 2400-01-01 sort by title limit 3", "alarms from 1997-01-01 to 2400-01-01",
    "month 2026-11 in \"test\" where notes contains \"x\"",
  ]) func looksAtTheSignalAreNear(statement: String) throws {
    let store = try Self.store()
    let context = try exampleContext(isChecking: false)
    // Everything happens on this thread.
    nonisolated(unsafe) let counted = store
    nonisolated(unsafe) var last = PlanCost.cost(of: store.counters)
    nonisolated(unsafe) var widest = 0.0
    nonisolated(unsafe) var looks = 0
    defer { store.stopSignal = StopSignal() }
    store.stopSignal = StopSignal {
      let now = PlanCost.cost(of: counted.counters)
      widest = max(widest, now - last)
      last = now
      looks += 1
      return looks > 3_000
    }
    do {
      _ = try rows(statement, context, store)
    } catch QueryError.store(let reason) {
      #expect(reason.code == .interrupted)
    }
    #expect(widest < 30_000, "\(widest) in \(looks) looks")
  }

  /// An export has no counters: between two looks it does little of its whole, as the processor counts it.
  @Test func anExportLooksAtTheSignal() throws {
    let store = try Self.store()
    nonisolated(unsafe) var widest = Duration.zero
    nonisolated(unsafe) var last = ProcessorTime.ofThread
    let begin = last
    defer { store.stopSignal = StopSignal() }
    store.stopSignal = StopSignal {
      let now = ProcessorTime.ofThread
      widest = max(widest, now - last)
      last = now
      return false
    }
    var written = 0
    try store.export(.everything) { bytes in
      written += bytes.count
      return true
    }
    let end = ProcessorTime.ofThread
    widest = max(widest, end - last)
    #expect(written > 100_000 && widest < (end - begin) / 4, "\(widest) of \(end - begin)")
  }
}
