import CivilTime
import ICalendar
import Model

/// A calendar component with the components that override its occurrences: what makes one JSCalendar object.
public struct ComponentFamily {
  /// The VEVENT or VTODO itself; an override that stands alone is one too.
  public var master: Component
  /// The components with the same UID and a RECURRENCE-ID.
  public var overrides: [Component]
  let zone: ItemReader.ZoneLookup
  let definition: (Zone) -> Component?

  /// A family; `zone` gives the zone of a TZID, and `definition` the VTIMEZONE of a zone that IANA does not know.
  public init(
    master: Component, overrides: [Component] = [], zone: @escaping ItemReader.ZoneLookup,
    definition: @escaping (Zone) -> Component? = { _ in nil }
  ) {
    self.master = master
    self.overrides = overrides
    self.zone = zone
    self.definition = definition
  }

  /// The Event or Task (RFC 8984, 5.1 and 5.2), unexpanded and in its own local time.
  ///
  /// What RFC 8984 gives a default is written only where it differs. What it has no place for stands under keys of
  /// our own, `kalends.app:properties` above all. Nil for what can be neither: other components, and events without
  /// a start. Changes are left out once `isStopped` says that nobody wants the object any more.
  public func object(isStopped: () -> Bool = { false }) -> JSONObject? {
    let item = ItemReader.read(master, zone: zone).item
    guard var builder = ObjectBuilder(master, family: self) else { return nil }
    builder.build()
    var object = builder.object
    if let id = item.recurrenceID {
      object["recurrenceId"] = .string(LocalTime.text(id.time.wall))
      if let zone = id.time.zone { object["recurrenceIdTimeZone"] = .string(builder.zones.name(of: zone)) }
      builder.zones.note(id.time.zone)
      if id.isThisAndFuture { object[OverridePatches.rangeKey] = .string("thisandfuture") }
    }
    let writer = RecurrenceWriter(item: builder.item)
    writer.writeRules(to: &object)
    var patches = OverridePatches(master: builder, family: self)
    patches.add(writer.changes(isStopped))
    for override in overrides where !isStopped() { patches.add(override) }
    object["recurrenceOverrides"] = patches.value
    builder.zones.join(patches.zones)
    object["timeZones"] = builder.zones.definitions
    return object
  }
}
