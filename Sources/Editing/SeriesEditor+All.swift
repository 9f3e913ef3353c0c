import ICalendar

extension SeriesEditor {
  /// The move of a series' slots when an edit of one occurrence applies to all.
  private struct Move {
    var from: EventTime
    var to: EventTime

    var seconds: Int { to.wall.wallSeconds - from.wall.wallSeconds }
    var isNone: Bool { from == to }

    /// The time of a slot after the move.
    func slot(_ key: OccurrenceKey) -> OccurrenceKey {
      if to.isAllDay {
        let day = CivilDateTime(clamping: key.wallSeconds + seconds).date
        return OccurrenceKey(wallSeconds: day.dayNumber * 86_400, isDate: true)
      }
      return OccurrenceKey(wallSeconds: key.wallSeconds + seconds, isDate: false)
    }

    /// A listed date on the clock of the old slots, moved.
    func moved(_ time: EventTime) -> EventTime {
      switch time {
      // A date stands for all occurrences on its day.
      case .date(let date) where !to.isAllDay:
        let days = to.wall.date.dayNumber - from.wall.date.dayNumber
        return .date(date.adding(days: days) ?? date)
      case .date, .floating, .zoned:
        let key = OccurrenceKey(wallSeconds: time.wallSeconds(in: from.zone), isDate: false)
        return to.at(slot(key))
      }
    }
  }

  /// Applies an edit of one occurrence to a whole series.
  ///
  /// Times move by the same amount as the occurrence's; detached occurrences take over the fields that they
  /// had not changed themselves.
  static func saveAll(
    _ edit: ItemEdit, _ object: CalendarObject, at key: OccurrenceKey?, _ context: EditContext
  ) throws(EditError) -> EditPlan {
    guard let master = object.master, let anchor = master.item.anchor else {
      throw .occurrenceGone(key?.text ?? "")
    }
    guard let key, let shown = object.item(at: key) else { throw .occurrenceGone(key?.text ?? "") }
    let wanted = edit.applied(to: shown).onClock(of: shown)
    let base = edit.setsClock ? shown.onClock(ofSeries: master.item) : shown
    let move = Move(from: anchor, to: moved(anchor, from: base, to: wanted))

    // The master's own times move by the same amount as the occurrence's.
    var values = edit.applied(to: master.item)
    var fields = edit.fields
    values.moveTimes(fields, of: master.item, from: base, to: wanted)
    if !fields.isDisjoint(with: [.start, .length]) {
      values.length = edit.fields.contains(.length) ? wanted.length : master.item.length
      values.end = nil
      values.fitLength(after: edit.fields.contains(.length) ? values.start : master.item.start)
      let source = edit.fields.contains(.length) ? wanted : master.item
      if let zone = source.end?.zone, zone != source.start?.zone {
        values.end = values.start?.adding(values.length).inZone(zone)
      }
      fields.formUnion([.start, .length])
    }
    if !move.isNone { try moveRules(&values, &fields, master.item, edit, move) }
    let isRuleNew = edit.fields.contains(.rules)
    if isRuleNew, values.recurrence == nil {
      values.extraTimes = []
      values.exceptionTimes = []
      fields.formUnion([.extraDates, .exceptions, .repeatBase])
      values.repeatsFromCompletion = false
    }
    fields = fields.filter { !values.agrees(with: master.item, on: $0) }
    var result = object
    if !fields.isEmpty {
      let component = ComponentEditor.apply(fields, of: values, to: master.component, now: context.now)
      result.master = CalendarObject.member(
        component, id: master.id, key: nil, from: master, context: context)
    }
    // The series moves by its own start. When its rule names its days in another way, the moved occurrence
    // may not be among them.
    if !move.isNone, !isRuleNew, object.hasSlot(key), !result.hasSlot(move.slot(key)),
      let rule = master.item.recurrence?.rules.first
    {
      throw .ruleDoesNotMove(rule.description)
    }
    var following = Following(
      edit: edit, edited: key, move: move, old: object, new: result, context: context)
    var overrides: [CalendarObject.Member] = []
    for (index, member) in object.overrides.enumerated() {
      if index & 63 == 63, context.stopSignal.isSet { throw .store(StoreError(.interrupted, "")) }
      if let kept = following.follow(member) { overrides.append(kept) }
    }
    result.overrides = overrides
    var plan = EditPlan(objects: [result], reached: nil, remaining: 0)
    plan.dropped = following.dropped
    plan.kept = following.kept
    plan.key = result.isSeries ? move.slot(key) : nil
    plan.reached = result.occurrenceCount(until: context.stopSignal)
    return plan
  }

  /// The new anchor of a series when one of its occurrences moves.
  private static func moved(_ anchor: EventTime, from shown: Item, to wanted: Item) -> EventTime {
    guard let old = shown.anchor, let new = wanted.anchor, old != new else { return anchor }
    let wall = CivilDateTime(
      clamping: anchor.wall.wallSeconds + new.wall.wallSeconds - old.wallSeconds(in: anchor.zone))
    return new.with(wall: wall)
  }

  /// Moves rules, extra dates and exceptions along with the series.
  private static func moveRules(
    _ values: inout Item, _ fields: inout Set<ItemField>, _ master: Item, _ edit: ItemEdit, _ move: Move
  ) throws(EditError) {
    if !edit.fields.contains(.rules), let set = master.recurrence {
      var rules: [RecurrenceRule] = []
      for rule in set.rules {
        guard let moved = RuleMove.moved(rule, from: move.from, to: move.to) else {
          throw .ruleDoesNotMove(rule.description)
        }
        rules.append(moved)
      }
      if rules != set.rules {
        values.recurrence?.rules = rules
        fields.insert(.rules)
      }
    }
    if !edit.fields.contains(.extraDates), !master.extraTimes.isEmpty {
      values.extraTimes = master.extraTimes.map(move.moved)
      fields.insert(.extraDates)
    }
    if !edit.fields.contains(.exceptions), !master.exceptionTimes.isEmpty {
      values.exceptionTimes = master.exceptionTimes.map(move.moved)
      fields.insert(.exceptions)
    }
  }

  /// Moves a detached occurrence along with its series.
  private static func shift(_ values: inout Item, with move: Move, like master: Item) {
    guard let anchor = values.anchor else { return }
    let wall = anchor.wallSeconds(in: move.from.zone) + move.seconds
    values.place(at: master.anchor?.with(wall: CivilDateTime(clamping: wall)), like: master, from: anchor)
  }

  /// Updates the detached occurrences of a series when an edit applies to all occurrences.
  private struct Following {
    let edit: ItemEdit
    /// The occurrence that was edited.
    let edited: OccurrenceKey
    let move: Move
    /// The series before the edit, and after it with its old overrides.
    let old: CalendarObject
    let new: CalendarObject
    let context: EditContext
    /// The numbers of overrides dropped because their slots are gone, and of overrides that kept own values.
    var dropped = 0
    var kept = 0

    /// Returns a detached occurrence after the edit; nil when its slot is gone.
    mutating func follow(_ member: CalendarObject.Member) -> CalendarObject.Member? {
      guard let key = member.key, let before = old.master, let after = new.master else { return member }
      let hadSlot = old.hasSlot(key)
      // Occurrences completed before the series was restarted keep their slots.
      let isPast = member.item.isCompleted && !hadSlot
      let slot = isPast ? key : move.slot(key)
      if !new.isSeries || hadSlot && !new.hasSlot(slot) {
        dropped += 1
        return nil
      }
      var values = member.item
      var fields: Set<ItemField> = []
      var hasOwn = false
      for field in edit.fields where !field.isOfSeries && !field.isTime {
        // The edited occurrence takes all fields, as the user saw it.
        if key == edited || member.item.agrees(with: before.item, on: field) {
          values.take(field, from: edit.values)
          fields.insert(field)
        } else if !member.item.agrees(with: edit.values, on: field) {
          hasOwn = true
        }
      }
      let isUnmoved = member.item.anchor.map { $0 == before.item.anchor?.at(key) } ?? true
      if key == edited {
        values = edit.applied(to: member.item)
        fields.formUnion(edit.fields.filter { !$0.isOfSeries })
        if !fields.isDisjoint(with: [.start, .length]) { fields.formUnion([.start, .length]) }
      } else {
        if edit.fields.contains(where: { $0.isTime && $0 != .length }), !member.item.isCompleted {
          if isUnmoved || member.isRange {
            SeriesEditor.shift(&values, with: move, like: after.item)
            fields.formUnion(values.kind == .event ? [.start, .length] : [.reminderStart, .due])
          } else {
            hasOwn = true
          }
        }
        if edit.fields.contains(.length) {
          if member.item.length == before.item.length {
            values.length = after.item.length
            values.end = nil
            fields.formUnion([.start, .length])
          } else {
            hasOwn = true
          }
        }
        values.fitLength(after: member.item.start)
      }
      if hasOwn { kept += 1 }
      fields = fields.filter { !values.agrees(with: member.item, on: $0) }
      if fields.isEmpty, slot == key, isPast || move.from.zone == move.to.zone { return member }
      var component = ComponentEditor.apply(fields, of: values, to: member.component, now: context.now)
      if !isPast, let id = member.item.recurrenceID, let anchor = after.item.anchor {
        let time = hadSlot ? anchor.at(slot) : move.moved(id.time)
        component = ComponentEditor.identify(
          component, uid: after.item.uid,
          recurrenceID: RecurrenceID(time: time, isThisAndFuture: id.isThisAndFuture), previousUID: nil,
          now: context.now)
      }
      return CalendarObject.member(component, id: member.id, key: slot, from: after, member, context: context)
    }
  }
}

extension EventTime {
  /// The same moment on another zone's clock; other kinds of time do not change.
  func inZone(_ zone: Zone) -> EventTime {
    guard case .zoned(let wall, let own) = self, own != zone else { return self }
    return EventTime(own.instant(of: wall), in: zone)
  }
}

extension Item {
  /// The item with UTC times put back on the other item's clock, when they stand for the second of two equal
  /// clock times.
  ///
  /// The slots of a series are clock times, and two equal clock times are one slot.
  fileprivate func onClock(of other: Item) -> Item {
    func kept(_ time: EventTime?, _ old: EventTime?) -> EventTime? {
      guard let time, case .zoned(_, .utc) = time, let zone = old?.zone, zone != .utc else { return time }
      let instant = time.instant(in: .utc)
      return EventTime(instant, in: zone).zone == zone ? time : .zoned(zone.civil(at: instant), zone)
    }
    var result = self
    result.start = kept(start, other.start)
    result.due = kept(due, other.due)
    return result
  }

  /// An occurrence on its own days, at the clock times of its series.
  ///
  /// A clock time set for all occurrences replaces the occurrence's own time.
  fileprivate func onClock(ofSeries master: Item) -> Item {
    func kept(_ time: EventTime?, _ own: EventTime?) -> EventTime? {
      guard let time, let own, !time.isAllDay, !own.isAllDay else { return time }
      let day = CivilDateTime(clamping: time.wallSeconds(in: own.zone)).date
      return own.with(wall: CivilDateTime(day, own.wall.time))
    }
    var result = self
    result.start = kept(start, master.start)
    result.due = kept(due, master.due)
    return result
  }

  /// Moves the times in `fields` by the difference between two items.
  fileprivate mutating func moveTimes(
    _ fields: Set<ItemField>, of master: Item, from shown: Item, to wanted: Item
  ) {
    func moved(_ own: EventTime?, _ old: EventTime?, _ new: EventTime?) -> EventTime? {
      guard let new else { return nil }
      guard let own, let old else {
        // A time new to the series is as far from the series' anchor as the occurrence's time is from its
        // own.
        guard let base = master.anchor, let shownBase = shown.anchor else { return new }
        let wall = base.wall.wallSeconds + new.wall.wallSeconds - shownBase.wallSeconds(in: base.zone)
        return new.with(wall: CivilDateTime(clamping: wall))
      }
      if old == new { return own }
      let wall = own.wall.wallSeconds + new.wall.wallSeconds - old.wallSeconds(in: own.zone)
      return new.with(wall: CivilDateTime(clamping: wall))
    }
    if fields.contains(.start) || fields.contains(.reminderStart) {
      start = moved(master.start, shown.start, wanted.start)
    }
    if fields.contains(.due) { due = moved(master.due, shown.due, wanted.due) }
  }

  /// Moves the anchor to a time; an event keeps its length, a reminder's due date keeps its distance.
  fileprivate mutating func place(at time: EventTime?, like master: Item, from old: EventTime) {
    guard let time else { return }
    if kind == .event {
      start = time
      end = nil
      return
    }
    let seconds = time.wall.wallSeconds - old.wall.wallSeconds
    if start != nil {
      start = time
      if let due, let form = master.due {
        self.due = form.with(wall: CivilDateTime(clamping: due.wall.wallSeconds + seconds))
      }
    } else {
      due = time
    }
  }
}
