import Editing
import QueryEngine

// Every failure of the modules beneath has a code of EventKit's.
extension EKError {
  package init(_ error: EditError) {
    let message =
      switch error {
      case .noCalendar: "no calendar is set"
      default: error.message
      }
    self.init(Self.code(error), error.code, message, hint: Self.advice(error))
  }

  /// The advice in the words of a program; what the statements of `kal` would do is none.
  private static func advice(_ error: EditError) -> String? {
    switch error {
    case .noCalendar, .noDefaultCalendar: "set calendar, for example to the store's default"
    case .noReminderList: "make a calendar for reminders first"
    case .noStart: "set startDate"
    case .noEnd: "set endDate"
    case .datesInverted: "set an end that is not before the start"
    case .noTitle: "set title"
    case .calendarReadOnly: "choose a calendar whose allowsContentModifications is true"
    case .calendarTakesNo: "choose a calendar whose allowedEntityTypes has the kind"
    case .recurringNeedsDue: "set dueDateComponents, or remove the rule"
    case .ruleNeedsSeries, .spanRequired, .cannotSplit: "save with the span futureEvents"
    case .notPermitted, .notOwner: "kal access shows who may do what"
    case .accessRestricted: "kal access set changes it"
    case .longerThanInterval, .alarmBeyondInterval, .collides, .priorityOutOfRange, .proximityNotSupported,
      .placesNotSupported, .reminderPlacesNotSupported, .sourceTakesNo, .calendarStaysInSource, .otherStore,
      .invalidated:
      error.hint
    case .store(let error): advice(error)
    default: nil
    }
  }

  private static func advice(_ error: StoreError) -> String? {
    switch error.code {
    case .cannotOpen, .cannotCreate, .notAStore, .newer, .older, .locked, .readOnly, .diskFull, .tooBig,
      .calendarExists, .readOnlyCalendar, .zoneMissing:
      error.hint
    case .corrupt: "kal export all may still save its items"
    default: nil
    }
  }

  init(_ error: StoreError) { self.init(EditError.store(error)) }

  init(_ error: QueryError) {
    switch error {
    case .store(let error): self.init(error)
    case .rejected(let diagnostic): self.init(.internalFailure, "rejected", diagnostic.message)
    case .disagreement(let text): self.init(.internalFailure, "disagreement", text)
    }
  }

  private static func code(_ error: EditError) -> EKError.Code {
    switch error {
    case .noCalendar, .noDefaultCalendar, .noReminderList: .noCalendar
    case .noStart: .noStartDate
    case .noEnd: .noEndDate
    case .datesInverted: .datesInverted
    case .calendarReadOnly: .calendarReadOnly
    case .calendarTakesNo(let kind, _):
      kind == .reminder ? .calendarDoesNotAllowReminders : .calendarDoesNotAllowEvents
    case .sourceTakesNo(let kind, _):
      kind == .reminder ? .sourceDoesNotAllowReminders : .sourceDoesNotAllowEvents
    case .longerThanInterval: .durationGreaterThanRecurrence
    case .alarmBeyondInterval: .alarmGreaterThanRecurrence
    case .startOutOfCalendar: .startDateTooFarInFuture
    case .collides: .startDateCollidesWithOtherOccurrence
    case .invitationStays: .invitesCannotBeMoved
    case .invitationIsReadOnly, .notInvited: .eventNotMutable
    case .priorityOutOfRange: .priorityIsInvalid
    case .recurringNeedsDue: .recurringReminderRequiresDueDate
    case .calendarStaysInSource: .calendarSourceCannotBeModified
    case .placesNotSupported: .structuredLocationsNotSupported
    case .reminderPlacesNotSupported: .reminderLocationsNotSupported
    case .proximityNotSupported: .alarmProximityNotSupported
    case .ruleNeedsSeries, .needsOccurrence, .spanRequired, .seriesMovesWhole: .invalidSpan
    case .wrongKind, .noWriteOnlyReminders: .invalidEntityType
    case .otherStore: .objectBelongsToDifferentStore
    case .notPermitted, .accessRestricted, .reasonMissing, .notOwner: .eventStoreNotAuthorized
    case .noTitle, .availabilityNotSupported, .occurrenceGone, .ruleDoesNotMove, .daysChange, .cannotSplit,
      .itemGone,
      .stale, .alreadyCompleted, .notCompleted, .noSuchAlarm, .notRecurring, .parentIsSelf, .rule,
      .invalidated:
      .internalFailure
    case .refused(_, let number): EKError.Code(rawValue: number) ?? .internalFailure
    case .store(let error): code(error)
    }
  }

  private static func code(_ error: StoreError) -> EKError.Code {
    switch error.code {
    case .readOnlyCalendar: .calendarReadOnly
    case .immutableCalendar: .calendarIsImmutable
    case .sourceForbids: .sourceDoesNotAllowCalendarAddDelete
    case .unknownCalendar: .noCalendar
    case .unknownSource: .calendarHasNoSource
    case .noStore, .cannotOpen, .cannotCreate, .fileExists, .notAStore, .newer, .older, .locked, .readOnly,
      .diskFull,
      .inputOutput, .corrupt, .outOfMemory, .tooBig, .interrupted, .ambiguousCalendar, .calendarExists,
      .unreadableFile, .batchOpen, .noBatch, .nothingToUndo, .nothingToRedo, .unknownStep, .settledStep,
      .foreignStep, .changedSince, .itemGone, .calendarNotEmpty,
      .duplicateUID, .tokenTooOld, .badToken, .zoneMissing, .internalError:
      .internalFailure
    }
  }
}

/// Runs `body` and rethrows an `EditError` as a `EKError`.
package func reported<Result>(_ body: () throws(EditError) -> Result) throws(EKError) -> Result {
  do throws(EditError) {
    return try body()
  } catch {
    throw EKError(error)
  }
}

/// Runs `body` and rethrows a `StoreError` as a `EKError`.
package func reading<Result>(_ body: () throws(StoreError) -> Result) throws(EKError) -> Result {
  do throws(StoreError) {
    return try body()
  } catch {
    throw EKError(error)
  }
}

/// Runs `body` and rethrows a `QueryError` as a `EKError`.
package func querying<Result>(_ body: () throws(QueryError) -> Result) throws(EKError) -> Result {
  do throws(QueryError) {
    return try body()
  } catch {
    throw EKError(error)
  }
}
