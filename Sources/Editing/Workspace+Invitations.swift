/// A reply to an invitation (RFC 5545, 3.2.12; the PARTSTAT values that a person chooses).
public enum InvitationAnswer: String, CaseIterable, Sendable {
  case accepted, tentative, declined
}

extension Workspace {
  /// Replies to an invitation: only the user's own participation changes.
  ///
  /// Throws `not-invited` when the item is not an invitation to the user's addresses, and the errors of
  /// `save`.
  public func answer(
    _ answer: InvitationAnswer, to target: ItemTarget, span: EditSpan?, ifRevision: Int? = nil,
    cause: String, now: Instant, keeping: Bool = true
  ) throws(EditError) -> EditOutcome {
    try change(cause, now, keeping) { () throws(EditError) in
      let item = try item(target)
      guard item.foreignOrganizer(ownAddresses) != nil else {
        throw .notInvited(title: item.title ?? "", isKnown: !ownAddresses.isEmpty)
      }
      var edit = ItemEdit(of: item)
      edit.set(.attendees) { item in
        for index in item.attendees.indices where item.attendees[index].isOne(of: ownAddresses) {
          item.attendees[index].status = answer.rawValue
        }
      }
      let request = EditRequest(target: target, span: span, ifRevision: ifRevision, cause: cause, now: now)
      return try saved(edit, request, isAnswer: true)
    }
  }

  /// Replies to a draft's invitation; other changes of the draft stay unsaved.
  @discardableResult
  public func answer(
    _ answer: InvitationAnswer, to draft: inout ItemDraft, span: EditSpan, cause: String, now: Instant
  ) throws(EditError) -> EditOutcome? {
    guard let target = draft.target, !draft.isRemoved else {
      throw .notInvited(title: draft.item.title ?? "", isKnown: !ownAddresses.isEmpty)
    }
    let object = try self.object(of: target)
    let outcome = try self.answer(
      answer, to: target, span: SeriesEditor.effective(span, object, target.key), cause: cause, now: now)
    draft.target = outcome.target
    _ = try refresh(&draft)
    return outcome
  }

  /// Throws when an object cannot be changed at all: `calendar-read-only`, `invitation-read-only`,
  /// `not-permitted`.
  public func checkChangeable(_ object: CalendarObject) throws(EditError) {
    try access?.checkChanging(object.kind)
    _ = try writableCalendar(object.calendar)
    try checkInvitation(object)
  }

  func checkInvitation(_ object: CalendarObject) throws(EditError) {
    guard let item = object.head?.item else { return }
    if let organizer = item.foreignOrganizer(ownAddresses) {
      throw .invitationIsReadOnly(organizer: organizer.name ?? organizer.email)
    }
  }
}
