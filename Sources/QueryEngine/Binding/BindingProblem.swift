/// A fault in a statement that parses, as data; `BindingErrorText` has the words.
package enum BindingProblem: Hashable, Sendable {
  /// No calendar of that name; near names, and whether the word names a time.
  case unknownCalendar(String, near: [String], isDateWord: Bool)
  /// Several calendars of that name, as `Home@iCloud`.
  case ambiguousCalendar(String, choices: [String])
  /// The name of a set in place of a calendar.
  case calendarIsSet(String)
  /// No set of calendars of that name.
  case unknownSet(String, near: [String])
  /// A set whose calendars are all gone.
  case emptySet(String)
  case unknownSource(String, near: [String])
  case ambiguousSource(String, choices: [String])
  case unknownZone(String, near: [String])
  case unboundParameter(String)
  /// `next friday` in strict mode (`dates.strict`); the days it could mean.
  case ambiguousNext(String, choices: [CivilDate])
  /// A date without a year in strict mode, if its readings differ; the date to write instead.
  case yearMissing(String, suggestion: String)
  /// A day without a month in strict mode, if its readings differ; the date to write instead.
  case monthMissing(String, suggestion: String)
  /// An hour whose half of the day is a guess, in strict mode; the two times that it could mean.
  case ambiguousHour(choices: [String])
  /// A position that a period has not, as the 5th friday; the date, and the period in words.
  case noSuchPosition(String, in: String)
  /// A weekday beside a date that is another day of the week.
  case weekdayMismatch(Weekday, CivilDate)
  /// The range ends before it starts; the text of the reversed range, if it can be written.
  case reversedRange(swapped: String?)
  /// An event would end before its start, or a reminder be due before its start; the statements
  /// that may have been intended.
  case reversedTimes([String], isReminder: Bool = false)
  /// An item to be moved by a length has no date; its title, and the field if the statement names one.
  case nothingToMove(String, isReminder: Bool, field: FieldName? = nil)
  /// Nothing lies in the range.
  case emptyRange
  /// A day that the clocks of a zone skip, as the zone changed sides of the date line.
  case skippedDay(CivilDate, zone: String)
  /// `before X`, which begins now, with X past; `since X`, which ends now, with X to come.
  case rangeIsPast
  case rangeIsFuture
  /// `free` in a range that is over.
  case slotsArePast
  /// Beyond the years 1 to 9999.
  case outOfCalendar
  case badPattern(PatternFault)
  case notYet(String)
  /// `sum(title)`.
  case notANumber(FieldName, AggregateFunction)
  /// A column that is neither a group's key nor an aggregate.
  case ungrouped(String)
  /// An aggregate in a query for single rows.
  case misplacedAggregate(String)
  /// A condition on single rows in `having`, or on single events in a query whose rows are blocks of time.
  case rowsInHaving(String, isBlocks: Bool)
  case unknownAlias(String, near: [String])
  case rangeNotAllowed(Noun)
  /// `#7` if the result last shown has fewer rows, or shows no items.
  case noSuchRow(Int, count: Int)
  /// An id that names nothing in this store.
  case unknownItem(String)
  /// The id of an event with the letters of reminders, or the other way round.
  case otherKind(String, right: String, isReminder: Bool)
  /// An id of a calendar or source in place of an item.
  case notAnItem(String)
  /// `under` with a query that several reminders answer, or none.
  case notOneParent(count: Int)
  /// A title that no open item has; `kind` is what was looked for, `near` the items that have it in theirs.
  case unknownTitle(String, kind: String, near: [String])
  /// A title that several open items have; the items.
  case ambiguousTitle(String, kind: String, items: [String])
  /// A title without quotes, or a row without `#`, in strict mode (`dates.strict`); the exact target.
  case bareTarget(String, exact: String)
  /// An hour without minutes in strict mode, or where nobody can be shown how it was read.
  case bareHour(Int)
  /// `last` if nothing was added or changed yet.
  case nothingLast
  /// An event without a time.
  case missingTime
  /// A repetition of a reminder without a date.
  case repeatNeedsDue
  /// A range without a start, such as `before friday`.
  case noStartInRange
  /// Hours for a whole day, or `all day` with hours.
  case lengthNeedsClock
  /// A field that the item's kind does not have.
  case wrongKindOfItem(FieldName, isReminder: Bool)
  /// A value that the field cannot have.
  case badValue(String, field: String, expected: String)
  /// A recurrence rule that cannot be read.
  case badRule(String)
  /// A repetition that no rule can express or that has no occurrences.
  case badRepeat(String, hint: String?)
}

/// A fault at a place of the statement.
package struct BindingError: Error, Hashable, Sendable {
  var problem: BindingProblem
  var range: SourceRange

  package init(_ problem: BindingProblem, at range: SourceRange) {
    self.problem = problem
    self.range = range
  }

  /// The fault in words.
  package var diagnostic: Diagnostic { BindingErrorText.diagnostic(self) }
}

/// The stable codes of errors found when a statement is resolved against a store and a clock.
public enum BindingErrorCode: String, CaseIterable, Sendable {
  case unknownCalendar = "unknown-calendar"
  case tooMany = "too-many"
  case ambiguousCalendar = "ambiguous-calendar"
  case unknownSet = "unknown-set"
  case emptySet = "empty-set"
  case unknownSource = "unknown-source"
  case ambiguousSource = "ambiguous-source"
  case unknownZone = "unknown-zone"
  case unboundParameter = "unbound-parameter"
  case ambiguousDate = "ambiguous-date"
  case yearRequired = "year-required"
  case weekdayMismatch = "weekday-mismatch"
  case reversedRange = "reversed-range"
  case nothingToMove = "nothing-to-move"
  case emptyRange = "empty-range"
  case rangeIsPast = "range-is-past"
  case rangeIsFuture = "range-is-future"
  case outOfCalendar = "out-of-calendar"
  case badPattern = "bad-pattern"
  case notYet = "not-yet"
  case notANumber = "not-a-number"
  case ungroupedColumn = "ungrouped-column"
  case misplacedAggregate = "misplaced-aggregate"
  case rowsInHaving = "rows-in-having"
  case unknownColumn = "unknown-column"
  case rangeNotAllowed = "range-not-allowed"
  case badValue = "bad-value"
  case noSuchRow = "no-such-row"
  case unknownItem = "unknown-item"
  case notAnItem = "not-an-item"
  case otherKind = "other-kind"
  case nothingLast = "nothing-last"
  case unknownTitle = "unknown-title"
  case ambiguousTitle = "ambiguous-title"
  case bareTarget = "bare-target"
  case bareHour = "bare-hour"
  case missingTime = "missing-time"
  case repeatNeedsDue = "recurring-needs-due"
  case noStartInRange = "no-start-in-range"
  case lengthNeedsClock = "length-needs-clock"
  case wrongKindOfItem = "wrong-kind-of-item"
  case badRule = "bad-rule"
  case badRepeat = "bad-repeat"
}
