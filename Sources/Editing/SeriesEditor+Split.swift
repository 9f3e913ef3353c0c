import ICalendar

extension SeriesEditor {
  /// Splits a series before an occurrence into the earlier part and a new series linked to it.
  ///
  /// The number of occurrences stays: a COUNT is divided. Detached occurrences go with the part that contains
  /// their slot.
  static func split(
    _ object: CalendarObject, at key: OccurrenceKey, _ context: EditContext
  ) throws(EditError) -> (head: CalendarObject, tail: CalendarObject) {
    guard let master = object.master, let anchor = master.item.anchor, let set = master.item.recurrence else {
      throw .occurrenceGone(key.text)
    }
    guard object.item(at: key) != nil else { throw .occurrenceGone(key.text) }
    let cut = CivilDateTime(clamping: key.wallSeconds)
    try checkPhases(set, at: cut)
    return (
      head(object, master, anchor, set, cut, context),
      tail(object, master, anchor, set, key, cut, context)
    )
  }

  /// Checks that the later part can begin at an occurrence of every rule, as rules take their days, time and
  /// steps from the start of their series.
  private static func checkPhases(_ set: RecurrenceSet, at cut: CivilDateTime) throws(EditError) {
    for rule in set.rules where !isOver(rule, set, cut) {
      var whole = rule
      whole.count = nil
      let produced = whole.occurrences(
        start: set.start, zone: set.zone, from: cut, to: cut.adding(seconds: 1))
      if !produced.contains(where: { _ in true }) { throw .cannotSplit }
    }
  }

  // MARK: The earlier part

  private static func head(
    _ object: CalendarObject, _ master: CalendarObject.Member, _ anchor: EventTime, _ set: RecurrenceSet,
    _ cut: CivilDateTime, _ context: EditContext
  ) -> CalendarObject {
    var edit = ItemEdit(of: master.item)
    edit.set(.rules) { item in
      item.recurrence?.rules = set.rules.map { ending($0, set, anchor, before: cut, context) }
    }
    if !master.item.extraTimes.isEmpty {
      edit.set(.extraDates) { $0.extraTimes.removeAll { isLate($0, anchor, cut) } }
    }
    if !master.item.exceptionTimes.isEmpty {
      edit.set(.exceptions) { $0.exceptionTimes.removeAll { isLate($0, anchor, cut) } }
    }
    var result = object
    result.master = written(edit, on: master, context)
    result.overrides.removeAll { ($0.key ?? .earliest).wallSeconds >= cut.wallSeconds }
    return result
  }

  /// A rule that ends before a time: by UNTIL, or by the part of its COUNT that lies before.
  private static func ending(
    _ rule: RecurrenceRule, _ set: RecurrenceSet, _ anchor: EventTime, before cut: CivilDateTime,
    _ context: EditContext
  ) -> RecurrenceRule {
    var result = rule
    if rule.count != nil {
      let number = before(cut, rule, set, context)
      if number > 0 {
        result.count = number
        return result
      }
    }
    result.count = nil
    let last = CivilDateTime(clamping: cut.wallSeconds - 1)
    let until: RecurrenceUntil
    switch anchor {
    case .date: until = .date(last.date)
    case .floating: until = .floating(last)
    case .zoned(_, let zone): until = .utc(zone.instant(of: cut).adding(seconds: -1))
    }
    if let present = rule.until, isEarlier(present, until, anchor) { return rule }
    result.until = until
    return result
  }

  private static func isEarlier(_ a: RecurrenceUntil, _ b: RecurrenceUntil, _ anchor: EventTime) -> Bool {
    func seconds(_ until: RecurrenceUntil) -> Int {
      switch until {
      case .date(let date): anchor.with(wall: CivilDateTime(date, .midnight)).axisSeconds + 86_399
      case .floating(let wall): anchor.with(wall: wall).axisSeconds
      case .utc(let instant): instant.seconds
      }
    }
    return seconds(a) < seconds(b)
  }

  /// The number of occurrences of a rule's COUNT before a time.
  private static func before(
    _ cut: CivilDateTime, _ rule: RecurrenceRule, _ set: RecurrenceSet, _ context: EditContext
  ) -> Int {
    var number = 0
    var looks = StopLooks(context.stopSignal)
    for _ in rule.occurrences(start: set.start, zone: set.zone, from: nil, to: cut) {
      if looks.step() { return number }
      number += 1
    }
    return number
  }

  /// Whether a listed date belongs to the later part.
  private static func isLate(_ time: EventTime, _ anchor: EventTime, _ cut: CivilDateTime) -> Bool {
    if case .date(let date) = time, !anchor.isAllDay { return date > cut.date }
    return time.wallSeconds(in: anchor.zone) >= cut.wallSeconds
  }

  // MARK: The later part

  private static func tail(
    _ object: CalendarObject, _ master: CalendarObject.Member, _ anchor: EventTime, _ set: RecurrenceSet,
    _ key: OccurrenceKey, _ cut: CivilDateTime, _ context: EditContext
  ) -> CalendarObject {
    let uid = context.newUID()
    var item = master.item
    item.moveTimes(by: cut.wallSeconds - anchor.wall.wallSeconds)
    if item.kind == .event { item.refitEnd() }
    item.recurrence?.rules = set.rules.map { rule in
      var rest = rule
      if let count = rule.count { rest.count = max(1, count - before(cut, rule, set, context)) }
      return rest
    }.filter { !isOver($0, set, cut) }
    // The occurrence itself becomes the start.
    item.extraTimes.removeAll { $0.wallSeconds(in: anchor.zone) <= cut.wallSeconds }
    item.exceptionTimes.removeAll { !isLateOrThatDay($0, anchor, cut) }
    var fields: Set<ItemField> = [.rules, .extraDates, .exceptions]
    fields.formUnion(item.kind == .event ? [.start, .length] : [.reminderStart, .due])
    var component = ComponentEditor.apply(fields, of: item, to: master.component, now: context.now)
    component = ComponentEditor.identify(
      component, uid: uid, recurrenceID: nil, previousUID: master.item.uid, now: context.now)
    let head = CalendarObject.member(component, id: nil, key: nil, from: master, context: context)
    let overrides = object.overrides.filter { ($0.key ?? .earliest) >= key }.map { member in
      let component = ComponentEditor.identify(
        member.component, uid: uid, recurrenceID: member.item.recurrenceID, previousUID: nil, now: context.now
      )
      return CalendarObject.member(
        component, id: member.id, key: member.key, from: master, member, context: context)
    }
    // A THISANDFUTURE override that begins before the cut continues from it.
    var ranges: [CalendarObject.Member] = []
    if let range = object.range(at: key), let own = range.key, own < key {
      var item = range.item
      item.moveTimes(by: key.wallSeconds - own.wallSeconds)
      if item.kind == .event { item.refitEnd() }
      var component = ComponentEditor.apply(
        [.start, .length], of: item, to: range.component, now: context.now)
      component = ComponentEditor.identify(
        component, uid: uid, recurrenceID: RecurrenceID(time: anchor.at(key), isThisAndFuture: true),
        previousUID: nil, now: context.now)
      ranges.append(
        CalendarObject.member(component, id: nil, key: key, from: master, range, context: context))
    }
    return CalendarObject(calendar: object.calendar, master: head, overrides: ranges + overrides)
  }

  private static func isLateOrThatDay(_ time: EventTime, _ anchor: EventTime, _ cut: CivilDateTime) -> Bool {
    if case .date(let date) = time { return date >= cut.date }
    return time.wallSeconds(in: anchor.zone) >= cut.wallSeconds
  }

  /// Whether a rule gives no occurrence from a time on.
  private static func isOver(_ rule: RecurrenceRule, _ set: RecurrenceSet, _ cut: CivilDateTime) -> Bool {
    if set.rules.count == 1 { return false }
    var whole = rule
    whole.count = nil
    return !whole.occurrences(start: set.start, zone: set.zone, from: cut, to: nil).contains { _ in true }
  }
}
