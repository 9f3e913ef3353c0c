/// The types of values (RFC 5545, 3.3).
public enum ValueType: UInt8, CaseIterable, Sendable {
  /// `BINARY`.
  case binary
  /// `BOOLEAN`.
  case boolean
  /// `CAL-ADDRESS`.
  case calAddress
  /// `DATE`.
  case date
  /// `DATE-TIME`.
  case dateTime
  /// `DURATION`.
  case duration
  /// `FLOAT`.
  case float
  /// `INTEGER`.
  case integer
  /// `PERIOD`.
  case period
  /// `RECUR`.
  case recur
  /// `TEXT`.
  case text
  /// `TIME`.
  case time
  /// `URI`.
  case uri
  /// `UTC-OFFSET`.
  case utcOffset
  /// A type that is not in RFC 5545.
  case other

  private static let names: [(StaticString, Self)] = [
    ("BINARY", .binary),
    ("BOOLEAN", .boolean),
    ("CAL-ADDRESS", .calAddress),
    ("DATE", .date),
    ("DATE-TIME", .dateTime),
    ("DURATION", .duration),
    ("FLOAT", .float),
    ("INTEGER", .integer),
    ("PERIOD", .period),
    ("RECUR", .recur),
    ("TEXT", .text),
    ("TIME", .time),
    ("URI", .uri),
    ("UTC-OFFSET", .utcOffset),
  ]
  private static let index = NameIndex(names, other: .other)

  /// The name in capital letters; empty for `.other`.
  public var name: String { self == .other ? "" : Self.names[Int(rawValue)].0.description }

  init(named bytes: UnsafeBufferPointer<UInt8>) { self = Self.index.find(bytes) }
}
