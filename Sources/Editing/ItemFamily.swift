import CivilTime
import ICalendar
import Model
import Recurrence
import Store

/// A master with its overrides, a single item or an orphan, as edits see it: values, no store.
public struct ItemFamily: Sendable {
  /// One component and what it says.
  public struct Member: Sendable {
    /// The item's number; nil for one that is new.
    public var id: Int?
    /// The component.
    public var component: Component
    /// What it says.
    public var item: Item
    /// The occurrence it overrides; nil for masters and single items.
    public var key: OccurrenceKey?
    /// The store's zone definitions that its TZIDs are understood by.
    public var definitions: [Int] = []
  }

  /// The calendar's row.
  public var calendar: Int
  /// The master or single item; nil for an orphan.
  public var master: Member?
  /// The overrides, by the occurrence they stand for; of an orphan it alone.
  public var overrides: [Member]

  /// A family of its parts.
  public init(calendar: Int, master: Member?, overrides: [Member] = []) {
    self.calendar = calendar
    self.master = master
    self.overrides = overrides
  }

  /// A family as a store holds it.
  public init(_ stored: StoredFamily, _ context: EditContext) {
    calendar = stored.calendar
    master = nil
    overrides = []
    for member in stored.members {
      let read = Member(
        id: member.id, component: member.component,
        item: ItemReader.read(member.component, zone: context.zones(member.definitions)).item,
        key: member.key, definitions: member.definitions)
      if read.key == nil, master == nil { master = read } else { overrides.append(read) }
    }
  }

  // MARK: Its series

  /// Whether it repeats.
  public var isSeries: Bool { master?.item.recurrence != nil }

  /// How it expands; nil when it does not repeat.
  public var series: Series? {
    guard let master, let plain = master.item.series() else { return nil }
    var overridden: [OccurrenceKey] = []
    var ranges: [RangeOverride] = []
    for member in overrides {
      guard let key = member.key else { continue }
      if member.isRange, let start = member.item.start {
        ranges.append(
          RangeOverride(
            key: key, shift: plain.form.shift(from: key, to: start), length: member.item.length,
            item: member.id ?? 0))
      } else {
        overridden.append(key)
      }
    }
    return master.item.series(overridden: overridden, ranges: ranges)
  }

  /// The component that stands for one occurrence alone.
  func override(at key: OccurrenceKey) -> Member? {
    overrides.first { $0.key == key && !$0.isRange }
  }

  /// The override that holds for an occurrence and later ones, and is the last that does.
  func range(at key: OccurrenceKey) -> Member? {
    overrides.filter { $0.isRange && ($0.key ?? .first) <= key }.max {
      ($0.key ?? .first) < ($1.key ?? .first)
    }
  }

  /// The key of the first occurrence, overridden or not; nil when there is none.
  public var firstKey: OccurrenceKey? {
    let generated = series?.first()?.key
    let own = overrides.filter { !$0.isRange }.compactMap(\.key).min()
    return [generated, own].compactMap { $0 }.min()
  }

  /// Whether the rules give an occurrence of that key, exceptions aside being applied.
  func hasSlot(_ key: OccurrenceKey) -> Bool {
    guard let set = master?.item.recurrence else { return false }
    let wall = CivilDateTime(clamping: key.wallSeconds)
    return set.occurrences(from: wall, to: wall.adding(seconds: 1)).contains { _ in true }
  }

  /// How many occurrences there are, overrides included; nil when there is no end to them, or the signal ended the counting.
  public func occurrenceCount(until stopSignal: StopSignal) -> Int? {
    guard series != nil else { return master == nil ? overrides.count : 1 }
    return occurrenceCount(from: nil, until: stopSignal)
  }

  /// How many occurrences of a series there are from a key on, overrides included; nil as `occurrenceCount(until:)`.
  public func occurrenceCount(from key: OccurrenceKey?, until stopSignal: StopSignal) -> Int? {
    guard let generated = generatedCount(from: key, until: stopSignal) else { return nil }
    return generated
      + overrides.count { member in !member.isRange && (member.key ?? .first) >= key ?? .first }
  }

  /// How many occurrences no override stands for alone, from a key on; nil as `occurrenceCount(until:)`.
  private func generatedCount(from key: OccurrenceKey?, until stopSignal: StopSignal) -> Int? {
    guard let series, !series.set.isEndless else { return nil }
    if let count = computedCount(of: series, from: key) { return count }
    var count = 0
    var looks = StopLooks(stopSignal)
    for occurrence in series.occurrences(from: nil, to: nil) {
      if looks.step() { return nil }
      if occurrence.key >= key ?? .first { count += 1 }
    }
    return count
  }

  /// The same by arithmetic, for the rules that allow it: what they give without the overrides, less those that are among it.
  private func computedCount(of series: Series, from key: OccurrenceKey?) -> Int? {
    guard let plain = master?.item.series(), let all = plain.totals(from: nil, to: nil) else { return nil }
    let own = series.overridden.count { $0 >= key ?? .first && plain.occurrence($0) != nil }
    guard let key else { return all.count - own }
    guard let start = plain.occurrence(key)?.start, let before = plain.totals(from: nil, to: start) else {
      return nil
    }
    return all.count - before.count - own
  }

  /// Whether the occurrence of a reminder is done.
  public func isCompleted(at key: OccurrenceKey) -> Bool { override(at: key)?.item.isCompleted == true }

  /// How many occurrences of a repeating reminder are still to be done: those after the last one done; nil when there is no
  /// end to them, or the signal ended the counting.
  func openCount(until stopSignal: StopSignal) -> Int? {
    guard let master, !master.item.isCompleted, isSeries else { return 0 }
    // One that repeats from completion begins anew behind what was done.
    let done = overrides.filter(\.item.isCompleted).compactMap(\.key)
    let last = master.item.repeatsFromCompletion ? nil : done.max()
    // What was done is an override, so that it is not among those that the rules give from there on.
    guard let generated = generatedCount(from: last, until: stopSignal) else { return nil }
    return generated
      + overrides.count { member in
        !member.isRange && !member.item.isCompleted && member.item.status != .cancelled
          && member.key.map { key in last.map { key > $0 } ?? true } == true
      }
  }

  /// How an occurrence looks: its own component, else the master's or a range's at its time.
  ///
  /// Nil when there is no such occurrence.
  public func item(at key: OccurrenceKey) -> Item? {
    if let own = override(at: key) { return own.item }
    guard let master, let series, let occurrence = series.occurrence(key) else { return nil }
    let source = range(at: key) ?? master
    var item = source.item
    let shift = series.ranges.last { $0.key <= key }?.shift ?? 0
    let wall = CivilDateTime(clamping: key.wallSeconds + shift)
    if let anchor = source.item.anchor { item.moveTimes(by: wall.wallSeconds - anchor.wall.wallSeconds) }
    if item.kind == .event {
      // An RDATE that is a period has a length of its own.
      if case .exact = item.length { item.length = .exact(seconds: occurrence.end - occurrence.start) }
      item.refitEnd()
    }
    item.recurrence = master.item.recurrence
    item.ruleTexts = master.item.ruleTexts
    item.recurrenceID = nil
    return item
  }

  /// The member of a component that was made from others, whose zones it names; the last one's count where they differ.
  static func member(
    _ component: Component, id: Int?, key: OccurrenceKey?, from sources: Member..., context: EditContext
  ) -> Member {
    member(component, id: id, key: key, definitions: sources.flatMap(\.definitions), context: context)
  }

  /// The member of a component whose zones are understood by these definitions of the store; the last one of a name counts.
  static func member(
    _ component: Component, id: Int?, key: OccurrenceKey?, definitions: [Int], context: EditContext
  ) -> Member {
    Member(
      id: id, component: component,
      item: ItemReader.read(component, zone: context.zones(definitions)).item, key: key,
      definitions: definitions)
  }
}

extension ItemFamily.Member {
  /// Whether it holds for later occurrences too (THISANDFUTURE).
  var isRange: Bool { item.recurrenceID?.isThisAndFuture == true }
}

extension OccurrenceKey {
  static let first = OccurrenceKey(wallSeconds: Int.min >> 4, isDate: false)

  /// The key that many wall seconds later.
  func moved(by seconds: Int) -> OccurrenceKey {
    OccurrenceKey(wallSeconds: wallSeconds + seconds, isDate: isDate, isSecondOfFold: false)
  }
}

extension Item {
  /// Moves start, end and due date on their clocks.
  mutating func moveTimes(by seconds: Int) {
    if seconds == 0 { return }
    func moved(_ time: EventTime?) -> EventTime? {
      time.map { $0.with(wall: CivilDateTime(clamping: $0.wall.wallSeconds + seconds)) }
    }
    start = moved(start)
    end = moved(end)
    due = moved(due)
  }
}
