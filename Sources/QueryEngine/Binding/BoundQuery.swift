/// The rows that a query tests its conditions on.
public enum QueryScope: Hashable, Sendable {
  /// Occurrences of events that overlap the range.
  case occurrences
  /// Stored items, a series once; reminders once each, repeating ones at their first open occurrence.
  case items
  /// Items found by a text, each once: a series at the first occurrence from now on that
  /// passes, else at the last before.
  case next
  /// Completed reminders and completed occurrences of repeating ones.
  case completions
  /// Series with an occurrence in the range.
  case series
  /// Items and occurrences named by their ids, as far as they exist.
  case named([ItemTarget])
  /// Alarms that ring in the range.
  case alarms
  /// Calendars or sources.
  case catalog
}

/// One key of the order of an answer.
public struct SortKey: Hashable, Sendable {
  /// The column to order by.
  public var content: ColumnContent
  /// Whether the last come first; rows without a value are last either way.
  public var isDescending: Bool

  /// A key.
  public init(_ content: ColumnContent, isDescending: Bool = false) {
    self.content = content
    self.isDescending = isDescending
  }
}

/// How the rows of an answer are made from the rows that pass.
public enum ResultShape: Hashable, Sendable {
  /// The rows as they are.
  case rows
  /// Only some columns of each.
  case selected([Column])
  /// One row per group of equal keys (one in all without keys): columns that are keys or aggregates.
  case groups(keys: [ColumnContent], columns: [Column])
  /// A row per day with everything that happens on it.
  case days
}

/// A query with resolved names, dates and values, without a plan for its execution.
public struct BoundQuery: Sendable {
  /// The kind of thing asked for.
  public var noun: Noun
  /// The rows that the conditions are tested on.
  public var scope: QueryScope
  /// The condition that rows pass, range and calendars included; simplified.
  public var predicate: ItemPredicate
  /// For series with a range, the condition that one of their occurrences passes; else `all`.
  public var occurrencePredicate: ItemPredicate
  /// The query's range; nil if the noun has no time.
  public var range: ResolvedRange?
  /// The rows of the searched calendars; nil for all.
  public var calendars: Set<Int>?
  /// The condition that groups pass; nil for all.
  public var having: GroupCondition?
  /// The condition that blocks of `busy` pass; nil for all.
  public var blocks: GroupPredicate?
  /// The terms of the free time asked for; nil unless the query is `free`.
  public var slots: SlotTerms?
  /// Whether timed reminders take time as well.
  public var countsReminders = false
  /// Whether lengths are aggregated and compared for timed events alone, because the query does
  /// not mention whole days.
  public var measuresTimed = false
  /// The order; empty for the natural one: by start or due date, and as made for calendars and sources.
  public var sort: [SortKey]
  /// The most rows to return; nil for all.
  public var limit: Int?
  /// How many rows to pass over first.
  public var offset: Int
  /// How the rows of the answer are made.
  public var shape: ResultShape
  /// Notes on guesses, defaults and possible surprises.
  public var notes: [Note]
  /// The output format that the query names.
  public var format: OutputFormat?
  /// The calendar page that the answer fills; nil when the answer is not a page.
  public var page: CalendarPage?
  /// The reminders that the page shows beside the events.
  public var reminders: PageReminders?

  /// The further queries whose rows belong to the answer.
  var companions: [BoundQuery] {
    guard case .due(let due, let undated) = reminders else { return [] }
    return [due] + (undated.map { [$0] } ?? [])
  }

  /// Whether its rows are made from the time that events take.
  var isAboutTime: Bool { noun == .busy || noun == .conflicts }

  /// The texts that its rows were found by.
  var searches: [TextTest] { predicate.searches }

  /// The interval searched for occurrences: the range, for busy time extended by
  /// `BusyTime.reach`, as the travel to a later event may begin in the range.
  var window: TimeRange? {
    isAboutTime ? range?.timeRange.extended(by: BusyTime.reach) : range?.timeRange
  }

  /// Whether limit and offset count rows before they are put into one group, as in `count events limit 5`.
  var limitsRowsFirst: Bool {
    if case .groups(let keys, _) = shape { keys.isEmpty } else { false }
  }
}

/// The reminders of a calendar page, as separate queries.
public indirect enum PageReminders: Sendable {
  /// Reminders due on its days, and reminders without a date if the page lists them.
  case due(BoundQuery, undated: BoundQuery?)
}
