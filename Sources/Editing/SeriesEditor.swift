import ICalendar

/// What an edit makes of an object: a pure function of the object, the edit and the span.
struct EditPlan: Sendable {
  /// The objects afterwards: the old one where something is left of it, and the later part of a split.
  var objects: [CalendarObject]
  /// How many occurrences the edit reaches; nil when there is no end to them.
  var reached: Int?
  /// How many occurrences of the old series stay as they were; nil when there is no end to them.
  var remaining: Int?
  /// The occurrence that was edited, as it is called now; nil where it is not one of a series any more.
  var key: OccurrenceKey?
  /// Detached occurrences that no longer fit the rule and were dropped.
  var dropped = 0
  /// Detached occurrences that keep values of their own in the fields edited.
  var kept = 0
  /// Whether a new series begins.
  var isSplit: Bool { objects.count > 1 }
}

extension EditPlan {
  /// The error for rules that name other weekdays than the object's rules before; nil when the weekdays are
  /// the same.
  func newDays(of object: CalendarObject) -> EditError? {
    guard let item = objects.last?.master?.item, let new = item.recurrence, let anchor = item.anchor,
      let series = objects.last?.series
    else { return nil }
    let known = (object.master?.item.recurrence?.rules ?? []).map { Set($0.byDay) }
    guard let rule = new.rules.first(where: { !$0.byDay.isEmpty && !known.contains(Set($0.byDay)) }) else {
      return nil
    }
    let first = series.occurrences(from: nil, to: nil).prefix(3).map { anchor.at($0.key).wall.date }
    return .daysChange(title: item.title ?? "", rule: rule.description, first: first)
  }
}

/// Edits items and series (EventKit's spans, and all).
enum SeriesEditor {
  /// What saving an edit makes of an object.
  ///
  /// `key` names the occurrence that the edit's values are of; nil for a single item, or a series as a whole,
  /// whose values are those of its first occurrence.
  static func save(
    _ edit: ItemEdit, on object: CalendarObject, at key: OccurrenceKey?, span: EditSpan,
    _ context: EditContext
  ) throws(EditError) -> EditPlan {
    guard let master = object.master else { return try saveOrphan(edit, object, context) }
    guard object.isSeries else { return saveSingle(edit, object, master, context) }
    if let key, isIdle(edit, object, key, span) {
      // An edit without new values neither detaches nor splits anything.
      var plan = EditPlan(
        objects: [object], reached: 0, remaining: object.occurrenceCount(until: context.stopSignal))
      plan.key = key
      return plan
    }
    let span = effective(span, object, key)
    switch span {
    case .all:
      return try saveAll(edit, object, at: key ?? object.firstKey, context)
    case .future:
      guard let key else { return try saveAll(edit, object, at: object.firstKey, context) }
      let (head, tail) = try split(object, at: key, context)
      var plan = try saveAll(edit, tail, at: key, context)
      plan.objects.insert(head, at: 0)
      plan.remaining = head.occurrenceCount(until: context.stopSignal)
      return plan
    case .this:
      if edit.fields.contains(where: \.isOfSeries) { throw .ruleNeedsSeries }
      guard let key else { throw .needsOccurrence(title: master.item.title ?? "", examples: []) }
      return try saveOne(edit, object, master, key, context)
    }
  }

  /// Whether an edit changes nothing on an occurrence and on the others that it reaches.
  private static func isIdle(
    _ edit: ItemEdit, _ object: CalendarObject, _ key: OccurrenceKey, _ span: EditSpan
  ) -> Bool {
    if edit.fields.contains(where: \.isOfSeries) { return false }
    // Later occurrences may not have the values of an overridden one.
    if span != .this, object.override(at: key) != nil || object.range(at: key) != nil { return false }
    return object.item(at: key).map(edit.changesNothing) ?? false
  }

  /// What removing makes of an object: its objects afterwards are none where nothing is left.
  static func remove(
    from object: CalendarObject, at key: OccurrenceKey?, span: EditSpan, _ context: EditContext
  ) throws(EditError) -> EditPlan {
    let count = object.occurrenceCount(until: context.stopSignal)
    guard let master = object.master, object.isSeries else {
      return EditPlan(objects: [], reached: count, remaining: 0)
    }
    switch effective(span, object, key) {
    case .all: return EditPlan(objects: [], reached: count, remaining: 0)
    case .future:
      guard let key else { return EditPlan(objects: [], reached: count, remaining: 0) }
      let (head, tail) = try split(object, at: key, context)
      return EditPlan(
        objects: [head], reached: tail.occurrenceCount(until: context.stopSignal),
        remaining: head.occurrenceCount(until: context.stopSignal))
    case .this:
      guard let key else { throw .needsOccurrence(title: master.item.title ?? "", examples: []) }
      let rest = try excluding(key, object, master, context)
      let remaining = rest.occurrenceCount(until: context.stopSignal)
      return EditPlan(objects: remaining == 0 ? [] : [rest], reached: 1, remaining: remaining)
    }
  }

  /// The effective span: from the first occurrence on, `future` means `all`.
  static func effective(_ span: EditSpan, _ object: CalendarObject, _ key: OccurrenceKey?) -> EditSpan {
    if span == .future, let key, let first = object.firstKey, key <= first { return .all }
    return span
  }

  // MARK: Single items

  private static func saveSingle(
    _ edit: ItemEdit, _ object: CalendarObject, _ master: CalendarObject.Member, _ context: EditContext
  ) -> EditPlan {
    var result = object
    result.master = written(edit, on: master, context)
    return EditPlan(objects: [result], reached: 1, remaining: 0)
  }

  private static func saveOrphan(
    _ edit: ItemEdit, _ object: CalendarObject, _ context: EditContext
  ) throws(EditError) -> EditPlan {
    if edit.fields.contains(where: \.isOfSeries) { throw .ruleNeedsSeries }
    var result = object
    result.overrides = object.overrides.map { written(edit, on: $0, context) }
    return EditPlan(objects: [result], reached: 1, remaining: 0)
  }

  /// Returns a component with an edit's fields, or unchanged when the edit has no new values.
  static func written(
    _ edit: ItemEdit, on member: CalendarObject.Member, _ context: EditContext
  ) -> CalendarObject.Member {
    let item = edit.applied(to: member.item)
    var fields = edit.fields.filter { !item.agrees(with: member.item, on: $0) }
    if !item.agrees(with: member.item, on: .length) { fields.insert(.length) }
    if fields.isEmpty { return member }
    let component = ComponentEditor.apply(fields, of: item, to: member.component, now: context.now)
    return CalendarObject.member(component, id: member.id, key: member.key, from: member, context: context)
  }

  // MARK: One occurrence

  private static func saveOne(
    _ edit: ItemEdit, _ object: CalendarObject, _ master: CalendarObject.Member, _ key: OccurrenceKey,
    _ context: EditContext
  ) throws(EditError) -> EditPlan {
    var result = object
    if let index = object.overrides.firstIndex(where: { $0.key == key && !$0.isRange }) {
      result.overrides[index] = written(edit, on: object.overrides[index], context)
    } else {
      guard let shown = object.item(at: key) else { throw .occurrenceGone(key.text) }
      result.overrides.append(
        detached(shown, edit, from: object.range(at: key) ?? master, master, key, context))
    }
    var plan = EditPlan(
      objects: [result], reached: 1,
      remaining: object.occurrenceCount(until: context.stopSignal).map { $0 - 1 })
    plan.key = key
    return plan
  }

  /// Returns a new override: the component that applied to the occurrence, at its time, with the edit.
  private static func detached(
    _ shown: Item, _ edit: ItemEdit, from source: CalendarObject.Member, _ master: CalendarObject.Member,
    _ key: OccurrenceKey, _ context: EditContext
  ) -> CalendarObject.Member {
    let plain = ComponentEditor.removing(ofSeriesAlone, from: source.component)
    let item = edit.applied(to: shown)
    var fields = edit.fields
    for field in [ItemField.start, .length, .reminderStart, .due] where has(field, shown) {
      fields.insert(field)
    }
    var component = ComponentEditor.apply(
      fields, of: item, to: plain, now: context.now, changed: edit.fields)
    let original = (master.item.anchor ?? .floating(.min)).at(key)
    component = ComponentEditor.identify(
      component, uid: master.item.uid, recurrenceID: RecurrenceID(time: original), previousUID: nil,
      now: context.now)
    return CalendarObject.member(component, id: nil, key: key, from: master, source, context: context)
  }

  /// Returns a new override with the present values of an occurrence, or of that and all later ones.
  static func override(
    at key: OccurrenceKey, isRange: Bool, of object: CalendarObject, _ context: EditContext
  ) throws(EditError) -> CalendarObject.Member {
    var plain = object
    plain.overrides.removeAll { $0.key == key && !$0.isRange }
    guard let master = object.master, let shown = plain.item(at: key) else { throw .occurrenceGone(key.text) }
    let source = plain.range(at: key) ?? master
    let made = detached(shown, ItemEdit(of: shown), from: source, master, key, context)
    guard isRange, let time = made.item.recurrenceID?.time else { return made }
    let component = ComponentEditor.identify(
      made.component, uid: master.item.uid, recurrenceID: RecurrenceID(time: time, isThisAndFuture: true),
      previousUID: nil, now: context.now)
    return CalendarObject.member(component, id: nil, key: key, from: master, source, context: context)
  }

  /// The properties that only a master has.
  static let ofSeriesAlone: [StaticString] = [
    "RRULE", "EXRULE", "RDATE", "EXDATE", "X-KALENDS-PREVIOUS", "X-KALENDS-REPEAT-FROM",
  ]

  private static func has(_ field: ItemField, _ item: Item) -> Bool {
    switch (field, item.kind) {
    case (.start, .event), (.length, .event): true
    case (.reminderStart, .reminder): item.start != nil
    case (.due, .reminder): item.due != nil
    default: false
    }
  }

  /// Returns the object without one occurrence: adds an exception date and removes the override.
  private static func excluding(
    _ key: OccurrenceKey, _ object: CalendarObject, _ master: CalendarObject.Member, _ context: EditContext
  ) throws(EditError) -> CalendarObject {
    var result = object
    let hadOverride = object.override(at: key) != nil
    result.overrides.removeAll { $0.key == key && !$0.isRange }
    guard object.hasSlot(key) else {
      if !hadOverride { throw .occurrenceGone(key.text) }
      return result
    }
    if let index = result.overrides.firstIndex(where: { $0.key == key && $0.isRange }) {
      result.overrides[index] =
        try advanced(result.overrides[index], master, context)
        ?? result.overrides[index]
      if result.overrides[index].key == key { result.overrides.remove(at: index) }
    }
    var edit = ItemEdit(of: master.item)
    edit.set(.exceptions) { item in
      if let anchor = item.anchor { item.exceptionTimes.append(anchor.at(key)) }
    }
    result.master = written(edit, on: master, context)
    return result
  }

  /// Returns a THISANDFUTURE override that begins one occurrence later; nil when there is no later one.
  private static func advanced(
    _ range: CalendarObject.Member, _ master: CalendarObject.Member, _ context: EditContext
  ) throws(EditError) -> CalendarObject.Member? {
    guard let key = range.key, let set = master.item.recurrence, let anchor = master.item.anchor else {
      return nil
    }
    let after = CivilDateTime(clamping: key.wallSeconds + 1)
    guard let next = set.occurrences(from: after, to: nil).first(where: { _ in true }) else { return nil }
    let moved = OccurrenceKey(wallSeconds: next.start.wallSeconds, isDate: key.isDate)
    var item = range.item
    item.moveTimes(by: moved.wallSeconds - key.wallSeconds)
    var component = ComponentEditor.apply(
      [.start, .length], of: item, to: range.component, now: context.now)
    component = ComponentEditor.identify(
      component, uid: master.item.uid,
      recurrenceID: RecurrenceID(time: anchor.at(moved), isThisAndFuture: true), previousUID: nil,
      now: context.now)
    return CalendarObject.member(component, id: range.id, key: moved, from: master, range, context: context)
  }
}
