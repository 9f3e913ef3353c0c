import CivilTime

/// A day of every year that has a name, fixed in the calendar or by Easter, so that no table of a country is
/// needed.
public enum NamedDay: CaseIterable, Hashable, Sendable {
  case newYearsDay, epiphany, valentinesDay, shroveTuesday, ashWednesday, palmSunday, maundyThursday
  case goodFriday, easterSunday, easterMonday, ascensionDay, whitSunday, whitMonday, corpusChristi
  case halloween, christmasEve, christmasDay, boxingDay, newYearsEve

  /// The name that is printed, as `new year's eve`.
  public var name: String {
    let words = phrases.first ?? []
    return words.map { $0 == "years" ? "year's" : $0 == "valentines" ? "valentine's" : $0 }
      .joined(separator: " ")
  }

  /// The names, each in words without apostrophes, the printed one first.
  var phrases: [[String]] {
    switch self {
    case .newYearsDay: [["new", "years", "day"], ["new", "year"]]
    case .epiphany: [["epiphany"]]
    case .valentinesDay: [["valentines", "day"]]
    case .shroveTuesday: [["shrove", "tuesday"]]
    case .ashWednesday: [["ash", "wednesday"]]
    case .palmSunday: [["palm", "sunday"]]
    case .maundyThursday: [["maundy", "thursday"]]
    case .goodFriday: [["good", "friday"]]
    case .easterSunday: [["easter"], ["easter", "sunday"]]
    case .easterMonday: [["easter", "monday"]]
    case .ascensionDay: [["ascension", "day"]]
    case .whitSunday: [["whit", "sunday"], ["pentecost"]]
    case .whitMonday: [["whit", "monday"]]
    case .corpusChristi: [["corpus", "christi"]]
    case .halloween: [["halloween"]]
    case .christmasEve: [["christmas", "eve"], ["xmas", "eve"]]
    case .christmasDay: [["christmas"], ["christmas", "day"], ["xmas"], ["xmas", "day"]]
    case .boxingDay: [["boxing", "day"]]
    case .newYearsEve: [["new", "years", "eve"]]
    }
  }

  /// Whether a name begins with a word.
  static func begins(_ word: String) -> Bool {
    switch word {
    case "new", "epiphany", "valentines", "shrove", "ash", "palm", "maundy", "good", "easter", "ascension",
      "whit", "pentecost", "corpus", "halloween", "christmas", "xmas", "boxing":
      true
    default: false
    }
  }

  /// The day in a year; nil outside the calendar.
  public func date(in year: Int) -> CivilDate? {
    switch self {
    case .newYearsDay: CivilDate(year: year, month: 1, day: 1)
    case .epiphany: CivilDate(year: year, month: 1, day: 6)
    case .valentinesDay: CivilDate(year: year, month: 2, day: 14)
    case .halloween: CivilDate(year: year, month: 10, day: 31)
    case .christmasEve: CivilDate(year: year, month: 12, day: 24)
    case .christmasDay: CivilDate(year: year, month: 12, day: 25)
    case .boxingDay: CivilDate(year: year, month: 12, day: 26)
    case .newYearsEve: CivilDate(year: year, month: 12, day: 31)
    case .shroveTuesday: Self.easter(of: year)?.adding(days: -47)
    case .ashWednesday: Self.easter(of: year)?.adding(days: -46)
    case .palmSunday: Self.easter(of: year)?.adding(days: -7)
    case .maundyThursday: Self.easter(of: year)?.adding(days: -3)
    case .goodFriday: Self.easter(of: year)?.adding(days: -2)
    case .easterSunday: Self.easter(of: year)
    case .easterMonday: Self.easter(of: year)?.adding(days: 1)
    case .ascensionDay: Self.easter(of: year)?.adding(days: 39)
    case .whitSunday: Self.easter(of: year)?.adding(days: 49)
    case .whitMonday: Self.easter(of: year)?.adding(days: 50)
    case .corpusChristi: Self.easter(of: year)?.adding(days: 60)
    }
  }

  /// Easter Sunday of the Gregorian calendar, by the algorithm of Meeus, Jones and Butcher.
  private static func easter(of year: Int) -> CivilDate? {
    let golden = year % 19
    let (century, rest) = (year / 100, year % 100)
    let correction = (century - (century + 8) / 25 + 1) / 3
    let epact = (19 * golden + century - century / 4 - correction + 15) % 30
    let weekday = (32 + 2 * (century % 4) + 2 * (rest / 4) - epact - rest % 4) % 7
    let shift = (golden + 11 * epact + 22 * weekday) / 451
    let days = epact + weekday - 7 * shift + 114
    return CivilDate(year: year, month: days / 31, day: days % 31 + 1)
  }
}
