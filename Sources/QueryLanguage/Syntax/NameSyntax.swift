/// The name of a calendar: `Work`, `"Family Trips"`, `Home@iCloud`, an id such as `cal:wrk1`, or
/// one of a set as `set weekdays`.
public struct NameSyntax: Hashable, Sendable {
  /// The name, the id with its prefix, or the parameter without its dollar sign.
  public var text: String
  /// The source after `@`.
  public var source: String?
  /// Whether `text` is an id.
  public var isIdentifier: Bool
  /// Whether it names a set of calendars.
  public var isSet = false
  /// Whether `text` is a parameter that will hold the name.
  public var isParameter = false
  /// Whether the name stood in quotes.
  @NotCompared public var isQuoted: Bool
  /// The place in the text.
  @NotCompared public var range: SourceRange

  /// A name.
  public init(
    _ text: String, source: String? = nil, isIdentifier: Bool = false, isQuoted: Bool = false,
    range: SourceRange = .none
  ) {
    self.text = text
    self.source = source
    self.isIdentifier = isIdentifier
    self.isQuoted = isQuoted
    self.range = range
  }
}

/// A name that the user chooses, such as the name of a view.
public struct WordSyntax: Hashable, Sendable {
  /// The word.
  public var text: String
  /// The place in the text.
  @NotCompared public var range: SourceRange

  /// A word.
  public init(_ text: String, range: SourceRange = .none) {
    self.text = text
    self.range = range
  }
}

/// A whole number, or a parameter that will hold one.
public enum CountSyntax: Hashable, Sendable {
  case number(Int)
  /// `$n`, without the dollar sign.
  case parameter(String, range: SourceRangeSyntax)
}

/// A piece of text, or a parameter that will hold one.
public struct TextSyntax: Hashable, Sendable {
  /// The written form.
  public enum Kind: Hashable, Sendable {
    case literal(String)
    /// `$x`, without the dollar sign.
    case parameter(String)
  }

  /// The written form.
  public var kind: Kind
  /// Whether it stood in quotes.
  @NotCompared public var isQuoted: Bool
  /// The place in the text.
  @NotCompared public var range: SourceRange

  /// A text or a parameter.
  public init(_ kind: Kind, isQuoted: Bool = true, range: SourceRange = .none) {
    self.kind = kind
    self.isQuoted = isQuoted
    self.range = range
  }

  /// A literal text.
  public init(_ text: String, range: SourceRange = .none) {
    self.init(.literal(text), range: range)
  }
}

/// The id of an item or an occurrence: `ev:7kq2m9`, `ev:7kq2m9/20261118T091500`, `…~1`.
public struct IdentifierSyntax: Hashable, Sendable {
  /// The id as written.
  public var text: String
  /// The place in the text.
  @NotCompared public var range: SourceRange

  /// An id.
  public init(_ text: String, range: SourceRange = .none) {
    self.text = text
    self.range = range
  }

  /// The part before the slash: the item or series.
  public var item: String { String(text.prefix { $0 != "/" }) }

  /// The part after the slash: the original start of one occurrence, `~1` included.
  public var occurrence: String? {
    guard let slash = text.firstIndex(of: "/") else { return nil }
    return String(text[text.index(after: slash)...])
  }
}

/// A field with an optional part of its date, as `start.weekday`.
public struct FieldSyntax: Hashable, Sendable {
  /// The field.
  public var name: FieldName
  /// The part of a date field.
  public var part: DatePart?
  /// The place in the text.
  @NotCompared public var range: SourceRange

  /// A field.
  public init(_ name: FieldName, part: DatePart? = nil, range: SourceRange = .none) {
    self.name = name
    self.part = part
    self.range = range
  }
}
