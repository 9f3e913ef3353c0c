/// One parameter of a property, such as `TZID=Europe/Berlin` (RFC 5545, 3.2).
public struct Parameter: Hashable, Sendable {
  /// The name in upper case.
  public var name: String
  /// The values in order, without quotation marks, with the escapes of RFC 6868 resolved.
  public var values: [String]

  /// A parameter of a name with its values.
  public init(name: String, values: [String]) {
    self.name = name
    self.values = values
  }
}

extension Property {
  /// The parameters in order.
  public var parameters: [Parameter] {
    var result: [Parameter] = []
    var index = nameEnd
    let end = valueStart - 1
    while index < end, line[index] == UInt8(ascii: ";") {
      index += 1
      let nameStart = index
      while index < end, line[index] != UInt8(ascii: "="), line[index] != UInt8(ascii: ";") { index += 1 }
      let name = ASCII.uppercased(ASCII.trimmed(line[nameStart..<index]))
      var values: [String] = []
      while index < end, line[index] == UInt8(ascii: "=") || line[index] == UInt8(ascii: ",") {
        index += 1
        values.append(parameterValue(&index, end))
      }
      if !name.isEmpty { result.append(Parameter(name: name, values: values)) }
    }
    return result
  }

  /// The first value of a parameter, whose name is in upper case; nil when there is none.
  public func parameter(_ name: String) -> String? {
    if nameEnd == valueStart - 1 { return nil }
    return parameters.first { $0.name == name }?.values.first
  }

  private func parameterValue(_ index: inout Int, _ end: Int) -> String {
    let start = index
    if index < end, line[index] == UInt8(ascii: "\"") {
      index += 1
      while index < end, line[index] != UInt8(ascii: "\"") { index += 1 }
      let inner = line[(start + 1)..<index]
      if index < end { index += 1 }
      // Anything between the closing mark and the next separator belongs to nothing; exporters leave blanks there.
      while index < end, !Self.endsParameter(line[index]) { index += 1 }
      return Self.decoded(inner)
    }
    while index < end, !Self.endsParameter(line[index]) { index += 1 }
    return Self.decoded(line[start..<index])
  }

  private static func endsParameter(_ byte: UInt8) -> Bool {
    byte == UInt8(ascii: ",") || byte == UInt8(ascii: ";")
  }

  /// Resolves `^n`, `^^` and `^'` (RFC 6868, 3.2).
  private static func decoded(_ bytes: ArraySlice<UInt8>) -> String {
    guard bytes.contains(UInt8(ascii: "^")) else { return String(decoding: bytes, as: UTF8.self) }
    var result: [UInt8] = []
    var index = bytes.startIndex
    while index < bytes.endIndex {
      let next = index + 1 < bytes.endIndex ? bytes[index + 1] : 0
      if bytes[index] == UInt8(ascii: "^"), let plain = escapes[next] {
        result.append(plain)
        index += 2
      } else {
        result.append(bytes[index])
        index += 1
      }
    }
    return String(decoding: result, as: UTF8.self)
  }

  private static let escapes: [UInt8: UInt8] = [
    UInt8(ascii: "n"): 10, UInt8(ascii: "^"): UInt8(ascii: "^"), UInt8(ascii: "'"): UInt8(ascii: "\""),
  ]
}
