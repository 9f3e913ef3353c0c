import CivilTime

/// Writes repetitions as statements have them, or as a person reads them; both parse back to an equal tree.
struct RepeatText {
  /// Whether names have capitals and lists an `and`, as in a sentence.
  var isProse: Bool

  func text(_ repetition: RepeatSyntax) -> String {
    switch repetition.kind {
    case .never: return "never"
    case .pattern(let pattern, let limits):
      return limits.reduce(text(pattern)) { $0 + (isProse ? prose($1) : " " + text($1)) }
    }
  }

  private func text(_ pattern: RepeatPattern) -> String {
    switch pattern {
    case .days(.weekdays, let months): "every weekday" + text(in: months)
    case .days(.weekends, let months): "every weekend" + text(in: months)
    case .days(.named(let days), let months): "every \(list(days.map(name)))" + text(in: months)
    case .interval(let count, let unit, let place):
      "every \(count == 1 ? unit.rawValue : "\(count) \(unit.rawValue)s")" + text(place, unit)
    case .rule(let rule): (isProse ? "by " : "") + Printer().string(rule)
    }
  }

  private func text(_ place: RepeatPlace, _ unit: RepeatUnit) -> String {
    let weeks = text(inWeeks: place.weeks)
    guard let days = place.days else { return weeks + text(in: place.months) }
    switch days {
    case .weekdays(let weekdays):
      // In a month or a year there are several of each.
      let isEvery = unit >= .month && weeks.isEmpty
      return weeks + " on \(isEvery ? "every " : "")\(list(weekdays.map(name)))" + text(in: place.months)
    case .numbers, .days, .ranked, .workdays, .weekendDays:
      let months = text(in: place.months)
      // `on the 24th of december` of a year, `on the 24th in december` of a month.
      let joined = unit == .year && !months.isEmpty ? " of" + months.dropFirst(3) : months
      return weeks + " on the " + positions(days) + joined
    }
  }

  private func positions(_ days: RepeatDaysSyntax) -> String {
    func shared(_ values: [Int], _ noun: String) -> String {
      list(values.map(CalendarWords.position)) + noun
    }
    switch days {
    case .weekdays(let weekdays): return list(weekdays.map(name))
    case .numbers(let values): return shared(values, "")
    case .days(let values): return shared(values, " day")
    case .workdays(let values): return shared(values, " weekday")
    case .weekendDays(let values): return shared(values, " weekend day")
    case .ranked(let ranked):
      return list(ranked.map { CalendarWords.position($0.position) + " " + name($0.weekday) })
    }
  }

  private func text(in months: [Int]) -> String {
    if months.isEmpty { return "" }
    return " in " + list(months.map { capitalized(CalendarWords.months[($0 + 11) % 12]) })
  }

  private func text(inWeeks weeks: [Int]) -> String {
    if weeks.isEmpty { return "" }
    if weeks.allSatisfy({ $0 > 0 }) { return " in week " + list(weeks.map(String.init)) }
    return " in the " + list(weeks.map(CalendarWords.position)) + " week"
  }

  // MARK: Limits

  private func text(_ limit: RepeatLimitSyntax) -> String {
    switch limit {
    case .until(let date): "until \(Printer().text(date))"
    case .times(1): "once"
    case .times(let count): "\(count) times"
    case .except(let dates): "except \(list(dates.map(Printer().text)))"
    case .afterCompletion: "after completion"
    case .starting(let date): "starting \(Printer().text(date))"
    }
  }

  private func prose(_ limit: RepeatLimitSyntax) -> String {
    switch limit {
    case .until(let date): " until " + prose(date)
    case .times: ", " + text(limit)
    case .except(let dates): " except " + list(dates.map(prose))
    case .afterCompletion: " after completion"
    case .starting(let date): " starting " + prose(date)
    }
  }

  private func prose(_ date: DateSyntax) -> String {
    guard case .day(.monthDay(let month, let day, let year, nil), at: let clock) = date.base,
      date.offsets.isEmpty
    else { return Printer().text(date) }
    let name = capitalized(String(CalendarWords.months[(month + 11) % 12].prefix(3)))
    return "\(day) \(name)" + (year.map { " \($0)" } ?? "") + (clock.map { " " + Printer().text($0) } ?? "")
  }

  // MARK: Words

  private func name(_ weekday: Weekday) -> String { capitalized(CalendarWords.name(weekday)) }

  private func capitalized(_ word: String) -> String {
    isProse ? word.prefix(1).uppercased() + word.dropFirst() : word
  }

  private func list(_ words: [String]) -> String {
    guard isProse, words.count > 1, let last = words.last else { return words.joined(separator: ", ") }
    return words.dropLast().joined(separator: ", ") + " and " + last
  }
}

extension Printer {
  /// The text of a repetition.
  public func text(_ repetition: RepeatSyntax) -> String { RepeatText(isProse: false).text(repetition) }
}

extension RepeatSyntax {
  /// The repetition as a person reads it, `every Monday and Friday, 10 times`; parses to an equal tree.
  public var prose: String { RepeatText(isProse: true).text(self) }
}

extension RepeatUnit: Comparable {
  /// Orders units from the shortest to the longest.
  public static func < (a: RepeatUnit, b: RepeatUnit) -> Bool { a.rank < b.rank }

  private var rank: Int { Self.allCases.firstIndex(of: self) ?? 0 }
}
