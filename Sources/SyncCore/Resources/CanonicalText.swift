import ICalendar
import Model

#if canImport(Glibc)
  import Glibc
#else
  import Darwin
#endif

extension CalendarResource {
  /// Whether both resources say the same, so that there is nothing to synchronize.
  ///
  /// The order and the notation of lines make no difference, nor do VCALENDAR's own properties, DTSTAMP,
  /// LAST-MODIFIED, CREATED, the bookkeeping of other programs, and values that are the default. VTIMEZONEs
  /// are compared by their clocks from 2008 to 2037, and only for the TZIDs in use that `zones` does not
  /// know.
  public func isEquivalent(to other: CalendarResource, zones: ZoneDatabase) -> Bool {
    let isSameText = Self.haveSameText(components, other.components)
    if isSameText, Self.haveSameText(self.zones, other.zones) { return true }
    if !isSameText {
      let own = CanonicalText.of(components, for: .sync)
      if own != CanonicalText.of(other.components, for: .sync) { return false }
    }
    return CanonicalZones.text(of: self, zones) == CanonicalZones.text(of: other, zones)
  }

  /// The text that is the same for equivalent resources, and only for these.
  ///
  /// It is for comparing, and it is no calendar.
  public func canonicalText(zones: ZoneDatabase) -> [UInt8] {
    CanonicalText.of(components, for: .sync) + CanonicalZones.text(of: self, zones)
  }

  /// The hash of `canonicalText`, the same in every process, so that it can be stored.
  public func canonicalHash(zones: ZoneDatabase) -> Int { FNV1a.number(canonicalText(zones: zones)) }

  /// A hash of the content without what a publisher makes anew at each fetch: UID, URL, SEQUENCE and stamps.
  ///
  /// It finds an item of a subscription again whose UID has changed.
  public var contentIdentity: Int { FNV1a.number(CanonicalText.of(components, for: .identity)) }

  /// Whether the step from one version to another changes more than stamps and dismissed alarms.
  ///
  /// Only a real change beats a deletion on the other side.
  public static func isRealChange(
    from old: CalendarResource, to new: CalendarResource, zones: ZoneDatabase
  ) -> Bool {
    if haveSameText(old.components, new.components), haveSameText(old.zones, new.zones) { return false }
    return CanonicalText.of(old.components, for: .realChange)
      != CanonicalText.of(new.components, for: .realChange)
      || CanonicalZones.text(of: old, zones) != CanonicalZones.text(of: new, zones)
  }

  static func haveSameText(_ a: [Component], _ b: [Component]) -> Bool {
    a.count == b.count
      && zip(a, b).allSatisfy { first, second in
        let (text, other) = (first.text, second.text)
        guard text.count == other.count else { return false }
        return text.withUnsafeBytes { bytes in
          other.withUnsafeBytes { others in
            guard let one = bytes.baseAddress, let two = others.baseAddress else { return true }
            return memcmp(one, two, bytes.count) == 0
          }
        }
      }
  }
}

/// Writes components in a form that is the same for the same content.
enum CanonicalText {
  /// The purpose of a text, on which it depends which lines are left out.
  enum Purpose {
    /// Equality for synchronization.
    case sync
    /// An item whose UID changes at each fetch.
    case identity
    /// A change that is worth more than a deletion.
    case realChange

    func omits(_ property: Property) -> Bool {
      switch property.kind {
      case .dtstamp, .lastModified, .created: true
      case .uid, .url: self == .identity
      case .sequence: self != .sync || property.isDefault
      case .acknowledged, .xMozLastAck, .xMozSnoozeTime: self == .realChange
      case .other: Property.isBookkeeping(property.name)
      default: property.isDefault
      }
    }

    func omits(_ component: Component) -> Bool {
      // RFC 9074, 7.2: a snoozed alarm rings again, which is no news of the item.
      self == .realChange && component.kind == .valarm
        && component.properties.contains {
          $0.kind == .relatedTo && $0.parameter(.reltype)?.uppercased() == "SNOOZE"
        }
    }
  }

  /// The text of components, the masters first.
  static func of(_ components: [Component], for purpose: Purpose) -> [UInt8] {
    let texts = components.map { (isOverride: $0.property(.recurrenceID) != nil, text: of($0, for: purpose)) }
    let sorted = texts.sorted { a, b in
      a.isOverride == b.isOverride ? a.text.lexicographicallyPrecedes(b.text) : !a.isOverride
    }
    return sorted.flatMap(\.text)
  }

  /// The text of a component with its contents.
  ///
  /// RECURRENCE-ID comes first, so that overrides are sorted by it.
  static func of(_ component: Component, for purpose: Purpose = .sync) -> [UInt8] {
    var identity: [[UInt8]] = []
    var lines: [[UInt8]] = []
    var inner: [[UInt8]] = []
    for entry in component.entries {
      switch entry {
      case .property(let property):
        if purpose.omits(property) { continue }
        if property.kind == .recurrenceID {
          identity += CanonicalLine.lines(property)
        } else {
          lines += CanonicalLine.lines(property)
        }
      case .component(let child): if !purpose.omits(child) { inner.append(of(child, for: purpose)) }
      case .unreadable(let line): lines.append(Array(line))
      }
    }
    lines.sort { $0.lexicographicallyPrecedes($1) }
    inner.sort { $0.lexicographicallyPrecedes($1) }
    let name = component.name
    var result = Array("BEGIN:\(name)\n".utf8)
    for line in identity + lines {
      result += line
      result.append(UInt8(ascii: "\n"))
    }
    for text in inner { result += text }
    result += "END:\(name)\n".utf8
    return result
  }

  /// The text of one entry of a component, by which two versions of it are compared; nil for a property that
  /// says what holds without it.
  static func of(_ entry: ComponentEntry) -> [UInt8]? {
    switch entry {
    case .property(let property):
      property.isDefault ? nil : Array(CanonicalLine.lines(property).joined(separator: [10]))
    case .component(let component): of(component)
    case .unreadable(let line): Array(line)
    }
  }
}

extension Property {
  /// Whether a name is that of a counter or cache of another program, which says nothing of the item.
  static func isBookkeeping(_ name: String) -> Bool {
    name == "X-MOZ-GENERATION" || name.hasPrefix("X-RADICALE-") || name.hasPrefix("X-EVOLUTION-")
  }

  /// Whether the value says what holds without the property (RFC 5545, 3.8.1.3, 3.8.1.9, 3.8.2.7, 3.8.7.4).
  var isDefault: Bool {
    switch kind {
    case .sequence, .priority: integer == 0
    case .transp: CanonicalLine.isValue(self, "OPAQUE")
    case .classification: CanonicalLine.isValue(self, "PUBLIC")
    default: false
    }
  }
}
