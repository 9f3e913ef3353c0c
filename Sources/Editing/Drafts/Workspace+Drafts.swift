extension Workspace {
  /// Returns a draft of an item or occurrence; nil when it no longer exists.
  ///
  /// A series of events without an occurrence's key reads as its first occurrence that was not detached, one
  /// of reminders as its first open one.
  public func draft(_ target: ItemTarget, viewer: Zone) throws(EditError) -> ItemDraft? {
    let stored = try storing { () throws(StoreError) in try store.object(of: target.item) }
    guard let object = stored else { return nil }
    var target = target
    if object.isSeries {
      if target.key == nil {
        target.key =
          object.kind == .reminder
          ? try firstOpen(target.item) : object.series?.first()?.key ?? object.firstKey
      }
    } else if object.master != nil {
      target.key = nil
    }
    guard var item = shown(target, in: object) else { return nil }
    // A detached occurrence still belongs to its series.
    if item.recurrence == nil { item.recurrence = object.master?.item.recurrence }
    var draft = ItemDraft(item, target: target, calendar: object.calendar, viewer: viewer)
    draft.originalStart = target.key.map { (object.master?.item.anchor ?? .floating(.min)).at($0) }
    if object.master == nil { draft.originalStart = item.recurrenceID?.time }
    draft.isDetached = target.key.map { object.override(at: $0) != nil || object.master == nil } ?? false
    return draft
  }

  private func shown(_ target: ItemTarget, in object: CalendarObject) -> Item? {
    guard let key = target.key else { return object.head?.item }
    return object.item(at: key) ?? object.overrides.first { $0.key == key }?.item
  }

  /// Saves a draft: without changes nothing is written; an item deleted from the store is added anew.
  ///
  /// Afterwards the draft holds the stored state. Throws `no-calendar`, `no-start` and the errors of `add`,
  /// `save`, `move` and `complete`.
  @discardableResult
  public func save(
    _ draft: inout ItemDraft, span: EditSpan, cause: String, now: Instant
  ) throws(EditError) -> EditOutcome? {
    if draft.isRemoved { return nil }
    let calendar = try place(of: draft)
    if draft.kind == .event {
      guard draft.times.start != nil else { throw .noStart }
      if !draft.times.isInCalendar { throw .startOutOfCalendar }
    }
    let known: ItemDraft?
    if let target = draft.target {
      known = try self.draft(target, viewer: draft.viewer)
    } else {
      known = nil
    }
    let outcome: EditOutcome
    if let target = draft.target, known != nil {
      if !draft.hasChanges { return nil }
      outcome = try write(draft, target, to: calendar, span, cause, now)
    } else {
      var item = draft.item
      // An item deleted elsewhere returns as a new item; an occurrence of a series that still exists, without
      // the rule.
      if let target = draft.target {
        item.uid = nil
        item.recurrenceID = nil
        item.extraTimes = []
        item.exceptionTimes = []
        let isSeriesThere = try storing { () throws(StoreError) in try store.record(target.item) != nil }
        if isSeriesThere { item.recurrence = nil }
      }
      outcome = try add(item, to: calendar, cause: cause, now: now)
    }
    if let fresh = try self.draft(outcome.target, viewer: draft.viewer), !outcome.isDeleted {
      draft = fresh
    }
    return outcome
  }

  /// The calendar of a draft; a client that may only add does not choose it.
  private func place(of draft: ItemDraft) throws(EditError) -> Int {
    if try access?.level(draft.kind) == .writeOnly {
      return try defaultCalendar(for: draft.kind).id
    }
    guard let calendar = draft.calendar else { throw .noCalendar }
    return calendar
  }

  private func write(
    _ draft: ItemDraft, _ target: ItemTarget, to calendar: Int, _ span: EditSpan, _ cause: String,
    _ now: Instant
  ) throws(EditError) -> EditOutcome {
    try asOneStep(cause, now: now) { () throws(EditError) in
      let object = try self.object(of: target)
      // A reminder is changed as a whole; only completion concerns one occurrence.
      let span =
        draft.kind == .reminder ? .all : SeriesEditor.effective(span, object, target.key)
      var outcome = EditOutcome(step: nil, target: target, kind: draft.kind)
      if draft.isMoved { outcome = try move(target, into: calendar, span: span, cause: cause, now: now) }
      var excluded: Set<ItemField> = []
      let changed = draft.changed
      if draft.kind == .reminder, object.isSeries, changed.contains(.completion) {
        excluded = [.completion]
        if let moment = draft.item.completed {
          outcome = try complete(target, at: moment, cause: cause, now: now)
        } else {
          outcome = try reopen(target, cause: cause, now: now)
        }
        outcome.target = target
      }
      let edit = draft.edit(without: excluded)
      if !edit.fields.isEmpty {
        let next = outcome.next
        outcome = try save(edit, to: target, span: span, cause: cause, now: now)
        outcome.next = outcome.next ?? next
      }
      return outcome
    }
  }

  /// Removes a draft's item and empties the draft; nil for an item never saved or already deleted.
  @discardableResult
  public func remove(
    _ draft: inout ItemDraft, span: EditSpan, cause: String, now: Instant
  ) throws(EditError) -> EditOutcome? {
    guard let target = draft.target, !draft.isRemoved else { return nil }
    guard try self.draft(target, viewer: draft.viewer) != nil else {
      draft.empty()
      return nil
    }
    let outcome = try remove(
      target, span: draft.kind == .reminder ? .all : span, cause: cause, now: now)
    draft.empty()
    return outcome
  }

  /// Takes what is stored now for all that was not touched; false where the item is gone.
  public func refresh(_ draft: inout ItemDraft) throws(EditError) -> Bool {
    guard let target = draft.target, !draft.isRemoved else { return draft.target == nil }
    guard let fresh = try self.draft(target, viewer: draft.viewer) else { return false }
    draft.merge(fresh)
    return true
  }

  /// Takes back all changes and reads the item again; without effect on one that was never saved or is gone.
  public func reset(_ draft: inout ItemDraft) throws(EditError) {
    guard let target = draft.target, !draft.isRemoved,
      let fresh = try self.draft(target, viewer: draft.viewer)
    else { return }
    draft = fresh
  }
}
