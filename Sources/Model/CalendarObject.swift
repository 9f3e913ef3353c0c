import ICalendar

/// All components of one UID in a calendar: an event or to-do with the components that override its
/// occurrences (RFC 4791, 4.1 calls it a calendar object resource).
///
/// The store, edits, expansion and other formats work with calendar objects. Overrides without their master
/// form an object too, one without a master.
public struct CalendarObject: Sendable {
  /// One component and the item read from it.
  public struct Member: Sendable {
    /// The item's number in the store; nil for one that is new.
    public var id: Int?
    /// The number of changes that this store made to it.
    public var revision: Int
    /// The component.
    public var component: Component { didSet { place = nil } }
    /// What it says.
    public var item: Item { didSet { place = nil } }
    /// What of it could not be understood.
    public var problems: [ItemProblem]
    /// The occurrence that the member overrides; nil for masters and single items.
    public var key: OccurrenceKey?
    /// The numbers of the zone definitions (VTIMEZONE) that its TZIDs are understood by.
    public var definitions: [Int] { didSet { place = nil } }
    /// The calendar by whose zones and `definitions` the component was read, so that whoever writes it there
    /// need not read it again; nil for what did not come about so.
    package private(set) var place: Int?

    /// Creates a member from all its parts.
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

    /// Creates a member by reading a component with the zones of its TZIDs.
    public init(
      id: Int? = nil, revision: Int = 0, reading component: Component, zone: ItemReader.ZoneLookup,
      key: OccurrenceKey? = nil, definitions: [Int] = []
    ) {
      let (item, problems) = ItemReader.read(component, zone: zone)
      self.init(
        id: id, revision: revision, component: component, item: item, problems: problems, key: key,
        definitions: definitions)
    }

    /// The same for the zones of a calendar and these definitions.
    package init(
      id: Int? = nil, revision: Int = 0, reading component: Component, zone: ItemReader.ZoneLookup,
      key: OccurrenceKey? = nil, definitions: [Int], in calendar: Int
    ) {
      self.init(
        id: id, revision: revision, reading: component, zone: zone, key: key, definitions: definitions)
      place = calendar
    }

    /// The same member with those of its definitions that its TZIDs name, which mean the same without
    /// the rest.
    package func narrowed(to definitions: [Int]) -> Member {
      var result = self
      result.definitions = definitions
      result.place = place
      return result
    }

    /// Whether it holds for later occurrences too (RFC 5545, 3.2.13: RANGE=THISANDFUTURE).
    public var isRange: Bool { item.recurrenceID?.isThisAndFuture == true }
  }

  /// The calendar's row.
  public var calendar: Int
  /// The master or single item; nil when the object has only overrides.
  public var master: Member?
  /// The overrides of occurrences.
  public var overrides: [Member]

  /// Creates an object from its parts.
  public init(calendar: Int, master: Member?, overrides: [Member] = []) {
    self.calendar = calendar
    self.master = master
    self.overrides = overrides
  }

  /// The master, else the first override.
  public var head: Member? { master ?? overrides.first }

  /// All components, the master first.
  public var members: [Member] { (master.map { [$0] } ?? []) + overrides }

  /// The kind of its items: event or reminder.
  public var kind: ItemKind { head?.item.kind ?? .other }

  /// Whether the object repeats.
  public var isSeries: Bool { master?.item.recurrence != nil }

  /// The expansion of the object; nil when it does not repeat.
  ///
  /// It leaves out slots with their own override. A THISANDFUTURE override without a start stands for its
  /// occurrence alone.
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

  /// The object with `change` applied to each component.
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

  /// The override of one occurrence alone.
  public func override(at key: OccurrenceKey) -> Member? {
    overrides.first { $0.key == key && !$0.isRange }
  }

  /// The last THISANDFUTURE override that holds for an occurrence.
  public func range(at key: OccurrenceKey) -> Member? {
    overrides.filter { $0.isRange && ($0.key ?? .earliest) <= key }.max {
      ($0.key ?? .earliest) < ($1.key ?? .earliest)
    }
  }

  /// The occurrences with their own override.
  public var detachedKeys: [OccurrenceKey] { overrides.filter { !$0.isRange }.compactMap(\.key) }

  /// The key of the first occurrence, overridden or not; nil when there is none.
  public var firstKey: OccurrenceKey? {
    [series?.first()?.key, detachedKeys.min()].compactMap { $0 }.min()
  }

  /// Whether the rules give an occurrence with that key that no exception removes.
  public func hasSlot(_ key: OccurrenceKey) -> Bool {
    master?.item.recurrence?.hasSlot(at: CivilDateTime(clamping: key.wallSeconds)) ?? false
  }

  /// An occurrence as an item: its own override, else the last range override or the master at the
  /// occurrence's time.
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
      // An RDATE with a PERIOD has its own length.
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
  /// A key before all other keys.
  public static let earliest = OccurrenceKey(wallSeconds: Int.min >> 4, isDate: false)
}

extension Item {
  /// Moves start, end and due date on their clocks, by `seconds`.
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
