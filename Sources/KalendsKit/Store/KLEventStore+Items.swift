import Editing
import Foundation

extension KLEventStore {
  // MARK: Look-ups

  /// The event with an identifier, `ev:…`: the first occurrence of a series that is not detached, or the
  /// occurrence named after a slash.
  ///
  /// Nil when the event does not exist, is a reminder or cannot be read; the `problems` say which.
  public func event(withIdentifier identifier: String) -> KLEvent? {
    calendarItem(withIdentifier: identifier, only: .event) as? KLEvent
  }

  /// The event or reminder with an identifier; nil when it does not exist or cannot be read.
  public func calendarItem(withIdentifier identifier: String) -> KLCalendarItem? {
    calendarItem(withIdentifier: identifier, only: nil)
  }

  /// All events and reminders with a UID, unordered; after several imports a UID may have several.
  public func calendarItems(withExternalIdentifier identifier: String) -> [KLCalendarItem] {
    attempt([]) { (core) throws(KLError) in
      let rows = try reading { () throws(StoreError) in
        var heads: [Int] = []
        for row in try core.store.items(uid: identifier) where try core.store.record(row)?.master == nil {
          heads.append(row)
        }
        return heads
      }
      var result: [KLCalendarItem] = []
      for row in rows {
        if let item = try item(core, ItemTarget(item: row)) { result.append(item) }
      }
      return result
    }
  }

  private func calendarItem(withIdentifier identifier: String, only kind: ItemKind?) -> KLCalendarItem? {
    attempt(nil) { (core) throws(KLError) in
      let parts = identifier.split(separator: "/", maxSplits: 1)
      guard let head = parts.first, var target = ItemTarget(id: String(head)) else {
        throw KLError(.itemGone(identifier))
      }
      if parts.count == 2 {
        guard let key = OccurrenceKey(text: parts[1]) else { throw KLError(.occurrenceGone(identifier)) }
        target.key = key
      }
      let found = try item(core, target)
      if let kind, let found, found.draft.kind != kind {
        throw KLError(.wrongKind(identifier, expected: kind))
      }
      if found == nil { throw KLError(.itemGone(identifier)) }
      return found
    }
  }

  private func item(_ core: Core, _ target: ItemTarget) throws(KLError) -> KLCalendarItem? {
    let draft = try reported { () throws(EditError) in
      let draft = try core.workspace.draft(target, viewer: viewer)
      guard let draft, try core.access.canRead(draft.kind) else { return nil as ItemDraft? }
      return draft
    }
    guard let draft else { return nil }
    switch draft.kind {
    case .event: return KLEvent(draft, store: self)
    case .reminder: return KLReminder(draft, store: self)
    case .other: return nil
    }
  }

  /// Reads the draft of an object that has only a query's row.
  func load(_ target: ItemTarget) -> ItemDraft? {
    attempt(nil) { (core) throws(KLError) in
      try reported { () throws(EditError) in try core.workspace.draft(target, viewer: viewer) }
    }
  }

  /// The zone that a TZID has for an item.
  func zone(named name: String, of item: Int) -> Zone? {
    attempt(nil) { (core) throws(KLError) in core.store.zone(named: name, of: item) }
  }

  func reset(_ draft: inout ItemDraft) {
    var result = draft
    attempt(()) { (core) throws(KLError) in
      try reported { () throws(EditError) in try core.workspace.reset(&result) }
    }
    draft = result
  }

  func refresh(_ draft: inout ItemDraft) -> Bool {
    var result = draft
    let isThere = attempt(false) { (core) throws(KLError) in
      try reported { () throws(EditError) in
        guard try core.access.canRead(result.kind) else { return false }
        return try core.workspace.refresh(&result)
      }
    }
    if isThere { draft = result }
    return isThere
  }

  // MARK: Events

  /// Saves an event, at once or with the next commit; true when there was something to save.
  ///
  /// An event deleted elsewhere is added anew. Afterwards all fields not edited have the newest stored
  /// values.
  @discardableResult
  public func save(_ event: KLEvent, span: KLSpan, commit: Bool = true) throws(KLError) -> Bool {
    try save(item: event, span, commit: commit)
  }

  /// Removes an event, at once or with the next commit; true when there was something to remove.
  ///
  /// Afterwards the object is empty except for its identifier. Without effect on an event never saved.
  @discardableResult
  public func remove(_ event: KLEvent, span: KLSpan, commit: Bool = true) throws(KLError) -> Bool {
    try remove(item: event, span, commit: commit)
  }

  /// Replies to an invitation, at once or with the next commit; true when the reply differs from the previous
  /// one.
  ///
  /// The user's participant takes `accepted`, `tentative` or `declined`; nothing else of an invitation can be
  /// changed. Throws 0 when the event is not an invitation to `ownAddresses`, and for any other status.
  @discardableResult
  public func answer(
    _ event: KLEvent, with status: KLParticipantStatus, span: KLSpan, commit: Bool = true
  ) throws(KLError) -> Bool {
    let answer: InvitationAnswer
    switch status {
    case .accepted: answer = .accepted
    case .tentative: answer = .tentative
    case .declined: answer = .declined
    default:
      throw KLError(.eventNotMutable, "no-answer", "an answer is accepted, tentative or declined")
    }
    do {
      return try change(event, commit: commit) { (workspace, draft, now) throws(EditError) in
        try workspace.answer(
          answer, to: &draft, span: span.span, cause: "answer \(draft.item.title ?? "")", now: now)
      }
    } catch {
      guard error.code == .calendarReadOnly else { throw error }
      // EventKit has a separate code for a calendar that cannot store the reply.
      throw KLError(.invalidInviteReplyCalendar, error.reason, error.message, hint: error.hint)
    }
  }

  // MARK: Reminders

  /// Saves a reminder, at once or with the next commit; true when there was something to save.
  ///
  /// After a completion a repeating reminder still shows the completed occurrence; a fetch finds the next
  /// one.
  @discardableResult
  public func save(_ reminder: KLReminder, commit: Bool) throws(KLError) -> Bool {
    try save(item: reminder, .allEvents, commit: commit)
  }

  /// Removes a reminder with all its occurrences; true when there was something to remove.
  @discardableResult
  public func remove(_ reminder: KLReminder, commit: Bool) throws(KLError) -> Bool {
    try remove(item: reminder, .allEvents, commit: commit)
  }

  // MARK: Both

  private func save(item: KLCalendarItem, _ span: KLSpan, commit: Bool) throws(KLError) -> Bool {
    try change(item, commit: commit) { (workspace, draft, now) throws(EditError) in
      let title = draft.item.title ?? ""
      return try workspace.save(&draft, span: span.span, cause: "save \(title)", now: now)
    }
  }

  private func remove(item: KLCalendarItem, _ span: KLSpan, commit: Bool) throws(KLError) -> Bool {
    try change(item, commit: commit) { (workspace, draft, now) throws(EditError) in
      let title = draft.item.title ?? ""
      return try workspace.remove(&draft, span: span.span, cause: "remove \(title)", now: now)
    }
  }

  private func change(
    _ item: KLCalendarItem, commit: Bool,
    _ body: (Workspace, inout ItemDraft, Instant) throws(EditError) -> EditOutcome?
  ) throws(KLError) -> Bool {
    try locked { (core) throws(KLError) in
      try item.check(for: self)
      if item.foreignCalendar { throw KLError(.otherStore) }
      let before = item.draft
      var draft = before
      let now = now
      let outcome = try reported { () throws(EditError) in
        try core.workspace.perform(commit: commit, cause: "save", now: now) { () throws(EditError) in
          if isCompatible { try checkCompatibility(draft) }
          return try body(core.workspace, &draft, now)
        }
      }
      if let dropped = outcome?.droppedAlarms, dropped > 0 {
        warn("the account keeps fewer alarms: \(dropped) left out")
      }
      if outcome != nil || draft.isRemoved {
        item.note(before, batch: core.workspace.openBatch)
        item.put(draft)
      }
      return outcome?.step != nil || outcome != nil && core.workspace.openBatch != nil
    }
  }

  /// Throws for edits that EventKit refuses and Kalends accepts.
  private func checkCompatibility(_ draft: ItemDraft) throws(EditError) {
    func refused(_ code: KLErrorCode, _ text: String) -> EditError { .refused(text, number: code.rawValue) }
    let item = draft.item
    switch item.kind {
    case .event:
      let added = item.alarms.filter { !draft.stored.alarms.contains($0) }
      if added.contains(where: { $0.action == .procedure }) {
        throw refused(.procedureAlarmsNotMutable, "alarms that open a URL cannot be made or changed")
      }
    case .reminder:
      if item.due != nil, item.start == nil {
        throw refused(.noStartDate, "a reminder with a due date needs a start")
      }
      if item.alarms.contains(where: { $0.action == .procedure || $0.action == .email }) {
        throw refused(
          .reminderAlarmContainsEmailOrUrl, "alarms of reminders cannot write to anybody or open anything")
      }
    case .other: break
    }
  }
}
