/// The engine's definition of a field: its content in rows, how it is set and written, and the
/// parts of an item that it sets.
///
/// `FieldTable` has one for each field of the language.
package final class QueryField: Sendable {
  package typealias Path<Value> = WritableKeyPath<Item, Value> & Sendable

  /// The content of the field in a row.
  enum Content: Sendable {
    /// A text that is a column, read from the record without its occurrence.
    case column(@Sendable (ItemRecord) -> String?)
    /// Texts; a condition passes if any of them does.
    case texts(@Sendable (ItemRow) -> [String], shown: @Sendable (ItemRow) -> Value)
    case date(DateField)
    /// A number to compare, and how it is shown; the range is the query's.
    case number(
      @Sendable (ItemRow) -> Double?, shown: @Sendable (ItemRow, ResolvedRange?) -> Value, isSigned: Bool)
    case other(@Sendable (ItemRow) -> Value)
  }

  /// How `ChangeBinder` reads a value of `edit … set` and `ItemSyntax` writes it: one for each kind of value.
  package enum Shape: Sendable {
    case text(Path<String?>, separator: String)
    case flag(Path<Bool>)
    case place, priority, availability, travel, tags, attachments, attendees, alarms, repetition, exceptions
    case start, end, due, duration, allday, zone
    /// The item's calendar, which is not a part of the item.
    case calendar
  }

  let content: Content
  /// Nil for a field that cannot be set.
  package let shape: Shape?
  /// The parts of an item that it sets.
  package let parts: Set<ItemField>
  /// Whether its content is in the text index.
  let isSearched: Bool

  init(_ content: Content, _ shape: Shape? = nil, _ parts: Set<ItemField> = [], isSearched: Bool = false) {
    (self.content, self.shape, self.parts, self.isSearched) = (content, shape, parts, isSearched)
  }

  /// A text that is a column of the store and a value of the item.
  static func text(
    _ column: @escaping @Sendable (ItemRecord) -> String?, _ path: Path<String?>, _ field: ItemField,
    separator: String = " ", isSearched: Bool = false
  ) -> QueryField {
    QueryField(.column(column), .text(path, separator: separator), [field], isSearched: isSearched)
  }

  /// Several texts, which are shown as a list.
  static func list(
    _ texts: @escaping @Sendable (ItemRow) -> [String], _ shape: Shape? = nil, _ parts: Set<ItemField> = []
  ) -> QueryField { QueryField(.texts(texts) { Value(list: texts($0)) }, shape, parts) }

  static func date(_ field: DateField, _ shape: Shape? = nil, _ parts: Set<ItemField> = []) -> QueryField {
    QueryField(.date(field), shape, parts)
  }

  static func length(
    _ length: @escaping @Sendable (ItemRow) -> CalendarDuration?, _ shape: Shape? = nil,
    _ parts: Set<ItemField> = []
  ) -> QueryField {
    let shown: @Sendable (ItemRow, ResolvedRange?) -> Value = { row, _ in
      length(row).map(Value.duration) ?? .null
    }
    return QueryField(
      .number({ length($0).map { Double($0.nominalSeconds) } }, shown: shown, isSigned: false), shape, parts)
  }

  static func count(_ count: @escaping @Sendable (ItemRecord) -> Int) -> QueryField {
    QueryField(
      .number({ Double(count($0.record)) }, shown: { row, _ in .integer(count(row.record)) }, isSigned: false)
    )
  }

  static func decimal(_ number: @escaping @Sendable (ItemRecord) -> Double?, isSigned: Bool = false)
    -> QueryField
  {
    QueryField(
      .number(
        { number($0.record) }, shown: { row, _ in number(row.record).map(Value.real) ?? .null },
        isSigned: isSigned))
  }

  /// A number that rows of items do not have.
  static func otherNumber(isSigned: Bool = false) -> QueryField {
    QueryField(.number({ _ in nil }, shown: { _, _ in .null }, isSigned: isSigned))
  }

  static func value(
    _ value: @escaping @Sendable (ItemRow) -> Value, _ shape: Shape? = nil, _ parts: Set<ItemField> = []
  ) -> QueryField { QueryField(.other(value), shape, parts) }
}

extension FieldName {
  private static let rows = allCases.map { $0.definition }

  /// The field's definition, made once; in memory an enum without associated values is the
  /// index of its case.
  package var row: QueryField { Self.rows[Int(unsafeBitCast(self, to: UInt8.self))] }

  /// The parts of an item that setting the field sets.
  public var parts: Set<ItemField> { row.parts }

  /// Whether it holds texts.
  var isText: Bool {
    switch row.content {
    case .column, .texts: true
    case .date, .number, .other: false
    }
  }

  /// Whether the record alone has it.
  var isColumn: Bool { if case .column = row.content { true } else { false } }

  /// Whether it holds a number.
  var isNumber: Bool { if case .number = row.content { true } else { false } }
}

extension Value {
  init(_ text: String?) { self = text.map(Value.text) ?? .null }

  /// A list; null if it is empty.
  init(list texts: [String]) { self = texts.isEmpty ? .null : .list(texts.map(Value.text)) }
}
