/// One property of a component: a name, parameters and a value, kept exactly as they came (RFC 5545, 3.1).
///
/// The bytes are one unfolded content line. Nothing is decoded until it is asked for.
public struct Property: Hashable, Sendable {
  /// The content line without its line end.
  public let line: ArraySlice<UInt8>
  let nameEnd: Int
  let valueStart: Int

  /// Reads an unfolded content line; nil when it has no name followed by `:` or `;` and a value.
  public init?(line: ArraySlice<UInt8>) {
    guard let (nameEnd, valueStart) = Self.boundaries(of: line) else { return nil }
    self.line = line
    self.nameEnd = nameEnd
    self.valueStart = valueStart
  }

  /// The name in upper case.
  public var name: String { ASCII.uppercased(line[line.startIndex..<nameEnd]) }

  /// The value's bytes as they came.
  public var value: ArraySlice<UInt8> { line[valueStart...] }

  /// The value as text without any unescaping; bytes that are not UTF-8 are replaced by U+FFFD.
  public var rawText: String { String(decoding: value, as: UTF8.self) }

  /// Whether the name is `name`, which is in upper case.
  public func isNamed(_ name: StaticString) -> Bool { ASCII.equal(line[line.startIndex..<nameEnd], name) }

  /// Two properties are equal when their bytes are.
  public static func == (a: Property, b: Property) -> Bool { a.line == b.line }

  /// Hashes the bytes.
  public func hash(into hasher: inout Hasher) { hasher.combine(line) }

  /// Where the name ends and the value starts: the first colon outside quotation marks.
  static func boundaries(of line: ArraySlice<UInt8>) -> (nameEnd: Int, valueStart: Int)? {
    line.withUnsafeBufferPointer { bytes in
      var index = 0
      while index < bytes.count, ASCII.isNameByte(bytes[index]) { index += 1 }
      let nameEnd = index
      guard nameEnd > 0, index < bytes.count else { return nil }
      var isQuoted = false
      while index < bytes.count {
        switch bytes[index] {
        case UInt8(ascii: "\""): isQuoted.toggle()
        case UInt8(ascii: ":") where !isQuoted:
          return (line.startIndex + nameEnd, line.startIndex + index + 1)
        default:
          if index == nameEnd, bytes[index] != UInt8(ascii: ";") { return nil }
        }
        index += 1
      }
      // A quotation mark that never closes hides the colon: then the first colon of all is meant.
      guard isQuoted, let colon = bytes.firstIndex(of: UInt8(ascii: ":")) else { return nil }
      return (line.startIndex + nameEnd, line.startIndex + colon + 1)
    }
  }
}

/// What a component holds, in the order it came.
public enum ComponentEntry: Hashable, Sendable {
  /// A property.
  case property(Property)
  /// A line that is no property, kept as it came.
  case unreadable(ArraySlice<UInt8>)
  /// A component inside this one.
  case component(Component)
}

/// A calendar component such as VEVENT: properties and components in the order they came (RFC 5545, 3.6).
public struct Component: Hashable, Sendable {
  /// The name in upper case.
  public var name: String
  /// What it holds, in order.
  public var entries: [ComponentEntry]

  /// A component of a name with what it holds.
  public init(name: String, entries: [ComponentEntry] = []) {
    self.name = name
    self.entries = entries
  }

  /// The properties in order.
  public var properties: [Property] {
    entries.compactMap { entry in
      switch entry {
      case .property(let property): property
      case .unreadable, .component: nil
      }
    }
  }

  /// The components directly inside, in order.
  public var components: [Component] {
    entries.compactMap { entry in
      switch entry {
      case .component(let component): component
      case .property, .unreadable: nil
      }
    }
  }

  /// The first property of that name, which is in upper case; nil when there is none.
  public func property(_ name: StaticString) -> Property? {
    for case .property(let property) in entries where property.isNamed(name) { return property }
    return nil
  }

  /// All properties of that name, which is in upper case.
  public func properties(_ name: StaticString) -> [Property] {
    properties.filter { $0.isNamed(name) }
  }
}

/// Byte tests for the ASCII that iCalendar is made of.
enum ASCII {
  static func isNameByte(_ byte: UInt8) -> Bool {
    (byte | 32) >= 97 && (byte | 32) <= 122 || byte >= 48 && byte <= 57 || byte == 45 || byte == 95
      || byte == 46 || byte == 47
  }

  static func uppercased(_ bytes: ArraySlice<UInt8>) -> String {
    String(decoding: bytes.lazy.map { $0 >= 97 && $0 <= 122 ? $0 - 32 : $0 }, as: UTF8.self)
  }

  /// Whether bytes say `name` in upper or lower case; `name` is in upper case.
  static func equal(_ bytes: ArraySlice<UInt8>, _ name: StaticString) -> Bool {
    guard bytes.count == name.utf8CodeUnitCount else { return false }
    return name.withUTF8Buffer { name in
      var index = 0
      for byte in bytes {
        if (byte >= 97 && byte <= 122 ? byte - 32 : byte) != name[index] { return false }
        index += 1
      }
      return true
    }
  }

  static func trimmed(_ bytes: ArraySlice<UInt8>) -> ArraySlice<UInt8> {
    var rest = bytes
    while let first = rest.first, first == 32 || first == 9 { rest.removeFirst() }
    while let last = rest.last, last == 32 || last == 9 { rest.removeLast() }
    return rest
  }
}
