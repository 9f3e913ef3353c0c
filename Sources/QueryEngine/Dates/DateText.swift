/// Dates in words for notes, errors and `explain`; always English, as the language is.
package enum DateText {
  package static let months = [
    "Jan", "Feb", "Mar", "Apr", "May", "Jun", "Jul", "Aug", "Sep", "Oct", "Nov", "Dec",
  ]
  private static let weekdays = ["Mon", "Tue", "Wed", "Thu", "Fri", "Sat", "Sun"]

  /// `Fri 20 Nov 2026`.
  package static func day(_ date: CivilDate) -> String { weekday(date.weekday) + " " + plainDay(date) }

  /// `20 Nov 2026`.
  package static func plainDay(_ date: CivilDate) -> String {
    let (year, month, day) = date.parts
    return String(day) + " " + months[month - 1] + " " + String(year)
  }

  /// `New York`: the city of a zone's identifier.
  package static func city(_ zone: Zone) -> String {
    (zone.identifier.split(separator: "/").last.map(String.init) ?? zone.identifier)
      .replacing("_", with: " ")
  }

  /// `Fri`.
  package static func weekday(_ weekday: Weekday) -> String { weekdays[weekday.rawValue - 1] }

  /// `Fri 20 Nov 2026, 00:00 +01:00`.
  package static func moment(_ instant: Instant, _ zone: Zone, showsOffset: Bool = true) -> String {
    let local = zone.civil(at: instant)
    let text = "\(day(local.date)), \(local.time)"
    return showsOffset ? "\(text) \(zone.offset(at: instant))" : text
  }

  /// ` +01:00` after an end that the clock of a zone, set back since the start, shows
  /// a second time; else empty.
  package static func offset(from start: Instant, to end: Instant, in zone: Zone) -> String {
    zone.showsAgain(end, since: start) ? " \(zone.offset(at: end))" : ""
  }

  /// ` +01:00` after a time that the clock of a zone shows a second time, having been set back
  /// since the first; else empty.
  package static func offset(ofSecond instant: Instant, in zone: Zone) -> String {
    zone.instant(of: zone.civil(at: instant)) == instant ? "" : " \(zone.offset(at: instant))"
  }

  /// A resolved date in words.
  package static func text(_ date: ResolvedDate, _ zone: Zone) -> String {
    switch date {
    case .instant(let instant): return moment(instant, zone)
    case .days(let first, let end):
      guard let last = end.adding(days: -1), last > first else { return day(first) }
      return "\(day(first)) – \(day(last))"
    case .span(let start, let end):
      return "\(moment(start, zone, showsOffset: false)) – \(moment(end, zone))"
    }
  }
}
