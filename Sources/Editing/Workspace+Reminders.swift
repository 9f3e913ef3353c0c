import ICalendar

extension Workspace {
  /// The first open occurrence of a repeating reminder; nil for reminders that do not repeat or are
  /// completed.
  public func firstOpen(_ item: Int) throws(EditError) -> OccurrenceKey? {
    let found = try storing { () throws(StoreError) in try store.storedItem(item, viewer: .utc) }
    guard let found, found.isRecurring else { return nil }
    let record = try storing { () throws(StoreError) in try store.record(found.item) }
    if record?.isCompleted == true { return nil }
    return found.key
  }

  /// The occurrence that an edit of a repeating reminder is about where it is named as a whole: the open one.
  public func openOccurrence(of target: ItemTarget) throws(EditError) -> ItemTarget {
    if target.key != nil { return target }
    let object = try self.object(of: target)
    guard object.kind == .reminder, object.isSeries else { return target }
    return ItemTarget(item: target.item, key: try firstOpen(target.item))
  }

  /// Marks a reminder as completed at a moment; of a repeating one the named or the first open occurrence.
  ///
  /// The outcome names the next occurrence. A reminder that repeats from completion moves: its next
  /// occurrence is one step of its rule after the completion. With `skippingPast` the last past occurrence is
  /// completed, and earlier open ones are skipped.
  public func complete(
    _ target: ItemTarget, at moment: Instant, skippingPast: Bool = false, ifRevision: Int? = nil,
    cause: String, now: Instant, keeping: Bool = true
  ) throws(EditError) -> EditOutcome {
    let request = EditRequest(target: target, span: .this, ifRevision: ifRevision, cause: cause, now: now)
    return try change(cause, now, keeping) { () throws(EditError) in
      try completed(request, at: moment, skippingPast: skippingPast)
    }
  }

  private func completed(
    _ request: EditRequest, at moment: Instant, skippingPast: Bool
  ) throws(EditError) -> EditOutcome {
    var request = request
    let target = request.target
    let object = try self.object(of: target)
    let name = PublicID.text(object.kind.prefix, target.item)
    guard object.kind == .reminder else { throw .wrongKind(name, expected: .reminder) }
    try access?.checkChanging(.reminder)
    guard object.isSeries else {
      if object.master?.item.isCompleted == true { throw .alreadyCompleted(name) }
      return try saved(Self.completion(moment), request)
    }
    let named: OccurrenceKey?
    if let own = target.key { named = own } else { named = try firstOpen(target.item) }
    guard var key = named else { throw .alreadyCompleted(name) }
    if object.override(at: key)?.item.isCompleted == true { throw .alreadyCompleted(name + "/" + key.text) }
    if skippingPast, let last = object.lastPast(from: key, now: request.now, until: store.stopSignal) {
      key = last
    }
    request.target.key = key
    if object.master?.item.repeatsFromCompletion == true {
      var outcome = try completeAndMove(object, request, at: moment)
      outcome.remaining = try self.object(of: target).openCount(until: store.stopSignal)
      return outcome
    }
    var outcome = try saved(Self.completion(moment), request)
    let rest = try self.object(of: target).openCount(until: store.stopSignal)
    outcome.remaining = rest
    if rest != 0 { outcome.next = try firstOpen(target.item).map { ItemTarget(item: target.item, key: $0) } }
    return outcome
  }

  private static func completion(_ moment: Instant) -> ItemEdit {
    var edit = ItemEdit(.reminder)
    edit.set(.completion) { item in
      item.isCompleted = true
      item.completed = moment
    }
    return edit
  }

  /// Marks the occurrence as completed, and moves the series one step past the completion.
  private func completeAndMove(
    _ object: CalendarObject, _ request: EditRequest, at moment: Instant
  ) throws(EditError) -> EditOutcome {
    let target = request.target
    guard let key = target.key, let master = object.master, let anchor = master.item.anchor,
      let set = master.item.recurrence
    else { throw .occurrenceGone(target.key?.text ?? "") }
    let calendar = try changeable(request).calendar
    let context = try context(calendar: calendar.id, now: request.now)
    var plan = try SeriesEditor.save(Self.completion(moment), on: object, at: key, span: .this, context)
    // The rule's next step counts from the day of completion, at the usual time; completed occurrences are
    // not due again.
    let zone = anchor.zone ?? .utc
    let done = CivilDateTime(zone.civil(at: moment).date, anchor.wall.time)
    let start: RecurrenceStart = anchor.isAllDay ? .date(done.date) : .dateTime(done)
    var rules = set.rules
    for index in rules.indices {
      if let count = rules[index].count { rules[index].count = max(1, count - 1) }
    }
    let isLast = set.rules.contains { $0.count == 1 }
    let known = Set(object.overrides.compactMap(\.key?.wallSeconds) + [key.wallSeconds])
    let next = RecurrenceSet(start: start, rules: set.rules.map(\.endless), zone: anchor.zone)
      .occurrences(from: done.adding(seconds: 1), to: nil).first { !known.contains($0.start.wallSeconds) }
    if !isLast, let next, var rest = plan.objects.first {
      var edit = ItemEdit(of: master.item)
      let shift = next.start.wallSeconds - anchor.wall.wallSeconds
      if master.item.start != nil {
        edit.set(.reminderStart) { item in
          item.start = item.start?.with(wall: CivilDateTime(clamping: anchor.wall.wallSeconds + shift))
        }
      }
      if let due = master.item.due {
        edit.set(.due) { $0.due = due.with(wall: CivilDateTime(clamping: due.wall.wallSeconds + shift)) }
      }
      edit.set(.rules) { $0.recurrence?.rules = rules }
      rest.master = SeriesEditor.written(edit, on: master, context)
      plan.objects = [rest]
    }
    var outcome = try write(plan, over: object, target: target, cause: request.cause, now: request.now)
    if !isLast {
      outcome.next = try firstOpen(target.item).map { ItemTarget(item: target.item, key: $0) }
    }
    return outcome
  }

  /// Reopens a reminder; of a repeating one the named occurrence, else the last completed one.
  public func reopen(
    _ target: ItemTarget, ifRevision: Int? = nil, cause: String, now: Instant, keeping: Bool = true
  ) throws(EditError) -> EditOutcome {
    try change(cause, now, keeping) { () throws(EditError) in
      try check(try self.object(of: target), target, ifRevision)
      return try reopened(target, cause, now)
    }
  }

  private func reopened(
    _ target: ItemTarget, _ cause: String, _ now: Instant
  ) throws(EditError) -> EditOutcome {
    let object = try self.object(of: target)
    let name = PublicID.text(object.kind.prefix, target.item)
    guard object.kind == .reminder else { throw .wrongKind(name, expected: .reminder) }
    var edit = ItemEdit(.reminder)
    edit.set(.completion) { item in
      item.isCompleted = false
      item.completed = nil
    }
    guard object.isSeries, object.master?.item.isCompleted != true else {
      if object.master?.item.isCompleted != true { throw .notCompleted(name) }
      return try save(
        edit, to: ItemTarget(item: target.item), span: .all, cause: cause, now: now)
    }
    let done = object.overrides.filter(\.item.isCompleted)
    let key = target.key ?? done.compactMap(\.key).max()
    guard let key, done.contains(where: { $0.key == key }) else { throw .notCompleted(name) }
    return try save(
      edit, to: ItemTarget(item: target.item, key: key), span: .this, cause: cause, now: now)
  }
}

extension RecurrenceRule {
  /// The rule without an end.
  var endless: RecurrenceRule {
    var rule = self
    rule.count = nil
    rule.until = nil
    return rule
  }
}
