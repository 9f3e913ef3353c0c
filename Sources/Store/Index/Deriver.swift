/// Derives an object's index rows: a pure function of the object, the policy and the clock.
struct Deriver {
  let policy: IndexingPolicy
  let now: Instant
  /// Intervals to materialize whatever the clock says, by series; a check passes the stored ones.
  var windows: [Int: Range<Int>] = [:]
  /// The number of lazily expanded series in a lane at which further ones are materialized.
  var crowd = IndexingPolicy.crowd
  /// Stops the derivation early; the signal then also fails the write, so that nothing of it is kept.
  var stopSignal = StopSignal()

  /// Returns the same deriver with a stop signal.
  func until(_ stopSignal: StopSignal) -> Deriver {
    var deriver = self
    deriver.stopSignal = stopSignal
    return deriver
  }

  /// Returns the rows of an object; `lazilyExpanded` is the number of lazily expanded series by lane.
  func derive(_ object: CalendarObject, lazilyExpanded: [IndexLane: Int]) -> DerivedRows {
    var derived = DerivedRows()
    switch object.master?.item.kind ?? object.overrides.first?.item.kind ?? .other {
    case .event: events(object, lazilyExpanded, &derived)
    case .reminder: reminders(object, &derived)
    case .other: break
    }
    return derived
  }

  // MARK: Events

  private func events(_ object: CalendarObject, _ lazySeries: [IndexLane: Int], _ derived: inout DerivedRows)
  {
    guard let master = object.master else {
      for orphan in object.overrides { override(orphan, of: orphan.row, in: object, &derived) }
      return
    }
    guard let series = object.series else {
      single(master, in: object, &derived)
      for other in object.overrides { override(other, of: master.row, in: object, &derived) }
      return
    }
    let plain = object.overrides.contains(where: \.isRange) ? master.item.series() : nil
    for member in object.overrides where member.key != nil {
      // A THISANDFUTURE override that names no occurrence counts as a single override.
      let isInSeries =
        member.isRange && member.item.start != nil
        && member.key.flatMap { plain?.occurrence($0) } != nil
      if !isInSeries { override(member, of: master.row, in: object, &derived) }
    }
    let isCrowded = lazySeries[.events(series.axis), default: 0] >= crowd
    index(series, of: master, in: object, isCrowded: isCrowded, &derived)
    if derived.firsts[master.row] == nil {
      derived.firsts[master.row] = object.overrides.compactMap { derived.firsts[$0.row] }
        .min { $0.span.start < $1.span.start }
    }
  }

  private func single(
    _ member: CalendarObject.Member, in object: CalendarObject, _ derived: inout DerivedRows
  ) {
    guard let start = member.item.start else { return }
    let span = AxisSpan(start, member.item.length)
    add(span, member, series: member.row, calendar: object.calendar, [], &derived)
  }

  private func override(
    _ member: CalendarObject.Member, of series: Int, in object: CalendarObject, _ derived: inout DerivedRows
  ) {
    guard let start = member.item.start ?? member.item.recurrenceID?.time else { return }
    // An override without DTSTART keeps its slot's original start and takes the master's length.
    let length = member.item.start == nil ? object.master?.item.length ?? .zero : member.item.length
    let span = AxisSpan(start, length)
    add(span, member, series: series, calendar: object.calendar, [.recurring, .detached], &derived)
  }

  private func add(
    _ span: AxisSpan, _ member: CalendarObject.Member, series: Int, calendar: Int, _ marks: OccurrenceFlags,
    _ derived: inout DerivedRows
  ) {
    let lane = IndexLane.events(span.axis)
    let row = IndexRow(
      start: span.start, end: span.end, series: series, key: OccurrenceCode.key(member.key), item: member.row,
      calendar: calendar, flags: span.isAllDay ? marks.union(.allDay) : marks)
    if policy.indexesSingles {
      derived.rows.append((lane, row))
    } else {
      derived.compiled.append(
        DerivedRows.Compiled(
          item: member.row, lane: lane, first: span.start, last: span.end, state: .lazilyExpanded,
          materialized: nil,
          plan: .single(row)))
    }
    derived.firsts[member.row] = DerivedRows.First(span: span, key: member.key, item: nil)
  }

  private func index(
    _ series: Series, of master: CalendarObject.Member, in object: CalendarObject, isCrowded: Bool,
    _ derived: inout DerivedRows
  ) {
    guard let (first, last) = span(of: series) else { return }
    let lane = IndexLane.events(series.axis)
    let stored = StoredSeries(
      item: master.row, calendar: object.calendar, lane: lane, materialized: nil, plan: .repeating(series))
    var compiled = DerivedRows.Compiled(
      item: master.row, lane: lane, first: first, last: last, state: .lazilyExpanded, materialized: nil,
      plan: stored.plan)
    let known = windows[master.row]
    switch policy.share(of: series, now: now, isCrowded: isCrowded || known != nil) {
    case .nothing: break
    case .within(let planned):
      let window = known ?? planned
      compiled.state = .partlyMaterialized
      compiled.materialized = window
      append(stored, from: window.lowerBound, to: window.upperBound, &derived)
    case .everything:
      compiled.state = .materialized
      append(stored, from: nil, to: nil, &derived)
    }
    derived.compiled.append(compiled)
    if let occurrence = series.first() {
      let span = AxisSpan(
        axis: series.axis, start: occurrence.start, end: occurrence.end, isAllDay: series.form == .date)
      derived.firsts[master.row] = DerivedRows.First(
        span: span, key: occurrence.key, item: occurrence.override)
    }
  }

  private func append(_ series: StoredSeries, from: Int?, to: Int?, _ derived: inout DerivedRows) {
    var rows = series.rows(from: from, to: to, skippingIndexed: false)
    var looks = StopLooks(stopSignal)
    while let row = rows.pop() {
      if looks.step() { return }
      if row.start >= from ?? Int.min { derived.rows.append((series.lane, row)) }
    }
  }

  /// The interval of the axis that contains the whole series; an endless one ends at the largest number.
  private func span(of series: Series) -> (first: Int, last: Int)? {
    guard let span = series.set.span else { return nil }
    let shifts = series.ranges.map(\.shift)
    let slack = (series.axis == .instant ? 26 * 3600 : 0)
    let first = axis(span.first, series.form) + min(0, shifts.min() ?? 0) - slack
    guard let last = span.last else { return (first, Int.max) }
    return (first, axis(last, series.form) + max(0, shifts.max() ?? 0) + series.longestLength + slack)
  }

  private func axis(_ wall: CivilDateTime, _ form: Series.Form) -> Int {
    switch form {
    case .date, .floating: wall.wallSeconds
    case .zoned(let zone): zone.instant(of: wall).seconds
    }
  }

  // MARK: Reminders

  private func reminders(_ object: CalendarObject, _ derived: inout DerivedRows) {
    for member in object.overrides {
      let series = object.master?.id ?? member.row
      if let due = due(of: member, object.master) {
        derived.firsts[member.row] = DerivedRows.First(span: AxisSpan(at: due), key: member.key, item: nil)
        if object.master == nil { add(due, member, series: member.row, key: member.key, object, &derived) }
      }
      complete(member, series: series, object, &derived)
    }
    guard let master = object.master else { return }
    complete(master, series: master.row, object, &derived)
    guard let series = master.item.series() else {
      guard let due = master.item.due else { return }
      derived.firsts[master.row] = DerivedRows.First(span: AxisSpan(at: due), key: nil, item: nil)
      add(due, master, series: master.row, key: nil, object, &derived)
      return
    }
    if let (first, last) = span(of: series) {
      // Queries never expand it, but it gives access to its single occurrences.
      derived.compiled.append(
        DerivedRows.Compiled(
          item: master.row, lane: .due(series.axis), first: first, last: last, state: .materialized,
          materialized: nil,
          plan: .repeating(series)))
    }
    guard let open = firstOpen(object, master), let due = open.due else { return }
    derived.firsts[master.row] = DerivedRows.First(
      span: AxisSpan(at: due), key: open.key, item: open.member.row == master.row ? nil : open.member.row)
    add(due, open.member, series: master.row, key: open.key, object, &derived)
  }

  private func add(
    _ due: EventTime, _ member: CalendarObject.Member, series: Int, key: OccurrenceKey?,
    _ object: CalendarObject,
    _ derived: inout DerivedRows
  ) {
    var flags: OccurrenceFlags = due.isAllDay ? .allDay : []
    if key != nil { flags.insert(.recurring) }
    if member.key != nil { flags.insert(.detached) }
    let at = due.axisSeconds
    derived.rows.append(
      (
        .due(due.axis),
        IndexRow(
          start: at, end: at, series: series, key: OccurrenceCode.key(key), item: member.row,
          calendar: object.calendar, flags: flags)
      ))
  }

  private func complete(
    _ member: CalendarObject.Member, series: Int, _ object: CalendarObject, _ derived: inout DerivedRows
  ) {
    guard let at = member.item.completed?.seconds else { return }
    let flags: OccurrenceFlags = member.key == nil ? [] : [.recurring, .detached]
    derived.rows.append(
      (
        .completed,
        IndexRow(
          start: at, end: at, series: series, key: OccurrenceCode.key(member.key), item: member.row,
          calendar: object.calendar, flags: flags)
      ))
  }

  /// The due date of an override: its own, else the due date of the master's occurrence at its slot.
  private func due(of member: CalendarObject.Member, _ master: CalendarObject.Member?) -> EventTime? {
    if let due = member.item.due { return due }
    guard let master, let key = member.key else { return member.item.start }
    return due(of: master, at: key)
  }

  /// The due date of a master's occurrence, with the master's distance between start and due date.
  private func due(of master: CalendarObject.Member, at key: OccurrenceKey) -> EventTime? {
    guard let anchor = master.item.start ?? master.item.due else { return nil }
    guard let due = master.item.due else { return nil }
    return due.with(
      wall: CivilDateTime(clamping: due.wall.wallSeconds + key.wallSeconds - anchor.wall.wallSeconds))
  }

  /// The occurrence that stands for a repeating reminder: the first that is still to be done.
  ///
  /// For a completed master it is the first open one of all, and when none is open the last completed one.
  private func firstOpen(
    _ object: CalendarObject, _ master: CalendarObject.Member
  ) -> (member: CalendarObject.Member, key: OccurrenceKey?, due: EventTime?)? {
    let open = object.openOverrides.min { ($0.key ?? .earliest) < ($1.key ?? .earliest) }
    var looks = StopLooks(stopSignal)
    let slot = object.firstOpenSlot { looks.step() }
    if let open, let key = open.key, slot.map({ key < $0 }) ?? true {
      return (open, key, due(of: open, master))
    }
    if let slot { return (object.range(at: slot) ?? master, slot, object.item(at: slot)?.due) }
    return object.lastDone.map { ($0, $0.key, due(of: $0, master)) }
  }
}
