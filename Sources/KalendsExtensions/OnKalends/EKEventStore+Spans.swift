import Editing
import EventKit

/// The occurrences of a series that a change reaches, with the one that Apple's `EKSpan` lacks.
public enum EventSpan: CaseIterable, Sendable {
  /// The one occurrence.
  case thisEvent
  /// The occurrence and all later ones.
  case futureEvents
  /// Every occurrence.
  case allEvents

  fileprivate var span: EditSpan {
    switch self {
    case .thisEvent: .this
    case .futureEvents: .future
    case .allEvents: .all
    }
  }
}

extension EKEventStore {
  /// Saves an event and the occurrences that `span` names, at once or with the next commit; true when there was something to
  /// save.
  ///
  ///     try store.save(event, reaching: .allEvents)
  @discardableResult
  public func save(
    _ event: EKEvent, reaching span: EventSpan, commit: Bool = true
  ) throws(EKError) -> Bool {
    try save(event, reaching: span.span, commit: commit)
  }

  /// Removes an event and the occurrences that `span` names, at once or with the next commit; true when there was something to
  /// remove.
  @discardableResult
  public func remove(
    _ event: EKEvent, reaching span: EventSpan, commit: Bool = true
  ) throws(EKError) -> Bool {
    try remove(event, reaching: span.span, commit: commit)
  }

  /// Replies to an invitation, at once or with the next commit; true when the reply differs from the previous
  /// one.
  ///
  /// The person's participant takes `accepted`, `tentative` or `declined`; nothing else of an invitation can be
  /// changed. Throws 0 when the event is not an invitation to `ownAddresses`, and for any other status, 31 when the
  /// calendar cannot keep the answer.
  @discardableResult
  public func answer(
    _ event: EKEvent, with status: EKParticipantStatus, reaching span: EventSpan = .allEvents,
    commit: Bool = true
  ) throws(EKError) -> Bool {
    let answer: InvitationAnswer
    switch status {
    case .accepted: answer = .accepted
    case .tentative: answer = .tentative
    case .declined: answer = .declined
    case .unknown, .pending, .delegated, .completed, .inProcess:
      throw EKError(.eventNotMutable, "no-answer", "an answer is accepted, tentative or declined")
    }
    do {
      return try change(event, commit: commit) { (workspace, draft, now) throws(EditError) in
        try workspace.answer(
          answer, to: &draft, span: span.span, cause: "answer \(draft.item.title ?? "")", now: now)
      }
    } catch {
      guard error.code == .calendarReadOnly else { throw error }
      // EventKit has a separate code for a calendar that cannot store the reply.
      throw EKError(.invalidInviteReplyCalendar, error.exactReason, error.clause, hint: error.advice)
    }
  }
}
