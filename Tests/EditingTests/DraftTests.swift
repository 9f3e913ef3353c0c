import CivilTime
import Editing
import Model
import Recurrence
import Store
import TestSupport
import Testing

/// A workspace on a store in memory, with one calendar for everything.
private struct Desk {
  let workspace: Workspace
  let calendar: CalendarRecord
  let zone: Zone
  static let now = Instant(seconds: 1_795_012_200)

  init() throws {
    let zones = ZoneDatabase()
    let store = try CalendarStore.inMemory(zones: zones)
    calendar = try store.addCalendar(title: "Work", now: Self.now)
    workspace = Workspace(store)
    zone = try #require(zones.zone(named: "Europe/Berlin"))
  }

  func event(_ start: Int = 1_795_080_600, days: Int? = nil, rule: String? = nil) throws -> ItemDraft {
    var draft = ItemDraft(.event, viewer: zone)
    draft.setCalendar(calendar)
    draft.set(.title) { $0.title = "Event" }
    draft.setTimes {
      $0.start = Instant(seconds: start)
      $0.end = Instant(seconds: start + 3600 + (days ?? 0) * 86_400)
      $0.setAllDay(days != nil, viewer: zone)
    }
    if let rule { draft.setRules([try RecurrenceRule(parsing: rule)]) }
    return draft
  }

  @discardableResult
  func save(_ draft: inout ItemDraft, _ span: EditSpan = .this) throws -> EditOutcome? {
    try workspace.save(&draft, span: span, cause: "test", now: Self.now)
  }
}

/// Drafts, batches and access.
@Suite struct DraftTests {
  /// Times that are written and read again are the same, in whatever zone and on whatever day.
  @Test func timesThatAreWrittenAndReadAgainAreTheSame() throws {
    let zones = ZoneDatabase()
    let names = ["Europe/Berlin", "America/St_Johns", "Pacific/Apia", "Asia/Kathmandu", "UTC"]
    let choices = try names.map { try #require(zones.zone(named: $0)) }
    var random = SplitMix64(seed: 7)
    for _ in 0..<2_000 {
      let viewer = random.pick(choices)
      var times = DraftTimes(zone: random.chance(30) ? nil : random.pick(choices))
      let start = Instant(seconds: 1_700_000_000 + random.below(200_000_000))
      times.start = start
      times.end = start.adding(seconds: random.below(4 * 86_400))
      if random.chance(40) { times.setAllDay(true, viewer: viewer) }
      var item = Item(kind: .event)
      times.write(to: &item, viewer: viewer)
      let back = DraftTimes(of: item, viewer: viewer)
      // A floating wall clock that shows a time twice cannot tell which was meant; in a zone UTC can.
      let isTwice = [start, times.end ?? start].contains { moment in
        (times.zone ?? viewer).instant(of: (times.zone ?? viewer).civil(at: moment)) != moment
      }
      if isTwice, times.zone == nil { continue }
      #expect(back.presentedStart(viewer: viewer) == times.presentedStart(viewer: viewer))
      #expect(back.presentedEnd(viewer: viewer) == times.presentedEnd(viewer: viewer))
      #expect(back.isAllDay == times.isAllDay && (back.zone == times.zone || isTwice))
    }
  }

  @Test func anOccurrenceThatMovesWithItsSeriesIsCalledByItsNewTime() throws {
    let desk = try Desk()
    var draft = try desk.event(rule: "FREQ=DAILY;COUNT=5")
    try desk.save(&draft)
    let key = try #require(draft.target?.key)
    let third = OccurrenceKey(wallSeconds: key.wallSeconds + 2 * 86_400, isDate: false)
    let item = try #require(draft.target?.item)
    for span in [EditSpan.all, .future] {
      var occurrence = try #require(
        try desk.workspace.draft(ItemTarget(item: item, key: third), viewer: desk.zone)
          ?? desk.workspace.draft(
            ItemTarget(item: item, key: OccurrenceKey(wallSeconds: third.wallSeconds + 3600, isDate: false)),
            viewer: desk.zone))
      let before = try #require(occurrence.target?.key)
      let start = occurrence.times.start
      occurrence.setTimes {
        $0.start = $0.start?.adding(seconds: 3600)
        $0.end = $0.end?.adding(seconds: 3600)
      }
      let outcome = try desk.save(&occurrence, span)
      #expect(outcome?.target.key?.wallSeconds == before.wallSeconds + 3600)
      #expect(occurrence.times.start == start?.adding(seconds: 3600))
    }
  }

  @Test func aRulesEndTakesTheFormOfTheStartWhicheverWasSetFirst() throws {
    let desk = try Desk()
    var timed = try desk.event(rule: "FREQ=DAILY;UNTIL=20261122T093000Z")
    try desk.save(&timed)
    #expect(timed.item.recurrence?.rules.first?.until == .utc(Instant(seconds: 1_795_339_800)))
    var days = try desk.event(days: 0, rule: "FREQ=DAILY;UNTIL=20261122T093000Z")
    try desk.save(&days)
    let last = try #require(CivilDate(year: 2026, month: 11, day: 22))
    #expect(days.item.recurrence?.rules.first?.until == .date(last))
    var floating = try desk.event(rule: "FREQ=DAILY;UNTIL=20261122T093000Z")
    floating.setTimes { $0.setZone(nil) }
    try desk.save(&floating)
    #expect(floating.item.recurrence?.rules.first?.until?.description == "20261122T103000")
  }

  @Test func aBatchThatFailsIsTakenBackAsAWholeAndKnownAsSuch() throws {
    let desk = try Desk()
    let workspace = desk.workspace
    var good = try desk.event()
    try workspace.perform(commit: false, cause: "batch", now: Desk.now) { () throws(EditError) in
      _ = try workspace.save(&good, span: .this, cause: "test", now: Desk.now)
    }
    let number = try #require(workspace.openBatch)
    #expect(workspace.state(ofBatch: number) == .open)
    #expect(throws: EditError.noCalendar) {
      try workspace.perform(commit: true, cause: "batch", now: Desk.now) { () throws(EditError) in
        var bad = ItemDraft(.event, viewer: desk.zone)
        _ = try workspace.save(&bad, span: .this, cause: "test", now: Desk.now)
      }
    }
    #expect(workspace.state(ofBatch: number) == .rolledBack && workspace.openBatch == nil)
    #expect(try workspace.store.changes(since: "s0").changes.count == 1)
    try workspace.commit()
    workspace.rollback()
  }

  /// A waiting request says what it is for; one for something else as well is for all of it.
  @Test func aWaitingRequestSaysWhatItIsFor() throws {
    let store = try Desk().workspace.store
    let app = AccessControl(store, client: "app")
    func wanted() throws -> AccessLevel? {
      try store.access(of: "app", to: .event)?.wanted.flatMap(AccessLevel.init)
    }
    #expect(try app.request(.writeOnly, .event, reason: "adds trips", now: Desk.now) == .pending)
    #expect(try wanted() == .writeOnly)
    #expect(try app.request(.writeOnly, .event, reason: "adds trips", now: Desk.now) == .pending)
    #expect(try wanted() == .writeOnly)
    let later = Instant(seconds: Desk.now.seconds + 60)
    #expect(try app.request(.readOnly, .event, reason: "shows trips", now: later) == .pending)
    #expect(try wanted() == .full)
    // It waits since it first asked, and does not ask for less again.
    #expect(try store.access(of: "app", to: .event)?.requested == Desk.now)
    #expect(try app.request(.readOnly, .event, reason: "shows trips", now: later) == .pending)
    #expect(try wanted() == .full)
    try AccessControl(store).set(.readOnly, for: "app", .event)
    #expect(try store.access(of: "app", to: .event)?.wanted == nil)
  }

  @Test func aRequestInsideABatchIsRefusedAsTheOwnerCouldNotSeeIt() throws {
    let store = try Desk().workspace.store
    let app = AccessControl(store, client: "app")
    try store.beginBatch(cause: "batch", now: Desk.now)
    #expect(throws: EditError.store(StoreError(.batchOpen, store.path))) {
      _ = try app.request(.full, .event, reason: "adds trips", now: Desk.now)
    }
    try store.commitBatch()
    #expect(try store.access(of: "app", to: .event) == nil)
    #expect(try app.request(.full, .event, reason: "adds trips", now: Desk.now) == .pending)
  }

  @Test func aRefreshKeepsTheCalendarThatWasChosen() throws {
    let desk = try Desk()
    let other = try desk.workspace.store.addCalendar(title: "Other", now: Desk.now)
    var draft = try desk.event()
    try desk.save(&draft)
    draft.setCalendar(other)
    #expect(try desk.workspace.refresh(&draft))
    #expect(draft.calendar == other.id)
    try desk.save(&draft)
    let item = try #require(draft.target?.item)
    #expect(try desk.workspace.store.record(item)?.calendar == other.id)
  }

  @Test(arguments: [AccessLevel.readOnly, .denied])
  func everyWayOfChangingSomethingAsksForAccessFirst(level: AccessLevel) throws {
    let desk = try Desk()
    var draft = try desk.event()
    try desk.save(&draft)
    var reminder = ItemDraft(.reminder, viewer: desk.zone)
    reminder.setCalendar(desk.calendar)
    reminder.set(.title) { $0.title = "Milk" }
    try desk.save(&reminder)
    let workspace = desk.workspace
    let owner = AccessControl(workspace.store)
    for kind in [ItemKind.event, .reminder] { try owner.set(level, for: "app", kind) }
    workspace.access = AccessControl(workspace.store, client: "app")
    let target = try #require(draft.target)
    let task = try #require(reminder.target)
    let state = try workspace.store.state()
    let ways: [() throws -> Void] = [
      { _ = try workspace.add(draft.item, to: desk.calendar.id, cause: "", now: Desk.now) },
      { _ = try workspace.save(ItemEdit(of: draft.item), to: target, span: .all, cause: "", now: Desk.now) },
      { _ = try workspace.remove(target, span: .all, cause: "", now: Desk.now) },
      { _ = try workspace.move(target, into: desk.calendar.id, span: nil, cause: "", now: Desk.now) },
      { _ = try workspace.duplicate(target, start: nil, into: nil, cause: "", now: Desk.now) },
      { _ = try workspace.complete(task, at: Desk.now, cause: "", now: Desk.now) },
      {
        _ = try workspace.addCalendar(
          title: "New", source: nil, color: nil, kinds: .events, now: Desk.now)
      },
      { try workspace.update(desk.calendar, cause: "", now: Desk.now) },
      { _ = try workspace.delete(desk.calendar, cause: "", now: Desk.now) },
    ]
    for way in ways {
      #expect { try way() } throws: { error in
        if case .notPermitted? = error as? EditError { true } else { false }
      }
    }
    #expect(try workspace.store.state() == state)
    #expect(throws: EditError.notOwner("app")) { try workspace.access?.set(.full, for: "app", .event) }
  }

  /// M31.
  @Test func whoMayOnlyAddItemsMakesChangesAndRemovesNoCalendars() throws {
    let desk = try Desk()
    let workspace = desk.workspace
    let made = try workspace.addCalendar(
      title: "Events", source: nil, color: nil, kinds: .events, now: Desk.now)
    let owner = AccessControl(workspace.store)
    try owner.set(.writeOnly, for: "app", .event)
    try owner.set(.denied, for: "app", .reminder)
    workspace.access = AccessControl(workspace.store, client: "app")
    let state = try workspace.store.state()
    let ways: [() throws -> Void] = [
      {
        _ = try workspace.addCalendar(title: "New", source: nil, color: nil, kinds: .events, now: Desk.now)
      },
      { try workspace.update(made, cause: "", now: Desk.now) },
      { try workspace.update(desk.calendar, cause: "", now: Desk.now) },
      { _ = try workspace.delete(made, cause: "", now: Desk.now) },
      { _ = try workspace.delete(made, only: .event, cause: "", now: Desk.now) },
      { _ = try workspace.delete(desk.calendar, cause: "", now: Desk.now) },
    ]
    for way in ways { #expect(throws: EditError.notPermitted(.event)) { try way() } }
    #expect(try workspace.store.state() == state)
    // Adding is what it may.
    _ = try workspace.add(try desk.event().item, to: made.id, cause: "", now: Desk.now)
  }
}
