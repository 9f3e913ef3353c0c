import CivilTime
import ICalendar
import Interchange
import Model
import TestSupport
import Testing

@testable import Editing
@testable import Store

/// Random edits of random series, each answer compared with a plain list of
/// occurrences, and all of them undone.
@Suite struct RandomEditTests {
  private static let now = Instant(seconds: 1_795_000_000)
  /// From December 2025 to December 2026, as somebody in UTC sees it.
  private static let window = (from: 20_423 * 86_400, to: 20_788 * 86_400)
  static let editsPerSeed = 250
  static let seeds = Depth.seeds(usually: 40)

  /// What the store answers.
  private func rows(_ store: CalendarStore) throws -> [String] {
    let cursor = try store.events(
      from: Instant(seconds: Self.window.from), to: Instant(seconds: Self.window.to), viewer: .utc)
    var rows: [String] = []
    while let found = try cursor.next() {
      rows.append("\(found.start.seconds) \(found.end.seconds) \(try store.record(found.item)?.title ?? "?")")
    }
    return rows.sorted()
  }

  /// The first rows that only one side has.
  private static func difference(_ found: [String], _ expected: [String]) -> [String] {
    let (a, b) = (Set(found), Set(expected))
    return (a.subtracting(b).sorted().prefix(3).map { "found " + $0 })
      + (b.subtracting(a).sorted().prefix(3).map { "missing " + $0 })
      + (found.count == expected.count ? [] : ["\(found.count) for \(expected.count)"])
  }

  private func contents(_ store: CalendarStore) throws -> [UInt8] {
    var text: [UInt8] = []
    try store.export(.everything) {
      text += $0
      return true
    }
    return text
  }

  @Test(arguments: seeds) func everyAnswerIsTheNaiveOne(seed: Int) throws {
    let zones = ZoneDatabase()
    let places = ["Europe/Berlin", "America/New_York", "Europe/London"].map { zones.zone(named: $0) }
    var generator = NaiveGenerator(random: SplitMix64(seed: UInt64(seed)), zones: places + [nil])
    let store = try CalendarStore.inMemory(zones: zones)
    let workspace = Workspace(store, generator: SplitMix64(seed: 7))
    _ = try store.addCalendar(title: "Home", now: Self.now)
    let empty = try contents(store)
    var model: [NaiveSeries] = []
    var number = 0
    var steps = 0
    for turn in 0..<Self.editsPerSeed {
      while model.count < 4 {
        number += 1
        let made = try add(&generator, number, store)
        model.append(made)
        steps += 1
      }
      let before = model
      let what = try edit(&model, &generator, workspace, turn)
      if what.isStep { steps += 1 }
      let expected = model.flatMap { $0.rows(from: Self.window.from, to: Self.window.to) }.sorted()
      let found = try rows(store)
      let difference = found == expected ? [] : Self.difference(found, expected)
      if !difference.isEmpty {
        print("SEED", seed, turn, what.text)
        _ = try store.undo(.latest, now: Self.now)
        print(
          String(decoding: try contents(store), as: UTF8.self).replacing("\r", with: "").split(
            separator: "\n"
          ).filter {
            !$0.hasPrefix("DTSTAMP") && !$0.hasPrefix("LAST") && !$0.hasPrefix("CREA") && !$0.hasPrefix("SEQ")
          }.joined(separator: "\n"))
        _ = try store.redo(now: Self.now)
        print(
          "AFTER",
          String(decoding: try contents(store), as: UTF8.self).replacing("\r", with: "").split(
            separator: "\n"
          ).filter {
            !$0.hasPrefix("DTSTAMP") && !$0.hasPrefix("LAST") && !$0.hasPrefix("CREA") && !$0.hasPrefix("SEQ")
          }.joined(separator: "\n"))
      }
      try #require(difference.isEmpty, "seed \(seed), turn \(turn): \(what.text)")
      try checkWhatIsRemembered(store)
      if generator.random.below(10) == 0, what.isStep {
        _ = try store.undo(.latest, now: Self.now)
        model = before
        steps -= 1
        let back = model.flatMap { $0.rows(from: Self.window.from, to: Self.window.to) }.sorted()
        try #require(try rows(store) == back, "seed \(seed), turn \(turn): undone \(what.text)")
      }
    }
    #expect(try store.verify() == [])
    for _ in 0..<steps { _ = try store.undo(.latest, now: Self.now) }
    #expect(try contents(store) == empty)
    #expect(try store.verify() == [])
  }

  /// What the store remembers of what was written is what it reads.
  private func checkWhatIsRemembered(_ store: CalendarStore) throws {
    let remembered = store.knownObjects
    store.invalidateOwnReads()
    for (head, object) in remembered {
      let fresh = try #require(try store.object(of: head))
      #expect(object.members.map(\.component.text) == fresh.members.map(\.component.text))
      #expect(String(reflecting: object) == String(reflecting: fresh))
    }
  }

  private func add(
    _ generator: inout NaiveGenerator, _ number: Int, _ store: CalendarStore
  ) throws -> NaiveSeries {
    var (lines, series) = generator.next(number)
    let text = (["BEGIN:VEVENT"] + lines + ["END:VEVENT"]).joined(separator: "\n")
    let component = try #require(ComponentText.component(Array(text.utf8)))
    series.item = try store.put(component, now: Self.now)
    return series
  }

  private func edit(
    _ model: inout [NaiveSeries], _ generator: inout NaiveGenerator, _ workspace: Workspace, _ turn: Int
  ) throws -> (text: String, isStep: Bool) {
    let place = generator.random.below(model.count)
    var series = model[place]
    // Mostly occurrences that the window shows.
    let index = generator.random.below(min(series.occurrences.count, 60))
    let occurrence = series.occurrences[index]
    let target = ItemTarget(item: series.item, key: series.key(occurrence))
    let span = EditSpan.allCases[[0, 0, 0, 1, 1, 2][generator.random.below(6)]]
    let text: String
    if generator.random.below(8) == 0 {
      text = "delete \(span) \(occurrence.slot) of \(series.item)"
      let outcome = try workspace.remove(target, span: span, cause: text, now: Self.now)
      #expect(outcome.isDeleted)
      switch span {
      case .this: series.occurrences.remove(at: index)
      case .future: series.occurrences.removeLast(series.occurrences.count - index)
      case .all: series.occurrences = []
      }
      model[place] = series
      if series.occurrences.isEmpty { model.remove(at: place) }
      return (text, true)
    }
    let change = change(series, &generator, turn)
    text = "\(change) \(span) \(occurrence.slot) of \(series.item)"
    var edit = ItemEdit(.event)
    switch change {
    case .title(let new): edit.set(.title) { $0.title = new }
    case .length(let new):
      edit.set(.length) { item in
        item.length = series.isAllDay ? .nominal(CalendarDuration(days: new / 86_400)) : .exact(seconds: new)
        item.end = nil
      }
    case .move(let by): edit.set(.start) { $0.start = series.time(occurrence.start + by) }
    }
    let outcome = try workspace.save(edit, to: target, span: span, cause: text, now: Self.now)
    #expect(outcome.dropped == 0)
    switch (span, index) {
    case (.this, _): series.editOne(index, change)
    case (.all, _), (.future, 0): series.edit(0..<series.occurrences.count, at: index, change)
    case (.future, _) where outcome.previous == nil:
      // Nothing is cut where nothing is new.
      #expect(outcome.step == nil)
      series.edit(index..<series.occurrences.count, at: index, change)
    case (.future, _):
      var tail = series.split(at: index)
      tail.item = outcome.target.item
      #expect(outcome.previous == series.item)
      tail.edit(0..<tail.occurrences.count, at: 0, change)
      model.append(tail)
    }
    model[place] = series
    return (text, outcome.step != nil)
  }

  private func change(
    _ series: NaiveSeries, _ generator: inout NaiveGenerator, _ turn: Int
  ) -> NaiveChange {
    switch generator.random.below(3) {
    case 0: return .title("title \(turn)")
    case 1:
      return .length(series.isAllDay ? 86_400 : 900 * (1 + generator.random.below(6)))
    default:
      if series.isAllDay { return .move(series.canChangeDays ? 86_400 * (generator.random.below(5) - 2) : 0) }
      if series.canChangeDays { return .move(900 * (generator.random.below(193) - 96)) }
      // Days of months stay: move within the day.
      let time = ((series.occurrences[0].slot % 86_400) + 86_400) % 86_400
      let moved = 900 * generator.random.below(96)
      return .move(moved - time)
    }
  }
}
