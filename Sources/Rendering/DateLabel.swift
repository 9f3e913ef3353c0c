import Changes

/// The meaning of a date word, short enough to stand beside it: `Thu 19 Nov`, `23–29 Nov`.
package enum DateLabel {
  /// Returns the text, with the year if it is not today's.
  package static func text(_ date: ResolvedDate, now: Instant, zone: Zone) -> String {
    let today = zone.civil(at: now).date
    switch date {
    case .instant(let instant): return moment(instant, today, zone)
    case .days(let first, let end):
      let last = end.adding(days: -1) ?? first
      if last <= first { return DateText.weekday(first.weekday) + " " + day(first, today) }
      return days(first, last, today)
    case .span(let start, let end):
      // An end at midnight belongs to the day before.
      let past = zone.civil(at: end).date
      let last = end == zone.startOfDay(past) ? past.adding(days: -1) : nil
      let first = zone.civil(at: start).date
      let until: String
      if let last {
        // Within one day its name stands once.
        until =
          last == today || last == first ? "24:00" : DateText.weekday(last.weekday) + " " + day(last, today)
      } else {
        until = past == first ? zone.civil(at: end).time.description : moment(end, today, zone)
      }
      return moment(start, today, zone) + " – " + until
    }
  }

  private static func moment(_ instant: Instant, _ today: CivilDate, _ zone: Zone) -> String {
    let civil = zone.civil(at: instant)
    let time = civil.time.description
    return civil.date == today
      ? time : DateText.weekday(civil.date.weekday) + " " + day(civil.date, today) + " " + time
  }

  private static func day(_ date: CivilDate, _ today: CivilDate) -> String {
    let text = String(date.day) + " " + DateText.months[date.month - 1]
    return date.year == today.year ? text : text + " " + String(date.year)
  }

  private static func days(_ first: CivilDate, _ last: CivilDate, _ today: CivilDate) -> String {
    if first.year == last.year, first.month == last.month {
      return String(first.day) + "–" + day(last, today)
    }
    // A year common to both ends appears once.
    let start = first.year == last.year ? day(first, first) : day(first, today)
    return start + " – " + day(last, today)
  }
}
