import CivilTime

/// An element that could stand at a place in a statement.
///
/// The parser notes these as it goes; errors name them and completion offers them.
public enum Expectation: Hashable, Sendable {
  case keyword(Keyword)
  case symbol(Symbol)
  case statement
  case clause(Noun)
  case slotClause
  case viewClause(CalendarViewKind)
  case itemPart(ItemWord)
  case date, clock, duration, offset, weekday, month, unit, day, zone
  case calendarName, sourceName
  /// The name of a saved view, or of a set of calendars.
  case viewName, setName
  /// The name of a parameter of a view.
  case viewParameter(String)
  /// A query, an aggregate, free time or a page of the calendar.
  case question
  /// A field that queries of the noun may name.
  case field(Noun)
  /// A date field of the noun.
  case dateField(Noun)
  /// A field that `edit` may set on items of these nouns.
  case settableField(Set<Noun>)
  case column(Noun)
  case condition(Noun)
  case comparison(FieldType)
  /// A value of a field that has a closed list of words.
  case value(FieldName)
  case text, string, integer, number, regex
  case format, exportFormat, noun, query, target, path
  /// A target among the items of a noun.
  case targetOf(Noun)
  /// The title of an item, or its next word; a noun's items alone where one is meant.
  case title(Noun?)
  /// A field that can be added up, or compared.
  case aggregated(AggregateFunction)
  /// A name that the user chooses: a view, a client, an alias.
  case word
  case option, helpTopic, argument, parameter
  case repetition, alarm
  /// The color of a calendar, and the settings that `edit calendar` takes.
  case color, calendarSetting, accountSetting
  case endOfStatement
}

extension Expectation {
  /// The words of the language that could stand here; empty if only the caller knows them, as for
  /// calendar names.
  public var words: [String] {
    switch self {
    case .keyword(let keyword): [keyword.rawValue]
    case .statement: Self.statementWords
    case .clause(let noun): Self.clauseWords(noun)
    case .slotClause:
      ["between", "on", "ignoring allday", "timed", "in", "except", "limit", "as"] + Self.rangeWords
    case .viewClause(let kind):
      ["in", "except", "where", "not"] + Self.flagWords(.events) + (kind == .agenda ? Self.rangeWords : [])
    case .itemPart(.event):
      [
        "for", "all day", "in", "repeat", "alarm", "location", "notes", "url", "zone", "busy", "free",
        "tentative", "tag", "attach", "travel", "attendee", "form", "dry run",
      ] + Self.rangeWords
    case .itemPart(.reminder):
      [
        "due", "start", "in", "priority", "repeat", "alarm", "location", "notes", "url", "zone", "tag",
        "attach", "under", "flagged", "form", "dry run",
      ] + Self.rangeWords
    case .date: Self.dateWords
    case .day: ["day"] + Self.weekdayWords
    case .clock: ["noon", "midnight", "half past", "quarter past", "quarter to"]
    case .duration: ["half an hour", "an hour", "an hour and a half"]
    case .weekday: Self.weekdayWords
    case .month: CalendarWords.months
    case .unit: CalendarUnit.allCases.map(\.rawValue)
    case .zone: ["UTC"]
    case .field(let noun): Self.fieldWords(noun)
    case .dateField(let noun): Self.dateFieldWords(noun)
    case .settableField(let nouns): FieldCatalog.settable(nouns).map(\.name.rawValue)
    case .column(let noun):
      TimeBucket.allCases.map(\.rawValue) + ["count", "sum(", "avg(", "min(", "max("] + Self.fieldWords(noun)
    case .condition(let noun):
      ["not"] + Self.flagWords(noun) + Self.fieldWords(noun)
    case .comparison(let type): Self.operatorWords(type)
    case .value(let field):
      FieldCatalog.entries.first { $0.name == field && !$0.choices.isEmpty }?.choices ?? []
    case .format: OutputFormat.allCases.map(\.rawValue)
    case .exportFormat: OutputFormat.exported.map(\.rawValue)
    case .noun, .query: Noun.allCases.map(\.rawValue)
    case .question: Self.questionWords
    case .target: ["last", "events", "reminders"]
    case .targetOf(let noun): ["last", noun.rawValue]
    case .aggregated(let function): Self.aggregatedWords(function)
    case .repetition:
      [
        "daily", "weekly", "monthly", "yearly", "every", "the", "last", "never", "weekdays", "weekends",
        "every other",
        "hourly", "biweekly", "quarterly",
      ] + Weekday.allCases.map { CalendarWords.name($0) + "s" }
    case .alarm: ["none", "entering", "leaving"]
    case .calendarSetting: CalendarSettingSyntax.Field.allCases.map(\.rawValue)
    case .accountSetting: AccountSettingSyntax.Field.allCases.map(\.rawValue)
    case .symbol, .offset, .calendarName, .sourceName, .viewName, .setName, .viewParameter, .text,
      .string, .integer, .number, .regex, .color,
      .path, .word, .title, .option, .helpTopic, .argument, .parameter, .endOfStatement:
      []
    }
  }

  /// The words that a statement begins with.
  public static let statementWords: [String] =
    Noun.allCases.map(\.rawValue) + [
      "explain", "count", "sum", "avg", "min", "max", "free", "agenda", "day", "week", "month", "year", "add",
      "quick", "edit", "view", "delete", "complete", "done", "reopen", "accept", "maybe", "decline", "move",
      "duplicate", "choose", "rename", "default", "show", "hide", "import", "open", "send", "export",
      "undo", "redo", "history", "begin", "commit", "rollback", "watch", "sync", "accounts", "link", "unlink",
      "changes", "save", "run", "views", "sets", "drop", "access", "snooze", "location", "set", "describe",
      "help", "load", "tour", "quit", "backup", "duplicates",
    ]

  static let questionWords =
    Noun.allCases.map(\.rawValue) + [
      "count", "sum", "avg", "min", "max", "free", "agenda", "day", "week", "month", "year",
    ]

  static let weekdayWords = Weekday.allCases.map(CalendarWords.name)

  static let dateWords =
    [
      "now", "today", "tomorrow", "yesterday", "this", "next", "last",
      "this week", "this weekend",
      "this month",
      "this year", "next week", "next weekend", "next month", "next year", "last week", "last month",
      "last year",
      "start of", "end of", "end of month", "rest of", "rest of week", "noon", "midnight", "week",
    ] + weekdayWords + CalendarWords.months + spokenDates

  /// Dates as people say them, beside units and names.
  private static let spokenDates =
    ["tonight", "day after tomorrow", "day before yesterday", "half past", "quarter past", "quarter to"]
    + ["this", "tomorrow"].flatMap { day in DayPart.allCases.map { "\(day) \($0.rawValue)" } }
    + Season.allCases.map(\.rawValue) + NamedDay.allCases.map(\.name)

  static let rangeWords =
    ["from", "to", "until", "by", "before", "after", "since", "on", "during", "between", "anytime"]
    + dateWords

  static func flagWords(_ noun: Noun) -> [String] {
    QueryFlag.allCases.filter { $0.nouns.contains(noun) }.map(\.rawValue)
  }

  static func dateFieldWords(_ noun: Noun) -> [String] {
    FieldCatalog.queryable(noun).filter { $0.type == .date }.map(\.name.rawValue)
  }

  static func fieldWords(_ noun: Noun) -> [String] {
    FieldCatalog.queryable(noun).flatMap { entry in
      [entry.name.rawValue]
        + (entry.type == .date ? DatePart.allCases.map { entry.name.rawValue + "." + $0.rawValue } : [])
    }
  }

  private static func aggregatedWords(_ function: AggregateFunction) -> [String] {
    FieldCatalog.queryable(.events).filter { entry in
      switch (entry.type, function) {
      case (.number, _), (.date, .min), (.date, .max): true
      default: false
      }
    }.map(\.name.rawValue)
  }

  static func clauseWords(_ noun: Noun) -> [String] {
    ["in", "except", "where", "sort by", "limit", "group by", "having", "select", "as", "not"]
      + RangeRelation.allCases.filter { $0 != .overlapping }.map(\.rawValue)
      + (noun == .reminders ? ["all"] : []) + flagWords(noun) + dateFieldWords(noun) + rangeWords
  }

  static func operatorWords(_ type: FieldType) -> [String] {
    let comparisons = ComparisonOperator.allCases.map(\.rawValue)
    let common = ["is empty", "is not empty", "in (", "not in ("]
    switch type {
    case .text:
      return ["contains", "=", "!="] + TextOperator.allCases.dropFirst().map(\.rawValue) + ["matches", "not"]
        + common
    case .date:
      return ["on", "before", "after", "between", "from", "since", "by", "within"] + comparisons + common
    case .number: return comparisons + ["between"] + common
    case .choice(let ordered): return (ordered ? comparisons : ["=", "!="]) + common
    case .boolean, .structure: return []
    }
  }
}
