import ICalendar
import Model

/// Writes a content line in a form that is the same for the same content (RFC 5545, 3.1).
enum CanonicalLine {
  /// The lines of a property: one for each value of CATEGORIES, RESOURCES, EXDATE and RDATE, else one.
  ///
  /// The name is in capitals, parameters are sorted and quoted, and those with their default are left out.
  static func lines(_ property: Property) -> [[UInt8]] {
    var start = Array(property.name.utf8)
    if property.hasParameters { start += parameters(property) }
    start.append(UInt8(ascii: ":"))
    guard isList(property.kind) else { return [start + value(property)] }
    return ListValues.split(property).map { start + value($0[...], of: property) }
  }

  /// Whether a property lists values whose order says nothing.
  static func isList(_ kind: PropertyKind) -> Bool {
    switch kind {
    case .categories, .resources, .exdate, .rdate: true
    default: false
    }
  }

  // MARK: Parameters

  private static func parameters(_ property: Property) -> [UInt8] {
    var written: [[UInt8]] = []
    for parameter in property.parameters {
      guard let values = significantValues(parameter, of: property.kind) else { continue }
      var bytes = Array(";\(parameter.name)=".utf8)
      for (index, value) in values.enumerated() {
        if index > 0 { bytes.append(UInt8(ascii: ",")) }
        bytes.append(UInt8(ascii: "\""))
        for byte in value.utf8 {
          if byte == UInt8(ascii: "\"") || byte == UInt8(ascii: "\\") { bytes.append(UInt8(ascii: "\\")) }
          bytes.append(byte)
        }
        bytes.append(UInt8(ascii: "\""))
      }
      written.append(bytes)
    }
    written.sort { $0.lexicographicallyPrecedes($1) }
    return Array(written.joined())
  }

  /// The values of a parameter, names of closed lists in capitals; nil for the default, which need not be
  /// written.
  static func significantValues(_ parameter: Parameter, of kind: PropertyKind) -> [String]? {
    guard closedParameters.contains(parameter.name) else {
      return parameter.name == "TZID" ? parameter.values.map(CalendarZones.name(ofTZID:)) : parameter.values
    }
    let values = parameter.values.map { $0.uppercased() }
    if parameter.name == "VALUE" { return values == [kind.row.valueType.name] ? nil : values }
    return values == [defaults[parameter.name]] ? nil : values
  }

  /// The parameters whose values are names.
  private static let closedParameters: Set<String> = [
    "VALUE", "ROLE", "RSVP", "PARTSTAT", "CUTYPE", "RELTYPE", "RELATED", "RANGE", "FBTYPE", "ENCODING",
    "SCHEDULE-AGENT",
  ]

  /// The values that a parameter has where it is not given (RFC 5545, 3.2; RFC 6638, 7.1).
  private static let defaults = [
    "ROLE": "REQ-PARTICIPANT", "RSVP": "FALSE", "PARTSTAT": "NEEDS-ACTION", "CUTYPE": "INDIVIDUAL",
    "RELTYPE": "PARENT", "RELATED": "START", "FBTYPE": "BUSY", "ENCODING": "8BIT",
    "SCHEDULE-AGENT": "SERVER",
  ]

  // MARK: Values

  /// Whether the value is a name, ignoring case.
  static func isValue(_ property: Property, _ name: String) -> Bool {
    property.rawText.filter { $0 != " " }.uppercased() == name
  }

  /// The value of a property, all of it.
  static func value(_ property: Property) -> [UInt8] { value(property.value, of: property) }

  /// One value of a property.
  private static func value(_ bytes: ArraySlice<UInt8>, of property: Property) -> [UInt8] {
    switch property.kind {
    case .summary, .description, .location, .comment, .contact, .categories, .resources, .relatedTo:
      return text(bytes)
    case .status, .transp, .classification, .action, .proximity: return capitals(bytes)
    case .rrule, .exrule:
      // Writers order the parts of a rule as they like.
      guard let rule = try? RecurrenceRule(parsing: bytes), rule.warnings.isEmpty else { return Array(bytes) }
      return Array(rule.description.utf8)
    default: break
    }
    if property.kind == .other { return Array(bytes) }
    switch property.kind.row.valueType {
    case .calAddress: return String(decoding: trimmed(bytes), as: UTF8.self).lowercased().utf8.map { $0 }
    case .dateTime, .date, .duration, .period, .boolean, .integer, .utcOffset:
      return property.valueType == .uri ? Array(bytes) : capitals(bytes)
    case .binary, .float, .recur, .text, .time, .uri, .other: return Array(bytes)
    }
  }

  /// TEXT with only those escapes that it needs (RFC 5545, 3.3.11).
  private static func text(_ bytes: ArraySlice<UInt8>) -> [UInt8] {
    guard bytes.contains(UInt8(ascii: "\\")) else { return Array(bytes) }
    var result: [UInt8] = []
    result.reserveCapacity(bytes.count)
    var index = bytes.startIndex
    while index < bytes.endIndex {
      let byte = bytes[index]
      index += 1
      guard byte == UInt8(ascii: "\\"), index < bytes.endIndex else {
        result.append(byte)
        continue
      }
      switch bytes[index] {
      case UInt8(ascii: "N"): result += [byte, UInt8(ascii: "n")]
      case UInt8(ascii: ","), UInt8(ascii: ";"), UInt8(ascii: ":"), UInt8(ascii: "\""):
        result.append(bytes[index])
      default: result += [byte, bytes[index]]
      }
      index += 1
    }
    return result
  }

  private static func capitals(_ bytes: ArraySlice<UInt8>) -> [UInt8] {
    trimmed(bytes).map { $0 &- 97 < 26 ? $0 - 32 : $0 }
  }

  static func trimmed(_ bytes: ArraySlice<UInt8>) -> ArraySlice<UInt8> {
    var rest = bytes
    while rest.first == 32 || rest.first == 9 { rest.removeFirst() }
    while rest.last == 32 || rest.last == 9 { rest.removeLast() }
    return rest
  }
}

/// The values of a property that lists several.
enum ListValues {
  /// The values as they are written, without blanks around them and without empty ones; a backslash keeps the
  /// comma after it.
  static func split(_ property: Property) -> [[UInt8]] {
    var result: [[UInt8]] = []
    var part: [UInt8] = []
    var isEscaped = false
    for byte in property.value {
      if byte == UInt8(ascii: ","), !isEscaped {
        result.append(Array(CanonicalLine.trimmed(part[...])))
        part = []
      } else {
        part.append(byte)
      }
      isEscaped = byte == UInt8(ascii: "\\") && !isEscaped
    }
    result.append(Array(CanonicalLine.trimmed(part[...])))
    return result.filter { !$0.isEmpty }
  }

  /// The line of the same property with other values; nil for none.
  static func property(_ property: Property, values: [[UInt8]]) -> Property? {
    if values.isEmpty { return nil }
    let start = property.line.dropLast(property.value.count)
    return Property(line: (Array(start) + values.joined(separator: [UInt8(ascii: ",")]))[...])
  }
}
