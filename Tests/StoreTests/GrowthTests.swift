import CivilTime
import ICalendar
import Model
import TestSupport
import Testing

@testable import Store

/// What a change costs grows with the change and not with the store: counted in
/// SQLite's operations, not in time.
@Suite struct GrowthTests {
  private static let policy = IndexingPolicy.everythingWithin(years: 5)

  /// A series of 520 workdays and a calendar of 200 items, among many others of the same years.
  private static func library(others: Int) throws -> Library {
    let library = try Library()
    func events(_ prefix: String, _ count: Int) -> [String] {
      var random = SplitMix64(seed: 3)
      return (0..<count).map { number in
        let day = CivilDate(
          dayNumber: CivilDate.dayNumber(year: 2025, month: 1, day: 1) + random.below(1_500))
        let start = BasicFormat.text(day ?? .min) + "T\(random.pick(10...18))0000Z"
        let rule = random.chance(10) ? "\nRRULE:FREQ=WEEKLY;COUNT=30" : ""
        return event("\(prefix)\(number)", "SUMMARY:\(prefix) \(number)\nDTSTART:\(start)" + rule)
      }
    }
    try library.take(calendar(events("other", others).joined(separator: "\n")), policy: policy)
    try library.take(
      calendar(
        event(
          "workdays",
          "SUMMARY:Work\nDTSTART:20260105T070000Z\nRRULE:FREQ=WEEKLY;BYDAY=MO,TU,WE,TH,FR;COUNT=520")
      ), named: "one.ics", policy: policy)
    try library.take(
      calendar(events("part", 200).joined(separator: "\n")), named: "part.ics", policy: policy)
    return library
  }

  /// What `body` costs in a store and in one eight times larger.
  private func costs(_ body: (CalendarStore) throws -> Void) throws -> (small: Int, large: Int) {
    let costs = try [500, 4_000].map { others in
      let store = try Self.library(others: others).store
      // The first change prepares statements.
      try edit(store, "DESCRIPTION:first")
      let before = store.database.operations
      try body(store)
      let cost = store.database.operations - before
      #expect(try store.verify(policy: Self.policy, now: Library.now) == [])
      return cost
    }
    return (costs[0], costs[1])
  }

  /// Puts a line into the series.
  private func edit(_ store: CalendarStore, _ line: String, rule: String? = nil) throws {
    let id = try #require(try store.items(uid: "workdays").first)
    let record = try #require(try store.record(id))
    let text = String(decoding: try #require(try store.componentText(id)), as: UTF8.self)
    let edited = text.replacing("END:VEVENT", with: line + "\nEND:VEVENT")
      .replacing("COUNT=520", with: rule ?? "COUNT=520")
    let component = try #require(ComponentText.component(Array(edited.utf8)))
    _ = try store.apply(
      [.put(id: id, calendar: record.calendar, component: component)], cause: "edit", now: Library.now,
      policy: Self.policy)
  }

  @Test func anEditOfASeriesCostsTheSameInALargerStore() throws {
    let costs = try costs { try edit($0, "LOCATION:Office") }
    #expect(costs.large <= costs.small + costs.small / 50, "\(costs)")
  }

  /// Moves the whole series by an hour.
  private func move(_ store: CalendarStore) throws {
    let id = try #require(try store.items(uid: "workdays").first)
    let record = try #require(try store.record(id))
    let text = String(decoding: try #require(try store.componentText(id)), as: UTF8.self)
    let edited = text.replacing("20260105T070000Z", with: "20260105T080000Z")
    #expect(edited != text)
    let component = try #require(ComponentText.component(Array(edited.utf8)))
    _ = try store.apply(
      [.put(id: id, calendar: record.calendar, component: component)], cause: "edit", now: Library.now,
      policy: Self.policy)
  }

  /// All of its rows are others then.
  @Test func movingASeriesCostsTheSameInALargerStore() throws {
    let costs = try costs(move)
    #expect(costs.large <= costs.small + costs.small / 20, "\(costs)")
  }

  @Test func takingAMoveOfASeriesBackCostsTheSameInALargerStore() throws {
    let costs = try costs { store in
      try move(store)
      #expect(try store.undo(.latest, now: Library.now, policy: Self.policy).changed == 1)
      let starts = try store.componentText(try #require(try store.items(uid: "workdays").first))
      #expect(String(decoding: starts ?? [], as: UTF8.self).contains("20260105T070000Z"))
    }
    #expect(costs.large <= costs.small + costs.small / 20, "\(costs)")
  }

  @Test func rowsThatComeBackAsTheyWereAreNotWritten() throws {
    let store = try Self.library(others: 50).store
    try edit(store, "DESCRIPTION:first")
    let statements = try store.database.recording { try edit(store, "LOCATION:Office") }
    #expect(!statements.contains { "\($0.text)".contains("INTO occurrence") })
    #expect(!statements.contains { "\($0.text)".contains("DELETE FROM occurrence") })
    let shorter = try store.database.recording { try edit(store, "LOCATION:Home", rule: "COUNT=519") }
    #expect(shorter.contains { "\($0.text)".contains("DELETE FROM occurrence") })
    #expect(!shorter.contains { "\($0.text)".contains("INTO occurrence") })
    #expect(try store.verify(policy: Self.policy, now: Library.now) == [])
  }

  @Test func deletingACalendarCostsTheSameInALargerStore() throws {
    let costs = try costs { store in
      let calendar = try store.calendar(.title("part"))
      #expect(try store.deleteCalendar(calendar, cause: "delete", now: Library.now) == 200)
    }
    #expect(costs.large <= costs.small + costs.small / 50, "\(costs)")
  }

  @Test func takingThatBackCostsTheSameInALargerStore() throws {
    let costs = try costs { store in
      let before = store.database.operations
      _ = try store.deleteCalendar(try store.calendar(.title("part")), cause: "delete", now: Library.now)
      let deletion = store.database.operations - before
      #expect(try store.undo(.latest, now: Library.now, policy: Self.policy).deleted == 200)
      // The part of the sum that the undo itself has is bounded too: no item is
      // looked for among all of the step.
      #expect(store.database.operations - before < 6 * deletion)
      for number in [0, 77, 199] { #expect(try store.items(uid: "part\(number)").count == 1) }
    }
    #expect(costs.large <= costs.small + costs.small / 50, "\(costs)")
  }

  @Test func undoIsLinearInItsStep() throws {
    func cost(_ count: Int) throws -> Int {
      let library = try Library()
      try library.take(
        calendar((0..<count).map { event("e\($0)", "DTSTART:20261118T110000Z") }.joined(separator: "\n")))
      _ = try library.store.apply([], cause: "nothing", now: Library.now)
      let before = library.store.database.operations
      _ = try library.store.undo(.latest, now: Library.now)
      return library.store.database.operations - before
    }
    let (small, large) = (try cost(200), try cost(1_600))
    #expect(large <= 9 * small, "\(small) \(large)")
  }

  @Test func historyCostsTheSameHoweverMuchStepsChanged() throws {
    let costs = try [10, 400].map { count in
      let library = try Library()
      try library.take(
        calendar((0..<count).map { event("e\($0)", "DTSTART:20261118T110000Z") }.joined(separator: "\n")))
      _ = try library.store.history()
      let before = library.store.database.operations
      #expect(try library.store.history().map(\.added) == [count])
      return library.store.database.operations - before
    }
    #expect(costs[0] == costs[1])
  }

  @Test func seriesAreListedWithoutALookAtTheRest() throws {
    let store = try Self.library(others: 1_000).store
    let recurring = try store.numbers(
      "SELECT id FROM item WHERE kind = 0 AND is_recurring AND master IS NULL ORDER BY id", { _ in })
    let before = store.counters
    let cursor = try store.storedItems(kind: .event, recurring: true, viewer: .utc)
    var found: [Int] = []
    while let occurrence = try cursor.next() { found.append(occurrence.series) }
    #expect(found == recurring)
    #expect(store.counters.itemsScanned - before.itemsScanned == recurring.count)
    var (listed, next): ([Int], Int?) = ([], 0)
    while let from = next {
      let part = try store.itemNumbers(kind: .event, recurring: true, from: from, limit: 7)
      listed += part.items
      next = part.next
    }
    #expect(listed == recurring)
    #expect(store.counters.itemsScanned - before.itemsScanned == 2 * recurring.count)
    let part = try store.calendar(.title("part")).id
    let inPart = try store.itemNumbers(
      kind: .event, recurring: true, from: 0, limit: 5_000, calendars: [part])
    #expect(try inPart.items.allSatisfy { try store.record($0)?.calendar == part } && !inPart.items.isEmpty)
  }

  // MARK: Counts of steps

  @Test func aStepCountsWhatWasKeptOfIt() throws {
    let library = try Library()
    let store = library.store
    try store.beginBatch(cause: "batch", now: Library.now)
    try library.take(
      calendar(event("a", "DTSTART:20261118T110000Z"), event("b", "DTSTART:20261118T120000Z")))
    // What a batch has done so far can be seen in it.
    #expect(try store.history().map(\.added) == [2])
    try library.take(calendar(event("c", "DTSTART:20261118T130000Z")), isDryRun: true)
    let error = storeError {
      _ = try store.apply([.delete(1), .delete(99)], cause: "delete", now: Library.now)
    }
    #expect(error?.code == .itemGone)
    _ = try store.apply([.delete(2)], cause: "delete", now: Library.now)
    try store.commitBatch()
    let step = try #require(try store.history().first)
    #expect([step.added, step.changed, step.deleted] == [2, 0, 1])
    _ = try store.undo(.latest, now: Library.now)
    #expect(try store.history().map { [$0.added, $0.changed, $0.deleted] } == [[0, 0, 1], [2, 0, 1]])
  }

  @Test(arguments: 3..<Migrations.current)
  func anOlderStoresStepsAreCountedAndItsStartsKnown(version: Int) throws {
    let folder = try TemporaryFolder()
    let path = folder.path + "/store.sqlite"
    let stored = try #require(ProjectFiles.bytes("Tests/StoreTests/Data/schema-\(version).sqlite"))
    try write(stored, to: path)
    let store = try CalendarStore(path: path, access: .write, zones: zones)
    // Three imports; from format 7 on what `make-store` does.
    let views = Array(repeating: 0, count: version < 8 ? 0 : 5)
    let added = version < 7 ? [24, 20, 10] : views + [0, 0, 0, 0, 0, 1, 0, 0, 1, 1, 4, 2, 3]
    #expect(try store.history().map(\.added) == added)
    // Before anything is derived anew.
    for id in try store.numbers("SELECT item FROM series WHERE starts IS NOT NULL ORDER BY item", { _ in }) {
      let starts = try store.database.with("SELECT starts FROM series WHERE item = ?1") {
        (row) throws(StoreError) in
        try row.bind(1, id).step() ? row.withBytes(0, StartCoding.decode) : nil
      }
      let rows = try store.numbers(
        "SELECT DISTINCT start FROM occurrence o JOIN series s USING (lane) WHERE series = ?1 AND s.item = ?1 ORDER BY 1",
        { $0.bind(1, id) })
      #expect(starts == rows)
    }
    #expect(try store.database.number("SELECT count(*) FROM series WHERE starts IS NOT NULL") > 0)
  }

  // MARK: Starts

  @Test func startsAreReadAsTheyWereWritten() {
    var random = SplitMix64(seed: 9)
    #expect(StartCoding.encode([]) == nil)
    for _ in 0..<500 {
      var starts = [Int.random(in: -5_000_000_000...5_000_000_000, using: &random)]
      while random.chance(90) {
        let step = random.pick([86_400, 604_800, 3_600, 1, random.pick(1...9_999_999)])
        for _ in 0..<random.pick(1...20) { starts.append((starts.last ?? 0) + step) }
      }
      let bytes = StartCoding.encode(starts)
      #expect(bytes?.withUnsafeBufferPointer(StartCoding.decode) == starts)
    }
    let daily = Array(stride(from: 1_790_000_000, to: 1_790_000_000 + 86_400 * 3_650, by: 86_400))
    #expect((StartCoding.encode(daily)?.count ?? 99) <= 10)
  }

  @Test func damagedStartsAreRefused() {
    var writer = ByteWriter()
    for number in [5, 60, 1 << 40] { writer.add(number) }
    #expect(writer.bytes.withUnsafeBufferPointer(StartCoding.decode) == nil)
    for numbers in [[], [5, 60], [5, 0, 3], [5, -60, 3], [5, 60, 0], [Int.max - 1, 60, 1]] {
      var writer = ByteWriter()
      for number in numbers { writer.add(number) }
      #expect(writer.bytes.withUnsafeBufferPointer(StartCoding.decode) == nil, "\(numbers)")
    }
  }
}
