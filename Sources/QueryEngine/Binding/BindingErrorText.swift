/// The wording of every binding error, in one place.
enum BindingErrorText {
  static func diagnostic(_ error: BindingError) -> Diagnostic {
    var diagnostic = Diagnostic(
      code: code(error.problem).rawValue, message: message(error.problem), range: error.range)
    diagnostic.hint = hint(error.problem)
    diagnostic.suggestions = replacements(error.problem).map { .init(range: error.range, text: $0) }
    return diagnostic
  }

  static func code(_ problem: BindingProblem) -> BindingErrorCode {
    switch problem {
    case .unknownCalendar, .calendarIsSet: .unknownCalendar
    case .unknownSet: .unknownSet
    case .emptySet: .emptySet
    case .ambiguousCalendar: .ambiguousCalendar
    case .unknownSource: .unknownSource
    case .ambiguousSource: .ambiguousSource
    case .unknownZone: .unknownZone
    case .unboundParameter: .unboundParameter
    case .ambiguousNext, .ambiguousHour: .ambiguousDate
    case .yearMissing, .monthMissing: .yearRequired
    case .weekdayMismatch: .weekdayMismatch
    case .reversedRange, .reversedTimes: .reversedRange
    case .nothingToMove: .nothingToMove
    case .emptyRange, .skippedDay, .noSuchPosition: .emptyRange
    case .rangeIsPast, .slotsArePast: .rangeIsPast
    case .rangeIsFuture: .rangeIsFuture
    case .outOfCalendar: .outOfCalendar
    case .badPattern: .badPattern
    case .notYet: .notYet
    case .notANumber: .notANumber
    case .ungrouped: .ungroupedColumn
    case .misplacedAggregate: .misplacedAggregate
    case .rowsInHaving: .rowsInHaving
    case .unknownAlias: .unknownColumn
    case .rangeNotAllowed: .rangeNotAllowed
    case .badValue, .notOneParent: .badValue
    case .noSuchRow: .noSuchRow
    case .unknownItem: .unknownItem
    case .notAnItem: .notAnItem
    case .otherKind: .otherKind
    case .nothingLast: .nothingLast
    case .unknownTitle: .unknownTitle
    case .ambiguousTitle: .ambiguousTitle
    case .bareTarget: .bareTarget
    case .bareHour: .bareHour
    case .missingTime: .missingTime
    case .repeatNeedsDue: .repeatNeedsDue
    case .noStartInRange: .noStartInRange
    case .lengthNeedsClock: .lengthNeedsClock
    case .wrongKindOfItem: .wrongKindOfItem
    case .badRule: .badRule
    case .badRepeat: .badRepeat
    }
  }

  /// The field that a length moves: the named field, else the field that `move` changes.
  private static func moved(_ field: FieldName?, _ isReminder: Bool) -> FieldName {
    field ?? (isReminder ? .due : .start)
  }

  static func message(_ problem: BindingProblem) -> String {
    switch problem {
    case .unknownCalendar(let name, _, _), .calendarIsSet(let name): "no calendar called `\(name)`"
    case .unknownSet(let name, _): "no set of calendars called `\(name)`"
    case .emptySet(let name): "the calendars of the set `\(name)` are gone"
    case .ambiguousCalendar(let name, let choices): "`\(name)` names \(choices.count) calendars"
    case .unknownSource(let name, _): "no source called `\(name)`"
    case .ambiguousSource(let name, let choices): "`\(name)` names \(choices.count) sources"
    case .unknownZone(let name, _): "no time zone called `\(name)`"
    case .unboundParameter(let name): "`$\(name)` has no value"
    case .ambiguousNext(let name, _): "`next \(name)` is ambiguous"
    case .yearMissing(let name, _): "`\(name)` names no year"
    case .monthMissing(let name, _): "`\(name)` names no month"
    case .ambiguousHour(let choices): "the hour may be \(choices.joined(separator: " or "))"
    case .noSuchPosition(let name, let period): "there is no `\(name)` in \(period)"
    case .weekdayMismatch(let written, let date):
      "\(date) is a \(date.weekday.name), not a \(written.name)"
    case .reversedRange: "the range ends before it starts"
    case .reversedTimes(_, let isReminder): "the \(isReminder ? "due date" : "end") lies before the start"
    case .nothingToMove(let title, let isReminder, let field):
      "\(title.isEmpty ? "this" : title) has no \(moved(field, isReminder) == .due ? "due date" : "start") to move"
    case .emptyRange: "nothing lies in this range"
    case .skippedDay(let day, let zone):
      "there was no \(DateText.day(day)) in \(zone): its clocks skipped that day"
    case .slotsArePast: "this range is over, and free time is still to come"
    case .rangeIsPast: "the range begins now, and this is past"
    case .rangeIsFuture: "`since` ends now, and this is still to come"
    case .outOfCalendar: "this lies outside the years 1 to 9999"
    case .badPattern(let fault): fault.message
    case .notYet(let what): "\(what) is not there yet"
    case .notANumber(let field, let function):
      "`\(function.rawValue)` adds up numbers and lengths; `\(field.rawValue)` is neither"
    case .ungrouped(let column): "`\(column)` is neither grouped by nor an aggregate"
    case .misplacedAggregate(let column): "`\(column)` counts over rows, and here is only one"
    case .rowsInHaving(let what, isBlocks: false): "`\(what)` is about single rows, and `having` tests groups"
    case .rowsInHaving(let what, isBlocks: true):
      "`\(what)` is about single events, and the rows of `busy` are blocks of time"
    case .unknownAlias(let name, _): "no column called `\(name)`"
    case .rangeNotAllowed(let noun): "\(noun.rawValue) have no time"
    case .badValue(let value, let field, _): "`\(value)` is no value of `\(field)`"
    case .noSuchRow(let row, let count):
      count == 0
        ? "no rows are shown that `#\(row)` could mean" : "there is no row \(row): \(count) are shown"
    case .unknownItem(let id): "this store has no item `\(id)`"
    case .notAnItem(let id): "`\(id)` is no event or reminder"
    case .otherKind(let id, _, let isReminder): "`\(id)` is \(isReminder ? "a reminder" : "an event")"
    case .notOneParent(0): "no reminder answers this query"
    case .notOneParent(let count): "\(count) reminders are meant, and a part is of one"
    case .unknownTitle(let title, let kind, _): "no \(kind) is called `\(title)`"
    case .ambiguousTitle(let title, let kind, let items): "\(items.count) \(kind)s are called `\(title)`"
    case .bareTarget(let text, _): "`\(text)` is a target only where a person types it"
    case .bareHour(let hour): "`\(hour)` does not say which half of the day"
    case .nothingLast: "nothing was added or changed yet"
    case .missingTime: "an event needs a time"
    case .repeatNeedsDue: "a repeating reminder needs a due date"
    case .noStartInRange: "this does not say when it starts"
    case .lengthNeedsClock: "whole days last whole days"
    case .wrongKindOfItem(let field, let isReminder):
      "`\(field.rawValue)` is not a field of \(isReminder ? "reminders" : "events")"
    case .badRule(let reason), .badRepeat(let reason, _): reason
    }
  }

  private static func meant(_ near: [String]) -> String? {
    near.first.map { "did you mean `\(Quoted.name($0))`?" }
  }

  static func hint(_ problem: BindingProblem) -> String? {
    switch problem {
    case .unknownCalendar(let name, _, true): return "did you mean `during \(name.lowercased())`?"
    case .calendarIsSet(let name): return "it is a set: `set \(Quoted.name(name))`"
    case .emptySet(let name): return "save set \(Quoted.name(name)) as … gives it others"
    case .unknownSet(_, let near): return meant(near) ?? "sets lists them"
    case .unknownCalendar(_, let near, false): return meant(near) ?? "calendars lists them"
    case .unknownSource(_, let near): return meant(near) ?? "accounts lists them"
    case .unknownZone(_, let near), .unknownAlias(_, let near): return meant(near)
    case .ambiguousCalendar(_, let choices), .ambiguousSource(_, let choices):
      return choices.joined(separator: " or ")
    case .unboundParameter: return "parameters get their values from `run` or from a program"
    case .ambiguousNext(_, let choices):
      return choices.map(\.description).joined(separator: " or ")
    case .yearMissing(_, let suggestion), .monthMissing(_, let suggestion): return "write \(suggestion)"
    case .ambiguousHour(let choices):
      return "write \(choices.last ?? "17:00"), or \(choices.first ?? "05:00")"
    case .weekdayMismatch: return "leave the weekday out, correct one of the two, or give the year"
    case .reversedRange(let swapped): return swapped.map { "swap them (`\($0)`), or give the year" }
    case .reversedTimes(let fixes, _): return fixes.map { "`\($0)`" }.joined(separator: " or ")
    case .nothingToMove(_, let isReminder, let field):
      let own = moved(nil, isReminder)
      let name = moved(field, isReminder)
      return "set \(name.rawValue) = DATE gives it one" + (name == own ? ", and so does move … to DATE" : "")
    case .slotsArePast: return "for example: free 45m this week"
    case .rangeIsPast: return "say where it begins: `from … to …`"
    case .rangeIsFuture: return "use `from`"
    case .badPattern(let fault): return fault.hint
    case .ungrouped(let column): return "add it to `group by`, or use `min(\(column))`"
    case .misplacedAggregate: return "use it in `select` or `sort`, or `count …` before the query"
    case .rowsInHaving(_, isBlocks: false): return "put it behind `where`"
    case .rowsInHaving(_, isBlocks: true): return "blocks have a start, an end and a duration"
    case .badValue(_, _, let expected): return expected
    case .noSuchRow(_, let count):
      return count == 0
        ? "rows are numbered at the prompt; elsewhere use ids, which --format ids lists" : "#1 to #\(count)"
    case .unknownItem: return "it may be of another store, or deleted: history shows what was done"
    case .notAnItem: return "ids of items begin with ev: or rm:"
    case .otherKind(_, let right, _): return "did you mean `\(right)`?"
    case .notOneParent(0): return "reminders incomplete lists those that are open"
    case .unknownTitle(_, _, let near) where !near.isEmpty: return "did you mean \(list(near))?"
    case .unknownTitle(_, "open reminder", _): return "reminders incomplete lists those that are open"
    case .unknownTitle(_, "recent alarm", _): return "alarms from -1d to now lists them"
    case .unknownTitle(let title, _, _):
      return "events anytime \(Quoting.string(title)) finds it in all texts"
    case .ambiguousTitle(_, _, let items): return list(items)
    case .bareTarget(_, let exact): return exact
    case .bareHour(let hour): return HourReadings(hour).texts.joined(separator: " or ")
    case .notOneParent: return "its id means it alone, such as rm:7kq2m9"
    case .nothingLast: return "`last` is the item last added or changed"
    case .missingTime: return "for example: tomorrow 10:00 for 1h, or on friday for the whole day"
    case .repeatNeedsDue: return "for example: due tomorrow repeat daily"
    case .noStartInRange: return "for example: friday 10:00, or from friday 10:00 to friday 12:00"
    case .lengthNeedsClock: return "give the day a clock time, or use a length such as 2d"
    case .wrongKindOfItem(let field, let isReminder):
      switch (field, isReminder) {
      case (.duration, true), (.end, true): return "did you mean `due`?"
      case (.due, false): return "did you mean `end`?"
      default: return nil
      }
    case .badRule: return "a rule looks like FREQ=WEEKLY;BYDAY=MO,WE"
    case .badRepeat(_, let hint): return hint
    case .emptyRange, .skippedDay, .noSuchPosition, .outOfCalendar, .notYet, .notANumber, .rangeNotAllowed:
      return nil
    }
  }

  /// The first items of a list, and how many there are more.
  private static func list(_ items: [String]) -> String {
    let more = items.count > 5 ? ["\(items.count - 5) more"] : []
    return (items.prefix(5) + more).joined(separator: "; ")
  }

  private static func replacements(_ problem: BindingProblem) -> [String] {
    switch problem {
    case .unknownCalendar(_, _, true), .emptySet: []
    case .calendarIsSet(let name): ["set " + Quoted.name(name)]
    case .unknownSet(_, let near): near.map(Quoted.name)
    case .unknownCalendar(_, let near, false), .unknownSource(_, let near), .unknownZone(_, let near),
      .unknownAlias(_, let near):
      near.map(Quoted.name)
    case .ambiguousCalendar(_, let choices), .ambiguousSource(_, let choices): choices
    case .ambiguousNext(_, let choices): choices.map(\.description)
    case .yearMissing(_, let suggestion), .monthMissing(_, let suggestion): [suggestion]
    case .ambiguousHour(let choices): choices
    case .ambiguousTitle(_, _, let items): items.map { String($0.prefix { $0 != " " }) }
    case .bareTarget(_, let exact): [exact]
    case .bareHour(let hour): HourReadings(hour).texts
    case .unboundParameter, .weekdayMismatch, .reversedRange, .reversedTimes, .nothingToMove, .emptyRange,
      .skippedDay, .noSuchPosition,
      .rangeIsPast, .rangeIsFuture, .slotsArePast,
      .outOfCalendar,
      .badPattern, .notYet, .notANumber, .ungrouped, .misplacedAggregate, .rowsInHaving, .rangeNotAllowed,
      .badValue, .noSuchRow, .unknownItem, .notAnItem, .otherKind, .notOneParent, .nothingLast, .unknownTitle,
      .missingTime,
      .repeatNeedsDue,
      .noStartInRange,
      .lengthNeedsClock,
      .wrongKindOfItem, .badRule, .badRepeat:
      []
    }
  }
}

/// Names as they must be written in a query.
enum Quoted {
  /// A name, in quotes if it needs them.
  static func name(_ text: String) -> String {
    NameSyntax(text).description
  }

  /// A calendar with its source, as `Home@iCloud`.
  static func name(_ text: String, source: String) -> String {
    NameSyntax(text, source: source).description
  }
}
