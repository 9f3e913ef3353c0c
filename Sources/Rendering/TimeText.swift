import Changes

/// Times as people read them.
package enum TimeText {
  /// Returns `18 Nov`, or `18 Nov 2027` if that is not this year.
  package static func shortDay(_ date: CivilDate, today: CivilDate) -> String {
    date.year == today.year
      ? String(date.day) + " " + DateText.months[date.month - 1] : DateText.plainDay(date)
  }

  /// `18 Nov 09:15`, or the day alone for whole days.
  static func shortTime(_ time: ItemTime, in zone: Zone, today: CivilDate) -> String {
    let civil = time.civil(in: zone)
    let day = shortDay(civil.date, today: today)
    return time.isAllDay ? day : day + " " + civil.time.description
  }

  /// `Wed 18 Nov 2026 09:15`, or the day alone for whole days.
  package static func time(_ time: ItemTime, in zone: Zone) -> String {
    let civil = time.civil(in: zone)
    return time.isAllDay ? DateText.day(civil.date) : DateText.day(civil.date) + " " + civil.time.description
  }

  /// `Wed 18 Nov 2026 09:15`.
  package static func moment(_ instant: Instant, in zone: Zone) -> String {
    let civil = zone.civil(at: instant)
    return DateText.day(civil.date) + " " + civil.time.description
  }

  /// Returns the window of an answer: whole days by the first and the last, other windows to the minute.
  package static func range(_ range: ResolvedRange, in zone: Zone) -> String {
    guard let start = range.start, let end = range.end else {
      if let start = range.start { return "from " + moment(start, in: zone) }
      if let end = range.end { return "until " + moment(end, in: zone) }
      return "any time"
    }
    if range.isInstant { return moment(start, in: zone) }
    let (first, past) = (zone.civil(at: start).date, zone.civil(at: end).date)
    guard start == zone.startOfDay(first), end == zone.startOfDay(past), let last = past.adding(days: -1)
    else { return moment(start, in: zone) + " – " + moment(end, in: zone) }
    return first == last ? DateText.day(first) : DateText.day(first) + " – " + DateText.day(last)
  }
}
