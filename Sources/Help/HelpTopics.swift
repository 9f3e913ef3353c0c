import QueryLanguage
import Settings

/// The output of `help WORD`, made from the tables of the parser, the settings and the errors.
package enum HelpTopics {
  /// Returns all meanings of a topic; empty if there is no help about it.
  static func sections(_ topic: String) -> [HelpSection] {
    let word = topic.lowercased()
    if word.contains(" ") { return [statement(word)].compactMap { $0 } }
    let found =
      [keyword(word), format(word), setting(word), unit(word), code(word), flag(word)].compactMap { $0 }
      + fields(word) + [HelpPages.section(word)].compactMap { $0 }
    return found.isEmpty
      ? [weekday(word) ?? month(word) ?? dateWord(word) ?? value(word) ?? alias(word)].compactMap { $0 }
      : found
  }

  /// All topics with help, for completion and for suggestions after a typo.
  package static let all: [String] = {
    let words =
      HelpText.statements.map(\.word) + HelpPages.names + Keyword.allCases.map(\.rawValue)
      + FieldName.allCases.map(\.rawValue)
      + QueryFlag.allCases.map(\.rawValue) + CalendarUnit.allCases.map(\.rawValue)
      + DurationUnit.allCases.map(\.rawValue) + OutputFormat.allCases.map(\.rawValue)
      + Setting.allCases.map(\.rawValue) + FieldCatalog.entries.flatMap(\.choices)
      + ["true", "false", "no", "name", "list"] + CalendarWords.months + Expectation.weekday.words
      + ErrorCatalog.entries.map(\.code)
    var seen: Set<String> = []
    return words.filter { seen.insert($0).inserted }
  }()

  // MARK: Words

  /// The tables' lines about each word: its meaning, and an example after `>`.
  package static let words: [String: [String]] = HelpTable.blocks(
    [QueryWords.text, DateWords.text, ItemWords.text, StoreWords.text].joined(separator: "\n"))

  /// Returns the help about a word of the language; nil for others.
  static func keyword(_ word: String) -> HelpSection? {
    let rows = words[word] ?? []
    let statement = HelpText.statements.first { $0.word == word }
    if rows.isEmpty, statement == nil { return nil }
    let meaning = rows.filter { !$0.hasPrefix("> ") }
    return HelpSection(
      heading: word, meaning: meaning.isEmpty ? [statement?.text].compactMap { $0 } : meaning,
      forms: GrammarForms.forms(of: word),
      example: rows.first { $0.hasPrefix("> ") }.map { String($0.dropFirst(2)) })
  }

  /// Returns the help about a statement of two words, `add reminder`, from the help about its first word.
  private static func statement(_ topic: String) -> HelpSection? {
    guard let word = topic.split(separator: " ").first.map(String.init), var section = keyword(word) else {
      return nil
    }
    section.forms = section.forms.filter { $0 == topic || $0.hasPrefix(topic + " ") }
    if section.forms.isEmpty { return nil }
    section.heading = topic
    if let example = section.example, !example.hasPrefix(topic) { section.example = nil }
    return section
  }

  private static func weekday(_ word: String) -> HelpSection? {
    guard let weekday = CalendarWords.weekday(word) else { return nil }
    let name = CalendarWords.name(weekday)
    return HelpSection(
      heading: name, meaning: ["a weekday: today or the next one; behind since, today or the last one"],
      forms: ["[this|next|last] \(name)", "on \(name)"], example: "events \(name)")
  }

  /// Returns the help about a value of a field: `caldav`, `unavailable`, `true`.
  private static func value(_ word: String) -> HelpSection? {
    if ["true", "false", "no"].contains(word) {
      return HelpSection(
        heading: "\(word), a value",
        meaning: ["as \(word == "true" ? "on" : "off"), of a field that is on or off"],
        forms: ["edit … set allday = on|off|yes|no|true|false"], example: "edit last set allday = \(word)")
    }
    guard let entry = FieldCatalog.entries.first(where: { $0.choices.contains(word) }) else { return nil }
    let noun = Noun.allCases.first { entry.nouns.contains($0) } ?? .events
    let name = entry.name.rawValue
    return HelpSection(
      heading: "\(word), a value of \(name)", meaning: [entry.help], forms: ["where \(name) = \(word)"],
      example: "\(noun.rawValue) where \(name) = \(word)")
  }

  /// Returns the help about another name of a field.
  private static func alias(_ word: String) -> HelpSection? {
    let found = Noun.allCases.lazy.compactMap { noun in
      FieldCatalog.field(spelled: word, of: noun).map { (noun, $0.rawValue) }
    }.first
    guard let (noun, field) = found, field != word else { return nil }
    return HelpSection(
      heading: "\(word), another word for \(field)", meaning: ["what \(noun.rawValue) have as \(field)"],
      forms: ["where \(word) = TEXT"], example: "\(noun.rawValue) where \(word) = Work")
  }

  /// Returns the help about a word that only dates have: `tonight`, `christmas`, `two`.
  private static func dateWord(_ word: String) -> HelpSection? {
    guard let meaning = CalendarWords.meaning(word) else { return nil }
    let (text, example) =
      switch meaning {
      case .number: ("a number of units in words", "events in two weeks")
      case .dayPart: ("a part of a day; day.morning and its like say when", "events tomorrow morning")
      case .season: ("three whole months; hemisphere says which", "events winter 2026")
      case .namedDay: ("part of the name of a day of every year", "events christmas")
      case .monthThird: ("a third of a month: days 1 to 10, 11 to 20, the rest", "events early december")
      case .workday: ("a day that is no weekend", "events in 3 workdays")
      case .lastDay: ("the first or last day of a period", "events eom")
      case .toDate: ("from the beginning of a period up to now", "events month to date")
      case .rangeEnd: ("the end of a range; a day is included", "events 1 dec through 5 dec")
      case .repetition:
        ("how often an item comes again", "add event \"Club\" friday 18:00 repeat biweekly on fridays")
      case .clock: ("a time of day", "events tomorrow midday")
      case .length: ("two weeks", "events in a fortnight")
      case .relative: ("the unit before this one, or this one", "events previous week")
      }
    return HelpSection(heading: word + ", in dates", meaning: [text + "; help dates"], example: example)
  }

  private static func month(_ word: String) -> HelpSection? {
    guard let month = CalendarWords.month(word) else { return nil }
    let name = CalendarWords.months[month - 1]
    return HelpSection(
      heading: name, meaning: ["a month: the earliest that has not ended, unless a year follows"],
      forms: ["\(name) [YEAR]", "DAY \(name) [YEAR]"], example: "events \(name) 2027")
  }

  // MARK: Tables

  private static func flag(_ word: String) -> HelpSection? {
    guard let flag = QueryFlag(rawValue: word) else { return nil }
    let nouns = Noun.allCases.filter { flag.nouns.contains($0) }
    guard let noun = nouns.first else { return nil }
    return HelpSection(
      heading: "\(word), a flag of \(list(nouns))", meaning: [flag.help],
      forms: ["[not] \(word)", "where [not] \(word)"], example: "\(noun.rawValue) not \(word)")
  }

  private static func unit(_ word: String) -> HelpSection? {
    let written = word.hasSuffix("s") ? String(word.dropLast()) : word
    let length = DurationUnit(rawValue: written) ?? DurationUnit(spelling: word)
    let calendar = CalendarUnit(rawValue: written)
    guard let singular = length?.rawValue ?? calendar?.rawValue else { return nil }
    var forms: [String] = []
    if calendar != nil { forms.append("this|next|last \(singular)") }
    if let length {
      forms.append(length == .quarter ? "N quarters" : "N \(singular)s, N\(length.symbol)")
    }
    let isRolling = calendar == nil || length?.isNominal == false
    return HelpSection(
      heading: word.hasPrefix(singular) ? "\(singular), a unit of time" : "\(word), short for \(singular)",
      meaning: [], forms: forms,
      example: isRolling ? "events next 90 \(singular)s" : "events this \(singular)")
  }

  private static func format(_ word: String) -> HelpSection? {
    guard let format = OutputFormat(rawValue: word) else { return nil }
    return HelpSection(
      heading: "\(word), a format", meaning: [format.row.help],
      forms: ["as \(word)", "kal … --format \(word)"],
      example: format.example)
  }

  private static func setting(_ word: String) -> HelpSection? {
    guard let setting = Setting(rawValue: word) else { return nil }
    let choices = setting.choices.isEmpty ? "VALUE" : setting.choices.joined(separator: "|")
    return HelpSection(
      heading: "\(word), a setting",
      meaning: [setting.help, "kept by a line of the settings file: \(setting.exampleLine)"],
      forms: setting == .store ? ["show store"] : ["set \(word) = \(choices)", "show \(word)"],
      example: setting == .store ? "show store" : "set \(word) = \(setting.example)")
  }

  private static func code(_ word: String) -> HelpSection? {
    guard let entry = ErrorCatalog.entry(word) else { return nil }
    return HelpSection(heading: word, meaning: entry.story, example: entry.example, isProse: true)
  }

  package static func list(_ nouns: [Noun]) -> String { nouns.map(\.rawValue).joined(separator: ", ") }
}
