import ICalendar
import Model

/// What a merge knows besides the components: whose meeting it is, and what TZIDs mean.
final class MergeContext {
  /// Which version of a component.
  enum Version: Hashable { case base, mine, theirs }

  /// My addresses, in lower case and without `mailto:`.
  let addresses: Set<String>
  /// Whether somebody else organizes it.
  let isForeign: Bool
  /// Whether I organize it and others are invited.
  let isOrganizedByMe: Bool
  private let lookups: [Version: ItemReader.ZoneLookup]
  private var finders: [Version: SlotFinder] = [:]
  private let masters: [Version: Component]

  init(
    addresses: Set<String>, masters: [Version: Component], lookups: [Version: ItemReader.ZoneLookup]
  ) {
    self.addresses = Set(
      addresses.map { Participant(name: nil, address: $0).email.lowercased() })
    (self.masters, self.lookups) = (masters, lookups)
    let organizer = [Version.theirs, .base, .mine].lazy
      .compactMap { masters[$0]?.property(.organizer) }.first.map { Participant($0) }
    let isMine = organizer?.isOne(of: self.addresses) ?? false
    isForeign = organizer != nil && !isMine && !self.addresses.isEmpty
    isOrganizedByMe = isMine
  }

  /// The time of a value on its axis, by the zones of a version.
  func time(_ value: DateValue, in version: Version) -> EventTime {
    switch value {
    case .date(let date): return .date(date)
    case .floating(let wall): return .floating(wall)
    case .utc(let wall): return .zoned(wall, .utc)
    case .zoned(let wall, let tzid):
      guard let zone = lookups[version]?(tzid) else { return .floating(wall) }
      return .zoned(wall, zone)
    }
  }

  /// What a component says, by the zones of its version.
  func item(_ component: Component, in version: Version) -> Item {
    ItemReader.read(component) { tzid in self.lookups[version]?(tzid) }.item
  }

  /// The occurrences of a version's series; nil without a master.
  func occurrences(of version: Version) -> SlotFinder? {
    if let known = finders[version] { return known }
    guard let master = masters[version] else { return nil }
    let finder = SlotFinder(item(master, in: version))
    finders[version] = finder
    return finder
  }
}

/// Tells which times are occurrences of a series by its rules and dates alone.
struct SlotFinder {
  /// The master.
  let item: Item
  private let set: CompiledRecurrence?

  init(_ item: Item) {
    self.item = item
    var recurrence = item.recurrence
    recurrence?.exceptions = []
    set = recurrence?.compiled()
  }

  /// Whether an occurrence starts at a time, or on a day; without rules only the item's own start does.
  func hits(_ time: EventTime) -> Bool {
    guard let anchor = item.anchor else { return false }
    let wall = CivilDateTime(clamping: time.wallSeconds(in: anchor.zone))
    guard let set else {
      return time.isAllDay || anchor.isAllDay ? wall.date == anchor.wall.date : wall == anchor.wall
    }
    let isDay = time.isAllDay || anchor.isAllDay
    let from = isDay ? CivilDateTime(wall.date, .midnight) : wall
    for _ in set.occurrences(from: from, to: from.adding(seconds: isDay ? 86_400 : 1)) { return true }
    return false
  }
}

extension EventTime {
  /// The position on the time axis as bytes, equal for values that mean the same.
  var axisKey: [UInt8] {
    switch self {
    case .date: Array("D\(axisSeconds)".utf8)
    case .floating: Array("F\(axisSeconds)".utf8)
    case .zoned: Array("Z\(axisSeconds)".utf8)
    }
  }
}
