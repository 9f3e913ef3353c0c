import ICalendar
import Model

/// Merges two versions of a resource that have a common origin.
///
/// Each component is merged with its counterpart, field by field: what one side alone changed is taken; what
/// both changed alike is taken once; sets are merged element by element, notes line by line. Where the sides
/// exclude each other, the field goes to its owner, else theirs is taken, and a `FieldConflict` holds the
/// lines of both. No line of either side is lost without one, but for stamps and the bookkeeping of programs.
public enum ObjectMerge {
  /// Merges `mine` and `theirs`, which were both `base` once.
  ///
  /// - Without a base every line is new: what only one side has is taken, and what differs is a conflict.
  /// - Of a meeting that somebody else organizes, times, title and place are the organizer's and so theirs;
  ///   my answer, alarms, categories and color are mine. `addresses` are my own, such as `me@example.org`;
  ///   without any, nobody is known to be somebody else.
  /// - The result has their VCALENDAR properties.
  public static func merge(
    base: CalendarResource?, mine: CalendarResource, theirs: CalendarResource, addresses: Set<String>,
    zones: ZoneDatabase
  ) -> MergeResult {
    if haveSameText(mine, theirs) { return MergeResult(merged: theirs) }
    if let base {
      if haveSameText(base, mine) { return MergeResult(merged: theirs) }
      if haveSameText(base, theirs) { return MergeResult(merged: mine) }
    }
    let (base, mine) = ZoneAlignment.align(base: base, mine: mine, theirs: theirs, zones)
    // RFC 4791, 4.1: a resource has components of one kind.
    if Set(mine.components.map(\.name)) != Set(theirs.components.map(\.name)) {
      if let base, base.isEquivalent(to: mine, zones: zones) { return MergeResult(merged: theirs) }
      if let base, base.isEquivalent(to: theirs, zones: zones) { return MergeResult(merged: mine) }
      return takingTheirs(base: base, mine: mine, theirs: theirs)
    }
    var merge = FamilyMerge(base: base, mine: mine, theirs: theirs, addresses: addresses, zones: zones)
    return merge.run()
  }

  /// Their components, with all of mine in a conflict.
  static func takingTheirs(base: CalendarResource?, mine: CalendarResource, theirs: CalendarResource)
    -> MergeResult
  {
    func text(_ resource: CalendarResource) -> [UInt8] {
      FieldConflict.text(resource.components.map(ComponentEntry.component))
    }
    let conflict = FieldConflict(
      part: .resource, mine: text(mine), theirs: text(theirs), base: base.map(text) ?? [], winner: .theirs,
      reason: .noOwner, zones: mine.zones.filter { !theirs.zones.contains($0) })
    return MergeResult(merged: theirs, conflicts: [conflict])
  }

  private static func haveSameText(_ a: CalendarResource, _ b: CalendarResource) -> Bool {
    CalendarResource.haveSameText(a.components, b.components)
      && CalendarResource.haveSameText(a.zones, b.zones)
  }
}

/// The members of a resource, each with what it is recognized by in other versions.
struct MemberList {
  /// What a component is recognized by.
  struct Key: Hashable {
    /// The component's name.
    var name: String
    /// The overridden occurrence on the time axis; nil for a master.
    var occurrence: [UInt8]?
    var isThisAndFuture = false
    var number = 0
  }

  var members: [(key: Key, component: Component)] = []
  /// The overridden occurrences as times.
  var times: [Key: EventTime] = [:]
  /// The RECURRENCE-IDs of overrides.
  var ids: [Key: RecurrenceID] = [:]
  private var places: [Key: Int] = [:]

  /// Lists components; `known` has the occurrences that RECURRENCE-IDs stand for in the versions listed before.
  ///
  /// One line stands for one occurrence in all versions, whatever became of the series around it.
  init(
    _ components: [Component], _ version: MergeContext.Version, _ context: MergeContext,
    _ known: inout [[UInt8]: [UInt8]]
  ) {
    let master = context.occurrences(of: version)?.item
    var numbers: [Key: Int] = [:]
    for component in components {
      var key = Key(name: component.name)
      var found: (id: RecurrenceID, time: EventTime)?
      if let line = component.property(.recurrenceID),
        let id = context.item(component, in: version).recurrenceID
      {
        let slot = OccurrenceKey(of: id, in: master)
        let start = master?.anchor?.at(slot) ?? id.time
        let text = Array(CanonicalLine.lines(line).joined())
        let occurrence = known[text] ?? start.axisKey
        known[text] = occurrence
        key.occurrence = occurrence
        key.isThisAndFuture = id.isThisAndFuture
        found = (id, start)
      }
      let number = numbers[key, default: 0]
      numbers[key] = number + 1
      key.number = number
      places[key] = members.count
      members.append((key, component))
      if let found { (ids[key], times[key]) = (found.id, found.time) }
    }
  }

  subscript(key: Key) -> Component? { places[key].map { members[$0].component } }

  /// The master, as the list has it.
  var master: Component? { members.first { $0.key.occurrence == nil }?.component }

  /// The component that repeats, or is the only one.
  static func master(of components: [Component]) -> Component? {
    components.first { $0.property(.recurrenceID) == nil }
  }
}
