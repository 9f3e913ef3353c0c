/// Fields that hold a moment or a day.
public enum DateField: String, CaseIterable, Sendable {
  case start, end, due, created, modified, occurrence, completed, time

  /// The field of the language, if it is a field of time.
  init?(_ name: FieldName) { self.init(rawValue: name.rawValue) }
}

/// The operand of a comparison with a number.
public enum NumberOperand: Hashable, Sendable {
  case integer(Int)
  case decimal(Double)
  /// Months count from the row's own start.
  case duration(CalendarDuration)
}

/// A test of one text.
public struct TextTest: Hashable, Sendable {
  /// The ways to compare.
  public enum Operation: Hashable, Sendable {
    /// The whole text, ignoring case and diacritics.
    case equals
    case contains
    case startsWith
    case endsWith
    /// Whole words, one after another.
    case has
    /// `*` and `?`.
    case like
    /// The same text after normalization, without folding.
    case exactly
  }

  /// How to compare.
  public let operation: Operation
  /// The text as written.
  public let text: String
  let folded: String
  let glob: Glob?
  let words: [String]

  /// A test.
  public init(_ operation: Operation, _ text: String) {
    self.operation = operation
    self.text = text
    folded = Folding.searchable(text)
    switch operation {
    case .like:
      glob = Glob(folded)
      words = []
    case .has:
      glob = nil
      words = Words.split(folded)
    case .equals, .contains, .startsWith, .endsWith, .exactly:
      glob = nil
      words = []
    }
  }

  /// Whether a text passes.
  public func passes(_ value: String) -> Bool {
    switch operation {
    case .exactly: value == text
    case .equals: Folding.searchable(value) == folded
    case .contains: Words.contains(Folding.searchable(value), folded)
    case .startsWith: Folding.searchable(value).unicodeScalars.starts(with: folded.unicodeScalars)
    case .endsWith:
      Folding.searchable(value).unicodeScalars.reversed().starts(with: folded.unicodeScalars.reversed())
    case .like: glob?.matches(Folding.searchable(value)) ?? false
    case .has: Words.holds(Words.split(Folding.searchable(value)), words)
    }
  }
}

/// Words and parts of folded text.
enum Words {
  /// The words: runs of letters, marks, digits and `_`.
  static func split(_ folded: String) -> [String] {
    var result: [String] = []
    var word = String.UnicodeScalarView()
    for scalar in folded.unicodeScalars {
      if ScalarSet.isWord(scalar) {
        word.append(scalar)
      } else if !word.isEmpty {
        result.append(String(word))
        word = String.UnicodeScalarView()
      }
    }
    if !word.isEmpty { result.append(String(word)) }
    return result
  }

  /// Whether the wanted words stand in a list in sequence.
  static func holds(_ words: [String], _ wanted: [String]) -> Bool {
    if wanted.isEmpty || words.count < wanted.count { return false }
    for start in 0...(words.count - wanted.count)
    where words[start..<start + wanted.count].elementsEqual(wanted) {
      return true
    }
    return false
  }

  /// Whether one text holds another, byte for byte.
  static func contains(_ text: String, _ part: String) -> Bool {
    var text = text
    var part = part
    return text.withUTF8 { text in
      part.withUTF8 { part in
        guard let first = part.first else { return true }
        var index = 0
        while index + part.count <= text.count {
          if text[index] == first, text[index..<index + part.count].elementsEqual(part) { return true }
          index += 1
        }
        return false
      }
    }
  }
}

/// A test of a part of a date, in the query's zone.
public enum PartTest: Hashable, Sendable {
  /// `start.date < friday`; a date is compared by its day.
  case date(ComparisonOperator, TimeRange, written: String)
  /// `start.time < 09:00`, in seconds after midnight; whole days have no time.
  case time(ComparisonOperator, Int)
  case weekday(ComparisonOperator, Weekday)
  case day(ComparisonOperator, Int)
  /// An ISO week.
  case week(ComparisonOperator, Int)
  case month(ComparisonOperator, Int)
  case year(ComparisonOperator, Int)
  /// Whole days have no hour.
  case hour(ComparisonOperator, Int)
}

/// A calendar or a source that a condition names.
public struct NamedRow: Hashable, Comparable, Sendable {
  /// Its row in the store.
  public var id: Int
  /// Its name as written in a query.
  public var name: String

  /// Orders by row.
  public static func < (a: NamedRow, b: NamedRow) -> Bool { a.id < b.id }
}

extension ComparisonOperator {
  /// Whether two values stand in this relation.
  func holds<Compared: Comparable>(_ a: Compared, _ b: Compared) -> Bool {
    switch self {
    case .equal: a == b
    case .notEqual: a != b
    case .less: a < b
    case .lessOrEqual: a <= b
    case .greater: a > b
    case .greaterOrEqual: a >= b
    }
  }
}
