import Editing
import Foundation

extension EKEventStore {
  // MARK: Look-ups

  func items(ofUID externalIdentifier: String) -> [EKCalendarItem] {
    attempt([]) { (core) throws(EKError) in
      let rows = try reading { () throws(StoreError) in
        var heads: [Int] = []
        for row in try core.store.items(uid: externalIdentifier)
        where try core.store.record(row)?.master == nil {
          heads.append(row)
        }
        return heads
      }
      var result: [EKCalendarItem] = []
      for row in rows {
        if let item = try item(core, ItemTarget(item: row)) { result.append(item) }
      }
      return result
    }
  }

  func calendarItem(withIdentifier identifier: String, only kind: ItemKind?) -> EKCalendarItem? {
    // That nothing is found is an answer, which programs look for: it is noted and not told.
    func nothing(_ reason: EditError) -> EKCalendarItem? {
      note(EKError(reason))
      return nil
    }
    return attempt(nil) { (core) throws(EKError) in
      let parts = identifier.split(separator: "/", maxSplits: 1)
      guard let head = parts.first, var target = ItemTarget(id: String(head)) else {
        return nothing(.itemGone(identifier))
      }
      if parts.count == 2 {
        guard let key = OccurrenceKey(text: parts[1]) else { return nothing(.occurrenceGone(identifier)) }
        target.key = key
      }
      guard let found = try item(core, target) else { return nothing(.itemGone(identifier)) }
      if let kind, found.draft.kind != kind { return nothing(.wrongKind(identifier, expected: kind)) }
      return found
    }
  }

  private func item(_ core: Core, _ target: ItemTarget) throws(EKError) -> EKCalendarItem? {
    let draft = try reported { () throws(EditError) in
      let draft = try core.workspace.draft(target, viewer: viewer)
      guard let draft, try core.access.canRead(draft.kind) else { return nil as ItemDraft? }
      return draft
    }
    guard let draft, isVisible(draft) else { return nil }
    switch draft.kind {
    case .event: return EKEvent(draft, store: self)
    case .reminder: return EKReminder(draft, store: self)
    case .other: return nil
    }
  }

  /// Whether an item is in a source that the store sees.
  private func isVisible(_ draft: ItemDraft) -> Bool {
    guard let visibleCalendars else { return true }
    return draft.storedCalendar.map(visibleCalendars.contains) ?? false
  }

  /// Reads the draft of an object that has only a query's row; nil where the program may not read it any more.
  func load(_ target: ItemTarget) -> ItemDraft? {
    attempt(nil) { (core) throws(EKError) in
      try reported { () throws(EditError) in
        let draft = try core.workspace.draft(target, viewer: viewer)
        guard let draft, try core.access.canRead(draft.kind) else { return nil }
        return draft
      }
    }
  }

  /// The zone that a TZID has for an item.
  func zone(named name: String, of item: Int) -> Zone? {
    attempt(nil) { (core) throws(EKError) in core.store.zone(named: name, of: item) }
  }

  /// Reads a draft again; where the program may not read, it is only rolled back.
  func reset(_ draft: inout ItemDraft) {
    var result = draft
    attempt(()) { (core) throws(EKError) in
      try reported { () throws(EditError) in
        if try core.access.canRead(result.kind) {
          try core.workspace.reset(&result)
        } else {
          result.rollback()
        }
      }
    }
    draft = result
  }

  func refresh(_ draft: inout ItemDraft) -> Bool {
    var result = draft
    let isThere = attempt(false) { (core) throws(EKError) in
      try reported { () throws(EditError) in
        guard try core.access.canRead(result.kind) else { return false }
        return try core.workspace.refresh(&result)
      }
    }
    if isThere { draft = result }
    return isThere
  }

  // MARK: Changes

  /// Saves an item; true when there was something to save.
  @discardableResult
  package func save(_ item: EKCalendarItem, reaching span: EditSpan, commit: Bool) throws(EKError) -> Bool {
    try change(item, commit: commit) { (workspace, draft, now) throws(EditError) in
      if draft.isRemoved {
        throw .refused(
          "it was removed, and an object that was removed is empty",
          number: EKError.Code.eventNotMutable.rawValue)
      }
      let title = draft.item.title ?? ""
      return try workspace.save(&draft, span: span, cause: "save \(title)", now: now)
    }
  }

  /// Removes an item; true when there was something to remove.
  @discardableResult
  package func remove(_ item: EKCalendarItem, reaching span: EditSpan, commit: Bool) throws(EKError) -> Bool {
    try change(item, commit: commit) { (workspace, draft, now) throws(EditError) in
      let title = draft.item.title ?? ""
      return try workspace.remove(&draft, span: span, cause: "remove \(title)", now: now)
    }
  }

  package func change(
    _ item: EKCalendarItem, commit: Bool,
    _ body: (Workspace, inout ItemDraft, Instant) throws(EditError) -> EditOutcome?
  ) throws(EKError) -> Bool {
    try locked { (core) throws(EKError) in
      try item.check(for: self)
      try item.checkValues()
      let before = item.draft
      var draft = before
      let now = now
      let outcome = try reported { () throws(EditError) in
        try core.workspace.perform(commit: commit, cause: "save", now: now) { () throws(EditError) in
          if options.isCompatible { try checkCompatibility(draft) }
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
    func refused(_ code: EKError.Code, _ text: String) -> EditError { .refused(text, number: code.rawValue) }
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
