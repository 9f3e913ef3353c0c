/// Writes calendars: content lines folded at 75 octets, CRLF (RFC 5545, 3.1).
public struct CalendarWriter {
  /// The bytes written so far; the caller may take them out and empty it.
  public var bytes: [UInt8] = []

  /// A writer with nothing written.
  public init() {}

  /// Begins a component such as VCALENDAR.
  public mutating func begin(_ name: String) { write(Array("BEGIN:\(name)".utf8)[...]) }

  /// Ends a component.
  public mutating func end(_ name: String) { write(Array("END:\(name)".utf8)[...]) }

  /// Writes a property as it is.
  public mutating func write(_ property: Property) { write(property.line) }

  /// Writes a component with everything in it, in its order.
  public mutating func write(_ component: Component) {
    begin(component.name)
    for entry in component.entries {
      switch entry {
      case .property(let property): write(property)
      case .unreadable(let line): write(line)
      case .component(let inner): write(inner)
      }
    }
    end(component.name)
  }

  /// Writes one content line, folded so that no line is longer than 75 octets and no UTF-8 sequence is cut.
  public mutating func write(_ line: ArraySlice<UInt8>) {
    var start = line.startIndex
    var room = 75
    while line.endIndex - start > room {
      var end = start + room
      while end > start + 1, line[end] & 0xc0 == 0x80 { end -= 1 }
      bytes.append(contentsOf: line[start..<end])
      bytes.append(contentsOf: [13, 10, 32])
      start = end
      room = 74
    }
    bytes.append(contentsOf: line[start...])
    bytes.append(contentsOf: [13, 10])
  }
}

extension Property {
  /// A property made of a name, parameters and a value that is written as it is.
  public init?(name: String, parameters: [Parameter] = [], value: String) {
    var bytes = Array(name.utf8)
    for parameter in parameters {
      bytes.append(UInt8(ascii: ";"))
      bytes.append(contentsOf: parameter.name.utf8)
      for (index, value) in parameter.values.enumerated() {
        bytes.append(UInt8(ascii: index == 0 ? "=" : ","))
        Self.append(parameterValue: value, to: &bytes)
      }
    }
    bytes.append(UInt8(ascii: ":"))
    bytes.append(contentsOf: value.utf8)
    self.init(line: bytes[...])
  }

  /// A property with a TEXT value, which is escaped (RFC 5545, 3.3.11).
  public init?(name: String, parameters: [Parameter] = [], text: String) {
    self.init(name: name, parameters: parameters, value: Self.escaped(text))
  }

  /// TEXT with backslashes, semicolons, commas and line ends escaped.
  public static func escaped(_ text: String) -> String {
    var result = ""
    for character in text.unicodeScalars {
      switch character {
      case "\\", ";", ",": result += "\\" + String(character)
      case "\n": result += "\\n"
      case "\r": continue
      default: result.unicodeScalars.append(character)
      }
    }
    return result
  }

  private static func append(parameterValue value: String, to bytes: inout [UInt8]) {
    let needsQuotes = value.utf8.contains { ":;,".utf8.contains($0) }
    if needsQuotes { bytes.append(UInt8(ascii: "\"")) }
    for byte in value.utf8 {
      switch byte {
      case UInt8(ascii: "\""): bytes.append(contentsOf: "^'".utf8)
      case UInt8(ascii: "^"): bytes.append(contentsOf: "^^".utf8)
      case 10: bytes.append(contentsOf: "^n".utf8)
      default: bytes.append(byte)
      }
    }
    if needsQuotes { bytes.append(UInt8(ascii: "\"")) }
  }
}
