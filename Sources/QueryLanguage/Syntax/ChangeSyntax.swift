/// The word for a kind of items.
public enum ItemWord: String, CaseIterable, Sendable {
  case event, reminder

  /// The kind of a word for several, such as `events`; nil for other words.
  public init?(plural word: String) {
    guard let kind = Self.allCases.first(where: { $0.plural == word }) else { return nil }
    self = kind
  }

  /// The word for several.
  public var plural: String { rawValue + "s" }
}

/// `add event "Dentist" on 2026-11-24 09:30 for 45m`.
public struct AddSyntax: Hashable, Sendable {
  /// Event or reminder.
  public var kind: ItemWord
  /// The title, if one is written.
  public var title: TextSyntax?
  /// The parts of the item, in written order; each kind at most once.
  public var parts: [ItemPartSyntax]
  /// Whether the form opens although the statement is complete.
  public var opensForm: Bool
  /// Whether nothing is to be saved.
  public var isDryRun: Bool
  /// The place in the text.
  @NotCompared public var range: SourceRange

  /// A new item.
  public init(
    _ kind: ItemWord, title: TextSyntax? = nil, parts: [ItemPartSyntax] = [], opensForm: Bool = false,
    isDryRun: Bool = false, range: SourceRange = .none
  ) {
    self.kind = kind
    self.title = title
    self.parts = parts
    self.opensForm = opensForm
    self.isDryRun = isDryRun
    self.range = range
  }
}

/// One part of a new item.
public struct ItemPartSyntax: Hashable, Sendable {
  /// The written form.
  public enum Kind: Hashable, Sendable {
    case when(RangeSyntax)
    case length(DurationSyntax)
    case allDay
    case calendar(NameSyntax)
    case due(DateSyntax)
    case start(DateSyntax)
    case priority(PrioritySyntax)
    case repeats(RepeatSyntax)
    /// Empty for `alarm none`.
    case alarms([AlarmSyntax])
    case location(PlaceSyntax)
    case notes(TextSyntax)
    case url(TextSyntax)
    /// nil is `floating`.
    case zone(ZoneSyntax?)
    case availability(AvailabilityWord)
    case tags([TextSyntax])
    case attachments([TextSyntax])
    /// The reminder that this one is part of.
    case under(TargetSyntax)
    case flagged
    case travel(DurationSyntax)
    case attendees([TextSyntax])
  }

  /// The written form.
  public var kind: Kind
  /// The place in the text.
  @NotCompared public var range: SourceRange

  /// A part.
  public init(_ kind: Kind, range: SourceRange = .none) {
    self.kind = kind
    self.range = range
  }
}

/// Whether an event blocks its time, as a word of `add`.
public enum AvailabilityWord: String, CaseIterable, Sendable {
  case busy, free, tentative
}

/// A priority as written.
public enum PrioritySyntax: Hashable, Sendable {
  case none, low, medium, high
  /// 0 to 9, 1 the highest.
  case number(Int)
}

/// The items that a change is about.
public struct TargetSyntax: Hashable, Sendable {
  /// The written form.
  public indirect enum Kind: Hashable, Sendable {
    /// At least one.
    case references([ReferenceSyntax])
    /// The item last added or changed.
    case last
    /// The open item with that title.
    case title(TextSyntax)
    case query(QuerySyntax)
  }

  /// The written form.
  public var kind: Kind
  /// Whether a title stood without quotes, or the number of a row without its `#`.
  @NotCompared public var isBare: Bool
  /// The place in the text.
  @NotCompared public var range: SourceRange

  /// A target.
  public init(_ kind: Kind, isBare: Bool = false, range: SourceRange = .none) {
    self.kind = kind
    self.isBare = isBare
    self.range = range
  }
}

/// One item, by its row or its id.
public enum ReferenceSyntax: Hashable, Sendable {
  /// `#3`: row 3 of the result last shown.
  case row(Int, range: SourceRangeSyntax)
  case item(IdentifierSyntax)
}

/// The occurrences of a series that a change reaches.
public enum SpanWord: String, CaseIterable, Sendable {
  case this, future, all
}

/// The words that end a change: `span this if rev 7 yes dry run`.
public struct TailSyntax: Hashable, Sendable {
  /// The span; nil asks the person, or is an error without one to ask.
  public var span: SpanWord?
  /// The revision that the item must still have.
  public var revision: Int?
  /// Whether `yes` was written.
  public var isConfirmed: Bool
  /// Whether nothing is to be saved.
  public var isDryRun: Bool

  /// A tail.
  public init(span: SpanWord? = nil, revision: Int? = nil, isConfirmed: Bool = false, isDryRun: Bool = false)
  {
    self.span = span
    self.revision = revision
    self.isConfirmed = isConfirmed
    self.isDryRun = isDryRun
  }
}

/// `edit #3 set title = "New" span future`; without assignments it opens the form.
public struct EditSyntax: Hashable, Sendable {
  /// The items to change.
  public var target: TargetSyntax
  /// The new values, in written order.
  public var assignments: [AssignmentSyntax]
  /// The words that end the statement.
  public var tail: TailSyntax
  /// The place in the text.
  @NotCompared public var range: SourceRange

  /// An edit.
  public init(
    _ target: TargetSyntax, set assignments: [AssignmentSyntax] = [], tail: TailSyntax = TailSyntax(),
    range: SourceRange = .none
  ) {
    self.target = target
    self.assignments = assignments
    self.tail = tail
    self.range = range
  }
}

/// `title = "New"`, `alarms += -15m`.
public struct AssignmentSyntax: Hashable, Sendable {
  /// The field to set.
  public var field: FieldSyntax
  /// The operator.
  public var operation: AssignmentOperator
  /// The value.
  public var value: AssignedValueSyntax
  /// The place in the text.
  @NotCompared public var range: SourceRange

  /// An assignment.
  public init(
    _ field: FieldSyntax, _ operation: AssignmentOperator, _ value: AssignedValueSyntax,
    range: SourceRange = .none
  ) {
    self.field = field
    self.operation = operation
    self.value = value
    self.range = range
  }
}

/// How an assignment changes a field.
public enum AssignmentOperator: String, CaseIterable, Sendable {
  case set = "="
  case add = "+="
  case remove = "-="
}

/// The value of an assignment; the field decides its kind.
public enum AssignedValueSyntax: Hashable, Sendable {
  /// `empty`: no value.
  case empty
  case text(TextSyntax)
  /// For tags, categories, attachments and attendees.
  case texts([TextSyntax])
  case date(DateSyntax)
  /// For exceptions.
  case dates([DateSyntax])
  case duration(DurationSyntax)
  case boolean(Bool)
  case priority(PrioritySyntax)
  case availability(String)
  case calendar(NameSyntax)
  /// nil is `floating`.
  case zone(ZoneSyntax?)
  case repeats(RepeatSyntax)
  case alarms([AlarmSyntax])
  /// For `alarms -= 1`: the alarm by its number.
  case index(Int)
  case place(PlaceSyntax)
}
