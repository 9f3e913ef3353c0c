/// The parameters that Kalends knows by name (RFC 5545, 3.2, RFC 7986, and names that real exporters use).
public enum ParameterKind: UInt8, CaseIterable, Sendable {
  /// `ALTREP`.
  case altrep
  /// `CN`.
  case cn
  /// `CUTYPE`.
  case cutype
  /// `DELEGATED-FROM`.
  case delegatedFrom
  /// `DELEGATED-TO`.
  case delegatedTo
  /// `DIR`.
  case dir
  /// `ENCODING`.
  case encoding
  /// `FMTTYPE`.
  case fmttype
  /// `FBTYPE`.
  case fbtype
  /// `LANGUAGE`.
  case language
  /// `MEMBER`.
  case member
  /// `PARTSTAT`.
  case partstat
  /// `RANGE`.
  case range
  /// `RELATED`.
  case related
  /// `RELTYPE`.
  case reltype
  /// `ROLE`.
  case role
  /// `RSVP`.
  case rsvp
  /// `SENT-BY`.
  case sentBy
  /// `TZID`.
  case tzid
  /// `VALUE`.
  case value
  /// `DISPLAY`.
  case display
  /// `EMAIL`.
  case email
  /// `FEATURE`.
  case feature
  /// `LABEL`.
  case label
  /// `CHARSET`.
  case charset
  /// `FILENAME`.
  case filename
  /// `X-FILENAME`.
  case xFilename
  /// `X-TITLE`.
  case xTitle
  /// `X-ADDRESS`.
  case xAddress
  /// `X-APPLE-RADIUS`.
  case xAppleRadius
  /// A parameter that this table does not name.
  case other

  private static let names: [(StaticString, Self)] = [
    ("ALTREP", .altrep),
    ("CN", .cn),
    ("CUTYPE", .cutype),
    ("DELEGATED-FROM", .delegatedFrom),
    ("DELEGATED-TO", .delegatedTo),
    ("DIR", .dir),
    ("ENCODING", .encoding),
    ("FMTTYPE", .fmttype),
    ("FBTYPE", .fbtype),
    ("LANGUAGE", .language),
    ("MEMBER", .member),
    ("PARTSTAT", .partstat),
    ("RANGE", .range),
    ("RELATED", .related),
    ("RELTYPE", .reltype),
    ("ROLE", .role),
    ("RSVP", .rsvp),
    ("SENT-BY", .sentBy),
    ("TZID", .tzid),
    ("VALUE", .value),
    ("DISPLAY", .display),
    ("EMAIL", .email),
    ("FEATURE", .feature),
    ("LABEL", .label),
    ("CHARSET", .charset),
    ("FILENAME", .filename),
    ("X-FILENAME", .xFilename),
    ("X-TITLE", .xTitle),
    ("X-ADDRESS", .xAddress),
    ("X-APPLE-RADIUS", .xAppleRadius),
  ]
  private static let index = NameIndex(names, other: .other)

  /// The name in capital letters; empty for `.other`.
  public var name: String { self == .other ? "" : Self.names[Int(rawValue)].0.description }

  init(named bytes: UnsafeBufferPointer<UInt8>) { self = Self.index.find(bytes) }
}
