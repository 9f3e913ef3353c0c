import ICalendar
import Store

/// Published components of items that the calendar already has (RFC 5546, 3.2.1).
extension CalendarImport {
  /// Why a published component may not update the calendar's item of its UID; nil when it may.
  ///
  /// As for a new version of an invitation, the organizer must be the same and must state a time.
  func objection(toPublished item: Item, _ component: Component) throws(StoreError) -> String? {
    guard let own = publishedTo, let uid = item.uid else { return nil }
    let members = try members(Name(uid: uid, kind: item.kind)).filter { $0.id < firstNew }
    guard let stored = members.first(where: { $0.stands(for: nil) }) ?? members.first,
      let known = try store.readableMember(stored)?.item
    else { return nil }
    guard let reason = Self.objection(to: item, over: known, own) else { return nil }
    let text = ComponentText.bytes(component)
    for member in members where try writer.hasText(member.id, text) { return nil }
    return "the PUBLISH changes nothing: \(reason); `into` takes it as it is"
  }

  private static func objection(to item: Item, over known: Item, _ own: Set<String>) -> String? {
    let title = known.title ?? known.uid.map { "UID \($0)" } ?? "(untitled)"
    let isMeeting = known.organizer != nil || !known.attendees.isEmpty
    switch (item.organizer, known.organizer) {
    case (let organizer?, let present?) where !organizer.isSame(as: present):
      return "\(present.name ?? present.email) organizes \(title)"
    case (let organizer?, nil) where !organizer.isOne(of: own):
      return "\(title) is not theirs: it names no organizer"
    case (nil, _) where isMeeting: return "it names no organizer, and \(title) is a meeting"
    default: break
    }
    let isWithoutTime = item.start == nil && item.due == nil && (known.start ?? known.due) != nil
    // A reminder that is no meeting may lose its date.
    return isWithoutTime && (isMeeting || item.kind == .event) ? "it has no start: \(title)" : nil
  }
}
