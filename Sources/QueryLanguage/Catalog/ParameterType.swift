/// The type of a parameter's value, which the place of the parameter decides.
public enum ParameterType: Hashable, Sendable {
  case date, duration, text, integer, decimal, clock, weekday, month
  /// A calendar, a set of calendars, a source.
  case calendar, set, source
  case zone, priority
  /// One of a field's words.
  case choice(FieldName, [String])

  init(_ type: ValueType) {
    switch type {
    case .text: self = .text
    case .name(.sourceName): self = .source
    case .name: self = .calendar
    case .choice(let field, let words): self = .choice(field, words)
    case .priority: self = .priority
    case .zone: self = .zone
    case .integer, .any: self = .integer
    case .decimal: self = .decimal
    case .duration: self = .duration
    case .date: self = .date
    case .clock: self = .clock
    case .weekday: self = .weekday
    case .month: self = .month
    }
  }

  /// The type in a word, for `views` and programs.
  public var word: String {
    switch self {
    case .date: "date"
    case .duration: "length"
    case .text: "text"
    case .integer, .decimal: "number"
    case .clock: "time"
    case .weekday: "weekday"
    case .month: "month"
    case .calendar: "calendar"
    case .set: "set"
    case .source: "source"
    case .zone: "zone"
    case .priority: "priority"
    case .choice(let field, _): field.rawValue
    }
  }

  /// The name of a value of the type in messages, with an example.
  public var phrase: String {
    switch self {
    case .date: "a date, such as friday or 2026-11-24"
    case .duration: "a length of time, such as 7d"
    case .text: "a text, such as standup or \"budget review\""
    case .integer: "a whole number, such as 5"
    case .decimal: "a number, such as 2.5"
    case .clock: "a time, such as 17:00"
    case .weekday: "a weekday, such as monday"
    case .month: "a month, such as november"
    case .calendar: "a calendar, such as Work or \"Family Trips\""
    case .set: "a set of calendars, such as weekdays"
    case .source: "a source, such as iCloud"
    case .zone: "a time zone, such as Europe/Berlin"
    case .priority: "a priority: high, medium, low, none or 0 to 9"
    case .choice(let field, let words): "a \(field.rawValue): \(Expectation.list(words))"
    }
  }

  /// A placeholder value for checking a view; nil if only a store has such a value.
  public var sample: String? {
    switch self {
    case .date: "today"
    case .duration: "1d"
    case .text: "x"
    case .integer, .decimal: "1"
    case .clock: "09:00"
    case .weekday: "monday"
    case .month: "january"
    case .calendar, .set, .source: nil
    case .zone: "UTC"
    case .priority: "high"
    case .choice(_, let words): words.first
    }
  }

  /// Whether a value is of the type; a quoted string is read by its content.
  public func takes(_ value: LooseValueSyntax) -> Bool {
    let text = value.text
    switch self {
    case .text, .calendar, .set, .source, .zone:
      switch value.kind {
      case .word, .string: return !text.isEmpty
      case .integer, .decimal, .duration, .date, .parameter: return false
      }
    case .choice(_, let words): return words.contains(text.lowercased())
    case .date, .duration, .integer, .decimal, .clock, .weekday, .month, .priority: break
    }
    do throws(SyntaxError) {
      try read(text)
      return true
    } catch {
      return false
    }
  }

  private func read(_ text: String) throws(SyntaxError) {
    switch self {
    case .date: _ = try SyntaxFragment.plainDate(text)
    case .duration: _ = try SyntaxFragment.plainDuration(text)
    case .integer: _ = try SyntaxFragment.value(text, .integer)
    case .decimal: _ = try SyntaxFragment.value(text, .decimal)
    case .clock: _ = try SyntaxFragment.value(text, .clock)
    case .weekday: _ = try SyntaxFragment.value(text, .weekday)
    case .month: _ = try SyntaxFragment.value(text, .month)
    case .priority: _ = try SyntaxFragment.value(text, .priority)
    case .text, .calendar, .set, .source, .zone, .choice: break
    }
  }
}

extension LooseValueSyntax {
  /// The value as text: without the quotes of a string, without the dollar sign of a parameter.
  public var text: String {
    switch kind {
    case .word(let word): word
    case .string(let text): text
    case .parameter(let name): name
    case .integer(let number): String(number)
    case .decimal, .duration, .date: Printer().text(self)
    }
  }
}
