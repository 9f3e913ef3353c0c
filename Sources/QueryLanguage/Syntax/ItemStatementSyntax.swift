/// `view #3`, the card of an item.
public struct ViewSyntax: Hashable, Sendable {
  /// The item to show.
  public var target: TargetSyntax
  /// Whether the card offers no changes.
  public var isReadOnly: Bool
  /// The place in the text.
  @NotCompared public var range: SourceRange

  /// A view.
  public init(_ target: TargetSyntax, isReadOnly: Bool = false, range: SourceRange = .none) {
    self.target = target
    self.isReadOnly = isReadOnly
    self.range = range
  }
}

/// `delete #3 span this`.
public struct DeleteSyntax: Hashable, Sendable {
  /// The items to delete.
  public var target: TargetSyntax
  /// The words that end the statement.
  public var tail: TailSyntax
  /// The place in the text.
  @NotCompared public var range: SourceRange

  /// A deletion.
  public init(_ target: TargetSyntax, tail: TailSyntax = TailSyntax(), range: SourceRange = .none) {
    self.target = target
    self.tail = tail
    self.range = range
  }
}

/// `complete #3 at yesterday`.
public struct CompleteSyntax: Hashable, Sendable {
  /// The reminders to complete.
  public var target: TargetSyntax
  /// The time of completion; nil is now.
  public var date: DateSyntax?
  /// Whether past occurrences are skipped (`skip past`).
  public var skipsPast = false
  /// The words that end the statement.
  public var tail: TailSyntax
  /// The place in the text.
  @NotCompared public var range: SourceRange

  /// A completion.
  public init(
    _ target: TargetSyntax, at date: DateSyntax? = nil, tail: TailSyntax = TailSyntax(),
    range: SourceRange = .none
  ) {
    self.target = target
    self.date = date
    self.tail = tail
    self.range = range
  }
}

/// `accept #3`: an answer to an invitation.
public struct AnswerSyntax: Hashable, Sendable {
  /// The kinds of answers.
  public enum Answer: String, Hashable, Sendable { case accept, maybe, decline }

  /// The answer.
  public var answer: Answer
  /// The invitation.
  public var target: TargetSyntax
  /// The words that end the statement.
  public var tail: TailSyntax
  /// The place in the text.
  @NotCompared public var range: SourceRange

  /// An answer.
  public init(
    _ answer: Answer, _ target: TargetSyntax, tail: TailSyntax = TailSyntax(), range: SourceRange = .none
  ) {
    self.answer = answer
    self.target = target
    self.tail = tail
    self.range = range
  }
}

/// An hour without minutes, as `10` in `move standup to 10`.
public struct HourSyntax: Hashable, Sendable {
  /// 0 to 24, as written.
  public var hour: Int
  /// The place in the text.
  @NotCompared public var range: SourceRange

  /// An hour.
  public init(_ hour: Int, range: SourceRange = .none) {
    self.hour = hour
    self.range = range
  }
}

/// `move #2 to tomorrow 10:00`, `move #2 by +1h`, `move #2 into Home`.
public struct MoveSyntax: Hashable, Sendable {
  /// The destination of an item.
  public enum Destination: Hashable, Sendable {
    case to(DateSyntax)
    /// `to 10`: that hour of the same day.
    case toHour(HourSyntax)
    case by(OffsetSyntax)
    case into(NameSyntax)
  }

  /// The items to move.
  public var target: TargetSyntax
  /// The destination.
  public var destination: Destination
  /// The words that end the statement.
  public var tail: TailSyntax
  /// The place in the text.
  @NotCompared public var range: SourceRange

  /// A move.
  public init(
    _ target: TargetSyntax, _ destination: Destination, tail: TailSyntax = TailSyntax(),
    range: SourceRange = .none
  ) {
    self.target = target
    self.destination = destination
    self.tail = tail
    self.range = range
  }
}

/// `duplicate #2 to friday into Home`.
public struct DuplicateSyntax: Hashable, Sendable {
  /// The items to copy.
  public var target: TargetSyntax
  /// The time of the copy.
  public var date: DateSyntax?
  /// The calendar of the copy.
  public var calendar: NameSyntax?
  /// The place in the text.
  @NotCompared public var range: SourceRange

  /// A duplication.
  public init(
    _ target: TargetSyntax, to date: DateSyntax? = nil, into calendar: NameSyntax? = nil,
    range: SourceRange = .none
  ) {
    self.target = target
    self.date = date
    self.calendar = calendar
    self.range = range
  }
}
