/// The date that a statement being typed ends with: what completion can tell about a word that it offers.
public struct CompletedDate: Hashable, Sendable {
  /// The date as it is written, with what stands before the word: `next week` where `week` is offered.
  public var date: DateSyntax
  /// Whether it leans back, as behind `since` and with `completed`, `created` and `modified`.
  public var leansBack: Bool
  /// Whether it is when something is to be, as behind `add` and `move`, and not what is asked about.
  public var isOfItem: Bool

  /// The date that ends where a text does; nil where none does.
  public init?(_ text: String, options: ParseOptions = ParseOptions()) {
    var parser = Parser(text, options: options)
    // What comes behind the date may be missing, so that the text is no whole statement.
    _ = try? parser.script()
    guard let date = parser.lastDate, date.range.end == text.utf8.count else { return nil }
    self.date = date
    switch parser.tokens.last(where: { $0.range.end <= date.range.offset && Self.begins($0) })?.keyword {
    case .add, .edit, .move, .duplicate: isOfItem = true
    default: isOfItem = false
    }
    leansBack = Self.leansBack(parser.tokens.filter { $0.range.end <= date.range.offset })
  }

  /// Whether a statement, or the question in one, begins with a word.
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
