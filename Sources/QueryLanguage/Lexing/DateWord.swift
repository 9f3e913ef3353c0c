/// A word that only dates, lengths and repetitions have.
///
/// These are no keywords: a column may have such a name, and a word that stands elsewhere is text.
enum DateWord: String, CaseIterable {
  case tonight, morning, afternoon, evening, night, midday, half
  case early, mid, late, beginning, previous, current
  case workday, workdays, business, working
  case eow, eom, eoq, eoy, eod, wtd, mtd, qtd, ytd, date
  case through, thru, till, til
  case each, hourly, quarterly, annually, biweekly, fortnight, fortnights, fortnightly, weekends
}

/// What a word of dates, lengths and repetitions is about; for help.
public enum DateWordMeaning: Sendable {
  case number, dayPart, season, namedDay, monthThird, workday, lastDay, toDate, rangeEnd, repetition, clock
  case relative, length
}

extension CalendarWords {
  /// What a word that only dates have is about; nil for other words.
  public static func meaning(_ word: String) -> DateWordMeaning? {
    if number(word) != nil || isArticle(word) || word == "half" { return .number }
    if season(word) != nil { return .season }
    if dayPart(word) != nil { return .dayPart }
    switch DateWord(rawValue: word) {
    case .tonight, .morning, .afternoon, .evening, .night: return .dayPart
    case .midday: return .clock
    case .early, .mid, .late: return .monthThird
    case .beginning, .eow, .eom, .eoq, .eoy, .eod: return .lastDay
    case .previous, .current: return .relative
    case .workday, .workdays, .business, .working: return .workday
    case .wtd, .mtd, .qtd, .ytd, .date: return .toDate
    case .through, .thru, .till, .til: return .rangeEnd
    case .fortnight, .fortnights: return .length
    case .each, .hourly, .quarterly, .annually, .biweekly, .fortnightly, .weekends: return .repetition
    case .half: return .number
    case nil: break
    }
    if word == "o'clock" || word == "oclock" { return .clock }
    let bare = word.replacing("'", with: "")
    return NamedDay.allCases.contains { $0.phrases.contains { $0.contains(bare) } } ? .namedDay : nil
  }

  /// The number that a word stands for, up to twenty and the tens after it; an article is no number.
  static func number(_ word: String) -> Int? {
    switch word.lowercased() {
    case "one": 1
    case "two": 2
    case "three": 3
    case "four": 4
    case "five": 5
    case "six": 6
    case "seven": 7
    case "eight": 8
    case "nine": 9
    case "ten": 10
    case "eleven": 11
    case "twelve": 12
    case "thirteen": 13
    case "fourteen": 14
    case "fifteen": 15
    case "sixteen": 16
    case "seventeen": 17
    case "eighteen": 18
    case "nineteen": 19
    case "twenty": 20
    case "thirty": 30
    case "forty": 40
    case "fifty": 50
    case "sixty": 60
    case "ninety": 90
    default: nil
    }
  }

  /// Whether a word is `a` or `an`.
  static func isArticle(_ word: String) -> Bool { ["a", "an"].contains(word.lowercased()) }

  /// The part of a day with this name; a night is an evening.
  static func dayPart(_ word: String) -> DayPart? {
    switch word.lowercased() {
    case "morning": .morning
    case "afternoon": .afternoon
    case "evening", "night": .evening
    default: nil
    }
  }

  /// The season with this name.
  static func season(_ word: String) -> Season? {
    let lower = word.lowercased()
    return lower == "fall" ? .autumn : Season(rawValue: lower)
  }

  /// The number behind the letters of a word such as `Q1` or `kw48`; nil with other letters or none.
  static func number(_ word: String, behind letters: String) -> Int? {
    let lower = word.lowercased()
    guard lower.hasPrefix(letters), lower.utf8.count - letters.utf8.count <= 2 else { return nil }
    return Int(lower.dropFirst(letters.utf8.count))
  }

  /// The quarter or half of a year that `Q1` or `H2` names.
  static func yearPart(_ word: String) -> YearPart? {
    if let quarter = number(word, behind: "q"), (1...4).contains(quarter) { return .quarter(quarter) }
    if let half = number(word, behind: "h"), (1...2).contains(half) { return .half(half) }
    return nil
  }

  /// The week, 1 to 53, that `W48` or `KW48` names.
  static func week(_ word: String) -> Int? {
    guard let week = number(word, behind: "w") ?? number(word, behind: "kw"), (1...53).contains(week) else {
      return nil
    }
    return week
  }
}
