/// `open invite.ics`, `open - accept`: what a file or an address holds, and what to do about it.
public struct OpenSyntax: Hashable, Sendable {
  /// The files and addresses; at least one.
  public var paths: [PathSyntax]
  /// The answer to the invitations in them; nil asks a person, and shows them where nobody can be asked.
  public var answer: AnswerSyntax.Answer?

  /// A statement that opens files.
  public init(_ paths: [PathSyntax], answer: AnswerSyntax.Answer? = nil) {
    self.paths = paths
    self.answer = answer
  }
}

/// `send last`, `send lunch to -`: the answer to an invitation as mail for its organizer.
public struct SendSyntax: Hashable, Sendable {
  /// The answered invitation.
  public var target: TargetSyntax
  /// The file that the message is written to; nil hands it to the command of `mail.command`.
  public var path: PathSyntax?
  /// Whether a file that is there already is replaced.
  public var replaces: Bool

  /// A statement that sends an answer.
  public init(_ target: TargetSyntax, to path: PathSyntax? = nil, replaces: Bool = false) {
    self.target = target
    self.path = path
    self.replaces = replaces
  }
}
