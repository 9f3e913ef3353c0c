/// The date at the end of a statement being typed, which completion explains for a word that it offers.
public struct CompletedDate: Hashable, Sendable {
  /// The date as written, with the text before the word: `next week` if `week` is offered.
  public var date: DateSyntax
  /// Whether it leans back, as after `since` and with `completed`, `created` and `modified`.
  public var leansBack: Bool
  /// Whether it is the time of an item, as after `add` and `move`, and not of a query.
  public var isOfItem: Bool

  /// The date that ends at the end of a text; nil without one.
  public init?(_ text: String, options: ParseOptions = ParseOptions()) {
    var parser = Parser(text, options: options)
    // The part after the date may be missing, so the text need not be a whole statement.
    _ = try? parser.script()
    guard let date = parser.lastDate, date.range.end == text.utf8.count else { return nil }
    self.date = date
    switch parser.tokens.last(where: { $0.range.end <= date.range.offset && Self.begins($0) })?.keyword {
    case .add, .edit, .move, .duplicate: isOfItem = true
    default: isOfItem = false
    }
    leansBack = Self.leansBack(parser.tokens.filter { $0.range.end <= date.range.offset })
  }

  /// Whether a statement, or a query in one, begins with a token.
  private static func begins(_ token: Token) -> Bool {
    switch token.keyword {
    case .add, .edit, .move, .duplicate, .events, .reminders, .series, .alarms, .busy, .conflicts, .free,
      .agenda:
      true
    default: false
    }
  }

  private static func leansBack(_ before: [Token]) -> Bool {
    for token in before.reversed() {
      switch token.keyword {
      case .since: return true
      case .on, .during, .in, .from, .to, .until, .before, .after, .by: continue
      case .completed, .created, .modified: return true
      default: return false
      }
    }
    return false
  }
}
