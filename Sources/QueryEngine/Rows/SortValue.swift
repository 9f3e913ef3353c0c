/// A value prepared for many comparisons; null sorts last in either direction.
enum SortValue: Hashable {
  case null
  case number(Double)
  /// Folded first, so that letter case and accents decide only between otherwise equal texts.
  case text(folded: String, raw: String)

  init(_ value: Value, _ context: QueryContext) {
    let zone = context.zone
    switch value {
    case .null: self = .null
    case .text(let text): self = .text(folded: Folding.searchable(text), raw: text)
    case .list(let values):
      let text = values.map { if case .text(let text) = $0 { text } else { "" } }.joined(separator: "\n")
      self = .text(folded: Folding.searchable(text), raw: text)
    case .integer(let number): self = .number(Double(number))
    case .real(let number): self = .number(number)
    case .boolean(let flag): self = .number(flag ? 1 : 0)
    case .date(let date): self = .number(Double(zone.startOfDay(date).seconds))
    case .instant(let instant, _): self = .number(Double(instant.seconds))
    case .floating(let time): self = .number(Double(zone.instant(of: time).seconds))
    case .clock(let time): self = .number(Double(time.secondOfDay))
    case .weekday(let day): self = .number(Double(context.weekStart.days(until: day)))
    case .week(let year, let week): self = .number(Double(year * 100 + week))
    case .month(let year, let month): self = .number(Double(year * 100 + month))
    case .duration(let duration): self = .number(Double(duration.nominalSeconds))
    case .priority(let number): self = .number(Double(Value.importance(ofPriority: number)))
    }
  }

  /// Negative when `a` comes first, positive when `b` does, 0 when neither.
  static func order(_ a: SortValue, _ b: SortValue, isDescending: Bool) -> Int {
    let sign = isDescending ? -1 : 1
    switch (a, b) {
    case (.null, .null): return 0
    case (.null, _): return 1
    case (_, .null): return -1
    case (.number(let a), .number(let b)): return a == b ? 0 : a < b ? -sign : sign
    case (.text(let a, let rawA), .text(let b, let rawB)):
      if a != b { return a < b ? -sign : sign }
      return rawA == rawB ? 0 : rawA < rawB ? -sign : sign
    case (.number, .text): return -sign
    case (.text, .number): return sign
    }
  }
}
