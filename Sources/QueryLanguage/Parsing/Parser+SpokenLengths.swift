/// Lengths in words: `two weeks`, `an hour and a half`, `half an hour`, `1.5 hours`, `1 hour 30 minutes`.
extension Parser {
  /// Whether a length in words, or with a fraction, begins at the index.
  func startsSpokenLength(at index: Int) -> Bool {
    let token = token(index)
    if token.kind == .decimal { return decimalLength(at: index) != nil }
    guard token.isWord else { return false }
    if token.isWord(.half) { return halfUnit(at: index) != nil }
    guard isNumberWord(token) else { return false }
    let isArticle = CalendarWords.isArticle(token.text)
    if isArticle, self.token(index + 1).isWord(.half) { return halfUnit(at: index + 1) != nil }
    return unit(at: index + 1) != nil || !isArticle && isHalved(at: index)
  }

  /// A length that is not a number and a unit.
  mutating func spokenLength() throws(SyntaxError) -> DurationSyntax {
    let start = index
    if let (length, end) = decimalLength(at: index) {
      index = end
      return DurationSyntax(.components(length), range: range(from: start))
    }
    if CalendarWords.isArticle(current.text), peek().isWord(.half) { advance() }
    if current.isWord(.half), let (unit, end) = halfUnit(at: index) {
      index = end
      return DurationSyntax(.components([Self.half(of: unit)]), range: range(from: start))
    }
    let count = current.integer ?? CalendarWords.number(current.text) ?? 1
    let isHalved = isHalved(at: index)
    index += isHalved ? 4 : 1
    guard let unit = unit(at: index) else { throw unexpected() }
    let first = try component(count, of: unit, at: token(start).range)
    advance()
    if isHalved {
      return DurationSyntax(.components([first, Self.half(of: unit.unit)]), range: range(from: start))
    }
    return try withSmallerUnits([first], from: start)
  }

  /// A number and a unit, with the smaller units or the half that follow: `1 hour 30 minutes`,
  /// `an hour and a half`.
  mutating func withSmallerUnits(
    _ first: [DurationSyntax.Component], from start: Int
  ) throws(SyntaxError) -> DurationSyntax {
    var components = first
    while let last = components.last {
      if isAt(.and), isHalf(at: index + 1), Self.hasHalf(last.unit) {
        index += peek().isWord(.half) ? 2 : 3
        components.append(Self.half(of: last.unit))
        break
      }
      let number = isAt(.and) && !isBetween ? index + 1 : index
      guard let count = token(number).integer, let unit = unit(at: number + 1)?.unit,
        Self.rank(unit) > Self.rank(last.unit), !isMonth(token(number + 1))
      else { break }
      try checkCount(count, at: token(number).range)
      components.append(.init(count, unit))
      index = number + 2
    }
    return DurationSyntax(.components(components), range: range(from: start))
  }

  // MARK: Halves

  /// Whether `two and a half hours` stands at the index.
  func isHalved(at index: Int) -> Bool {
    guard
      token(index).integer != nil || token(index).isWord && CalendarWords.number(token(index).text) != nil,
      token(index + 1).keyword == .and, isHalf(at: index + 2), !token(index + 2).isWord(.half),
      let unit = unit(at: index + 4)?.unit
    else { return false }
    return Self.hasHalf(unit)
  }

  /// Whether `half` or `a half` stands at the index, without a unit of its own.
  private func isHalf(at index: Int) -> Bool {
    if token(index).isWord(.half) { return token(index + 1).keyword != .past }
    return token(index).isWord && CalendarWords.isArticle(token(index).text) && token(index + 1).isWord(.half)
  }

  /// The unit of `half an hour`, `half hour` from the word `half` on, and the index behind it.
  private func halfUnit(at index: Int) -> (unit: DurationUnit, end: Int)? {
    let next = token(index + 1)
    let place = next.isWord && CalendarWords.isArticle(next.text) ? index + 2 : index + 1
    guard let unit = unit(at: place)?.unit, Self.hasHalf(unit) else { return nil }
    return (unit, place + 1)
  }

  /// Whether half of a unit is a whole number of a smaller one.
  static func hasHalf(_ unit: DurationUnit) -> Bool {
    switch unit {
    case .year, .day, .hour, .minute: true
    case .quarter, .month, .week, .second: false
    }
  }

  private static func half(of unit: DurationUnit) -> DurationSyntax.Component {
    switch unit {
    case .year: .init(6, .month)
    case .day: .init(12, .hour)
    case .hour: .init(30, .minute)
    case .quarter, .month, .week, .minute, .second: .init(30, .second)
    }
  }

  // MARK: Fractions

  /// The whole units of `1.5 hours` or `0.25h`, and the index behind them; nil if no whole number of minutes,
  /// or of seconds for minutes, is meant.
  private func decimalLength(at index: Int) -> (components: [DurationSyntax.Component], end: Int)? {
    guard token(index).kind == .decimal, let unit = unit(at: index + 1)?.unit,
      unit == .hour || unit == .minute
    else {
      return nil
    }
    let parts = token(index).text.split(separator: ".")
    guard parts.count == 2, let whole = Int(parts[0]), whole < 1_000_000, let digits = Int(parts[1]),
      parts[1].count <= 4
    else { return nil }
    let scale = parts[1].reduce(1) { scale, _ in scale * 10 }
    guard digits * 60 % scale == 0 else { return nil }
    let rest = digits * 60 / scale
    var components: [DurationSyntax.Component] = []
    if whole > 0 || rest == 0 { components.append(.init(whole, unit)) }
    if rest > 0 { components.append(.init(rest, unit == .hour ? .minute : .second)) }
    return (components, index + 2)
  }

  // MARK: Units

  /// The unit of length at the index, and how many of it the word stands for: two weeks for `fortnight`.
  func unit(at index: Int) -> DurationSyntax.Component? {
    guard token(index).isWord else { return nil }
    if token(index).isWord(.fortnight) || token(index).isWord(.fortnights) { return .init(2, .week) }
    return DurationUnit(spelling: token(index).text).map { .init(1, $0) }
  }

  /// Whether a word is a unit of length.
  func isUnit(_ token: Token) -> Bool {
    token.isWord
      && (DurationUnit(spelling: token.text) != nil || token.isWord(.fortnight) || token.isWord(.fortnights))
  }
}
