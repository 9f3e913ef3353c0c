import QueryEngine
import QueryLanguage

/// What can be written in which format, and why the rest cannot.
extension BoundQuery {
  /// The fault of an answer that has nothing which a format could write; nil where it has.
  func fault(in format: OutputFormat) -> (code: ShellError.Code, message: String, hint: String)? {
    switch format {
    case .chart: chartFault
    case .ids: isOfItems || noun == .calendars || noun == .sources ? shapeFault(format) : itemsFault(format)
    case .ics, .jscalendar, .invitation, .reply: isOfItems ? shapeFault(format) : itemsFault(format)
    case .table, .line, .json, .jsonl, .csv, .tsv: nil
    }
  }

  /// Whether rows stand for items.
  private var isOfItems: Bool {
    switch noun {
    case .events, .reminders, .series, .alarms, .conflicts: true
    case .calendars, .sources, .busy: false
    }
  }

  private func itemsFault(_ format: OutputFormat) -> (code: ShellError.Code, message: String, hint: String) {
    let what = noun == .busy ? slots == nil ? "stretches of time" : "free time" : noun.rawValue
    return (
      .formatNeedsItems, "`as \(format.rawValue)` writes items, and these are \(what)",
      "json, csv and table write any rows"
    )
  }

  private func shapeFault(_ format: OutputFormat) -> (code: ShellError.Code, message: String, hint: String)? {
    switch shape {
    case .rows, .days: nil
    case .selected:
      (
        .formatNeedsItems, "`as \(format.rawValue)` writes whole items, and these are single columns",
        "leave `select` out, or write json, csv or table"
      )
    case .groups:
      (
        .formatNeedsItems, "`as \(format.rawValue)` writes items, and these are groups of them",
        "json, csv and table write any rows"
      )
    }
  }

  /// The fault of an answer that makes no bars; nil where it makes some.
  var chartFault: (code: ShellError.Code, message: String, hint: String)? {
    guard case .groups(_, let columns) = shape else {
      let way =
        noun.isCounted
        ? "count \(noun.rawValue) … group by calendar as chart"
        : "count events, reminders, series or alarms as chart"
      return (.chartNeedsGroups, "a chart has a bar for each group, and these are single rows", way)
    }
    let numbers = columns.filter(\.content.isAggregate)
    if numbers.isEmpty {
      return (
        .chartNeedsNumbers, "a chart needs a number for each group",
        "select a count or a sum too, as `select …, count`"
      )
    }
    for column in numbers {
      guard case .aggregate(.function(let function, let field)) = column.content else { continue }
      if case .number? = FieldCatalog.entry(field, of: noun)?.type { continue }
      return (
        .chartNeedsNumbers, "`\(function.rawValue)(\(field.rawValue))` is no number, so it has no bar",
        "draw a count, or a sum, avg, min or max of a number or a length"
      )
    }
    return nil
  }

  /// Whether the groups are those of calendars, which have colors.
  var isGroupedByCalendar: Bool {
    guard case .groups(let keys, let columns) = shape else { return false }
    return keys.contains(.field(.calendar, nil))
      && columns.first { !$0.content.isAggregate }?.content == .field(.calendar, nil)
  }
}

extension Noun {
  /// Whether its rows can be grouped.
  fileprivate var isCounted: Bool {
    switch self {
    case .events, .reminders, .series, .alarms: true
    case .calendars, .sources, .busy, .conflicts: false
    }
  }
}

extension StatementSyntax {
  /// Where it says `as chart`; nil where an option or a setting said so.
  var formatRange: SourceRange? {
    let query: QuerySyntax
    switch self {
    case .query(let syntax): query = syntax
    case .aggregate(let syntax): query = syntax.query
    case .slots(let slots):
      return slots.clauses.first { if case .format = $0.kind { true } else { false } }?.range
    default: return nil
    }
    return query.clauses.first { if case .format = $0.kind { true } else { false } }?.range
  }
}
