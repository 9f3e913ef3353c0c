import CivilTime
import ICalendar
import Model
import Recurrence

/// What an edit makes of a family: a pure function of the family, the edit and the span.
public struct EditPlan: Sendable {
  /// The families afterward: the old one where something is left of it, and the later part of a split.
  public var families: [ItemFamily]
  /// How many occurrences the edit reaches; nil when there is no end to them.
  public var reached: Int?
  /// How many occurrences of the old series stay as they were; nil when there is no end to them.
  public var remaining: Int?
  /// The occurrence that was edited, as it is called now; nil where it is not one of a series any more.
  public var key: OccurrenceKey?
  /// Detached occurrences that no longer fit the rule and were dropped.
  public var dropped = 0
  /// Detached occurrences that keep values of their own in the fields edited.
  public var kept = 0
  /// Whether a new series begins.
  public var isSplit: Bool { families.count > 1 }
}

extension EditPlan {
  /// The error of rules that would name other weekdays than those of the family before; nil where they name the same.
  func newDays(of family: ItemFamily) -> EditError? {
    guard let item = families.last?.master?.item, let new = item.recurrence, let anchor = item.anchor,
      let series = families.last?.series
    else { return nil }
    let known = (family.master?.item.recurrence?.rules ?? []).map { Set($0.byDay) }
    guard let rule = new.rules.first(where: { !$0.byDay.isEmpty && !known.contains(Set($0.byDay)) }) else {
      return nil
    }
    let first = series.occurrences(from: nil, to: nil).prefix(3).map { anchor.at($0.key).wall.date }
    return .daysChange(title: item.title ?? "", rule: rule.description, first: first)
  }
}

/// Edits items and series (EventKit's spans, and all).
public enum SeriesEditor {
  /// What saving an edit makes of a family.
  ///
  /// `key` names the occurrence that the edit's values are of; nil for a single item, or a series as a whole, whose values
  /// are those of its first occurrence.
  public static func save(
    _ edit: ItemEdit, on family: ItemFamily, at key: OccurrenceKey?, scope: EditScope, _ context: EditContext
  ) throws(EditError) -> EditPlan {
    guard let master = family.master else { return try saveOrphan(edit, family, context) }
    guard family.isSeries else { return saveSingle(edit, family, master, context) }
    if let key, isIdle(edit, family, key, scope) {
      // Nothing is detached or cut for the sake of values that are there already.
      var plan = EditPlan(
        families: [family], reached: 0, remaining: family.occurrenceCount(until: context.stopSignal))
      plan.key = key
      return plan
    }
    let scope = effective(scope, family, key)
    switch scope {
    case .all:
      return try saveAll(edit, family, at: key ?? family.firstKey, context)
    case .future:
      guard let key else { return try saveAll(edit, family, at: family.firstKey, context) }
      let (head, tail) = try split(family, at: key, context)
      var plan = try saveAll(edit, tail, at: key, context)
      plan.families.insert(head, at: 0)
      plan.remaining = head.occurrenceCount(until: context.stopSignal)
      return plan
    case .this:
      if edit.fields.contains(where: \.isOfSeries) { throw .ruleNeedsSeries }
      guard let key else { throw .needsOccurrence(title: master.item.title ?? "", examples: []) }
      return try saveOne(edit, family, master, key, context)
    }
  }

  /// Whether an edit says of an occurrence, and of those that it reaches with it, what they say already.
  private static func isIdle(
    _ edit: ItemEdit, _ family: ItemFamily, _ key: OccurrenceKey, _ scope: EditScope
  ) -> Bool {
    if edit.fields.contains(where: \.isOfSeries) { return false }
    // What one occurrence says for itself the others may not.
    if scope != .this, family.override(at: key) != nil || family.range(at: key) != nil { return false }
    return family.item(at: key).map(edit.changesNothing) ?? false
  }

  /// What removing makes of a family: its families afterward are none where nothing is left.
  public static func remove(
    from family: ItemFamily, at key: OccurrenceKey?, scope: EditScope, _ context: EditContext
  ) throws(EditError) -> EditPlan {
    let count = family.occurrenceCount(until: context.stopSignal)
    guard let master = family.master, family.isSeries else {
      return EditPlan(families: [], reached: count, remaining: 0)
    }
    switch effective(scope, family, key) {
    case .all: return EditPlan(families: [], reached: count, remaining: 0)
    case .future:
      guard let key else { return EditPlan(families: [], reached: count, remaining: 0) }
      let (head, tail) = try split(family, at: key, context)
      return EditPlan(
        families: [head], reached: tail.occurrenceCount(until: context.stopSignal),
        remaining: head.occurrenceCount(until: context.stopSignal))
    case .this:
      guard let key else { throw .needsOccurrence(title: master.item.title ?? "", examples: []) }
      let rest = try excluding(key, family, master, context)
      let remaining = rest.occurrenceCount(until: context.stopSignal)
      return EditPlan(families: remaining == 0 ? [] : [rest], reached: 1, remaining: remaining)
    }
  }

  /// What a span comes to: on the first occurrence the future is everything.
  static func effective(_ scope: EditScope, _ family: ItemFamily, _ key: OccurrenceKey?) -> EditScope {
    if scope == .future, let key, let first = family.firstKey, key <= first { return .all }
    return scope
  }

  // MARK: Single items

  private static func saveSingle(
    _ edit: ItemEdit, _ family: ItemFamily, _ master: ItemFamily.Member, _ context: EditContext
  ) -> EditPlan {
    var result = family
    result.master = written(edit, on: master, context)
    return EditPlan(families: [result], reached: 1, remaining: 0)
  }

  private static func saveOrphan(
    _ edit: ItemEdit, _ family: ItemFamily, _ context: EditContext
  ) throws(EditError) -> EditPlan {
    if edit.fields.contains(where: \.isOfSeries) { throw .ruleNeedsSeries }
    var result = family
    result.overrides = family.overrides.map { written(edit, on: $0, context) }
    return EditPlan(families: [result], reached: 1, remaining: 0)
  }

  /// A component with an edit's fields; it stays as it is where none of them says anything new.
  static func written(
    _ edit: ItemEdit, on member: ItemFamily.Member, _ context: EditContext
  ) -> ItemFamily.Member {
    let item = edit.applied(to: member.item)
    var fields = edit.fields.filter { !item.agrees(with: member.item, on: $0) }
    if !item.agrees(with: member.item, on: .length) { fields.insert(.length) }
    if fields.isEmpty { return member }
    let component = ComponentEditor.apply(fields, of: item, to: member.component, now: context.now)
    return ItemFamily.member(component, id: member.id, key: member.key, from: member, context: context)
  }

  // MARK: One occurrence

  private static func saveOne(
    _ edit: ItemEdit, _ family: ItemFamily, _ master: ItemFamily.Member, _ key: OccurrenceKey,
    _ context: EditContext
  ) throws(EditError) -> EditPlan {
    var result = family
    if let index = family.overrides.firstIndex(where: { $0.key == key && !$0.isRange }) {
      result.overrides[index] = written(edit, on: family.overrides[index], context)
    } else {
      guard let shown = family.item(at: key) else { throw .occurrenceGone(key.text) }
      result.overrides.append(
        detached(shown, edit, from: family.range(at: key) ?? master, master, key, context))
    }
    var plan = EditPlan(
      families: [result], reached: 1,
      remaining: family.occurrenceCount(until: context.stopSignal).map { $0 - 1 })
    plan.key = key
    return plan
  }

  /// A new override: the component that stood for the occurrence, at its time, with the edit.
  private static func detached(
    _ shown: Item, _ edit: ItemEdit, from source: ItemFamily.Member, _ master: ItemFamily.Member,
    _ key: OccurrenceKey, _ context: EditContext
  ) -> ItemFamily.Member {
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
    return ItemFamily.member(component, id: nil, key: key, from: master, source, context: context)
  }

  /// A new override for an occurrence, or for that and all later ones, that looks as it does now.
  static func override(
    at key: OccurrenceKey, isRange: Bool, of family: ItemFamily, _ context: EditContext
  ) throws(EditError) -> ItemFamily.Member {
    var plain = family
    plain.overrides.removeAll { $0.key == key && !$0.isRange }
    guard let master = family.master, let shown = plain.item(at: key) else { throw .occurrenceGone(key.text) }
    let source = plain.range(at: key) ?? master
    let made = detached(shown, ItemEdit(of: shown), from: source, master, key, context)
    guard isRange, let time = made.item.recurrenceID?.time else { return made }
    let component = ComponentEditor.identify(
      made.component, uid: master.item.uid, recurrenceID: RecurrenceID(time: time, isThisAndFuture: true),
      previousUID: nil, now: context.now)
    return ItemFamily.member(component, id: nil, key: key, from: master, source, context: context)
  }

  /// Properties that only a master has.
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

  /// The family without one occurrence: an exception date, and no component of its own any more.
  private static func excluding(
    _ key: OccurrenceKey, _ family: ItemFamily, _ master: ItemFamily.Member, _ context: EditContext
  ) throws(EditError) -> ItemFamily {
    var result = family
    let hadOverride = family.override(at: key) != nil
    result.overrides.removeAll { $0.key == key && !$0.isRange }
    guard family.hasSlot(key) else {
      if !hadOverride { throw .occurrenceGone(key.text) }
      return result
    }
    if let index = result.overrides.firstIndex(where: { $0.key == key && $0.isRange }) {
      result.overrides[index] =
        try advanced(result.overrides[index], family, master, context)
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

  /// A THISANDFUTURE override that begins one occurrence later; nil where there is none.
  private static func advanced(
    _ range: ItemFamily.Member, _ family: ItemFamily, _ master: ItemFamily.Member, _ context: EditContext
  ) throws(EditError) -> ItemFamily.Member? {
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
    return ItemFamily.member(component, id: range.id, key: moved, from: master, range, context: context)
  }
}
