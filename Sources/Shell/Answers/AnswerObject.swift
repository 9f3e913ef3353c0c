import JSON

/// A JSON object of a few keys, in the order in which they were added.
struct AnswerObject {
  /// The members as they are written, without the braces around them.
  private(set) var members: [UInt8] = []

  var bytes: [UInt8] { [UInt8(ascii: "{")] + members + [UInt8(ascii: "}")] }

  var text: String { String(decoding: bytes, as: UTF8.self) }

  /// Adds a member; `value` writes what stands behind the key.
  mutating func add(_ key: String, writing value: (inout [UInt8]) -> Void) {
    if !members.isEmpty { members.append(UInt8(ascii: ",")) }
    JSONText.append(key, to: &members)
    members.append(UInt8(ascii: ":"))
    value(&members)
  }

  /// Adds the members of an object that `write` appends with its braces.
  mutating func add(objectWrittenBy write: (inout [UInt8]) -> Void) {
    var object: [UInt8] = []
    write(&object)
    if !members.isEmpty, object.count > 2 { members.append(UInt8(ascii: ",")) }
    members += object.dropFirst().dropLast()
  }

  /// Adds the members of another object behind its own.
  mutating func add(_ other: AnswerObject) {
    if !members.isEmpty, !other.members.isEmpty { members.append(UInt8(ascii: ",")) }
    members += other.members
  }

  private func added(_ key: String, _ value: (inout [UInt8]) -> Void) -> AnswerObject {
    var copy = self
    copy.add(key, writing: value)
    return copy
  }

  func adding(_ key: String, _ value: String?) -> AnswerObject {
    added(key) { JSONText.append(value, to: &$0) }
  }

  func adding(_ key: String, _ value: Int?) -> AnswerObject {
    added(key) { bytes in
      if let value { JSONText.append(value, to: &bytes) } else { bytes += "null".utf8 }
    }
  }

  func adding(_ key: String, isTrue: Bool) -> AnswerObject {
    added(key) { $0.append(contentsOf: (isTrue ? "true" : "false").utf8) }
  }

  func adding(_ key: String, _ values: [String]) -> AnswerObject {
    added(key) { bytes in Self.append(values, to: &bytes) { JSONText.append($0, to: &$1) } }
  }

  func adding(_ key: String, _ objects: [AnswerObject]) -> AnswerObject {
    added(key) { bytes in Self.append(objects, to: &bytes) { $1 += $0.bytes } }
  }

  func adding(_ key: String, _ object: AnswerObject) -> AnswerObject {
    added(key) { $0 += object.bytes }
  }

  private static func append<Element>(
    _ elements: [Element], to bytes: inout [UInt8], _ write: (Element, inout [UInt8]) -> Void
  ) {
    bytes.append(UInt8(ascii: "["))
    for (index, element) in elements.enumerated() {
      if index > 0 { bytes.append(UInt8(ascii: ",")) }
      write(element, &bytes)
    }
    bytes.append(UInt8(ascii: "]"))
  }
}
