/// A JSON text in memory (RFC 8259); objects keep the order of their members.
public enum JSONValue: Hashable, Sendable {
  case null
  case bool(Bool)
  case number(JSONNumber)
  case string(String)
  case array([JSONValue])
  case object(JSONObject)
}

/// A JSON number: the nearest double, and the exact integer if it is one.
public struct JSONNumber: Hashable, Sendable {
  /// The nearest double.
  public let double: Double
  /// The exact integer, if the number is whole and fits; `1.0` and `1e3` are whole too.
  public let integer: Int?

  /// A whole number.
  public init(_ integer: Int) {
    double = Double(integer)
    self.integer = integer
  }

  /// A number that may have a fraction; nil for infinities and NaN, which JSON does not have.
  public init?(_ double: Double) {
    guard double.isFinite else { return nil }
    self.double = double
    // Above 2^53 a double no longer identifies a single whole number.
    integer = double.magnitude <= 9_007_199_254_740_992 ? Int(exactly: double) : nil
  }
}

/// The members of a JSON object in order, each key at most once.
public struct JSONObject: Hashable, Sendable {
  /// A key with its value.
  public struct Member: Hashable, Sendable {
    /// The key.
    public var key: String
    /// The value.
    public var value: JSONValue
  }

  /// The members in order.
  public private(set) var members: [Member] = []
  /// The positions of the keys of a large object; small objects are searched linearly.
  private var places: [String: Int] = [:]
  private static let small = 16

  /// An object without members.
  public init() {}

  /// An object with these members; of duplicate keys the last value wins.
  public init(_ members: KeyValuePairs<String, JSONValue>) {
    for (key, value) in members { self[key] = value }
  }

  /// Whether there are no members.
  public var isEmpty: Bool { members.isEmpty }

  /// The keys in order.
  public var keys: [String] { members.map(\.key) }

  /// The value of a key; setting an existing key keeps its position, and setting nil removes it.
  public subscript(key: String) -> JSONValue? {
    get { place(of: key).map { members[$0].value } }
    set {
      switch (place(of: key), newValue) {
      case (let place?, let value?): members[place].value = value
      case (nil, let value?): append(Member(key: key, value: value))
      case (let place?, nil):
        members.remove(at: place)
        index()
      case (nil, nil): break
      }
    }
  }

  private func place(of key: String) -> Int? {
    members.count > Self.small ? places[key] : members.firstIndex { $0.key == key }
  }

  private mutating func append(_ member: Member) {
    members.append(member)
    if members.count == Self.small + 1 { return index() }
    if members.count > Self.small { places[member.key] = members.count - 1 }
  }

  private mutating func index() {
    places = [:]
    if members.count <= Self.small { return }
    for (place, member) in members.enumerated() { places[member.key] = place }
  }

  /// Compares members and their order.
  public static func == (a: JSONObject, b: JSONObject) -> Bool { a.members == b.members }

  /// Hashes members and their order.
  public func hash(into hasher: inout Hasher) { hasher.combine(members) }
}

extension JSONValue {
  /// A whole number.
  public static func integer(_ value: Int) -> JSONValue { .number(JSONNumber(value)) }

  /// The member of an object; nil when it is missing or the value is not an object.
  public subscript(key: String) -> JSONValue? { object?[key] }

  /// The element of an array; nil when it is missing or the value is not an array.
  public subscript(index: Int) -> JSONValue? {
    guard let array, array.indices.contains(index) else { return nil }
    return array[index]
  }

  /// The text of a string; nil for other values.
  public var string: String? { if case .string(let value) = self { value } else { nil } }

  /// The whole number; nil for other values and for numbers that are not whole.
  public var integer: Int? { if case .number(let value) = self { value.integer } else { nil } }

  /// The number as a double; nil for other values.
  public var double: Double? { if case .number(let value) = self { value.double } else { nil } }

  /// True or false; nil for other values.
  public var bool: Bool? { if case .bool(let value) = self { value } else { nil } }

  /// The elements of an array; nil for other values.
  public var array: [JSONValue]? { if case .array(let value) = self { value } else { nil } }

  /// The members of an object; nil for other values.
  public var object: JSONObject? { if case .object(let value) = self { value } else { nil } }

  /// Whether the value is `null`.
  public var isNull: Bool { self == .null }

  /// Appends the value as JSON on one line.
  public func append(to bytes: inout [UInt8]) {
    switch self {
    case .null: bytes.append(contentsOf: "null".utf8)
    case .bool(let value): JSONText.append(value, to: &bytes)
    case .number(let number):
      if let integer = number.integer {
        JSONText.append(integer, to: &bytes)
      } else {
        JSONText.append(number.double, to: &bytes)
      }
    case .string(let value): JSONText.append(value, to: &bytes)
    case .array(let values):
      bytes.append(UInt8(ascii: "["))
      for (index, value) in values.enumerated() {
        if index > 0 { bytes.append(UInt8(ascii: ",")) }
        value.append(to: &bytes)
      }
      bytes.append(UInt8(ascii: "]"))
    case .object(let object):
      bytes.append(UInt8(ascii: "{"))
      for (index, member) in object.members.enumerated() {
        if index > 0 { bytes.append(UInt8(ascii: ",")) }
        JSONText.append(member.key, to: &bytes)
        bytes.append(UInt8(ascii: ":"))
        member.value.append(to: &bytes)
      }
      bytes.append(UInt8(ascii: "}"))
    }
  }

  /// The value as JSON on one line.
  public var text: String {
    var bytes: [UInt8] = []
    append(to: &bytes)
    return String(decoding: bytes, as: UTF8.self)
  }
}
