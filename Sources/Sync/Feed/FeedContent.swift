import ICalendar
import Store
import SyncCore

/// A published calendar, split into the objects that it consists of.
package struct FeedContent: Sendable {
  /// An object of the calendar: the components of one UID, or one component without UID.
  package struct Object: Sendable {
    package fileprivate(set) var uid: String?
    /// The content, with the VTIMEZONEs that its components name.
    package fileprivate(set) var resource: CalendarResource
    /// The reason why it cannot be taken in; nil for a good one.
    package fileprivate(set) var fault: String?
    /// The VCALENDAR of the feed in which it began.
    fileprivate var calendar: Int
  }

  /// The objects in the order of the feed.
  package private(set) var objects: [Object] = []
  /// The title (X-WR-CALNAME, or NAME of RFC 7986, 5.1), as an import reads it.
  package private(set) var title: String?
  /// The color (X-APPLE-CALENDAR-COLOR, or COLOR of RFC 7986, 5.9), as it is written.
  package private(set) var color: String?
  /// The description (X-WR-CALDESC, or DESCRIPTION of RFC 7986, 5.2).
  package private(set) var description: String?
  /// The seconds after which the publisher wants to be asked again (REFRESH-INTERVAL of RFC 7986, 5.7, or
  /// X-PUBLISHED-TTL); nil where it does not say.
  package private(set) var interval: Int?

  /// The properties of the VCALENDAR that each object keeps.
  private var header: [Property] = []
  /// The VTIMEZONEs by TZID, for each VCALENDAR.
  private var zones: [[String: Component]] = []
  private var places: [String: Int] = [:]

  /// Reads a feed from `host`; throws the reason why it is no complete calendar.
  package init(_ bytes: [UInt8], from host: String) throws(FeedFault) {
    try Self.check(bytes, host)
    var stream = CalendarStream(bytes: bytes)
    var faults: [CalendarProblem] = []
    var properties: [Property] = []
    while let part = stream.next() {
      switch part {
      case .begin: zones.append([:])
      case .end: break
      case .property(let property): if zones.count <= 1 { properties.append(property) }
      case .component(let component, _): add(component)
      }
      if !stream.problems.isEmpty {
        faults += stream.problems.filter(Self.isLoss)
        stream.problems = []
      }
    }
    faults += stream.problems.filter(Self.isLoss)
    if stream.problems.contains(where: { $0.kind == .utf16 }) { throw .wrongEncoding(host: host) }
    // Too many to tell what was lost.
    if stream.unlistedProblems > 0 { throw .notCalendar(host: host) }
    takeHeader(properties)
    for index in objects.indices { finish(index) }
    if !faults.isEmpty { mark(FeedLines.losses(faults.map(\.line), in: bytes)) }
  }

  /// The UIDs of all objects.
  var uids: Set<String> { Set(objects.compactMap(\.uid)) }

  /// Whether a problem cost a line or a component.
  private static func isLoss(_ problem: CalendarProblem) -> Bool {
    switch problem.kind {
    case .truncated, .nestedTooDeep, .lineTooLong: true
    default: false
    }
  }

  // MARK: The whole

  /// Throws unless the bytes begin and end as a calendar does, so that a page of a hotel's network or half an
  /// answer deletes nothing.
  private static func check(_ bytes: [UInt8], _ host: String) throws(FeedFault) {
    if bytes.starts(with: [0xFF, 0xFE]) || bytes.starts(with: [0xFE, 0xFF]) || bytes.prefix(2).contains(0) {
      throw .wrongEncoding(host: host)
    }
    func isSpace(_ byte: UInt8) -> Bool { byte <= 32 }
    let hasMark = bytes.starts(with: [0xEF, 0xBB, 0xBF])
    let start = bytes.dropFirst(hasMark ? 3 : 0).drop(while: isSpace)
    if start.first == UInt8(ascii: "<") { throw .webPage(host: host) }
    func upper(_ part: ArraySlice<UInt8>) -> String { String(decoding: part, as: UTF8.self).uppercased() }
    guard upper(start.prefix(15)) == "BEGIN:VCALENDAR" else { throw .notCalendar(host: host) }
    // Some writers leave a NUL or the Ctrl-Z of DOS behind.
    let end = start.reversed().drop(while: isSpace).prefix(13).reversed()
    guard upper(ArraySlice(Array(end))) == "END:VCALENDAR" else { throw .truncated(host: host) }
  }

  private mutating func takeHeader(_ properties: [Property]) {
    func text(_ names: [StaticString]) -> String? {
      names.lazy.compactMap { name in
        properties.first { $0.isNamed(name) && !$0.value.isEmpty }?.text
      }.first
    }
    title = text(["X-WR-CALNAME", "NAME"])
    color = text(["X-APPLE-CALENDAR-COLOR", "COLOR"])
    description = text(["X-WR-CALDESC", "DESCRIPTION"])
    for kind in [PropertyKind.refreshInterval, .xPublishedTTL] where interval == nil {
      var notes: [ValueNote] = []
      guard let length = properties.first(where: { $0.kind == kind })?.duration(noting: &notes),
        length.isInCalendar
      else { continue }
      interval = (length.months * 30 + length.days) * 86_400 + length.seconds
    }
    // A METHOD would make a message of each object (RFC 4791, 4.1), and the rest is the calendar's.
    header = properties.filter { $0.isNamed("VERSION") || $0.isNamed("PRODID") || $0.isNamed("CALSCALE") }
  }

  // MARK: The objects

  private mutating func add(_ component: Component) {
    let calendar = max(zones.count - 1, 0)
    if component.kind == .vtimezone {
      guard let name = CalendarZones.name(of: component), !zones.isEmpty else { return }
      zones[calendar][name] = component
      return
    }
    guard let uid = component.uid, !uid.isEmpty else {
      let resource = CalendarResource(components: [component])
      return objects.append(Object(uid: nil, resource: resource, calendar: calendar))
    }
    guard let place = places[uid] else {
      places[uid] = objects.count
      let resource = CalendarResource(components: [component])
      return objects.append(Object(uid: uid, resource: resource, calendar: calendar))
    }
    objects[place].resource.components.append(component)
  }

  /// Completes an object: each occurrence once, and the header and the zones that it needs.
  private mutating func finish(_ index: Int) {
    var resource = objects[index].resource
    objects[index].resource = CalendarResource(components: [])
    if resource.components.count > 1 { resource.components = Self.once(resource.components) }
    resource.header = header
    let defined = zones.indices.contains(objects[index].calendar) ? zones[objects[index].calendar] : [:]
    if !defined.isEmpty {
      let names = resource.components.reduce(into: Set<String>()) { $0.formUnion($1.zoneNames) }
      resource.zones = names.sorted().compactMap { defined[$0] }
    }
    objects[index].resource = resource
  }

  /// The components without those that stand for the same item or occurrence as another: the one with the
  /// higher SEQUENCE stays, else the later one.
  private static func once(_ components: [Component]) -> [Component] {
    var places: [String: Int] = [:]
    var result: [Component] = []
    for component in components {
      let key = component.name + ":" + (component.property(.recurrenceID)?.rawText ?? "")
      guard let place = places[key] else {
        places[key] = result.count
        result.append(component)
        continue
      }
      let numbers = [result[place], component].map { $0.property(.sequence)?.integer ?? 0 }
      if numbers[1] >= numbers[0] { result[place] = component }
    }
    return result
  }

  /// Marks objects of which something was lost in reading, so that they stay as they are known.
  private mutating func mark(_ losses: [String?]) {
    let fault = "a line or a component of it cannot be read"
    for uid in losses {
      if let uid, let place = places[uid] {
        objects[place].fault = fault
        continue
      }
      if let uid { places[uid] = objects.count }
      objects.append(
        Object(uid: uid, resource: CalendarResource(components: []), fault: fault, calendar: 0))
    }
  }
}
