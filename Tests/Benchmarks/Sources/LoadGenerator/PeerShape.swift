import CivilTime

extension GeneratedCalendar {
  private enum Series: CaseIterable {
    case weekly, fortnightly, daily, monthlyWeekday, monthlyDay, yearly

    static let weights: [(value: Series, weight: Int)] = [
      (.weekly, 44), (.fortnightly, 21), (.monthlyWeekday, 12), (.monthlyDay, 12), (.yearly, 9), (.daily, 2),
    ]
  }

  func writePeers(_ writer: inout CalendarWriter) throws {
    ZoneTable.write(1, to: &writer)
    let series = items / 10
    let single = items - series
    var random = SplitMix64(seed: seed)
    var isSeries = Quota(series, of: items)
    var isEndless = Quota(series / 5, of: series)
    var isMoved = Quota(share(200, of: items), of: series)
    var isExcluded = Quota(share(300, of: items), of: series)
    var isAllDay = Quota(single / 10, of: single)
    var hasAlarm = Quota(items / 4, of: items)
    var isSearched = Quota(share(657, of: items), of: items)
    var noteIsSearched = Quota(share(283, of: items), of: items - share(657, of: items))
    for number in 0..<items {
      let repeats = isSeries.take(&random)
      let form: TimeForm =
        !repeats && isAllDay.take(&random)
        ? .allDay : random.pick(weighted: [(.zoned("Europe/Berlin"), 6), (.utc, 3), (.floating, 1)])
      guard let start = peerStart(form: form, repeats: repeats, &random) else { continue }
      let searched = isSearched.take(&random)
      let title = (searched ? Words.searched : random.pick(Words.titles)) + " " + String(random.below(1_000))
      open("VEVENT", number, &writer)
      writer.line(form.name("DTSTART"), form.text(start))
      peerEnd(form: form, start: start, &random, &writer)
      writer.line("SUMMARY", title)
      if random.below(10) < 6 {
        writer.line("LOCATION", random.pick(Words.places) + " " + String(random.below(40)))
      }
      if !searched, noteIsSearched.take(&random) {
        writer.line("DESCRIPTION", Words.searchedNote)
      } else if random.below(10) < 4 {
        writer.line("DESCRIPTION", random.pick(Words.notes))
      }
      if random.below(5) == 0 { writer.line("CATEGORIES", random.pick(["work", "home", "travel"])) }
      var moved: CivilDateTime?
      if repeats {
        let pattern = peerPattern(start: start, isEndless: isEndless.take(&random), &random)
        writer.line("RRULE", pattern.text)
        let last = (pattern.count ?? 30) - 1
        if isExcluded.take(&random), let gone = pattern.occurrence(random.within(1...last), from: start) {
          writer.line(form.name("EXDATE"), form.text(gone))
        }
        if isMoved.take(&random) { moved = pattern.occurrence(random.within(1...last), from: start) }
      }
      if hasAlarm.take(&random) { alarm("-PT" + String(random.pick([5, 15, 30, 60])) + "M", &writer) }
      writer.line("END:VEVENT")
      if let moved { override(number, of: moved, form: form, title: title, &writer) }
      try writer.endItem()
    }
  }

  /// A start between 7 and 19 in the six years around; series begin on a day that every month has.
  private func peerStart(form: TimeForm, repeats: Bool, _ random: inout SplitMix64) -> CivilDateTime? {
    guard let first = CivilDate(year: 2022, month: 1, day: 1),
      var date = first.adding(days: random.below(2_191)),
      let time = form == .allDay
        ? TimeOfDay.midnight : TimeOfDay(hour: random.within(7...19), minute: random.pick([0, 15, 30, 45]))
    else { return nil }
    if repeats { date = CivilDate(year: date.year, month: date.month, day: min(date.day, 28)) ?? date }
    return CivilDateTime(date, time)
  }

  private func peerEnd(
    form: TimeForm, start: CivilDateTime, _ random: inout SplitMix64, _ writer: inout CalendarWriter
  ) {
    switch form {
    case .allDay:
      if let end = start.adding(CalendarDuration(days: random.pick([1, 1, 1, 2, 3, 7]))) {
        writer.line(form.name("DTEND"), form.text(end))
      }
    case .zoned:
      if let end = start.adding(CalendarDuration(seconds: random.pick([1_800, 3_600, 5_400, 7_200]))) {
        writer.line(form.name("DTEND"), form.text(end))
      }
    case .utc, .floating: writer.line("DURATION", random.pick(["PT15M", "PT45M", "PT1H"]))
    }
  }

  private func peerPattern(start: CivilDateTime, isEndless: Bool, _ random: inout SplitMix64) -> RepeatPattern
  {
    let count = isEndless ? nil : random.pick([5, 10, 20, 30])
    switch random.pick(weighted: Series.weights) {
    case .weekly: return RepeatPattern(rule: "FREQ=WEEKLY", step: .days(7), count: count)
    case .fortnightly: return RepeatPattern(rule: "FREQ=WEEKLY;INTERVAL=2", step: .days(14), count: count)
    case .daily: return RepeatPattern(rule: "FREQ=DAILY", step: .days(1), count: count)
    case .monthlyWeekday:
      let date = start.date
      let day = String((date.day - 1) / 7 + 1) + Self.weekdayCodes[date.weekday.rawValue - 1]
      return RepeatPattern(rule: "FREQ=MONTHLY;BYDAY=" + day, step: .monthsOnWeekday(1), count: count)
    case .monthlyDay:
      let rule = "FREQ=MONTHLY;BYMONTHDAY=" + String(start.date.day)
      return RepeatPattern(rule: rule, step: .months(1), count: count)
    case .yearly: return RepeatPattern(rule: "FREQ=YEARLY", step: .months(12), count: count)
    }
  }

  private static let weekdayCodes = ["MO", "TU", "WE", "TH", "FR", "SA", "SU"]
}
