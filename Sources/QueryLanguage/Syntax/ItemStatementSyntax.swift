/// `view #3`, the card of an item.
public struct ViewSyntax: Hashable, Sendable {
  /// What is shown.
  public var target: TargetSyntax
  /// Whether changing is not offered.
  public var isReadOnly: Bool
  /// Where it stands.
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
  /// What goes.
  public var target: TargetSyntax
  /// How far it reaches.
  public var tail: TailSyntax
  /// Where it stands.
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
  /// What is done.
  public var target: TargetSyntax
  /// When it was done; nil is now.
  public var date: DateSyntax?
  /// Whether occurrences that are over by now are left behind (`skip past`).
  public var skipsPast = false
  /// How far it reaches.
  public var tail: TailSyntax
  /// Where it stands.
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
  /// What is said.
  public enum Answer: String, Hashable, Sendable { case accept, maybe, decline }

  /// What is said.
  public var answer: Answer
  /// To which invitation.
  public var target: TargetSyntax
  /// How far it reaches.
  public var tail: TailSyntax
  /// Where it stands.
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

/// `move #2 to tomorrow 10:00`, `move #2 by +1h`, `move #2 into Home`.
public struct MoveSyntax: Hashable, Sendable {
  /// Where an item goes.
  public enum Destination: Hashable, Sendable {
    case to(DateSyntax)
    case by(OffsetSyntax)
    case into(NameSyntax)
  }

  /// What is moved.
  public var target: TargetSyntax
  /// Where to.
  public var destination: Destination
  /// How far it reaches.
  public var tail: TailSyntax
  /// Where it stands.
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
  /// What is copied.
  public var target: TargetSyntax
  /// When the copy is.
  public var date: DateSyntax?
  /// Where the copy goes.
  public var calendar: NameSyntax?
  /// Where it stands.
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
