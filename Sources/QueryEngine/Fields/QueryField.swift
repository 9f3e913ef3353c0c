/// What the engine knows of a field: what rows of items have in it, how it is set and
/// written, and what of an item that is.
///
/// `FieldTable` has one for each field of the language.
package final class QueryField: Sendable {
  package typealias Path<Value> = WritableKeyPath<Item, Value> & Sendable

  /// What a row has in the field.
  enum Content: Sendable {
    /// A text that is a column by itself, which a record tells without its occurrence.
    case column(@Sendable (ItemRecord) -> String?)
    /// Texts, of which a condition asks for any.
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
    /// No part of an item: where it is.
    case calendar
  }

  let content: Content
  /// Nil for what cannot be set.
  package let shape: Shape?
  /// The parts of an item that it sets.
  package let parts: Set<ItemField>
  /// Whether what it holds is in the text index.
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

  /// What the engine knows of the field, made once; an enum without values of its own is
  /// kept as the place of its case.
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

  /// Whether a record alone tells it.
  var isColumn: Bool { if case .column = row.content { true } else { false } }

  /// Whether it holds a number.
  var isNumber: Bool { if case .number = row.content { true } else { false } }
}

extension Value {
  init(_ text: String?) { self = text.map(Value.text) ?? .null }

  /// A list; nothing where there is nothing in it.
  init(list texts: [String]) { self = texts.isEmpty ? .null : .list(texts.map(Value.text)) }
}
