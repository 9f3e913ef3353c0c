import CivilTime

extension GeneratedCalendar {
  /// How often each kind of item occurs, after the load simulator of a calendar server.
  private enum Kind: CaseIterable {
    case single, weekly, daily, workdays, fourWeeks, monthly, fourteenDays, yearly

    static let weights: [(value: Kind, weight: Int)] = [
      (.single, 50), (.weekly, 20), (.daily, 10), (.workdays, 10), (.fourWeeks, 5), (.monthly, 2),
      (.fourteenDays, 2),
      (.yearly, 1),
    ]

    /// How it repeats; nil for a single item.
    ///
    /// Monthly and yearly items begin on a day that every month has.
    var pattern: RepeatPattern? {
      switch self {
      case .single: return nil
      case .weekly: return RepeatPattern(rule: "FREQ=WEEKLY", step: .days(7))
      case .daily: return RepeatPattern(rule: "FREQ=DAILY", step: .days(1))
      case .workdays:
        return RepeatPattern(rule: "FREQ=WEEKLY;BYDAY=MO,TU,WE,TH,FR", step: .days(7))
      case .fourWeeks: return RepeatPattern(rule: "FREQ=WEEKLY", step: .days(7), count: 4)
      case .monthly: return RepeatPattern(rule: "FREQ=MONTHLY", step: .months(1))
      case .fourteenDays: return RepeatPattern(rule: "FREQ=DAILY", step: .days(1), count: 14)
      case .yearly: return RepeatPattern(rule: "FREQ=YEARLY", step: .months(12))
      }
    }
  }

  /// Lengths in minutes of timed items, and in days of long ones, in hundredths of a percent.
  private static let lengths: [(value: ClosedRange<Int>, weight: Int)] = [
    (1...8, 8_600), (96...96, 900), (192...1_344, 400), (1_440...19_200, 99), (35_040...350_400, 1),
  ]

  func writeLoad(_ writer: inout CalendarWriter) throws {
    ZoneTable.write(ZoneTable.names.count, to: &writer)
    var random = SplitMix64(seed: seed)
    var allDay = Quota(share(1_000, of: items), of: items)
    var floating = Quota(share(300, of: items), of: items)
    // A tenth of the items are searched for an alarm; excluded and moved
    // occurrences fall on the repeating half.
    var alarms = Quota(share(2_500, of: items), of: items)
    for number in 0..<items {
      let kind = random.pick(weighted: Kind.weights)
      let isAllDay = allDay.take(&random)
      let isFloating = floating.take(&random)
      let form: TimeForm =
        isAllDay
        ? .allDay
        : isFloating ? .floating : random.below(10) == 0 ? .utc : .zoned(random.pick(ZoneTable.names))
      guard let start = loadStart(kind: kind, form: form, &random) else { continue }
      let quarters = loadLength(kind: kind, &random)
      let title = random.pick(Words.titles) + " " + String(random.below(10_000))
      open("VEVENT", number, &writer)
      writer.line(form.name("DTSTART"), form.text(start))
      writer.line(
        "DURATION",
        form == .allDay ? "P" + String(max(1, quarters / 96)) + "D" : "PT" + String(quarters * 15) + "M")
      writer.line("SUMMARY", title)
      if random.below(10) < 6 {
        writer.line("LOCATION", random.pick(Words.places) + " " + String(random.below(40)))
      }
      if random.below(10) < 3 { writer.line("DESCRIPTION", random.pick(Words.notes)) }
      var moved: CivilDateTime?
      if let pattern = kind.pattern {
        writer.line("RRULE", pattern.text)
        // 5 % of all items lose an occurrence and 2 % have one moved: twice that of the half that repeats.
        let bound = pattern.count ?? 50
        if random.below(100) < 10, let gone = pattern.occurrence(random.within(1...bound - 1), from: start) {
          writer.line(form.name("EXDATE"), form.text(gone))
        } else if random.below(100) < 4 {
          moved = pattern.occurrence(random.within(1...bound - 1), from: start)
        }
      }
      if alarms.take(&random) { alarm("-PT15M", &writer) }
      writer.line("END:VEVENT")
      if let moved { override(number, of: moved, form: form, title: title, &writer) }
      try writer.endItem()
    }
  }

  /// A start on a working day between 8 and 16, from 30 years ago to a year ahead.
  private func loadStart(kind: Kind, form: TimeForm, _ random: inout SplitMix64) -> CivilDateTime? {
    guard var date = CivilDate(dayNumber: today.dayNumber - 30 * 365 + random.below(31 * 365)) else {
      return nil
    }
    switch kind {
    case .monthly, .yearly:
      date = CivilDate(year: date.year, month: date.month, day: min(date.day, 28)) ?? date
    case .single, .weekly, .daily, .workdays, .fourWeeks, .fourteenDays:
      let beyond = date.weekday.rawValue - 5
      if beyond > 0 { date = date.adding(days: -beyond) ?? date }
    }
    let hour = random.within(8...15)
    let minute = random.pick([0, 0, 15, 30, 45])
    let time = form == .allDay ? TimeOfDay.midnight : TimeOfDay(hour: hour, minute: minute)
    return time.map { CivilDateTime(date, $0) }
  }

  /// A length in quarters of an hour; what repeats is short.
  private func loadLength(kind: Kind, _ random: inout SplitMix64) -> Int {
    guard kind == .single else { return random.within(1...8) }
    return random.within(random.pick(weighted: Self.lengths))
  }
}
