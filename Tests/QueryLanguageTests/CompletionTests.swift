import QueryLanguage
import TestSupport
import Testing

@Suite struct CompletionTests {
  /// The completion at the `|` of a text.
  private func complete(_ text: String) -> Completion {
    let parts = text.split(separator: "|", maxSplits: 1, omittingEmptySubsequences: false)
    return Completion(parts.joined(), cursor: parts[0].utf8.count)
  }

  @Test(arguments: [
    ("|", ["events", "reminders", "explain", "add", "quit"]),
    ("ev|", ["events"]),
    ("events |", ["in", "where", "sort by", "today", "allday", "group by", "next", "since"]),
    ("events to|", ["to", "today", "tomorrow"]),
    ("events today so|", ["sort by"]),
    ("events next |", ["week", "month", "year", "friday", "november"]),
    ("events next w|", ["week", "wednesday"]),
    ("events where |", ["title", "start.weekday", "not", "allday", "duration"]),
    ("events where start.we|", ["start.weekday", "start.week"]),
    ("events where title |", ["contains", "matches", "is empty"]),
    ("events where title con|", ["contains"]),
    ("events where start |", ["before", "after", "is empty"]),
    ("events where status = |", ["confirmed", "tentative"]),
    ("events where title = x |", ["and", "or", "sort by", "in"]),
    ("events where start.weekday = |", ["monday"]),
    ("events sort by |", ["title", "count", "week"]),
    ("events as |", ["json", "table", "ics"]), ("export all as |", ["ics", "jscalendar"]),
    ("export all |", ["as", "to"]),
    ("events group |", ["by"]),
    ("reminders |", ["overdue", "undated", "due"]),
    ("add |", ["event", "reminder", "calendar"]),
    ("add event \"x\" |", ["repeat", "alarm", "all day", "for"]),
    ("add event \"x\" today repeat |", ["daily", "every"]),
    ("add event \"x\" today repeat every |", ["weekday", "monday", "other"]),
    ("edit #3 |", ["set", "span"]),
    ("edit #3 set |", ["title", "start", "alarms"]),
    ("delete #3 span |", ["this", "future", "all"]),
    ("move #3 |", ["to", "by", "into"]),
    ("explain |", ["dates", "events", "plan"]),
    ("describe |", ["events"]),
    ("access grant x events |", ["full", "read-only"]),
    ("events today; rem|", ["reminders"]),
    ("events today\n|", ["events"]),
  ]) func offersTheWordsThatFit(text: String, expected: [String]) {
    let words = complete(text).words
    for word in expected { #expect(words.contains(word), "\(text): \(words)") }
  }

  @Test(arguments: [
    ("events in |", QueryLanguage.Expectation.calendarName), ("events in Wo|", .calendarName),
    ("events in Work, |", .calendarName),
    ("events in \"Fam|", .calendarName), ("events in Work@|", .sourceName),
    ("events in source |", .sourceName),
    ("events where calendar = |", .calendarName), ("events where calendar in (|", .calendarName),
    ("events where title contains |", .text), ("set |", .option), ("import |", .path),
    ("events from |", .date), ("events from today to |", .date), ("free |", .duration),
    ("events where duration > |", .duration), ("edit |", .target), ("events limit |", .integer),
  ]) func asksForWhatOnlyTheCallerKnows(text: String, expected: QueryLanguage.Expectation) {
    #expect(complete(text).expected.contains(expected))
  }

  @Test func replacesTheWordUnderTheCursor() {
    let word = complete("events in Wo|rk today")
    #expect(word.prefix == "Wo")
    #expect(word.replaced.offset == 10 && word.replaced.length == 2)
    let quoted = complete("events in \"Family T|")
    #expect(quoted.prefix == "\"Family T")
    #expect(quoted.replaced.offset == 10)
    let blank = complete("events |")
    #expect(blank.replaced.length == 0 && blank.replaced.offset == 7)
  }

  @Test func offersNothingBehindAFault() {
    #expect(complete("evnts today |").expected.isEmpty)
    #expect(!complete("evnts today |").canEnd)
    #expect(complete("events |").canEnd)
    #expect(!complete("events in |").canEnd)
  }

  @Test(arguments: DataFileTests.examples) func everyExampleIsCompletableWordByWord(item: GrammarCase) {
    // The parser must expect the token that comes next wherever an example is cut.
    for token in Lexer.tokens(item.statement).dropLast() {
      let completion = Completion(item.statement, cursor: token.range.offset)
      if token.range.offset > 0, item.statement.utf8.count > token.range.offset,
        Array(item.statement.utf8)[token.range.offset - 1] == UInt8(ascii: " ")
      {
        #expect(!completion.expected.isEmpty, "\(item.statement) at \(token.text)")
      }
    }
  }
}
