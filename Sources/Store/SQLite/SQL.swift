/// The text of one SQL statement, made of literals, so that it never contains a value and its address
/// identifies it.
struct SQL: ExpressibleByStringLiteral, Hashable, Sendable {
  /// Memory that is never freed: a literal, or a text with lists of columns.
  nonisolated(unsafe) private let head: UnsafeBufferPointer<UInt8>
  /// The part after a head that several statements share.
  private let rest: StaticString

  init(stringLiteral text: StaticString) { self.init(text, Self.nothing) }

  init(_ head: StaticString, _ rest: StaticString) {
    self.head = UnsafeBufferPointer(start: head.utf8Start, count: head.utf8CodeUnitCount)
    self.rest = rest
  }

  /// Creates a text with lists of a table's columns; call it once, as its memory is never freed.
  init(made: SQLText) {
    let text = Array(made.text.utf8)
    let memory = UnsafeMutableBufferPointer<UInt8>.allocate(capacity: text.count)
    _ = memory.initialize(from: text)
    (head, rest) = (UnsafeBufferPointer(memory), Self.nothing)
  }

  private static let nothing: StaticString = ""

  var text: String { String(decoding: head, as: UTF8.self) + rest.description }

  static func == (a: SQL, b: SQL) -> Bool {
    a.head.baseAddress == b.head.baseAddress && a.rest.utf8Start == b.rest.utf8Start
  }

  func hash(into hasher: inout Hasher) {
    hasher.combine(UInt(bitPattern: head.baseAddress) ^ UInt(bitPattern: rest.utf8Start))
  }

  /// Calls `body` with the bytes of the text.
  func withUTF8<Result>(_ body: (UnsafeBufferPointer<UInt8>) -> Result) -> Result {
    if rest.utf8CodeUnitCount == 0 { return body(head) }
    var text = text
    return text.withUTF8(body)
  }
}

/// The text of a statement: a literal that contains only lists of columns.
struct SQLText: ExpressibleByStringInterpolation {
  struct StringInterpolation: StringInterpolationProtocol {
    fileprivate var text = ""

    init(literalCapacity: Int, interpolationCount: Int) { text.reserveCapacity(literalCapacity + 1_024) }

    mutating func appendLiteral(_ literal: String) { text += literal }

    /// Appends `a, b, c`.
    mutating func appendInterpolation(names columns: some Sequence<some TableColumn>) {
      list(columns) { $0 += $1.rawValue }
    }

    /// Appends `?1, ?2, ?3`, the parameters that `bind` sets.
    mutating func appendInterpolation(values columns: some Sequence<some TableColumn>) {
      list(columns) { $0 += "?" + String($1.parameter) }
    }

    /// Appends `a = ?1, b = ?2, c = ?3`.
    mutating func appendInterpolation(assignments columns: some Sequence<some TableColumn>) {
      list(columns) { $0 += $1.rawValue + " = ?" + String($1.parameter) }
    }

    private mutating func list<C>(_ columns: some Sequence<C>, _ add: (inout String, C) -> Void) {
      for (index, column) in columns.enumerated() {
        if index > 0 { text += ", " }
        add(&text, column)
      }
    }
  }

  fileprivate let text: String

  init(stringLiteral text: String) { self.text = text }

  init(stringInterpolation made: StringInterpolation) { text = made.text }
}

/// The columns of a table, as an enum of their names, in order.
protocol TableColumn: CaseIterable, RawRepresentable<String> {}

extension TableColumn {
  /// The position among all columns, from 0: the memory layout of an enum case without associated values.
  @inline(__always) var position: Int32 { Int32(unsafeBitCast(self, to: UInt8.self)) }

  /// The number of the column's parameter.
  @inline(__always) var parameter: Int32 { position + 1 }
}
