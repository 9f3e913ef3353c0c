/// The text of one SQL statement; made of literals, so that no value is ever spliced into it and their addresses name it.
struct SQL: ExpressibleByStringLiteral, Hashable, Sendable {
  /// Memory that is never freed: a literal's, or that of a text that lists columns.
  nonisolated(unsafe) private let head: UnsafeBufferPointer<UInt8>
  /// What several statements continue the same head with.
  private let rest: StaticString

  init(stringLiteral text: StaticString) { self.init(text, "") }

  init(_ head: StaticString, _ rest: StaticString) {
    self.head = UnsafeBufferPointer(start: head.utf8Start, count: head.utf8CodeUnitCount)
    self.rest = rest
  }

  /// A part of a text that lists columns.
  enum Part<Column: TableColumn>: ExpressibleByStringLiteral {
    case literal(StaticString)
    /// `a, b, c`
    case names(ArraySlice<Column>)
    /// `?1, ?2, ?3`, which `bind` binds.
    case values(ArraySlice<Column>)
    /// `a = ?1, b = ?2, c = ?3`
    case assignments(ArraySlice<Column>)

    init(stringLiteral text: StaticString) { self = .literal(text) }

    fileprivate var text: String {
      func list(_ columns: ArraySlice<Column>, _ text: (Column) -> String) -> String {
        columns.map(text).joined(separator: ", ")
      }
      return switch self {
      case .literal(let text): text.description
      case .names(let columns): list(columns, \.rawValue)
      case .values(let columns): list(columns) { "?\($0.parameter)" }
      case .assignments(let columns): list(columns) { "\($0.rawValue) = ?\($0.parameter)" }
      }
    }
  }

  /// A text that lists columns of a table; made once, as it stays in memory for good.
  init<Column>(_ parts: Part<Column>...) {
    let text = Array(parts.map(\.text).joined().utf8)
    let memory = UnsafeMutableBufferPointer<UInt8>.allocate(capacity: text.count)
    _ = memory.initialize(from: text)
    (head, rest) = (UnsafeBufferPointer(memory), "")
  }

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

/// The columns of a table, as an enum of their names: each case is found by its place among them.
protocol TableColumn: CaseIterable, RawRepresentable<String> {}

extension TableColumn {
  /// Its place among all columns, from 0: how Swift keeps a case of an enum without values of its own.
  @inline(__always) var position: Int32 { Int32(unsafeBitCast(self, to: UInt8.self)) }

  /// The number of its parameter.
  @inline(__always) var parameter: Int32 { position + 1 }
}
