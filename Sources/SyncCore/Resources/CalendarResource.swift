import ICalendar
import Model

/// The content of one calendar object resource (RFC 4791, 4.1): a VCALENDAR with the components of one UID,
/// as a file of a folder or a server has it.
///
/// ```swift
/// let resource = try CalendarResource(bytes: bytes)
/// print(resource.uid ?? "no UID", resource.components.count)
/// ```
public struct CalendarResource: Hashable, Sendable {
  /// The properties of the VCALENDAR, such as VERSION and PRODID.
  public var header: [Property]
  /// The VTIMEZONE components.
  public var zones: [Component]
  /// The other components: a master with its overrides, or a single item.
  public var components: [Component]

  /// Creates a resource from its parts.
  public init(header: [Property] = [], zones: [Component] = [], components: [Component]) {
    self.header = header
    self.zones = zones
    self.components = components
  }

  /// The UID that all components share; nil when they have none.
  public var uid: String? { components.first?.uid }

  /// Reads a resource; throws the reason why the bytes are not one.
  ///
  /// A resource that is not complete, as while another program writes it, is `truncated`.
  public init(bytes: [UInt8]) throws(ResourceFault) {
    var stream = CalendarStream(bytes: bytes)
    (header, zones, components) = ([], [], [])
    while let part = stream.next() {
      switch part {
      case .begin, .end: break
      case .property(let property): header.append(property)
      case .component(let component, _):
        if component.kind == .vtimezone { zones.append(component) } else { components.append(component) }
      }
    }
    for problem in stream.problems {
      if let fault = ResourceFault(problem) { throw fault }
    }
    guard let first = components.first else { throw .empty }
    let uid = first.uid
    if components.contains(where: { $0.uid != uid }) || uid == nil && components.count > 1 {
      throw .severalItems
    }
    if components.count > 1 {
      let kinds = components.filter { $0.property(.recurrenceID) == nil }.map { component in
        // Journals and all the rest are one kind of item.
        component.kind == .vevent || component.kind == .vtodo ? component.name : ""
      }
      if Set(kinds).count < kinds.count { throw .repeatedItem }
    }
  }

  /// The bytes of a file with this content: folded lines with CRLF (RFC 5545, 3.1).
  public var bytes: [UInt8] {
    var writer = CalendarWriter()
    writer.begin("VCALENDAR")
    for property in header { writer.write(property) }
    for zone in zones { writer.write(zone) }
    for component in components { writer.write(component) }
    writer.end("VCALENDAR")
    return writer.bytes
  }
}
