import ICalendar
import JSON
import Model

/// The `recurrenceOverrides` of an object: the differences at each local start (RFC 8984, 4.3.5).
struct OverridePatches {
  private let master: ObjectBuilder
  private let known: ObjectZones
  private var patches: [CivilDateTime: JSONObject] = [:]
  private(set) var zones: UsedZones

  /// Members that a patch cannot set, each with the property that is kept in its place (RFC 8984, 4.3.5).
  private static let unpatchable: [(key: String, property: StaticString)] = [
    ("privacy", "CLASS"), ("relatedTo", "RELATED-TO"), ("replyTo", "ORGANIZER"),
  ]
  /// A key that RFC 8984 lacks: whether the change also holds for all later occurrences.
  static let rangeKey = "kalends.app:range"
  private static let identity = ["@type", "uid", "recurrenceId", "recurrenceIdTimeZone"]

  init(master: ObjectBuilder, zones known: ObjectZones) {
    self.master = master
    self.known = known
    zones = UsedZones(definition: known.definition)
  }

  /// The patches by recurrence id, in order; nil when there are none.
  var value: JSONValue? {
    if patches.isEmpty { return nil }
    var result = JSONObject()
    for (id, patch) in patches.sorted(by: { $0.key < $1.key }) { result[LocalTime.text(id)] = .object(patch) }
    return .object(result)
  }

  /// Adds extra dates and exceptions.
  mutating func add(_ changes: [(start: CivilDateTime, change: RecurrenceWriter.Change)]) {
    for (start, change) in changes {
      var patch = JSONObject()
      switch change {
      case .excluded: patch["excluded"] = .bool(true)
      case .added(let duration): patch["duration"] = duration.map { .string($0) }
      }
      patches[start] = patch
    }
  }

  /// Adds a component that overrides an occurrence; ignores a component without a RECURRENCE-ID.
  mutating func add(_ member: CalendarObject.Member) {
    guard let id = member.item.recurrenceID,
      let anchor = master.item.start ?? master.item.due
    else { return }
    let key = wall(of: id, anchor)
    guard
      var builder = ObjectBuilder(member, known, master: master.item, at: anchor.with(wall: key))
    else { return }
    builder.build()
    zones.join(builder.zones)
    var expected = master.object
    // An occurrence starts at its id unless the patch sets another start.
    expected[master.item.start == nil ? "due" : "start"] = .string(LocalTime.text(key))
    var patch = difference(from: expected, to: builder.object)
    let lost = Self.unpatchable.filter { patch[$0.key] != nil }
    if !lost.isEmpty {
      for (key, _) in lost { patch[key] = nil }
      var kept = builder.object[KeptProperties.key]?.array ?? []
      for (_, name) in lost { kept += member.component.properties(name).map(KeptProperties.value) }
      patch[KeptProperties.key] = .array(kept)
    }
    if id.isThisAndFuture { patch[Self.rangeKey] = .string("thisandfuture") }
    // An override beats an extra date or exception at the same start.
    patches[key] = patch
  }

  /// The start that the series gave the occurrence, in the series' own time.
  private func wall(of id: RecurrenceID, _ anchor: EventTime) -> CivilDateTime {
    if let slot = master.item.slot(for: id) { return CivilDateTime(clamping: slot.wallSeconds) }
    switch (id.time, anchor) {
    case (_, .date): return CivilDateTime(id.time.wall.date, .midnight)
    case (.date(let date), _): return CivilDateTime(date, anchor.wall.time)
    case (.zoned(let wall, let own), .zoned(_, let zone)):
      return own == zone ? wall : zone.civil(at: own.instant(of: wall))
    case (.floating(let wall), _), (.zoned(let wall, _), .floating): return wall
    }
  }

  /// The members to set, or to remove with null, so that one object becomes another.
  private func difference(from old: JSONObject, to new: JSONObject) -> JSONObject {
    var patch = JSONObject()
    for member in new.members where !Self.identity.contains(member.key) {
      if old[member.key] != member.value { patch[member.key] = member.value }
    }
    for key in old.keys where new[key] == nil && !Self.identity.contains(key) { patch[key] = .null }
    return patch
  }
}
