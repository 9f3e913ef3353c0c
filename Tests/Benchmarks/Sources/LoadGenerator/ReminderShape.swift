import CivilTime

extension GeneratedCalendar {
  private enum Kind: CaseIterable {
    case timed, dated, undated, completed, weekly, monthly

    static let weights: [(value: Kind, weight: Int)] = [
      (.timed, 30), (.dated, 20), (.undated, 15), (.completed, 25), (.weekly, 6), (.monthly, 4),
    ]
  }

  func writeReminders(_ writer: inout CalendarWriter) throws {
    ZoneTable.write(1, to: &writer)
    var random = SplitMix64(seed: seed)
    for number in 0..<items {
      let kind = random.pick(weighted: Kind.weights)
      guard let date = today.adding(days: random.below(1_100) - 800),
        let time = TimeOfDay(hour: random.within(7...20), minute: random.pick([0, 30]))
      else { continue }
      open("VTODO", number, &writer)
      writer.line("SUMMARY", random.pick(Words.tasks) + " " + String(random.below(1_000)))
      if random.below(10) < 4 { writer.line("PRIORITY", String(random.pick([1, 1, 3, 5, 5, 9]))) }
      if random.below(10) < 3 { writer.line("DESCRIPTION", random.pick(Words.notes)) }
      reminderTimes(kind: kind, at: CivilDateTime(date, time), &random, &writer)
      writer.line("END:VTODO")
      try writer.endItem()
    }
  }

  private func reminderTimes(
    kind: Kind, at due: CivilDateTime, _ random: inout SplitMix64, _ writer: inout CalendarWriter
  ) {
    let zoned = TimeForm.zoned("Europe/Berlin")
    switch kind {
    case .timed:
      writer.line(zoned.name("DUE"), zoned.text(due))
      if random.below(2) == 0 { alarm("-PT30M", &writer) }
    case .dated: writer.line(TimeForm.allDay.name("DUE"), TimeForm.allDay.text(due))
    case .undated: break
    case .completed:
      writer.line(zoned.name("DUE"), zoned.text(due))
      writer.line("STATUS:COMPLETED")
      writer.line("PERCENT-COMPLETE:100")
      let late = CalendarDuration(seconds: (random.below(72) - 48) * 3_600)
      if let done = due.adding(late) { writer.line("COMPLETED", TimeForm.utc.text(done)) }
    case .weekly, .monthly:
      let start =
        CivilDate(year: due.date.year, month: due.date.month, day: min(due.date.day, 28)) ?? due.date
      let first = CivilDateTime(start, due.time)
      writer.line(zoned.name("DTSTART"), zoned.text(first))
      writer.line(zoned.name("DUE"), zoned.text(first))
      writer.line("RRULE", kind == .weekly ? "FREQ=WEEKLY" : "FREQ=MONTHLY")
    }
  }
}
