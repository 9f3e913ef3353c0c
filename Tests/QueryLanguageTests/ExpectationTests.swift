import QueryLanguage
import Testing

/// The words that completion and suggestions offer are those that the parser goes on from.
@Suite struct ExpectationTests {
  /// Beginnings of statements, and what the parser takes behind them that nobody is offered.
  static let places: [(beginning: String, untold: Set<Keyword>)] = [
    // The upkeep of a store is told about in `help`.
    ("", [.check, .reindex]), ("sync resolve 1 ", []), ("delete account Home ", []),
    ("watch ", []), ("events ", []), ("reminders ", []), ("series ", []), ("alarms ", []), ("calendars ", []),
    ("free ", [.starting, .ending, .within]), ("agenda ", fields), ("day ", fields),
    ("events from ", [.in]), ("events until ", [.in]),
    ("add event \"x\" ", []), ("add reminder \"x\" ", []), ("events where ", [.tag]), ("undo ", []),
    // After a clause or in a date `in` is a calendar more often than a length; `by` does nothing for a rule in quotes.
    ("events on ", [.in]), ("add event \"x\" repeat ", [.by, .on]),
  ]

  /// Dates that are seldom asked for on a page.
  private static let fields: Set<Keyword> = [.created, .modified, .occurrence]

  @Test(arguments: places) func wordsAreThoseThatTheParserTakes(beginning: String, untold: Set<Keyword>) {
    let offered = Completion(beginning, cursor: beginning.utf8.count).words
    let strange = offered.filter { !Self.isTaken($0, after: beginning) }
    #expect(strange == [], "offered and not taken")
    let known = Set(offered.compactMap { Keyword(spelling: String($0.prefix { $0 != " " })) })
    let taken = Keyword.allCases.filter { Self.isTaken($0.rawValue, after: beginning) }
    // `past` is said for `last` before a length.
    let missing = Set(taken).subtracting(known).subtracting(untold).subtracting([.past])
    #expect(missing.map(\.rawValue).sorted() == [], "taken and not offered")
    #expect(untold.isDisjoint(with: known))
  }

  /// Whether the parser goes on behind a word, whatever it misses there.
  ///
  /// It tells some words by what follows: `next week`, `start of month`.
  private static func isTaken(_ word: String, after beginning: String) -> Bool {
    ["", " week", " of month", " month", " 2 weeks", " event", " busy", " in Work", " is empty"].contains {
      rest in
      do throws(SyntaxError) {
        _ = try parseStatement(beginning + word + rest)
        return true
      } catch {
        return error.range.offset > beginning.utf8.count
      }
    }
  }
}
