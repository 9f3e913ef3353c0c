/// One property of a component: a name, parameters and a value, kept unchanged (RFC 5545, 3.1).
///
/// A property is a view into the text of its component. Values are decoded only on access, and two
/// properties are equal when their bytes are equal.
public struct Property: Hashable, Sendable {
  let storage: ComponentStorage
  let index: Int

  init(storage: ComponentStorage, index: Int) {
    self.storage = storage
    self.index = index
  }

  /// Reads an unfolded content line; nil unless it has a name followed by `:` or `;` and a value.
  public init?(line: ArraySlice<UInt8>) {
    let text = Array(line)
    let scanned = text.withUnsafeBufferPointer {
      LineScanner($0, start: 0, end: $0.count, checksBytes: false)
    }
    guard case .property(let kind) = scanned.shape else { return nil }
    let node = ComponentNode(
      scanned, start: 0, end: text.count, next: 1, line: 0, shape: .property, kind: kind.rawValue)
    storage = ComponentStorage(text: text, nodes: [node])
    index = 0
  }

  private var node: ComponentNode { storage.nodes[index] }

  /// The kind of property.
  public var kind: PropertyKind { PropertyKind(rawValue: node.kind) ?? .other }

  /// The name in upper case.
  public var name: String {
    let kind = kind
    guard kind == .other else { return kind.name }
    let node = node
    return storage.withBytes(node.start, node.nameEnd, ASCII.uppercased)
  }

  /// The property's line number, from 1, in the file or the stored text; 0 for a property created in memory.
  public var lineNumber: Int { Int(node.line) }

  /// The content line, unfolded and without its line end.
  public var line: ArraySlice<UInt8> {
    let node = node
    return storage.slice(node.start, node.valueEnd)
  }

  /// The bytes of the value, still escaped.
  public var value: ArraySlice<UInt8> {
    let node = node
    return storage.slice(node.valueStart, node.valueEnd)
  }

  /// The value as text without any unescaping; bytes that are not UTF-8 are replaced by U+FFFD.
  public var rawText: String { withValueBytes { String(decoding: $0, as: UTF8.self) } }

  /// Whether there are parameters.
  public var hasParameters: Bool {
    let node = node
    return node.valueStart > node.nameEnd + 1
  }

  /// Whether the name is `name`, ignoring case.
  public func isNamed(_ name: StaticString) -> Bool {
    let node = node
    return storage.withBytes(node.start, node.nameEnd) { ASCII.equal($0, name) }
  }

  /// Calls `body` with the bytes of the value, still escaped; they are valid only during the call.
  @inline(__always)
  func withValueBytes<Result>(_ body: (UnsafeBufferPointer<UInt8>) -> Result) -> Result {
    let node = node
    return storage.withBytes(node.valueStart, node.valueEnd, body)
  }

  /// Calls `body` with the bytes of the parameters, including the semicolon before each.
  @inline(__always)
  func withParameterBytes<Result>(_ body: (UnsafeBufferPointer<UInt8>) -> Result) -> Result {
    let node = node
    return storage.withBytes(node.nameEnd, node.valueStart - 1, body)
  }

  /// The type of the value: the type that the VALUE parameter gives, else the property's default.
  public var valueType: ValueType {
    guard var written = parameter(.value) else { return kind.row.valueType }
    return written.withUTF8 { ValueType(named: ASCII.trimmed($0)) }
  }

  /// Compares the content lines.
  public static func == (a: Property, b: Property) -> Bool { a.line == b.line }

  /// Hashes the content line.
  public func hash(into hasher: inout Hasher) { hasher.combine(line) }
}
