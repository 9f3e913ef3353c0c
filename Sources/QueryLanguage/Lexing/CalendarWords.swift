import CivilTime

/// The English words for weekdays, months, units and ordinals, the same whatever the locale.
public enum CalendarWords {
  /// The weekday with this full or short name.
  public static func weekday(_ word: String) -> Weekday? {
    switch word.lowercased() {
    case "mon", "monday": .monday
    case "tue", "tues", "tuesday": .tuesday
    case "wed", "weds", "wednesday": .wednesday
    case "thu", "thur", "thurs", "thursday": .thursday
    case "fri", "friday": .friday
    case "sat", "saturday": .saturday
    case "sun", "sunday": .sunday
    default: nil
    }
  }

  /// The full name of a weekday, as it is printed.
  public static func name(_ weekday: Weekday) -> String {
    switch weekday {
    case .monday: "monday"
    case .tuesday: "tuesday"
    case .wednesday: "wednesday"
    case .thursday: "thursday"
    case .friday: "friday"
    case .saturday: "saturday"
    case .sunday: "sunday"
    }
  }

  /// The full names of the months, as they are printed.
  public static let months = [
    "january", "february", "march", "april", "may", "june", "july", "august", "september", "october",
    "november", "december",
  ]

  /// The month, 1 to 12, with this full or three-letter name.
  public static func month(_ word: String) -> Int? {
    let lower = word.lowercased()
    if lower == "sept" { return 9 }
    guard
      let index = months.firstIndex(where: { $0 == lower || (lower.utf8.count == 3 && $0.hasPrefix(lower)) })
    else { return nil }
    return index + 1
  }

  /// The whole unit with this name, also in the plural if `plural` is true.
  static func unit(_ word: String, plural: Bool) -> CalendarUnit? {
    let lower = word.lowercased()
    if let unit = CalendarUnit(rawValue: lower) { return unit }
    guard plural, lower.hasSuffix("s") else { return nil }
    return CalendarUnit(rawValue: String(lower.dropLast()))
  }

  /// The unit of a repetition with this name, in the plural too.
  static func repeatUnit(_ word: String) -> RepeatUnit? {
    let lower = word.lowercased()
    if let unit = RepeatUnit(rawValue: lower) { return unit }
    return lower.hasSuffix("s") ? RepeatUnit(rawValue: String(lower.dropLast())) : nil
  }

  /// The number that an ordinal word stands for, `first` to `fifth`.
  static func ordinal(_ word: String) -> Int? {
    switch word.lowercased() {
    case "first": 1
    case "second": 2
    case "third": 3
    case "fourth": 4
    case "fifth": 5
    default: nil
    }
  }

  /// A number as an ordinal: `1st`, `22nd`, `13th`.
  public static func ordinalText(_ number: Int) -> String {
    let ending =
      switch (number % 10, number % 100) {
      case (_, 11), (_, 12), (_, 13): "th"
      case (1, _): "st"
      case (2, _): "nd"
      case (3, _): "rd"
      default: "th"
      }
    return "\(number)\(ending)"
  }

  /// A position in a row of days, counted from the end when negative: `2nd`, `last`, `2nd last`.
  public static func position(_ number: Int) -> String {
    if number == -1 { return "last" }
    return number < 0 ? ordinalText(-number) + " last" : ordinalText(number)
  }

  /// Names of zones that mean different zones to different people.
  public static let zoneAbbreviations: Set<String> = [
    "ACDT", "ACST", "ADT", "AEDT", "AEST", "AKDT", "AKST", "AST", "AWST", "BST", "CDT", "CEST", "CET", "CST",
    "EDT", "EEST", "EET", "EST", "HKT", "HST", "IST", "JST", "KST", "MDT", "MEST", "MESZ", "MEZ", "MSK",
    "MST",
    "NZDT", "NZST", "PDT", "PST", "SAST", "SGT", "WEST", "WET",
  ]
}
