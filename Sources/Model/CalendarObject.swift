import ICalendar

/// All components of one UID in a calendar: an event or to-do with the components that override its
/// occurrences (RFC 4791, 4.1 calls it a calendar object resource).
///
/// What is stored, edited, expanded and written into other formats is an object of this kind. An override
/// whose master is not there is an object too, one without a master.
public struct CalendarObject: Sendable {
  /// One component, and what it says.
  public struct Member: Sendable {
    /// The item's number in the store; nil for one that is new.
    public var id: Int?
    /// How often it was changed here.
    public var revision: Int
    /// The component.
    public var component: Component
    /// What it says.
    public var item: Item
    /// What of it could not be understood.
    public var problems: [ItemProblem]
    /// The occurrence that it overrides; nil for masters and single items.
    public var key: OccurrenceKey?
    /// The numbers of the zone definitions (VTIMEZONE) that its TZIDs are understood by.
    public var definitions: [Int]

    /// A member of all its parts.
    public init(
      id: Int? = nil, revision: Int = 0, component: Component, item: Item, problems: [ItemProblem] = [],
      key: OccurrenceKey? = nil, definitions: [Int] = []
    ) {
      self.id = id
      self.revision = revision
      self.component = component
      self.item = item
      self.problems = problems
      self.key = key
      self.definitions = definitions
    }

    /// A member that is read from a component, with the zones that its TZIDs mean.
    public init(
      id: Int? = nil, revision: Int = 0, reading component: Component, zone: ItemReader.ZoneLookup,
      key: OccurrenceKey? = nil, definitions: [Int] = []
    ) {
      let (item, problems) = ItemReader.read(component, zone: zone)
      self.init(
        id: id, revision: revision, component: component, item: item, problems: problems, key: key,
        definitions: definitions)
    }

    /// Whether it holds for later occurrences too (RFC 5545, 3.2.13: RANGE=THISANDFUTURE).
    public var isRange: Bool { item.recurrenceID?.isThisAndFuture == true }
  }

  /// The calendar's row.
  public var calendar: Int
  /// The master or single item; nil where only overrides are there.
  public var master: Member?
  /// The overrides, by the occurrences they stand for.
  public var overrides: [Member]

  /// An object of its parts.
  public init(calendar: Int, master: Member?, overrides: [Member] = []) {
    self.calendar = calendar
    self.master = master
    self.overrides = overrides
  }

  /// The master, else the first override.
  public var head: Member? { master ?? overrides.first }

  /// All components, the master first.
  public var members: [Member] { (master.map { [$0] } ?? []) + overrides }

  /// Event or reminder.
  public var kind: ItemKind { head?.item.kind ?? .other }

  /// Whether it repeats.
  public var isSeries: Bool { master?.item.recurrence != nil }

  /// How it expands; nil when it does not repeat.
  ///
  /// Slots with an override of their own are left out of it. A THISANDFUTURE override without a start of its
  /// own stands for its occurrence alone.
  public var series: Series? {
    guard let plain = master?.item.series() else { return nil }
    if overrides.isEmpty { return plain }
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
    return Series(
      set: plain.set, form: plain.form, length: plain.length, overridden: overridden, ranges: ranges)
  }

  /// The object with a change of each component.
  public func mapMembers(_ change: (inout Member) -> Void) -> CalendarObject {
    var result = self
    if var master = result.master {
      change(&master)
      result.master = master
    }
    for index in result.overrides.indices { change(&result.overrides[index]) }
    return result
  }

  // MARK: Occurrences

  /// The component that stands for one occurrence alone.
  public func override(at key: OccurrenceKey) -> Member? {
    overrides.first { $0.key == key && !$0.isRange }
  }

  /// The override that holds for an occurrence and later ones, and is the last that does.
  public func range(at key: OccurrenceKey) -> Member? {
    overrides.filter { $0.isRange && ($0.key ?? .earliest) <= key }.max {
      ($0.key ?? .earliest) < ($1.key ?? .earliest)
    }
  }

  /// The occurrences that components of their own stand for.
  public var detachedKeys: [OccurrenceKey] { overrides.filter { !$0.isRange }.compactMap(\.key) }

  /// The key of the first occurrence, overridden or not; nil when there is none.
  public var firstKey: OccurrenceKey? {
    [series?.first()?.key, detachedKeys.min()].compactMap { $0 }.min()
  }

  /// Whether the rules give an occurrence of that key, exceptions aside being applied.
  public func hasSlot(_ key: OccurrenceKey) -> Bool {
    guard let set = master?.item.recurrence else { return false }
    let wall = CivilDateTime(clamping: key.wallSeconds)
    return set.occurrences(from: wall, to: wall.adding(seconds: 1)).contains { _ in true }
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
}

extension OccurrenceKey {
  /// A key before all others.
  public static let earliest = OccurrenceKey(wallSeconds: Int.min >> 4, isDate: false)
}

extension Item {
  /// Moves start, end and due date on their clocks, in seconds.
  public mutating func moveTimes(by seconds: Int) {
    if seconds == 0 { return }
    func moved(_ time: EventTime?) -> EventTime? {
      time.map { $0.with(wall: CivilDateTime(clamping: $0.wall.wallSeconds + seconds)) }
    }
    start = moved(start)
    end = moved(end)
    due = moved(due)
  }
}
