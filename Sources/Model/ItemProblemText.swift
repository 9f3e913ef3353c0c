extension ItemProblem {
  /// The stable code, in kebab case.
  public var code: String {
    switch kind {
    case .unreadable: "unreadable-value"
    case .rejectedRule(let error): error.code
    case .rule(let warning): warning.code
    case .endsBeforeStart: "ends-before-start"
    case .unlikeStart: "end-unlike-start"
    case .unknownZone: "unknown-zone"
    case .noStart: "no-start"
    case .repeatsWithoutStart: "repeats-without-start"
    }
  }

  /// The problem and its treatment, for people.
  public var message: String {
    switch kind {
    case .unreadable(let value):
      "\(property): cannot read `\(Self.shortened(value))`; the item goes without it"
    case .rejectedRule(let error): "\(property): \(error.description); only the first occurrence is shown"
    case .rule(let warning): "\(property): \(warning.description)"
    case .endsBeforeStart: "\(property): it ends before it starts; it was taken to last no time"
    case .unlikeStart(let reading): "\(property): \(Self.text(reading))"
    case .unknownZone(let zone):
      "\(property): there is no time zone `\(Self.shortened(zone))`; the time was read as local wherever one is"
    case .noStart: "the event has no DTSTART; no time query can find it"
    case .repeatsWithoutStart: "\(property): it repeats but has no start; it was read as a single item"
    }
  }

  /// Whether something was left out because of the problem.
  public var isError: Bool {
    switch kind {
    case .unreadable, .rejectedRule, .noStart: true
    case .rule, .endsBeforeStart, .unlikeStart, .unknownZone, .repeatsWithoutStart: false
    }
  }

  private static func text(_ reading: EndReading) -> String {
    switch reading {
    case .dayBegins: "it is a day and DTSTART has a time; it was taken to end as that day begins"
    case .dayOfTime: "it has a time and DTSTART is a day; its day was taken"
    case .zoneOfStart: "it has no zone and DTSTART has one; it was read in that zone"
    case .clockAlone: "it has a zone and DTSTART has none; its clock time was taken"
    case .wholeDays: "it has hours and DTSTART is a day; the days that it touches were taken"
    case .withoutDuration: "there is a DURATION beside it, which was passed over"
    }
  }

  private static func shortened(_ text: String) -> String {
    text.count > 60 ? text.prefix(57) + "…" : text
  }
}
