import QueryLanguage
import Rendering
import Settings

/// The possible continuations of a statement and their meanings, for `help add` and for `?` at the prompt.
package struct HelpParts {
  /// A word or a kind of value, and its meaning.
  package struct Part: Hashable {
    package var form: String
    package var meaning: String
  }

  package var parts: [Part] = []
  /// Whether the statement may end there.
  package let canEnd: Bool

  /// Creates the possible continuations of a text.
  package init(behind text: String, prefix: Bool = true) {
    let completion = Completion(text, cursor: text.utf8.count)
    canEnd = completion.canEnd
    let typed = prefix ? completion.prefix.lowercased() : ""
    let lead = Self.lead(text)
    var seen: Set<String> = []
    var ranges = 0
    for expectation in completion.expected {
      let words = expectation.words.filter { $0.hasPrefix(typed) }
      if words.isEmpty {
        guard typed.isEmpty, expectation != .endOfStatement, seen.insert(expectation.phrase).inserted else {
          continue
        }
        parts.append(Part(form: "", meaning: expectation.phrase))
      }
      if expectation.isTarget, typed.isEmpty {
        parts.append(Part(form: "#3, ev:7kq2m9", meaning: "a row of the last answer, or an id; help target"))
      }
      let hasRanges = expectation.hasRanges
      for word in words where seen.insert(word).inserted {
        // There are many words of dates, and they have their own pages.
        if typed.isEmpty, hasRanges, Self.isOfRange(word) {
          ranges += 1
          continue
        }
        parts.append(Part(form: Self.form(word, lead: lead), meaning: Self.meaning(word, lead: lead)))
      }
    }
    if ranges > 0 {
      parts.insert(
        Part(
          form: "RANGE", meaning: "a date or range: today, friday 9:00, from … to …; help dates, help range"),
        at: 0)
    }
  }

  private static let dates = Set(Expectation.date.words)

  private static func isOfRange(_ word: String) -> Bool {
    let first = word.prefix { $0 != " " }
    return dates.contains(word) || dates.contains(String(first)) || rangeWords.contains(String(first))
  }

  private static let rangeWords: Set<String> = [
    "from", "to", "until", "by", "before", "after", "since", "on", "during", "between", "anytime", "starting",
    "ending",
    "within",
  ]

  /// Returns the two words that a statement begins with, as the forms of the grammar have them.
  private static func lead(_ text: String) -> String {
    Lexer.tokens(text).filter { $0.kind == .word }.prefix(2).map { $0.text.lowercased() }.joined(
      separator: " ")
  }

  /// Returns the meaning of a word in this statement; its meanings in other statements are left out.
  private static func meaning(_ word: String, lead: String) -> String {
    let statement = String(lead.prefix { $0 != " " })
    if let meaning = (meanings[lead] ?? meanings[statement])?[word] { return meaning }
    if Noun(rawValue: statement) != nil, let flag = QueryFlag(rawValue: word) { return flag.help }
    return HelpTopics.brief(word) ?? ""
  }

  private static let meanings: [String: [String: String]] = [
    "add": [
      "for": "how long it lasts", "all day": "lasts whole days", "in": "the calendar that it goes into",
      "busy": "takes the time, as it does without a word", "free": "leaves the time free",
      "tentative": "may be called off",
      "start": "when it can be begun", "due": "when it should be done",
      "dry run": "shows what it would be and adds nothing",
      "form": "asks for the rest, field by field",
    ],
    "add calendar": [
      "in": "the account that it belongs to", "color": "its color: teal, #2e8b57",
      "for": "what it holds; without it both",
    ],
    "edit calendar": [
      "name": "what it is called", "color": "its color: teal, #2e8b57; empty for none",
      "alarm": "when new timed events ring: 15m; none",
    ],
    "edit": ["set": "what is to be changed: set title = \"New\", start += 15m"],
  ]

  /// Returns the form of a word here: `for LENGTH`; the word alone if the grammar has no more.
  private static func form(_ word: String, lead: String) -> String {
    let first = String(word.prefix { $0 != " " })
    let statement = String(lead.prefix { $0 != " " })
    for begin in [lead + " … ", statement + " … "] {
      for form in GrammarForms.forms(of: first) where form.hasPrefix(begin + first) {
        let rest = String(form.dropFirst(begin.count))
        return rest.count <= 28 ? rest : word
      }
    }
    return word
  }

  package func lines(width: Int) -> [String] {
    let most = min(28, parts.map { CellWidth.of($0.form) }.max() ?? 0)
    return parts.map { part in
      part.form.isEmpty
        ? part.meaning : CellText.fit(part.form, to: max(most, CellWidth.of(part.form))) + "  " + part.meaning
    }
  }

  /// The beginnings of statements that have parts, by the topics of `help`.
  private static let samples: [String: [(title: String, text: String)]] = [
    "add": [
      ("parts of an event:", "add event \"x\" "), ("parts of a reminder:", "add reminder \"x\" "),
      ("parts of a calendar:", "add calendar \"x\" "),
    ],
    "add event": [("its parts:", "add event \"x\" ")],
    "add reminder": [("its parts:", "add reminder \"x\" ")],
    "add calendar": [("its parts:", "add calendar \"x\" ")],
    "edit": [("what can be set:", "edit last set ")],
    "edit calendar": [("what can be set:", "edit calendar x set ")],
    "events": [("its clauses:", "events ")], "reminders": [("its clauses:", "reminders ")],
    "calendars": [("its clauses:", "calendars ")], "sources": [("its clauses:", "sources ")],
    "series": [("its clauses:", "series ")], "alarms": [("its clauses:", "alarms ")],
    "busy": [("its clauses:", "busy ")], "conflicts": [("its clauses:", "conflicts ")],
    "free": [("its clauses:", "free 1h ")], "agenda": [("its clauses:", "agenda ")],
    "import": [("its parts:", "import x.ics ")], "explain": [("what it tells:", "explain ")],
    "access": [("what follows it:", "access ")], "undo": [("what follows it:", "undo ")],
    "complete": [("what follows a target:", "complete last ")],
    "delete": [("what follows a target:", "delete last ")],
    "move": [("what follows a target:", "move last ")],
  ]

  /// Returns the parts of a statement, for its page; empty if it has none.
  package static func lines(about statement: String, width: Int) -> [String] {
    (samples[statement] ?? []).flatMap { sample in
      var behind = HelpParts(behind: sample.text)
      // A comma alone says nothing here.
      behind.parts.removeAll { $0.form.isEmpty && $0.meaning.hasPrefix("`") }
      return [sample.title] + behind.lines(width: width).map { "  " + $0 }
    }
  }
}

extension Expectation {
  fileprivate var isTarget: Bool {
    switch self {
    case .target, .targetOf: true
    default: false
    }
  }

  /// Whether the expected parts include dates or ranges.
  fileprivate var hasRanges: Bool {
    switch self {
    case .clause, .slotClause, .viewClause, .itemPart, .date: true
    default: false
    }
  }
}

extension HelpTopics {
  /// Returns the meaning of a word in one line; nil for words without help.
  static func brief(_ word: String) -> String? {
    let first = String(word.prefix { $0 != " " && $0 != "(" }).lowercased()
    if let line = words[first]?.first(where: { !$0.hasPrefix("> ") }) { return line }
    if let flag = QueryFlag(rawValue: first) { return flag.help }
    if let entry = FieldCatalog.entries.first(where: { $0.name.rawValue == first }) { return entry.help }
    if let row = HelpText.statements.first(where: { $0.word == first }) { return row.text }
    if let format = OutputFormat(rawValue: first) { return format.row.help }
    if let setting = Setting(rawValue: first) { return setting.help }
    return nil
  }
}
