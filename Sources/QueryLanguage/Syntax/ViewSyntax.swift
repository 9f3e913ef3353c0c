import CivilTime

/// `free 45m this week between 09:00 and 17:00 on weekdays`.
public struct SlotsSyntax: Hashable, Sendable {
  /// The minimum length of a slot; nil if it is not written.
  public var length: DurationSyntax?
  /// The clauses in written order; each kind at most once.
  public var clauses: [SlotClauseSyntax]
  /// The place in the text.
  @NotCompared public var range: SourceRange

  /// A question for free time.
  public init(_ length: DurationSyntax?, _ clauses: [SlotClauseSyntax] = [], range: SourceRange = .none) {
    self.length = length
    self.clauses = clauses
    self.range = range
  }
}

/// One clause of `free`.
public struct SlotClauseSyntax: Hashable, Sendable {
  /// The written form.
  public enum Kind: Hashable, Sendable {
    case when(WhenSyntax)
    /// `between 09:00 and 17:00`.
    case hours(ClockSyntax, ClockSyntax)
    /// `on mon, tue`; `on weekdays` is Monday to Friday.
    case days([Weekday])
    /// `timed`: whole days take no time.
    case timed
    case include(CalendarScopeSyntax)
    case exclude([NameSyntax])
    case limit(CountSyntax)
    case format(OutputFormat)
  }

  /// The written form.
  public var kind: Kind
  /// The place in the text.
  @NotCompared public var range: SourceRange

  /// A clause.
  public init(_ kind: Kind, range: SourceRange = .none) {
    self.kind = kind
    self.range = range
  }
}

/// The page of the calendar that a view shows.
public enum CalendarViewKind: String, CaseIterable, Sendable {
  case agenda, day, week, month, year
}

/// `agenda next 3 days`, `month november in Work`.
public struct CalendarViewSyntax: Hashable, Sendable {
  /// The page.
  public var kind: CalendarViewKind
  /// The time: any range for `agenda`, else a single date (`.on`).
  public var time: RangeSyntax?
  /// Calendars, condition and flags.
  public var clauses: [ClauseSyntax]
  /// The place in the text.
  @NotCompared public var range: SourceRange

  /// A page of the calendar.
  public init(
    _ kind: CalendarViewKind, time: RangeSyntax? = nil, _ clauses: [ClauseSyntax] = [],
    range: SourceRange = .none
  ) {
    self.kind = kind
    self.time = time
    self.clauses = clauses
    self.range = range
  }
}
