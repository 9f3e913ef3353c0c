import Editing
import QueryEngine

/// The reason for a failure: EventKit's code, and the store's code and texts.
public struct KLError: Error, Hashable, Sendable, CustomStringConvertible {
  /// The kind of failure, with EventKit's number.
  public let code: KLErrorCode
  /// The stable name of the exact reason, in kebab case, as the shell shows it.
  public let reason: String
  /// One sentence that states the problem.
  public let message: String
  /// Advice for the user; nil when there is none.
  public let hint: String?

  init(_ code: KLErrorCode, _ reason: String, _ message: String, hint: String? = nil) {
    self.code = code
    self.reason = reason
    self.message = message
    self.hint = hint
  }

  init(_ error: EditError) {
    self.init(Self.code(error), error.code, error.message, hint: error.hint)
  }

  init(_ error: StoreError) { self.init(EditError.store(error)) }

  init(_ error: QueryError) {
    switch error {
    case .store(let error): self.init(error)
    case .rejected(let diagnostic): self.init(.internalFailure, "rejected", diagnostic.message)
    case .disagreement(let text): self.init(.internalFailure, "disagreement", text)
    }
  }

  /// The code, the reason and the message.
  public var description: String { "\(code.rawValue) \(code) (\(reason)): \(message)" }

  // MARK: Codes

  private static func code(_ error: EditError) -> KLErrorCode {
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
    case .refused(_, let number): KLErrorCode(rawValue: number) ?? .internalFailure
    case .store(let error): code(error)
    }
  }

  private static func code(_ error: StoreError) -> KLErrorCode {
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

/// Runs `body` and rethrows an `EditError` as a `KLError`.
func reported<Result>(_ body: () throws(EditError) -> Result) throws(KLError) -> Result {
  do throws(EditError) {
    return try body()
  } catch {
    throw KLError(error)
  }
}

/// Runs `body` and rethrows a `StoreError` as a `KLError`.
func reading<Result>(_ body: () throws(StoreError) -> Result) throws(KLError) -> Result {
  do throws(StoreError) {
    return try body()
  } catch {
    throw KLError(error)
  }
}

/// Runs `body` and rethrows a `QueryError` as a `KLError`.
func querying<Result>(_ body: () throws(QueryError) -> Result) throws(KLError) -> Result {
  do throws(QueryError) {
    return try body()
  } catch {
    throw KLError(error)
  }
}
