import QueryLanguage
import Store
import Terminal

/// The settings of `set`, `--set` and the settings file; one row each.
package enum Setting: String, CaseIterable, Sendable {
  case now, zone, calendars, format, pager, check, timing, color
  case weekStart = "week.start"
  case weekend
  case rangeDays = "range.days"
  case dayMorning = "day.morning"
  case dayAfternoon = "day.afternoon"
  case dayEvening = "day.evening"
  case hemisphere
  case dateOrder = "date.order"
  case datesStrict = "dates.strict"
  case null
  case csvSafe = "csv.safe"
  case ownAddresses = "own.addresses"
  case durability
  case formPlain = "form.plain"
  case alarmCommand = "alarms.command"
  case alarmActions = "alarms.actions"
  case alarmServe = "alarms.serve"
  case mailCommand = "mail.command"
  case conferenceCommand = "conference.command"
  case store

  package var help: String {
    switch self {
    case .now: "the moment that counts as now, such as 2026-11-18T14:30 (default: the clock)"
    case .zone: "the time zone in which dates are read and times shown, such as Europe/Berlin"
    case .calendars: "the set of calendars that queries look in where they name none, or all (default: all)"
    case .format:
      "the output format: auto, " + OutputFormat.listed + "; or a template such as {start:%H:%M} {title}"
    case .pager:
      "on, off or a command: long answers on a terminal go through it; off prints pages of the calendar too"
    case .check: "on or off: compare each answer with a plain scan"
    case .timing: "on or off: show how long each statement took"
    case .color: "auto, always or never"
    case .weekStart: "the day a week begins with (default: monday)"
    case .weekend: "the days of a weekend, such as saturday,sunday"
    case .rangeDays: "how many days `events` without a range looks ahead (default: 30)"
    case .dayMorning: "when a morning is, as in tomorrow morning; in quotes (default: \"06:00-12:00\")"
    case .dayAfternoon: "when an afternoon is (default: \"12:00-18:00\")"
    case .dayEvening: "when an evening and a night are, as in tonight (default: \"18:00-24:00\")"
    case .hemisphere: "north or south: whether summer is from june or from december on (default: north)"
    case .dateOrder: "none, dmy or mdy: how 12/11/2026 is read (default: none, an error)"
    case .datesStrict: "auto, on or off: refuse dates that people read differently (auto: on in scripts)"
    case .null: "what a table shows for a missing value"
    case .csvSafe:
      "auto, on or off: keep spreadsheets from taking cells of csv and tsv for formulas (auto: on in files)"
    case .ownAddresses: "your own e-mail addresses: invitations of others to you cannot be edited"
    case .durability:
      "full or normal: a write is done when the disk has it, or when the system has it (default: full)"
    case .formPlain:
      "on or off: forms ask line by line, for screen readers (on a dumb terminal they always do)"
    case .alarmCommand:
      "a command that `alarms watch` runs for each alarm, told by KAL_TITLE, KAL_TEXT and their like (default: a notification)"
    case .alarmActions: "what alarms may do by themselves, of sound, email and open (default: sound)"
    case .alarmServe:
      "on or off: `kal serve` rings alarms as `kal alarms watch` does (default: off)"
    case .mailCommand:
      "the command that `send` hands an answer to an invitation to, such as \"sendmail -t\" (default: none)"
    case .conferenceCommand:
      "a command whose rooms for conferences forms offer as the place of an event (default: none)"
    case .store: "the store file (in the settings file only)"
    }
  }

  /// Whether a program's request may change it for itself: it affects how a statement is read or its answer
  /// written.
  package var isOfOneRequest: Bool {
    switch self {
    case .now, .zone, .calendars, .format, .check, .weekStart, .weekend, .rangeDays, .dayMorning,
      .dayAfternoon,
      .dayEvening, .hemisphere, .dateOrder, .datesStrict, .null, .csvSafe, .ownAddresses:
      true
    case .pager, .timing, .color, .durability, .formPlain, .alarmCommand, .alarmActions, .alarmServe,
      .mailCommand, .conferenceCommand, .store:
      false
    }
  }

  /// The line of a settings file that gives it a value.
  package func line(_ value: String) -> String {
    "\(rawValue) = " + (Int(value) == nil ? Quoting.string(value) : value)
  }

  /// The words that it takes, for completion; empty if there are none.
  package var choices: [String] {
    switch self {
    case .format: ["auto"] + OutputFormat.allCases.map(\.rawValue)
    case .pager, .check, .timing, .formPlain, .alarmServe: ["on", "off"]
    case .color: ColorChoice.allCases.map(\.rawValue)
    case .weekStart, .weekend: Weekday.allCases.map { $0.name.lowercased() }
    case .hemisphere: Hemisphere.allCases.map(\.rawValue)
    case .dateOrder: DateOrder.allCases.map(\.rawValue)
    case .datesStrict, .csvSafe: ["auto", "on", "off"]
    case .durability: Durability.allCases.map(\.rawValue)
    case .alarmActions: AlarmActionWord.allCases.map(\.rawValue)
    case .calendars: ["all"]
    case .now, .zone, .rangeDays, .dayMorning, .dayAfternoon, .dayEvening, .null, .ownAddresses,
      .alarmCommand, .mailCommand, .conferenceCommand, .store:
      []
    }
  }
}

/// The half of the earth that seasons are those of.
package enum Hemisphere: String, CaseIterable, Sendable {
  case north, south
}

/// The actions of an alarm besides its notification.
package enum AlarmActionWord: String, CaseIterable, Sendable {
  case sound, email, open
}

/// The values of the settings.
package struct SettingValues: Sendable {
  package var nowText: String?
  package var zoneName: String?
  package var calendarSet: String?
  package var format: FormatChoice?
  package var pager: String?
  package var isChecking = false
  package var isTiming = false
  package var color = ColorChoice.auto
  package var weekStart = Weekday.monday
  package var weekend: [Weekday] = [.saturday, .sunday]
  package var rangeDays = 30
  package var dayParts = DayPartHours()
  package var hemisphere = Hemisphere.north
  package var dateOrder = DateOrder.none
  package var isStrict: Bool?
  package var null = ""
  /// Whether cells are escaped against formulas; nil decides by the output.
  package var hasSafeCells: Bool?
  package var ownAddresses: [String] = []
  package var durability = Durability.full
  package var hasPlainForms = false
  package var alarmCommand: String?
  package var alarmActions: [AlarmActionWord] = [.sound]
  package var servesAlarms = false
  package var mailCommand: String?
  package var conferenceCommand: String?
  package var store: String?

  package init() {}

  /// Changes a setting.
  package mutating func set(_ name: String, to value: String) throws {
    guard let setting = Setting(rawValue: name.lowercased()) else { throw SettingError.unknownSetting(name) }
    switch setting {
    case .now: nowText = value
    case .zone: zoneName = value
    case .calendars: calendarSet = value.lowercased() == "all" ? nil : value
    case .format: format = try Self.format(value)
    case .pager: pager = value
    case .check: isChecking = try Self.flag(setting, value)
    case .timing: isTiming = try Self.flag(setting, value)
    case .color: color = try Self.choice(setting, value)
    case .weekStart: weekStart = try Self.weekday(setting, value)
    case .weekend:
      var days: [Weekday] = []
      for word in value.split(whereSeparator: { $0 == "," || $0 == " " }) {
        days.append(try Self.weekday(setting, String(word)))
      }
      weekend = days
    case .rangeDays:
      guard let days = Int(value), (1...36_500).contains(days) else {
        throw SettingError.badSetting(name, value: value, choices: "a number of days from 1 to 36500")
      }
      rangeDays = days
    case .dayMorning: dayParts.morning = try Self.hours(setting, value)
    case .dayAfternoon: dayParts.afternoon = try Self.hours(setting, value)
    case .dayEvening: dayParts.evening = try Self.hours(setting, value)
    case .hemisphere: hemisphere = try Self.choice(setting, value)
    case .dateOrder: dateOrder = try Self.choice(setting, value)
    case .csvSafe: hasSafeCells = value == "auto" ? nil : try Self.flag(setting, value)
    case .datesStrict: isStrict = value == "auto" ? nil : try Self.flag(setting, value)
    case .null: null = value
    case .ownAddresses:
      ownAddresses = value.split(whereSeparator: { $0 == "," || $0 == " " }).map(String.init)
    case .durability: durability = try Self.choice(setting, value)
    case .formPlain: hasPlainForms = try Self.flag(setting, value)
    case .alarmCommand: alarmCommand = value.isEmpty ? nil : value
    case .alarmActions:
      var actions: [AlarmActionWord] = []
      for word in value.split(whereSeparator: { $0 == "," || $0 == " " }) where word != "none" {
        actions.append(try Self.choice(setting, String(word)))
      }
      alarmActions = actions
    case .alarmServe: servesAlarms = try Self.flag(setting, value)
    case .mailCommand: mailCommand = value.isEmpty ? nil : value
    case .conferenceCommand: conferenceCommand = value.isEmpty ? nil : value
    case .store: store = value
    }
  }

  /// A setting's value as `show` prints it.
  package func text(_ setting: Setting) -> String {
    func flag(_ value: Bool) -> String { value ? "on" : "off" }
    switch setting {
    case .now: return nowText ?? "(the clock)"
    case .zone: return zoneName ?? "(the system's)"
    case .calendars: return calendarSet ?? "all"
    case .format: return format?.text ?? "auto"
    case .pager: return pager ?? "on"
    case .check: return flag(isChecking)
    case .timing: return flag(isTiming)
    case .color: return color.rawValue
    case .weekStart: return weekStart.name.lowercased()
    case .weekend: return weekend.map { $0.name.lowercased() }.joined(separator: ",")
    case .rangeDays: return String(rangeDays)
    case .dayMorning: return Self.text(dayParts.morning)
    case .dayAfternoon: return Self.text(dayParts.afternoon)
    case .dayEvening: return Self.text(dayParts.evening)
    case .hemisphere: return hemisphere.rawValue
    case .dateOrder: return dateOrder.rawValue
    case .csvSafe: return hasSafeCells.map(flag) ?? "auto"
    case .datesStrict: return isStrict.map(flag) ?? "auto"
    case .null: return null
    case .ownAddresses: return ownAddresses.joined(separator: ",")
    case .durability: return durability.rawValue
    case .formPlain: return flag(hasPlainForms)
    case .alarmCommand: return alarmCommand ?? "(a notification)"
    case .alarmActions:
      return alarmActions.isEmpty ? "none" : alarmActions.map(\.rawValue).joined(separator: ",")
    case .alarmServe: return flag(servesAlarms)
    case .mailCommand: return mailCommand ?? "(none)"
    case .conferenceCommand: return conferenceCommand ?? "(none)"
    case .store: return store ?? "(the default)"
    }
  }

  private static func choice<Choice: RawRepresentable & CaseIterable>(
    _ setting: Setting, _ value: String
  ) throws -> Choice where Choice.RawValue == String {
    if let choice = Choice(rawValue: value.lowercased()) { return choice }
    let choices = Choice.allCases.map(\.rawValue).joined(separator: ", ")
    throw SettingError.badSetting(setting.rawValue, value: value, choices: "one of " + choices)
  }

  private static func format(_ value: String) throws -> FormatChoice? {
    if value.lowercased() == "auto" { return nil }
    if let choice = try FormatChoice(value) { return choice }
    throw SettingError.badSetting(
      Setting.format.rawValue, value: value,
      choices: "one of auto, " + FormatChoice.choices.joined(separator: ", "))
  }

  private static func flag(_ setting: Setting, _ value: String) throws -> Bool {
    switch value.lowercased() {
    case "on", "true", "yes", "1": return true
    case "off", "false", "no", "0": return false
    default: throw SettingError.badSetting(setting.rawValue, value: value, choices: "on or off")
    }
  }

  /// Two clock times with a dash, the first before the second; in seconds after midnight.
  private static func hours(_ setting: Setting, _ value: String) throws -> Range<Int> {
    guard let range = try? SyntaxFragment.range(value), case .span(let first, let last) = range.kind,
      case .clock(let begin) = first.base, case .clock(let end) = last.base, first.offsets.isEmpty,
      last.offsets.isEmpty, begin.zone == nil, end.zone == nil, begin.secondOfDay < end.secondOfDay
    else {
      throw SettingError.badSetting(setting.rawValue, value: value, choices: "two times, such as 06:00-12:00")
    }
    return begin.secondOfDay..<end.secondOfDay
  }

  private static func text(_ hours: Range<Int>) -> String {
    [hours.lowerBound, hours.upperBound].map { second in
      let (hour, minute) = (second / 3_600, second / 60 % 60)
      return "\(hour < 10 ? "0" : "")\(hour):\(minute < 10 ? "0" : "")\(minute)"
    }.joined(separator: "-")
  }

  private static func weekday(_ setting: Setting, _ value: String) throws -> Weekday {
    if let day = CalendarWords.weekday(value.lowercased()) { return day }
    throw SettingError.badSetting(setting.rawValue, value: value, choices: "a weekday, such as monday or sun")
  }
}
