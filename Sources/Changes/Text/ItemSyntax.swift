/// Writes items in the words of the language: the values of a form's fields, and the equivalent
/// statement.
public struct ItemSyntax {
  private let context: QueryContext

  /// Creates a writer for a viewer in the context's zone.
  public init(_ context: QueryContext) { self.context = context }

  // MARK: Fields

  /// The value that `edit … set FIELD = …` would assign to make the item as it is.
  ///
  /// `empty` without a value; nil for a value that has no words, such as a geofence without its place.
  public func value(_ field: FieldName, of item: Item) -> AssignedValueSyntax? {
    switch field.row.shape {
    case nil, .calendar: nil
    case .text(let path, _): text(item[keyPath: path])
    case .flag(let path): .boolean(item[keyPath: path])
    case .place: place(item)
    case .start: item.start.map { .date(date($0)) } ?? .empty
    case .due: item.due.map { .date(date($0)) } ?? .empty
    case .end: end(item).map { .date($0) } ?? .empty
    case .duration: length(item.length)
    case .allday: .boolean(item.isAllDay)
    case .zone: item.anchor.map { .zone(zone($0)) } ?? .empty
    case .travel: item.travel.flatMap(DurationSyntax.init).map { .duration($0) } ?? .empty
    case .repetition: repetition(item)
    case .alarms: alarms(item)
    case .availability: .availability(item.availability.name)
    case .priority: .priority(priority(item.priority))
    case .tags: item.categories.isEmpty ? .empty : .texts(item.categories.map { TextSyntax($0) })
    case .attachments:
      item.attachments.isEmpty ? .empty : .texts(item.attachments.compactMap(\.uri).map { TextSyntax($0) })
    case .attendees:
      item.attendees.isEmpty ? .empty : .texts(item.attendees.map { TextSyntax(Self.person($0)) })
    case .exceptions: item.exceptionTimes.isEmpty ? .empty : .dates(item.exceptionTimes.map(date))
    }
  }

  private func text(_ text: String?) -> AssignedValueSyntax { text.map { .text(TextSyntax($0)) } ?? .empty }

  private func place(_ item: Item) -> AssignedValueSyntax {
    guard let title = item.location ?? item.place?.title else { return .empty }
    return .place(PlaceSyntax(TextSyntax(title), coordinates: item.place.map(coordinates)))
  }

  private func coordinates(_ place: StructuredLocation) -> CoordinatesSyntax {
    CoordinatesSyntax(
      latitude: decimal(place.latitude), longitude: decimal(place.longitude),
      radius: place.radius.flatMap { Int(exactly: $0.rounded()) })
  }

  /// A coordinate without an exponent; values below a ten-millionth of a degree become 0.
  private func decimal(_ value: Double) -> DecimalSyntax {
    let text = value.description
    if text.hasSuffix(".0") { return DecimalSyntax(String(text.dropLast(2))) }
    guard text.contains("e"), abs(value) < 1 else { return DecimalSyntax(text) }
    let parts = Int(abs(value * 10_000_000).rounded())
    let digits = String(parts)
    let sign = value < 0 && parts > 0 ? "-" : ""
    return DecimalSyntax(sign + "0." + String(repeating: "0", count: max(0, 7 - digits.count)) + digits)
  }

  private func length(_ length: EventLength) -> AssignedValueSyntax? {
    switch length {
    case .exact(let seconds): DurationSyntax(CalendarDuration(seconds: seconds)).map { .duration($0) }
    case .nominal(let duration): DurationSyntax(duration).map { .duration($0) }
    }
  }

  private func repetition(_ item: Item) -> AssignedValueSyntax? {
    guard let set = item.recurrence else { return .empty }
    guard set.rules.count == 1 else { return nil }
    // The start of the series, not of the occurrence that is shown.
    let anchor: EventTime =
      switch set.start {
      case .date(let date): .date(date)
      case .dateTime(let wall): set.zone.map { .zoned(wall, $0) } ?? .floating(wall)
      }
    var syntax = RecurrencePhrase.syntax(set.rules[0], start: anchor, weekStart: context.weekStart)
    if item.repeatsFromCompletion, case .pattern(let pattern, let limits) = syntax.kind {
      syntax = RepeatSyntax(.pattern(pattern, limits + [.afterCompletion]))
    }
    return .repeats(syntax)
  }

  private func priority(_ number: Int) -> PrioritySyntax {
    switch number {
    case 0: .none
    case 1: .high
    case 5: .medium
    case 9: .low
    default: .number(number)
    }
  }

  /// `Ann <ann@example.org>`, or the address alone.
  public static func person(_ participant: Participant) -> String {
    participant.name.map { "\($0) <\(participant.email)>" } ?? participant.email
  }

  // MARK: Alarms

  private func alarms(_ item: Item) -> AssignedValueSyntax? {
    if item.alarms.isEmpty { return .empty }
    var result: [AlarmSyntax] = []
    for alarm in item.alarms {
      guard let written = self.alarm(alarm, item) else { return nil }
      result.append(written)
    }
    return .alarms(result)
  }

  private func alarm(_ alarm: Alarm, _ item: Item) -> AlarmSyntax? {
    // The language has no words for repetitions of an alarm.
    guard alarm.repetition == nil, let kind = kind(alarm.trigger, item) else { return nil }
    let action: AlarmActionSyntax? =
      if let sound = alarm.sound {
        .sound(TextSyntax(sound))
      } else if let address = alarm.email {
        .email(TextSyntax(address))
      } else if let url = alarm.url {
        .open(TextSyntax(url))
      } else {
        nil
      }
    return AlarmSyntax(kind, action: action)
  }

  private func kind(_ trigger: Alarm.Trigger, _ item: Item) -> AlarmSyntax.Kind? {
    switch trigger {
    case .relative(let offset, let toEnd):
      let isNegative = offset.seconds < 0 || offset.days < 0
      guard let length = DurationSyntax(isNegative ? -offset : offset) else { return nil }
      let isReminder = item.kind == .reminder
      let usual = isReminder && (item.due != nil || item.start == nil)
      let base: AlarmBase? = toEnd == usual ? nil : !toEnd ? .start : isReminder ? .due : .end
      return .relative(
        OffsetSyntax(isNegative: isNegative || offset == .zero, duration: length), from: base)
    case .absolute(let instant): return .date(date(EventTime(instant, in: context.zone)))
    case .proximity(let entering, let place):
      guard let place else { return nil }
      return .place(
        entering ? .entering : .leaving,
        PlaceSyntax(TextSyntax(place.title ?? item.location ?? ""), coordinates: coordinates(place)))
    }
  }

  // MARK: Times

  /// A time as the viewer's clock shows it; a time that the clock shows twice has its offset.
  public func date(_ time: EventTime) -> DateSyntax {
    switch time {
    case .date(let day): return DateSyntax(.day(.date(day, weekday: nil), at: nil))
    case .floating(let wall): return date(wall, zone: nil)
    case .zoned(let wall, let own):
      let instant = own.instant(of: wall)
      let shown = context.zone.civil(at: instant)
      let isPlain = context.zone.instant(of: shown) == instant
      return date(
        shown, zone: isPlain ? nil : ZoneSyntax(.offset(context.zone.offset(at: instant))))
    }
  }

  private func date(_ wall: CivilDateTime, zone: ZoneSyntax?) -> DateSyntax {
    DateSyntax(
      .day(
        .date(wall.date, weekday: nil), at: ClockSyntax(secondOfDay: wall.time.secondOfDay, zone: zone)))
  }

  /// The end; for whole days, the last of them.
  private func end(_ item: Item) -> DateSyntax? {
    guard let end = item.effectiveEnd, let start = item.start else { return nil }
    guard case .date(let day) = end else { return date(end) }
    return date(.date(max(start.wall.date, day.adding(days: -1) ?? day)))
  }

  private func zone(_ time: EventTime) -> ZoneSyntax? {
    time.zone.map { ZoneSyntax(.named($0.identifier)) }
  }

  // MARK: Statements

  /// The `add` that makes such an item, with its times on the clock that it follows.
  public func addition(_ item: Item, to calendar: NameSyntax?) -> AddSyntax {
    let isReminder = item.kind == .reminder
    var own = context
    var parts: [ItemPartSyntax] = []
    if let zone = item.anchor?.zone { own.zone = zone }
    let clock = ItemSyntax(own)
    if let start = item.start {
      let date = clock.date(start)
      parts.append(
        ItemPartSyntax(isReminder ? .start(date) : .when(RangeSyntax(.on(date), hasPreposition: false))))
    }
    if let due = item.due { parts.append(ItemPartSyntax(.due(clock.date(due)))) }
    let usual: EventLength = item.isAllDay ? .nominal(CalendarDuration(days: 1)) : .exact(seconds: 3_600)
    if !isReminder, item.length != usual, case .duration(let length)? = value(.duration, of: item) {
      parts.append(ItemPartSyntax(.length(length)))
    }
    if let anchor = item.anchor, !anchor.isAllDay, anchor.zone != context.zone {
      parts.append(ItemPartSyntax(.zone(zone(anchor))))
    }
    if let calendar { parts.append(ItemPartSyntax(.calendar(calendar))) }
    parts += clock.rest(item)
    return AddSyntax(
      isReminder ? .reminder : .event, title: item.title.map { TextSyntax($0) }, parts: parts)
  }

  private func rest(_ item: Item) -> [ItemPartSyntax] {
    var parts: [ItemPartSyntax.Kind] = []
    if item.priority != 0 { parts.append(.priority(priority(item.priority))) }
    if item.isFlagged, item.kind == .reminder { parts.append(.flagged) }
    if let uid = item.parentUID, item.kind == .reminder,
      let whole = try? SyntaxFragment.target("(reminders where uid = \(Quoting.string(uid)))")
    {
      parts.append(.under(whole))
    }
    if case .place(let place)? = value(.location, of: item) { parts.append(.location(place)) }
    if case .repeats(let repetition)? = value(.repeat, of: item) { parts.append(.repeats(repetition)) }
    // A timed due date adds a default alarm.
    let ringsWhenDue = item.kind == .reminder && item.due.map { !$0.isAllDay } ?? false
    switch value(.alarms, of: item) {
    case .alarms where ringsWhenDue && item.alarms == [Alarm(trigger: .relative(.zero, toEnd: true))]: break
    case .alarms(let alarms)?: parts.append(.alarms(alarms))
    case .empty? where ringsWhenDue: parts.append(.alarms([]))
    default: break
    }
    if case .duration(let travel)? = value(.travel, of: item) { parts.append(.travel(travel)) }
    if let word = AvailabilityWord(rawValue: item.availability.name), word != .busy, item.kind == .event {
      parts.append(.availability(word))
    }
    if case .texts(let people)? = value(.attendees, of: item) { parts.append(.attendees(people)) }
    if case .texts(let tags)? = value(.tags, of: item) { parts.append(.tags(tags)) }
    let links = item.attachments.compactMap(\.uri)
    if !links.isEmpty { parts.append(.attachments(links.map { TextSyntax($0) })) }
    if let url = item.url { parts.append(.url(TextSyntax(url))) }
    if let notes = item.notes { parts.append(.notes(TextSyntax(notes))) }
    return parts.map { ItemPartSyntax($0) }
  }
}

extension DurationSyntax {
  /// A length of the calendar in the largest units that express it; nil for a negative length.
  public init?(_ duration: CalendarDuration) {
    guard duration.months >= 0, duration.days >= 0, duration.seconds >= 0 else { return nil }
    var components: [Component] = []
    func add(_ count: Int, _ unit: DurationUnit) {
      if count > 0 { components.append(Component(count, unit)) }
    }
    add(duration.months / 12, .year)
    add(duration.months % 12, .month)
    add(duration.days % 7 == 0 ? duration.days / 7 : 0, .week)
    add(duration.days % 7 == 0 ? 0 : duration.days, .day)
    add(duration.seconds / 3_600, .hour)
    add(duration.seconds / 60 % 60, .minute)
    add(duration.seconds % 60, .second)
    self.init(.components(components.isEmpty ? [Component(0, .minute)] : components))
  }
}
