import CivilTime

/// Dates in words for notes, errors and `explain`; always English, as the language is.
enum DateText {
  private static let months = [
    "Jan", "Feb", "Mar", "Apr", "May", "Jun", "Jul", "Aug", "Sep", "Oct", "Nov", "Dec",
  ]

  /// `Fri 20 Nov 2026`.
  static func day(_ date: CivilDate) -> String {
    let (year, month, day) = date.parts
    return "\(weekday(date.weekday)) \(day) \(months[month - 1]) \(year)"
  }

  /// `New York`: how people call a zone.
  static func city(_ zone: Zone) -> String {
    (zone.identifier.split(separator: "/").last.map(String.init) ?? zone.identifier)
      .replacing("_", with: " ")
  }

  /// `Fri`.
  static func weekday(_ weekday: Weekday) -> String { String(name(weekday).prefix(3)) }

  /// `Friday`.
  static func name(_ weekday: Weekday) -> String {
    weekday.name.prefix(1).uppercased() + weekday.name.dropFirst().lowercased()
  }

  /// `Fri 20 Nov 2026, 00:00 +01:00`.
  static func moment(_ instant: Instant, _ zone: Zone, showsOffset: Bool = true) -> String {
    let local = zone.civil(at: instant)
    let text = "\(day(local.date)), \(local.time)"
    return showsOffset ? "\(text) \(zone.offset(at: instant))" : text
  }

  /// What a resolved date denotes, in words.
  static func text(_ date: ResolvedDate, _ zone: Zone) -> String {
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
