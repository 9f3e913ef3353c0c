extension JSONValue {
  /// Reads exactly one JSON text (RFC 8259), strictly; of duplicate keys the last value wins.
  ///
  /// A leading byte-order mark is skipped. Arrays and objects may nest 128 levels deep.
  public init(parsing bytes: [UInt8]) throws(JSONError) {
    self = try bytes.reading { (reader) throws(JSONError) in try reader.whole() }
  }

  /// Reads consecutive values, each with the line (from 1) where it begins: JSON Lines, or one value alone.
  ///
  /// White space, such as a line end, must separate two values.
  public static func values(of bytes: [UInt8]) throws(JSONError) -> [(line: Int, value: JSONValue)] {
    try bytes.reading { (reader) throws(JSONError) in try reader.sequence() }
  }
}

extension [UInt8] {
  /// Reads with typed errors, which not all closures of the standard library rethrow.
  fileprivate func reading<Value>(
    _ body: (inout JSONReader) throws(JSONError) -> Value
  ) throws(JSONError) -> Value {
    let result = withUnsafeBufferPointer { bytes -> Result<Value, JSONError> in
      var reader = JSONReader(bytes)
      do throws(JSONError) {
        return .success(try body(&reader))
      } catch {
        return .failure(error)
      }
    }
    return try result.get()
  }
}

/// Steps through the bytes of a JSON text.
struct JSONReader {
  let bytes: UnsafeBufferPointer<UInt8>
  var index = 0
  private var depth = 0
  private static let deepest = 128

  init(_ bytes: UnsafeBufferPointer<UInt8>) {
    self.bytes = bytes
    if bytes.starts(with: [0xEF, 0xBB, 0xBF]) { index = 3 }
  }

  var peek: UInt8? { index < bytes.count ? bytes[index] : nil }

  func error(_ message: String, at offset: Int? = nil) -> JSONError {
    JSONError(message, at: offset ?? index, in: bytes)
  }

  mutating func whole() throws(JSONError) -> JSONValue {
    skipBlanks()
    let value = try value()
    skipBlanks()
    if index < bytes.count { throw error("nothing may follow the value") }
    return value
  }

  mutating func sequence() throws(JSONError) -> [(line: Int, value: JSONValue)] {
    var result: [(line: Int, value: JSONValue)] = []
    var line = 1
    var counted = 0
    skipBlanks()
    while index < bytes.count {
      line += bytes[counted..<index].count { $0 == 10 }
      counted = index
      result.append((line, try value()))
      let end = index
      skipBlanks()
      if index == end, index < bytes.count { throw error("values must be on lines of their own") }
    }
    return result
  }

  private mutating func skipBlanks() {
    while index < bytes.count {
      switch bytes[index] {
      case 0x20, 0x09, 0x0A, 0x0D: index += 1
      default: return
      }
    }
  }

  // MARK: Values

  private mutating func value() throws(JSONError) -> JSONValue {
    switch peek {
    case UInt8(ascii: "{"): return try object()
    case UInt8(ascii: "["): return try array()
    case UInt8(ascii: "\""): return .string(try string())
    case UInt8(ascii: "t"): return try literal("true", .bool(true))
    case UInt8(ascii: "f"): return try literal("false", .bool(false))
    case UInt8(ascii: "n"): return try literal("null", .null)
    case .some(UInt8(ascii: "-")), .some(48...57): return .number(try number())
    case nil: throw error("a value is missing at the end")
    default: throw error("a value must stand here")
    }
  }

  private mutating func literal(_ word: StaticString, _ value: JSONValue) throws(JSONError) -> JSONValue {
    let length = word.utf8CodeUnitCount
    let found = bytes[index..<min(bytes.count, index + length)]
    guard word.withUTF8Buffer({ $0.elementsEqual(found) }) else { throw error("a value must stand here") }
    index += length
    return value
  }

  private mutating func enter() throws(JSONError) {
    depth += 1
    if depth > Self.deepest { throw error("arrays and objects stand more than \(Self.deepest) deep") }
    index += 1
    skipBlanks()
  }

  private mutating func array() throws(JSONError) -> JSONValue {
    try enter()
    defer { depth -= 1 }
    var values: [JSONValue] = []
    if peek == UInt8(ascii: "]") {
      index += 1
      return .array(values)
    }
    while true {
      values.append(try value())
      if try isClosed(by: UInt8(ascii: "]"), "`,` or `]` must stand here") { return .array(values) }
    }
  }

  private mutating func object() throws(JSONError) -> JSONValue {
    try enter()
    defer { depth -= 1 }
    var object = JSONObject()
    if peek == UInt8(ascii: "}") {
      index += 1
      return .object(object)
    }
    while true {
      guard peek == UInt8(ascii: "\"") else { throw error("a key in double quotes must stand here") }
      let key = try string()
      skipBlanks()
      guard peek == UInt8(ascii: ":") else { throw error("`:` must stand here") }
      index += 1
      skipBlanks()
      object[key] = try value()
      if try isClosed(by: UInt8(ascii: "}"), "`,` or `}` must stand here") { return .object(object) }
    }
  }

  /// Takes a comma or the closing bracket, with the blanks around it; returns whether it was the bracket.
  private mutating func isClosed(by bracket: UInt8, _ message: String) throws(JSONError) -> Bool {
    skipBlanks()
    guard let byte = peek, byte == bracket || byte == UInt8(ascii: ",") else { throw error(message) }
    index += 1
    if byte == bracket { return true }
    skipBlanks()
    return false
  }

  // MARK: Numbers

  private mutating func number() throws(JSONError) -> JSONNumber {
    let start = index
    if peek == UInt8(ascii: "-") { index += 1 }
    let first = peek
    let digits = takeDigits()
    if digits == 0 { throw error("a digit must stand here") }
    if first == UInt8(ascii: "0"), digits > 1 {
      throw error("a number may not begin with 0 and go on", at: start)
    }
    var isPlain = true
    if peek == UInt8(ascii: ".") {
      isPlain = false
      index += 1
      guard takeDigits() > 0 else { throw error("a digit must stand here") }
    }
    if peek == UInt8(ascii: "e") || peek == UInt8(ascii: "E") {
      isPlain = false
      index += 1
      if peek == UInt8(ascii: "+") || peek == UInt8(ascii: "-") { index += 1 }
      guard takeDigits() > 0 else { throw error("a digit must stand here") }
    }
    let text = String(decoding: bytes[start..<index], as: UTF8.self)
    if isPlain, let integer = Int(text) { return JSONNumber(integer) }
    guard let double = Double(text), let number = JSONNumber(double) else {
      throw error("the number is too large", at: start)
    }
    return number
  }

  private mutating func takeDigits() -> Int {
    let start = index
    while let byte = peek, byte >= 48, byte <= 57 { index += 1 }
    return index - start
  }
}
