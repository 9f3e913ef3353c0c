/// The parts that stand behind a title, or before it, as people say them.
struct SpokenTail {
  var time = SpokenTime()
  private var repetition: RepeatSyntax?
  private var limits: [RepeatLimitSyntax] = []
  private var place: String?
  private var items: [ItemPartSyntax] = []
  /// The parts that are said, each of which an item has once.
  private var seen = SeenClauses()
  /// Whether the word `due` stands before the time.
  private var isDue = false
  /// The words of a part that may belong to the title.
  private(set) var doubt: String?
  /// Whether the first part is a time.
  private var saysWhen = false
  private var isFirst = true
  /// The first clock time as it is written.
  private var clock: String?
  /// The words that were read, in small letters.
  private var said: Set<String> = []

  /// Whether a day, or a repetition that has some, is said.
  var hasDay: Bool { time.hasDay || time.last != nil || repetition != nil }

  /// Whether nothing but a time is said.
  var isTimeAlone: Bool { place == nil && items.isEmpty && !isDue && hasDay }

  // MARK: Reading

  /// The parts that a whole text consists of, added to these; nil when something of it is none.
  ///
  /// `fault` becomes the first fault of a date or a time, unless there is one already.
  func adding(
    _ text: String, _ kind: ItemWord, _ options: ParseOptions, _ isCalendar: @escaping (String) -> Bool,
    _ fault: inout SpokenFault?
  ) -> SpokenTail? {
    var result = self
    result.said.formUnion(text.lowercased().split(separator: " ").map(String.init))
    result.isFirst = true
    return Self.read(Parser(text, options: options), result, kind, isCalendar, &fault)
  }

  private static func read(
    _ parser: Parser, _ tail: SpokenTail, _ kind: ItemWord, _ isCalendar: (String) -> Bool,
    _ fault: inout SpokenFault?
  ) -> SpokenTail? {
    var parser = parser
    while parser.isAt(sign: .comma) { parser.advance() }
    if parser.current.kind == .end { return tail }
    var attempt = parser
    var next = tail
    do throws(SyntaxError) {
      if let part = try attempt.spokenPart(kind, &next.seen, isCalendar: isCalendar),
        attempt.index > parser.index, attempt.isAtWord, next.add(part, in: attempt),
        let all = read(attempt, next, kind, isCalendar, &fault)
      {
        return all
      }
    } catch {
      fault = fault ?? SpokenFault(error, in: parser)
    }
    guard tail.place == nil, parser.isAt(.at) || parser.isAt(sign: .at), !parser.peek().endsStatement else {
      return nil
    }
    // The place ends where the first other part begins.
    let start = parser.index + 1
    attempt = parser
    attempt.index = start
    while attempt.current.kind != .end {
      attempt.index += 1
      guard attempt.isAtWord else { continue }
      var next = tail
      next.add(place: attempt.text(at: attempt.range(from: start)))
      if let all = read(attempt, next, kind, isCalendar, &fault) { return all }
    }
    return nil
  }

  private mutating func add(_ part: SpokenPart, in parser: Parser) -> Bool {
    defer { isFirst = false }
    switch part {
    case .due: isDue = true
    case .when(let range):
      if isFirst {
        saysWhen = true
        if range.isBarePeriod { doubt = parser.text(at: range.range) }
        // `catch 22 tonight`
        if let hour = parser.partHour(at: range.range.offset) { doubt = hour }
      }
      let isAdded = time.add(range)
      if isAdded, clock == nil { clock = time.clocks.first.map { parser.text(at: $0.range) } }
      return isAdded
    case .dayPart(let part): return !isFirst && time.add(part)
    case .repeats(let repetition):
      if isFirst { saysWhen = true }
      self.repetition = repetition
    case .limit(let limit): limits.append(limit)
    case .item(let item):
      if isFirst, item.mayBeOfTitle { doubt = parser.text(at: item.range) }
      add(item)
    }
    return true
  }

  /// Adds a part; tags and people go to those that are said already.
  private mutating func add(_ item: ItemPartSyntax) {
    for (place, other) in items.enumerated() {
      switch (other.kind, item.kind) {
      case (.tags(let first), .tags(let more)): items[place].kind = .tags(first + more)
      case (.attendees(let first), .attendees(let more)): items[place].kind = .attendees(first + more)
      default: continue
      }
      return
    }
    items.append(item)
  }

  private mutating func add(place name: String) {
    let plain = name.hasSuffix(",") ? String(name.dropLast()) : name
    // Behind a time nothing else begins with `at`; before it a name of small letters is hardly one.
    if isFirst, !plain.split(separator: " ").contains(where: { $0.first?.isLowercase == false }) {
      doubt = "at " + plain
    }
    place = plain
    isFirst = false
  }

  // MARK: The item

  /// What words of a title are judged by.
  var following: LeftoverWords.Following {
    LeftoverWords.Following(saysWhen: saysWhen, isComplete: isComplete)
  }

  /// Whether a day and a clock time are said, or a time that needs none.
  var isComplete: Bool {
    let isAllDay = items.contains { $0.kind == .allDay }
    // `by friday` needs no clock time.
    let isDeadline = time.last != nil && repetition == nil
    return hasDay && (time.hasClock || isAllDay || isDeadline)
  }

  /// The parts of an item of a kind; nil when they are none of it, or not enough to tell it.
  ///
  /// `isNamed` says whether the text names the kind.
  func parts(of kind: ItemWord, isNamed: Bool) -> [ItemPartSyntax]? {
    var parts: [ItemPartSyntax] = []
    var (limits, range) = (limits, time.result)
    if repetition != nil, case .span(let lower, let upper)? = range?.kind, upper.base.isDay {
      // `every tuesday 7am until christmas`
      limits.append(.until(upper))
      range = RangeSyntax(.on(lower), hasPreposition: false, range: lower.range)
    }
    if let last = time.last {
      if repetition != nil {
        limits.append(.until(last))
      } else if kind == .reminder, range == nil {
        parts.append(ItemPartSyntax(.due(last)))
      } else {
        return nil
      }
    }
    if repetition == nil, !limits.isEmpty { return nil }
    if let range {
      if kind == .reminder, case .span = range.kind { return nil }
      if isDue, kind == .reminder, case .on(let date) = range.kind {
        parts.append(ItemPartSyntax(.due(date)))
      } else {
        parts.append(ItemPartSyntax(.when(range)))
      }
    }
    if let repetition, case .pattern(let pattern, let own) = repetition.kind {
      parts.append(ItemPartSyntax(.repeats(RepeatSyntax(.pattern(pattern, own + limits)))))
    }
    switch kind {
    case .event:
      if isDue || parts.isEmpty { return nil }
    case .reminder:
      // Without a word for it, something with a time is an event.
      if !isNamed, !isDue, time.result != nil || repetition != nil, !items.contains(where: \.isOfReminder) {
        return nil
      }
    }
    parts += items
    if let place { parts.append(ItemPartSyntax(.location(PlaceSyntax(TextSyntax(place))))) }
    return parts
  }

  // MARK: Hours

  /// Settles in which half of the day the clock times are, and returns the doubt that is left.
  ///
  /// An hour of one digit from 1 to 7 is in the afternoon unless a word says morning, one from 8 to 11 in the
  /// evening if a word says so. Such a guess is in doubt; `07:30`, `7:30am` and `tonight at 7` are clear.
  mutating func settleHours(_ title: [String]) -> SpokenDoubt? {
    guard let clock = time.clocks.first, let written = self.clock else { return nil }
    let half = ClockSyntax.halfDay
    if let part = time.half {
      time.moveClocks { clock in
        var clock = clock
        if part == .morning, clock.half == .guessed, clock.secondOfDay >= half { clock.secondOfDay -= half }
        if part != .morning, clock.secondOfDay < half { clock.secondOfDay += half }
        clock.half = .written
        return clock
      }
      return nil
    }
    guard said.isDisjoint(with: Self.halves), let hour = Self.openHour(written),
      clock.half == .guessed || clock.secondOfDay / 3_600 == hour
    else { return nil }
    let words = Set(title.map { $0.lowercased() })
    let begin = clock.secondOfDay % half
    if !words.isDisjoint(with: Self.mornings) {
      move(by: clock.half == .guessed ? -half : 0, to: .written)
      return nil
    }
    let isEvening = !words.isDisjoint(with: Self.evenings)
    guard clock.half == .guessed || hour <= 7 || isEvening else { return nil }
    move(by: clock.secondOfDay < half ? half : 0, to: isEvening ? .written : clock.half)
    return .hour(written, morning: Self.clock(begin), evening: Self.clock(begin + half))
  }

  private mutating func move(by seconds: Int, to half: DayHalf) {
    let first = time.clocks.first?.secondOfDay ?? 0
    time.moveClocks { clock in
      var clock = clock
      // An end before noon goes along with its begin.
      if clock.secondOfDay < ClockSyntax.halfDay || clock.secondOfDay == first || seconds < 0 {
        clock.secondOfDay += seconds
      }
      clock.half = half
      return clock
    }
  }

  /// The hour of a clock time that does not say its half of the day; nil for one that does.
  private static func openHour(_ written: String) -> Int? {
    let lowered = written.lowercased()
    if lowered.hasPrefix("0")
      || ["am", "pm", "a.m", "p.m", "noon", "midnight", "midday"].contains(where: lowered.contains)
    {
      return nil
    }
    let digits = lowered.prefix { $0.isASCII && $0.isNumber }
    // `half past three`
    guard let hour = Int(digits) else { return digits.isEmpty ? 0 : nil }
    return (1...11).contains(hour) ? hour : nil
  }

  private static func clock(_ second: Int) -> String {
    let (hour, minute) = (second / 3_600, second / 60 % 60)
    return "\(hour < 10 ? "0" : "")\(hour):\(minute < 10 ? "0" : "")\(minute)"
  }

  private static let halves: Set = ["morning", "afternoon", "evening", "night", "tonight", "am", "pm"]
  private static let mornings: Set = ["morning", "breakfast", "dawn", "sunrise", "early", "am"]
  private static let evenings: Set = ["evening", "dinner", "supper", "tonight"]
}

extension DateBase {
  /// Whether it is a day or a longer period without a clock time.
  fileprivate var isDay: Bool {
    switch self {
    case .day(_, at: nil), .unit, .named: true
    default: false
    }
  }
}

extension Parser {
  /// The hour alone, with a part of the day behind it, that stands at an offset; nil for other text.
  fileprivate func partHour(at offset: Int) -> String? {
    guard let place = tokens.firstIndex(where: { $0.range.offset == offset }), startsPartHour(at: place)
    else { return nil }
    return token(place).text
  }

  /// Whether a word of the text begins here, or the text ends.
  fileprivate var isAtWord: Bool {
    current.kind == .end || index == 0 || isAt(sign: .comma)
      || token(index - 1).range.end < current.range.offset
  }
}

extension RangeSyntax {
  /// Whether it is a year, a month or another long period that stands alone, as in a title.
  fileprivate var isBarePeriod: Bool {
    guard case .on(let date) = kind, !hasPreposition, date.offsets.isEmpty else { return false }
    switch date.base {
    case .day(.year, at: nil), .day(.named, at: nil), .day(.yearMonth, at: nil): return true
    default: return false
    }
  }
}

extension ItemPartSyntax {
  /// Whether its first word also occurs in titles: without quotes it is in doubt behind one.
  fileprivate var mayBeOfTitle: Bool {
    switch kind {
    case .location(let place): !place.title.isQuoted
    case .notes(let text), .url(let text): !text.isQuoted
    case .tags(let texts): texts.contains { !$0.isQuoted && $0.range.length > 0 && !isMark }
    case .attachments(let texts): texts.contains { !$0.isQuoted }
    case .zone, .availability, .flagged, .start: true
    case .alarms(let alarms):
      alarms.contains { if case .date = $0.kind { true } else { false } }
    default: false
    }
  }

  /// Whether it is a word such as `#garden`.
  private var isMark: Bool {
    guard case .tags(let texts) = kind, let text = texts.first else { return false }
    return text.range == range
  }

  /// Whether only a reminder has it.
  fileprivate var isOfReminder: Bool {
    switch kind {
    case .due, .start, .priority, .under, .flagged: true
    default: false
    }
  }
}
