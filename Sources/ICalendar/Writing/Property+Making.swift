import Recurrence

extension Property {
  /// Creates a property from a name, parameters and a value that is written unchanged; nil when a name is
  /// invalid.
  ///
  /// Parameter values are quoted and escaped as needed (RFC 6868). Line ends and other control characters,
  /// which no value can contain, are dropped.
  public init?(name: String, parameters: [Parameter] = [], value: String) {
    var bytes = Array(name.utf8)
    guard !bytes.isEmpty, bytes.allSatisfy(ASCII.isNameByte) else { return nil }
    for parameter in parameters {
      let name = parameter.name.utf8.filter(ASCII.isNameByte)
      if name.isEmpty { return nil }
      bytes.append(ASCII.semicolon)
      bytes += name
      for (index, value) in parameter.values.enumerated() {
        bytes.append(index == 0 ? ASCII.equals : ASCII.comma)
        Self.append(parameterValue: value, to: &bytes)
      }
    }
    bytes.append(ASCII.colon)
    bytes += value.utf8.filter(Self.isText)
    self.init(line: bytes[...])
  }

  /// Creates a property with a TEXT value, which is escaped (RFC 5545, 3.3.11).
  public init?(name: String, parameters: [Parameter] = [], text: String) {
    self.init(name: name, parameters: parameters, value: Self.escaped(text))
  }

  /// Creates a property with a date or time; `VALUE=DATE` and `TZID` are added as the value needs them.
  public init?(name: String, parameters: [Parameter] = [], date: DateValue) {
    var parameters = parameters
    switch date {
    case .date: parameters.append(Parameter(name: "VALUE", values: ["DATE"]))
    case .floating, .utc: break
    case .zoned(_, let tzid): parameters.append(Parameter(name: "TZID", values: [tzid]))
    }
    self.init(name: name, parameters: parameters, value: date.text)
  }

  /// TEXT with backslashes, semicolons, commas and line ends escaped.
  public static func escaped(_ text: String) -> String { TextNotation.escaped(text) }

  /// Whether a content line can contain a byte.
  private static func isText(_ byte: UInt8) -> Bool { byte >= 32 && byte != 127 || byte == ASCII.tab }

  private static func append(parameterValue value: String, to bytes: inout [UInt8]) {
    let needsQuotes = value.utf8.contains { $0 == ASCII.comma || $0 == ASCII.colon || $0 == ASCII.semicolon }
    if needsQuotes { bytes.append(ASCII.quote) }
    for byte in value.utf8 {
      switch byte {
      case ASCII.caret: bytes += [ASCII.caret, ASCII.caret]
      case ASCII.quote: bytes += [ASCII.caret, UInt8(ascii: "'")]
      case ASCII.lf: bytes += [ASCII.caret, UInt8(ascii: "n")]
      default: if isText(byte) { bytes.append(byte) }
      }
    }
    if needsQuotes { bytes.append(ASCII.quote) }
  }
}
