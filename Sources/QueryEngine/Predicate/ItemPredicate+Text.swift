extension ItemPredicate: CustomStringConvertible {
  /// The condition as text with all its parentheses; times in UTC.
  public var description: String { text(in: .utc) }

  /// The condition as text with all its parentheses, times as a zone's clock shows them.
  public func text(in zone: Zone) -> String {
    switch self {
    case .all: "true"
    case .none: "false"
    case .and(let parts): "(" + parts.map { $0.text(in: zone) }.joined(separator: " and ") + ")"
    case .or(let parts): "(" + parts.map { $0.text(in: zone) }.joined(separator: " or ") + ")"
    case .not(let part): "not " + part.text(in: zone)
    case .time(let relation, let range): "\(relation.rawValue) \(Self.text(range, zone))"
    case .date(let field, let range): "\(field.rawValue) \(Self.text(range, zone))"
    case .part(let field, let test): "\(field.rawValue).\(test.text)"
    case .text(let field, let test): "\(field.rawValue) \(test.operation.word) \(Quoting.string(test.text))"
    case .pattern(let field, let pattern):
      "\(field.rawValue) matches /\(pattern.pattern)/\(pattern.ignoresCase ? "i" : "")"
    case .anyText(let test): Quoting.string(test.text)
    case .identity(let reference): "id = \(reference.text)"
    case .isEmpty(let field): "\(field.rawValue) is empty"
    case .number(let field, let comparison, let operand):
      "\(field.rawValue) \(comparison.rawValue) \(operand.text)"
    case .overlap(_, let comparison, let length): "overlap \(comparison.rawValue) \(length)"
    case .importance(let comparison, let importance):
      "priority \(comparison.rawValue) \(importance == 0 ? 0 : 10 - importance)"
    case .priorityBand(let comparison, let band): "priority \(comparison.rawValue) \(band.name)"
    case .calendar(let names): Self.membership("calendar", names)
    case .source(let names): Self.membership("source", names)
    case .status(let status): "status = \(status.name)"
    case .availability(let availability): "availability = \(availability.name)"
    case .zone(let name): "zone = \(name ?? "floating")"
    case .sourceKind(let kind): "kind = \(kind.name)"
    case .calendarKind(let kinds): "kind = \(kinds.word)"
    case .allDay: "allday"
    case .recurring: "recurring"
    case .detached: "detached"
    case .busy: "busy"
    case .free: "free"
    case .tentative: "tentative"
    case .completed: "completed"
    case .undated: "undated"
    case .overdue: "overdue"
    case .due: "due"
    case .writable: "writable"
    case .subscribed: "subscribed"
    case .hidden: "hidden"
    case .flagged: "flagged"
    }
  }

  private static func membership(_ field: String, _ names: [NamedRow]) -> String {
    names.count == 1
      ? "\(field) = \(names[0].name)" : "\(field) in (\(names.map(\.name).joined(separator: ", ")))"
  }

  private static func text(_ range: TimeRange, _ zone: Zone) -> String {
    func moment(_ instant: Instant) -> String { ExtendedFormat.text(instant, in: zone) }
    switch (range.from, range.to) {
    case (nil, nil): return "anytime"
    case (let from?, nil): return "from \(moment(from))"
    case (nil, let to?): return "before \(moment(to))"
    case (let from?, let to?):
      return to == from.adding(seconds: 1)
        ? "at \(moment(from))" : "from \(moment(from)) before \(moment(to))"
    }
  }
}

extension TextTest.Operation {
  /// The operator as written.
  var word: String {
    switch self {
    case .equals: "="
    case .contains: "contains"
    case .startsWith: "starts with"
    case .endsWith: "ends with"
    case .has: "has"
    case .like: "like"
    case .exactly: "exactly"
    }
  }
}

extension ItemTarget {
  /// The digits of the id and the occurrence after a slash; the prefix depends on the noun and is left out.
  var text: String { PublicID.digits(for: item) + (key.map { "/" + $0.text } ?? "") }
}

extension NumberOperand {
  var text: String {
    switch self {
    case .integer(let number): number.description
    case .decimal(let number): number.description
    case .duration(let duration): duration.description
    }
  }
}

extension PartTest {
  /// The part, the operator and the value.
  var text: String {
    switch self {
    case .date(let comparison, _, let written): "date \(comparison.rawValue) \(written)"
    case .time(let comparison, let second):
      "time \(comparison.rawValue) \(TimeOfDay(secondOfDay: second)?.description ?? "24:00")"
    case .weekday(let comparison, let weekday):
      "weekday \(comparison.rawValue) \(CalendarWords.name(weekday))"
    case .day(let comparison, let number): "day \(comparison.rawValue) \(number)"
    case .week(let comparison, let number): "week \(comparison.rawValue) \(number)"
    case .month(let comparison, let number):
      "month \(comparison.rawValue) \(CalendarWords.months[(number - 1) % 12])"
    case .year(let comparison, let number): "year \(comparison.rawValue) \(number)"
    case .hour(let comparison, let number): "hour \(comparison.rawValue) \(number)"
    }
  }
}
