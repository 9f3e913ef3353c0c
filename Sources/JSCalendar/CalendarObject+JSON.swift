import ICalendar
import JSON
import Model

extension CalendarObject {
  /// The Event or Task (RFC 8984, 5.1 and 5.2), unexpanded and in its own local time.
  ///
  /// A member with RFC 8984's default value is omitted. Data without a place in RFC 8984 goes under keys of
  /// our own, above all `kalends.app:properties`. An override without its master becomes an object by
  /// itself. Nil for other components, and for events without a start. Once `isStopped` returns true, the
  /// remaining changes are left out.
  public func jsCalendar(_ zones: ObjectZones, isStopped: () -> Bool = { false }) -> JSONObject? {
    guard let head, var builder = ObjectBuilder(head, zones) else { return nil }
    builder.build()
    var object = builder.object
    if let id = head.item.recurrenceID {
      object["recurrenceId"] = .string(LocalTime.text(id.time.wall))
      if let zone = id.time.zone { object["recurrenceIdTimeZone"] = .string(builder.zones.name(of: zone)) }
      builder.zones.note(id.time.zone)
      if id.isThisAndFuture { object[OverridePatches.rangeKey] = .string("thisandfuture") }
    }
    let writer = RecurrenceWriter(item: builder.item)
    writer.writeRules(to: &object)
    var patches = OverridePatches(master: builder, zones: zones)
    patches.add(writer.changes(isStopped))
    for override in members.dropFirst() where !isStopped() { patches.add(override) }
    object["recurrenceOverrides"] = patches.value
    builder.zones.join(patches.zones)
    object["timeZones"] = builder.zones.definitions
    return object
  }
}
