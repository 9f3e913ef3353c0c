import Changes

/// The reason why an answer cannot be written in a format.
package struct FormatFault {
  /// The codes of this module.
  package enum Code: String, CaseIterable {
    case chartNeedsGroups = "chart-needs-groups"
    case chartNeedsNumbers = "chart-needs-numbers"
    case formatNeedsItems = "format-needs-items"
  }

  package let code: Code
  package let message, hint: String

  fileprivate init(_ code: Code, _ message: String, _ hint: String) {
    (self.code, self.message, self.hint) = (code, message, hint)
  }
}

/// Which answers fit which format.
extension BoundQuery {
  /// Returns the fault of an answer that a format cannot write; nil if it can.
  package func fault(in format: OutputFormat) -> FormatFault? {
    switch format.row.scope {
    case .rows: nil
    case .groups: chartFault
    case .items where noun == .calendars || noun == .sources: shapeFault(format)
    case .items, .wholeItems: isOfItems ? shapeFault(format) : itemsFault(format)
    }
  }

  /// Whether rows stand for items.
  private var isOfItems: Bool {
    switch noun {
    case .events, .reminders, .series, .alarms, .conflicts: true
    case .calendars, .sources, .busy: false
    }
  }

  private func itemsFault(_ format: OutputFormat) -> FormatFault {
    let what = noun == .busy ? slots == nil ? "stretches of time" : "free time" : noun.rawValue
    return FormatFault(
      .formatNeedsItems, "`as \(format.rawValue)` writes items, and these are \(what)",
      "json, csv and table write any rows"
    )
  }

  private func shapeFault(_ format: OutputFormat) -> FormatFault? {
    switch shape {
    case .rows, .days: nil
    case .selected:
      FormatFault(
        .formatNeedsItems, "`as \(format.rawValue)` writes whole items, and these are single columns",
        "leave `select` out, or write json, csv or table"
      )
    case .groups:
      FormatFault(
        .formatNeedsItems, "`as \(format.rawValue)` writes items, and these are groups of them",
        "json, csv and table write any rows"
      )
    }
  }

  /// The fault of an answer without bars; nil if it has some.
  var chartFault: FormatFault? {
    guard case .groups(_, let columns) = shape else {
      let way =
        noun.isCounted
        ? "count \(noun.rawValue) … group by calendar as chart"
        : "count events, reminders, series or alarms as chart"
      return FormatFault(
        .chartNeedsGroups, "a chart has a bar for each group, and these are single rows", way)
    }
    let numbers = columns.filter(\.content.isAggregate)
    if numbers.isEmpty {
      return FormatFault(
        .chartNeedsNumbers, "a chart needs a number for each group",
        "select a count or a sum too, as `select …, count`"
      )
    }
    for column in numbers {
      guard case .aggregate(.function(let function, let field)) = column.content else { continue }
      if case .number? = FieldCatalog.entry(field, of: noun)?.type { continue }
      return FormatFault(
        .chartNeedsNumbers, "`\(function.rawValue)(\(field.rawValue))` is no number, so it has no bar",
        "draw a count, or a sum, avg, min or max of a number or a length"
      )
    }
    return nil
  }

  /// Whether the rows are grouped by calendar, and so have colors.
  package var isGroupedByCalendar: Bool {
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
