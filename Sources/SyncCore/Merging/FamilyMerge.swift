import ICalendar
import Model

/// Merges the components of two versions: the master first, then the overrides by what became of its times.
struct FamilyMerge {
  typealias Key = MemberList.Key

  private let original: CalendarResource?
  private let database: ZoneDatabase
  let mine: CalendarResource
  let theirs: CalendarResource
  let context: MergeContext
  let base: MemberList
  let own: MemberList
  let other: MemberList
  /// The conflicts, each with the component that it is about.
  var conflicts: [(key: Key, conflict: FieldConflict)] = []
  /// The side whose times the master has; nil when both sides have the same.
  var times: MergeSide?
  /// The EXDATEs of each version's master by what they mean.
  private lazy var exceptions = [
    MergeContext.Version.base: Self.exceptions(base, .base, context),
    .mine: Self.exceptions(own, .mine, context), .theirs: Self.exceptions(other, .theirs, context),
  ]
  /// The components of the result, in their order.
  var merged: [(key: Key, component: Component)] = []

  init(
    base: CalendarResource?, mine: CalendarResource, theirs: CalendarResource, addresses: Set<String>,
    zones: ZoneDatabase
  ) {
    (original, self.mine, self.theirs, database) = (base, mine, theirs, zones)
    var masters: [MergeContext.Version: Component] = [:]
    var lookups: [MergeContext.Version: ItemReader.ZoneLookup] = [:]
    for (version, resource) in [(MergeContext.Version.base, base), (.mine, mine), (.theirs, theirs)] {
      masters[version] = resource.flatMap { MemberList.master(of: $0.components) }
      let meanings = ResourceZones(resource, zones)
      lookups[version] = { meanings.zone($0) }
    }
    context = MergeContext(addresses: addresses, masters: masters, lookups: lookups)
    var known: [[UInt8]: [UInt8]] = [:]
    self.base = MemberList(base?.components ?? [], .base, context, &known)
    other = MemberList(theirs.components, .theirs, context, &known)
    own = MemberList(mine.components, .mine, context, &known)
  }

  mutating func run() -> MergeResult {
    let keys = other.members.map(\.key) + own.members.map(\.key).filter { other[$0] == nil }
    // The master is merged first, because its times decide what overrides stand for.
    for isMaster in [true, false] {
      for key in keys where (key.occurrence == nil) == isMaster { merge(key) }
    }
    sortAsTheirs()
    let components = merged.map(\.component)
    if components.isEmpty {
      // Each side deleted what the other kept, and a resource cannot be empty.
      return ObjectMerge.takingTheirs(base: original, mine: mine, theirs: theirs)
    }
    let zones = ZoneAlignment.definitions(theirs.zones, and: mine.zones, for: components)
    let result = CalendarResource(header: theirs.header, zones: zones, components: components)
    return MergeResult(merged: result, conflicts: completed(conflicts, for: result))
  }

  /// The conflicts with their overrides, as the merged series has them, and with the zones that they need.
  private func completed(_ conflicts: [(key: Key, conflict: FieldConflict)], for result: CalendarResource)
    -> [FieldConflict]
  {
    if conflicts.isEmpty { return [] }
    let meanings = ResourceZones(result, database)
    let master = MemberList.master(of: result.components).map { master in
      ItemReader.read(master) { tzid in meanings.zone(tzid) }.item
    }
    return conflicts.map { key, conflict in
      var conflict = conflict
      if let id = other.ids[key] ?? own.ids[key] {
        conflict.override = OverrideID(
          key: OccurrenceKey(of: id, in: master), isThisAndFuture: id.isThisAndFuture)
      }
      let lines = FieldConflict.entries(conflict.mine + conflict.theirs)
      let needed = ZoneAlignment.definitions(
        result.zones, and: mine.zones + theirs.zones, for: [Component(name: "X", entries: lines)])
      conflict.zones = Array(needed.dropFirst(result.zones.count))
      return conflict
    }
  }

  /// Puts the components in the order of theirs; those of mine alone follow.
  private mutating func sortAsTheirs() {
    var order: [Key: Int] = [:]
    for key in other.members.map(\.key) + own.members.map(\.key) where order[key] == nil {
      order[key] = order.count
    }
    merged.sort { order[$0.key, default: 0] < order[$1.key, default: 0] }
  }

  private mutating func merge(_ key: Key) {
    switch (own[key], other[key]) {
    case (let mine?, let theirs?): mergeBoth(key, mine, theirs)
    case (let mine?, nil): mergeSingle(key, mine, of: .mine)
    case (nil, let theirs?): mergeSingle(key, theirs, of: .theirs)
    case (nil, nil): break
    }
  }

  private mutating func mergeBoth(_ key: Key, _ mine: Component, _ theirs: Component) {
    let old = base[key]
    if mine == theirs || mine == old || theirs == old {
      let isMine = mine != theirs && theirs == old
      merged.append((key, isMine ? mine : theirs))
      if key.occurrence == nil, mine != theirs { noteTimes(mine, theirs, isMine ? .mine : .theirs) }
      return
    }
    let merge = ComponentMerge(base: old, mine: mine, theirs: theirs, context: context)
    merged.append((key, merge.result ?? theirs))
    if key.occurrence == nil { times = merge.times }
    conflicts += merge.conflicts.map { (key, $0) }
  }

  /// Notes the side of the times of a master that was taken whole.
  private mutating func noteTimes(_ mine: Component, _ theirs: Component, _ side: MergeSide) {
    let lines = [mine, theirs].map {
      ComponentMerge.canonical(ComponentVersion($0, isInner: false).entries(of: .times))
    }
    if lines[0] != lines[1] { times = side }
  }

  // MARK: Components of one side

  /// A component that only one side has: it is new there, or the other side deleted it.
  private mutating func mergeSingle(_ key: Key, _ component: Component, of side: MergeSide) {
    let exception = exceptionLine(at: key, of: side.other)
    guard let old = base[key] else {
      if lacksOccurrence(key, of: side) {
        noteWhole(key, component, of: side, beside: exception, winner: side.other, .noOccurrence)
      } else {
        merged.append((key, component))
        if let exception { keep(key, component, of: side, beside: exception) }
      }
      return
    }
    let isChanged =
      CanonicalText.of(old, for: .realChange) != CanonicalText.of(component, for: .realChange)
    if isChanged, lacksOccurrence(key, of: side) {
      noteWhole(key, component, of: side, beside: exception, winner: side.other, .noOccurrence)
    } else if isChanged {
      merged.append((key, component))
      keep(key, component, of: side, beside: exception)
    } else if isMovedAway(key, side.other) {
      merged.append((key, component))
    }
  }

  /// Whether an override is for an occurrence of its own side that the merged series no longer has.
  private func lacksOccurrence(_ key: Key, of side: MergeSide) -> Bool {
    guard let times, times != side, let time = (side == .mine ? own : other).times[key] else { return false }
    return finder(side)?.hits(time) == true && finder(times)?.hits(time) == false
  }

  /// Whether a side has no override because it moved its series, in a way that is not in the result.
  private func isMovedAway(_ key: Key, _ side: MergeSide) -> Bool {
    guard let times, times != side, let time = base.times[key] else { return false }
    return finder(side)?.hits(time) == false && finder(times)?.hits(time) == true
  }

  private func finder(_ side: MergeSide) -> SlotFinder? {
    context.occurrences(of: side == .mine ? .mine : .theirs)
  }

  /// The EXDATE by which a side alone deleted an occurrence; nil when it did not.
  private mutating func exceptionLine(at key: Key, of side: MergeSide) -> Property? {
    guard let occurrence = key.occurrence, !key.isThisAndFuture else { return nil }
    let version: MergeContext.Version = side == .mine ? .mine : .theirs
    let others: [MergeContext.Version] = [.base, side == .mine ? .theirs : .mine]
    guard let found = exceptions[version]?[occurrence],
      others.allSatisfy({ exceptions[$0]?[occurrence] == nil })
    else { return nil }
    return ListValues.property(found.property, values: [found.text])
  }

  private static func exceptions(_ list: MemberList, _ version: MergeContext.Version, _ context: MergeContext)
    -> [[UInt8]: ListedValue]
  {
    let lines = list.master?.properties.filter { $0.kind == .exdate } ?? []
    let values = lines.flatMap { ListedValue.all(in: $0, context, version) }
    return Dictionary(values.map { ($0.key, $0) }) { first, _ in first }
  }

  /// Notes that a changed component stays that the other side deleted, and takes back the EXDATE by which it
  /// did so.
  private mutating func keep(_ key: Key, _ component: Component, of side: MergeSide, beside line: Property?) {
    noteWhole(key, component, of: side, beside: line, winner: side, .changeBeatsDeletion)
    guard line != nil, let occurrence = key.occurrence,
      let place = merged.firstIndex(where: { $0.key.occurrence == nil })
    else { return }
    let version: MergeContext.Version = side == .mine ? .theirs : .mine
    merged[place].component = ListEdits.removing([occurrence], from: merged[place].component) {
      ListedValue.all(in: $0, context, version)
    }
  }

  private mutating func noteWhole(
    _ key: Key, _ component: Component, of side: MergeSide, beside line: Property?, winner: MergeSide,
    _ reason: FieldConflict.Reason
  ) {
    let text = Array(component.text)
    let deletion = FieldConflict.text(line.map { [.property($0)] } ?? [])
    let conflict = FieldConflict(
      part: .component, mine: side == .mine ? text : deletion, theirs: side == .mine ? deletion : text,
      base: base[key].map { Array($0.text) } ?? [], winner: winner, reason: reason)
    conflicts.append((key, conflict))
  }
}

/// Changes to lines that list values.
enum ListEdits {
  /// The component without the values of a unit that have some keys.
  static func removing(
    _ keys: Set<[UInt8]>, of unit: MergeUnit = .field(.exceptions), from component: Component,
    values: (Property) -> [ListedValue]
  ) -> Component {
    var isChanged = false
    let entries = component.entries.compactMap { entry -> ComponentEntry? in
      guard let property = entry.property, MergeUnit(entry, isInner: false) == unit else { return entry }
      let all = values(property)
      let kept = all.filter { !keys.contains($0.key) }
      if kept.count == all.count { return entry }
      isChanged = true
      return ListValues.property(property, values: kept.map(\.text)).map(ComponentEntry.property)
    }
    return isChanged ? Component(name: component.name, entries: entries) : component
  }
}
