/// A JSON object in its written form, built member by member.
///
/// ```swift
/// JSONObjectText().adding("outcome", "saved").adding("ids", ["ev:7kq2m9"]).text
/// // {"outcome":"saved","ids":["ev:7kq2m9"]}
/// ```
public struct JSONObjectText: Sendable {
  /// The written members, without the braces around them.
  public private(set) var members: [UInt8] = []

  /// An object without members.
  public init() {}

  /// The object as UTF-8.
  public var bytes: [UInt8] { [UInt8(ascii: "{")] + members + [UInt8(ascii: "}")] }

  /// The object as text.
  public var text: String { String(decoding: bytes, as: UTF8.self) }

  /// Adds a member; `value` appends the member's value.
  public mutating func add(_ key: String, writing value: (inout [UInt8]) -> Void) {
    if !members.isEmpty { members.append(UInt8(ascii: ",")) }
    JSONText.append(key, to: &members)
    members.append(UInt8(ascii: ":"))
    value(&members)
  }

  /// Adds the members of an object; `write` appends that object with its braces.
  public mutating func add(objectWrittenBy write: (inout [UInt8]) -> Void) {
    var object: [UInt8] = []
    write(&object)
    if !members.isEmpty, object.count > 2 { members.append(UInt8(ascii: ",")) }
    members += object.dropFirst().dropLast()
  }

  /// Appends the members of another object.
  public mutating func add(_ other: JSONObjectText) {
    if !members.isEmpty, !other.members.isEmpty { members.append(UInt8(ascii: ",")) }
    members += other.members
  }

  /// The object with a member whose value `value` appends.
  public func adding(_ key: String, writing value: (inout [UInt8]) -> Void) -> JSONObjectText {
    var copy = self
    copy.add(key, writing: value)
    return copy
  }

  /// The object with a text, or `null`.
  public func adding(_ key: String, _ value: String?) -> JSONObjectText {
    adding(key) { JSONText.append(value, to: &$0) }
  }

  /// The object with a whole number, or `null`.
  public func adding(_ key: String, _ value: Int?) -> JSONObjectText {
    adding(key) { bytes in
      if let value { JSONText.append(value, to: &bytes) } else { bytes += "null".utf8 }
    }
  }

  /// The object with `true` or `false`.
  public func adding(_ key: String, isTrue: Bool) -> JSONObjectText {
    adding(key) { JSONText.append(isTrue, to: &$0) }
  }

  /// The object with a list of texts.
  public func adding(_ key: String, _ values: [String]) -> JSONObjectText {
    adding(key) { Self.append(values, to: &$0) { JSONText.append($0, to: &$1) } }
  }

  /// The object with a list of objects.
  public func adding(_ key: String, _ objects: [JSONObjectText]) -> JSONObjectText {
    adding(key) { Self.append(objects, to: &$0) { $1 += $0.bytes } }
  }

  /// The object with an object as a member.
  public func adding(_ key: String, _ object: JSONObjectText) -> JSONObjectText {
    adding(key) { $0 += object.bytes }
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
