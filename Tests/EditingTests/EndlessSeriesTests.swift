import CivilTime
import ICalendar
import Interchange
import Locking
import Model
import Recurrence
import Store
import Synchronization
import TestSupport
import Testing

@testable import Editing

/// Edits of series that have more occurrences than anybody could walk.
@Suite struct EndlessSeriesTests {
  let bench: Workbench

  init() throws { bench = try Workbench() }

  /// How often the store is looked at.
  private final class Looks: Sendable {
    private let seen = Atomic<Int>(0)

    var count: Int { seen.load(ordering: .relaxed) }

    func isStopping(at last: Int) -> Bool { seen.add(1, ordering: .relaxed).newValue >= last }
  }

  /// Stops the store at a look, and gives how often it was looked in all.
  private func looks(stoppingAt last: Int, _ body: () throws -> Void) -> (count: Int, isInterrupted: Bool) {
    let looks = Looks()
    bench.store.stopSignal = StopSignal { looks.isStopping(at: last) }
    defer { bench.store.stopSignal = StopSignal() }
    do {
      try body()
      return (looks.count, false)
    } catch {
      guard let error = error as? EditError, case .store(let reason) = error else { return (-1, false) }
      return (looks.count, reason.code == .interrupted)
    }
  }

  /// L1, L4: `skip past` of a rule of every second is found from now backwards.
  @Test(arguments: ["DUE:19970101T000000", "DUE;TZID=Europe/Berlin:19970101T000000"])
  func skippingPastIsNotWalked(due: String) throws {
    let item = try bench.put("UID:r", "SUMMARY:Tick", due, "RRULE:FREQ=SECONDLY", kind: "VTODO")
    var done: EditOutcome?
    let (count, _) = looks(stoppingAt: 20_000) {
      done = try bench.workspace.complete(
        ItemTarget(item: item), at: Workbench.now, skippingPast: true, cause: "x", now: Workbench.now)
    }
    // Now is 13:30 on the clock of UTC, and 14:30 on that of Berlin.
    #expect(done?.target.key?.text == (due.contains("Berlin") ? "20261118T142959" : "20261118T132959"))
    #expect(count > 0 && count < 1_000)
  }

  /// How many there are of a plain rule is computed, also behind a key: a signal that is set ends no walk.
  @Test func plainRulesAreCounted() throws {
    let set = StopSignal { true }
    let item = try bench.put(
      "UID:s", "DTSTART:19970101T000000Z", "DURATION:PT1S", "RRULE:FREQ=SECONDLY;UNTIL=20261231T235959Z")
    let family = try bench.workspace.object(of: ItemTarget(item: item))
    #expect(family.occurrenceCount(until: set) == 946_684_800)
    let key = try #require(
      family.series?.occurrences(from: Workbench.now.seconds, to: nil).first { _ in true }?.key)
    let rest = try #require(family.occurrenceCount(from: key, until: set))
    // It began 852,076,800 seconds after the first of January 1970.
    #expect(rest == 946_684_800 - (Workbench.now.seconds - 852_076_800))
    let daily = try bench.put(
      "UID:d", "DTSTART;TZID=Europe/Berlin:20261020T023000", "DURATION:PT30M", "RRULE:FREQ=DAILY;COUNT=20",
      "EXDATE;TZID=Europe/Berlin:20261022T023000")
    let walked = try bench.workspace.object(of: ItemTarget(item: daily))
    #expect(walked.occurrenceCount(until: StopSignal()) == 19)
  }

  /// What is left to do of a plain rule is computed, also beside what was done and changed before.
  @Test(arguments: ["DUE:20261118T000000Z", "DUE;TZID=Europe/Berlin:20261118T000000"])
  func whatIsLeftToDoIsCounted(due: String) throws {
    func left(_ rule: String, done: [String]) throws -> Int? {
      let item = try bench.put("UID:\(rule)", "SUMMARY:Tick", due, "RRULE:" + rule, kind: "VTODO")
      var outcome: EditOutcome?
      let (count, _) = looks(stoppingAt: 20_000) {
        for key in done {
          outcome = try bench.workspace.complete(
            bench.target(item, key), at: Workbench.now, cause: "x", now: Workbench.now)
        }
      }
      #expect(count < 1_000)
      return outcome?.remaining
    }
    let most = try left("FREQ=SECONDLY;UNTIL=29990101T000000Z", done: ["20261118T000000"])
    #expect(try #require(most) > 30_000_000_000)
    #expect(try left("FREQ=SECONDLY;COUNT=5000", done: ["20261118T000000"]) == 4_999)
    #expect(
      try left("FREQ=MINUTELY;COUNT=5000", done: ["20261118T000100", "20261118T000500", "20261118T000300"])
        == 4_994)
    // A rule with limits is walked, and gives the same.
    #expect(
      try left("FREQ=DAILY;BYHOUR=0;COUNT=50", done: ["20261119T000000", "20261121T000000"]) == 46)
  }

  /// An edit of all of a series costs what its overrides are, and not their square.
  @Test func editsOfManyOverridesAreLinear() throws {
    func cost(_ overrides: Int) throws -> Int {
      let bench = try Workbench()
      let item = try bench.put(
        "UID:o", "SUMMARY:Many", "DTSTART;TZID=Europe/Berlin:20200101T100000", "DURATION:PT1H",
        "RRULE:FREQ=DAILY")
      let first = CivilDate.dayNumber(year: 2020, month: 1, day: 1)
      for number in 0..<overrides {
        let day = BasicFormat.text(CivilDate(dayNumber: first + number) ?? .min)
        _ = try bench.put(
          "UID:o", "SUMMARY:Many", "RECURRENCE-ID;TZID=Europe/Berlin:\(day)T100000",
          "DTSTART;TZID=Europe/Berlin:\(day)T113000", "DURATION:PT1H")
      }
      let looks = Looks()
      bench.store.stopSignal = StopSignal { looks.isStopping(at: .max) }
      defer { bench.store.stopSignal = StopSignal() }
      var edit = ItemEdit(.event)
      edit.set(.notes) { $0.notes = "x" }
      let target = ItemTarget(
        item: item, key: OccurrenceKey(wallSeconds: first * 86_400 + 36_000, isDate: false))
      _ = try bench.workspace.save(edit, to: target, span: .all, cause: "edit", now: Workbench.now)
      return looks.count
    }
    let (few, many) = (try cost(40), try cost(160))
    #expect(many < 6 * few, "\(few) and \(many) looks")
  }

  /// A move of a series costs what its listed dates are, and not their square.
  @Test(arguments: ["EXDATE", "RDATE"]) func movesOfManyDatesAreLinear(name: String) throws {
    func cost(_ dates: Int) throws -> Duration {
      let bench = try Workbench()
      let first = CivilDate.dayNumber(year: 2020, month: 1, day: 1) * 86_400
      let lines = (0..<dates).map { number in
        let time = CivilDateTime(clamping: first + 36_000 + number * 7_200)
        return "\(name);TZID=Europe/Berlin:\(BasicFormat.text(time))"
      }
      let item = try bench.put(
        "UID:o", "SUMMARY:Many", "DTSTART;TZID=Europe/Berlin:20200101T090000", "DURATION:PT1M",
        "RRULE:FREQ=HOURLY;UNTIL=20300101T000000Z", lines.joined(separator: "\n"))
      var edit = ItemEdit(.event)
      let berlin = try #require(bench.zones.zone(named: "Europe/Berlin"))
      let start = EventTime.zoned(CivilDateTime(clamping: first + 36_000), berlin)
      edit.set(.start) { $0.start = start }
      let target = ItemTarget(item: item, key: OccurrenceKey(wallSeconds: first + 32_400, isDate: false))
      return try ProcessorTime.measure {
        _ = try bench.workspace.save(edit, to: target, span: .all, cause: "edit", now: Workbench.now)
      }
    }
    _ = try cost(100)
    let (few, many) = (try cost(2_000), try cost(8_000))
    #expect(many < few * 9, "\(few) and \(many)")
  }

  /// The search backwards finds what walking finds.
  @Test func searchingBackwardsFindsWhatWalkingFinds() throws {
    var random = SplitMix64(seed: 11)
    let rules = [
      "FREQ=DAILY", "FREQ=HOURLY;INTERVAL=5", "FREQ=MINUTELY;INTERVAL=47;COUNT=900",
      "FREQ=WEEKLY;BYDAY=MO,TH",
      "FREQ=MONTHLY;BYMONTHDAY=31", "FREQ=YEARLY;COUNT=3", "FREQ=DAILY;UNTIL=20261110T000000Z",
    ]
    for (number, rule) in rules.enumerated() {
      let due = number % 2 == 0 ? "DUE;TZID=Europe/Berlin:20260915T023000" : "DUE:20260915T023000Z"
      let item = try bench.put(
        "UID:r\(number)", due, "RRULE:" + rule, "EXDATE;TZID=Europe/Berlin:20261025T023000", kind: "VTODO")
      let family = try bench.workspace.object(of: ItemTarget(item: item))
      let keys = try #require(family.series).occurrences(from: nil, to: Workbench.now.seconds + 90 * 86_400)
        .map(\.key)
      for _ in 0..<6 {
        let now = Workbench.now.adding(seconds: random.below(120 * 86_400) - 80 * 86_400)
        let from = keys[random.below(min(keys.count, 20))]
        let walked = keys.last { key in
          key >= from && (family.item(at: key)?.due.map { $0.axisSeconds < now.seconds } ?? false)
        }
        #expect(family.lastPast(from: from, now: now, until: StopSignal()) == walked, "\(rule) \(now)")
      }
      for place in keys.indices.dropFirst().dropLast().prefix(12) {
        #expect(family.key(after: keys[place], until: StopSignal()) == keys[place + 1])
        #expect(family.key(before: keys[place], until: StopSignal()) == keys[place - 1])
      }
    }
  }

  /// A rule whose occurrences are counted for long ends when it is told to, and keeps nothing of the edit.
  @Test func anEditOfAHugeSeriesIsStopped() throws {
    let item = try bench.put(
      "UID:s", "SUMMARY:Tick", "DTSTART:20000101T000000",
      "RRULE:FREQ=SECONDLY;BYMINUTE=1,3,7;UNTIL=20300101T000000")
    let before = try bench.store.history().count
    let (count, isInterrupted) = looks(stoppingAt: 400) {
      _ = try bench.workspace.save(
        bench.edit([(.title, { $0.title = "Tock" })]), to: ItemTarget(item: item), span: .all, cause: "x",
        now: Workbench.now)
    }
    #expect(isInterrupted)
    #expect(count < 500)
    #expect(try bench.text(item).contains("SUMMARY:Tick"))
    #expect(try bench.store.history().count == before)
  }

  /// Each component of a message looks through what is known, so that very many of them take long.
  @Test func aMessageOfVeryManyComponentsIsStopped() throws {
    _ = try bench.put("UID:s", "SUMMARY:Tick", "DTSTART:20000101T000000Z", "RRULE:FREQ=DAILY")
    let text = "BEGIN:VEVENT\nUID:s\nATTENDEE:mailto:anna@example.org\nEND:VEVENT"
    let component = try #require(ComponentText.component(Array(text.utf8)))
    let message = CalendarMessage(
      method: .refresh, components: Array(repeating: CalendarMessage.Part(component, line: 1), count: 2000))
    let (count, isInterrupted) = looks(stoppingAt: 1000) {
      _ = try bench.workspace.receive(message, cause: "x", now: Workbench.now)
    }
    #expect(isInterrupted && count < 1100)
  }

  /// Between two looks an edit of a series with many overrides does at most one of its two passes, as the
  /// processor counts it: from object to object, and into the store.
  @Test(arguments: [EditSpan.all, .future]) func anEditLooksAtTheSignal(span: EditSpan) throws {
    let item = try bench.put(
      "UID:o", "SUMMARY:Many", "DTSTART;TZID=Europe/Berlin:20200101T100000", "DURATION:PT1H",
      "RRULE:FREQ=DAILY")
    let first = CivilDate.dayNumber(year: 2020, month: 1, day: 1)
    for number in 0..<300 {
      let day = BasicFormat.text(CivilDate(dayNumber: first + number) ?? .min)
      _ = try bench.put(
        "UID:o", "SUMMARY:Many", "RECURRENCE-ID;TZID=Europe/Berlin:\(day)T100000",
        "DTSTART;TZID=Europe/Berlin:\(day)T113000", "DURATION:PT1H")
    }
    nonisolated(unsafe) var widest = Duration.zero
    nonisolated(unsafe) var last = ProcessorTime.ofThread
    let begin = last
    defer { bench.store.stopSignal = StopSignal() }
    bench.store.stopSignal = StopSignal {
      let now = ProcessorTime.ofThread
      widest = max(widest, now - last)
      last = now
      return false
    }
    let key = OccurrenceKey(wallSeconds: (first + 310) * 86_400 + 36_000, isDate: false)
    let berlin = try #require(bench.zones.zone(named: "Europe/Berlin"))
    let start = EventTime.zoned(CivilDateTime(clamping: key.wallSeconds + 3_600), berlin)
    _ = try bench.workspace.save(
      bench.edit([(.notes, { $0.notes = "x" }), (.start, { $0.start = start })]),
      to: ItemTarget(item: item, key: key), span: span, cause: "edit", now: Workbench.now)
    let all = ProcessorTime.ofThread - begin
    widest = max(widest, ProcessorTime.ofThread - last)
    #expect(widest < all * 2 / 3, "\(widest) of \(all)")
  }
}
