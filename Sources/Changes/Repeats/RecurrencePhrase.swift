/// Says a recurrence rule in words: `every weekday until 31 Dec 2026`.
///
/// The words are those of the query language: as a repetition they parse, and bind
/// to a rule of the same meaning.
public enum RecurrencePhrase {
  /// The phrase for rules as written; several are joined by `and`; nil when
  /// there is no rule that can be read.
  ///
  /// With `afterCompletion` the next date counts from the last completion.
  public static func text(rules: [String], zone: Zone?, afterCompletion: Bool = false) -> String? {
    let phrases = rules.compactMap { text in
      (try? RecurrenceRule(parsing: text)).map { phrase($0, zone: zone) }
    }
    if phrases.isEmpty { return nil }
    return phrases.joined(separator: " and ") + (afterCompletion ? " after completion" : "")
  }

  /// The phrase for one rule, whose last day is shown as of the zone.
  public static func phrase(_ rule: RecurrenceRule, zone: Zone?) -> String {
    RuleReading(rule: rule, start: nil, zone: zone, weekStart: .monday).syntax.prose
  }

  /// The repetition that binds to the rule again for an item with that start; `prose`
  /// and `description` have its text.
  ///
  /// `weekStart` is the setting that it will be bound with.
  public static func syntax(
    _ rule: RecurrenceRule, start: EventTime, weekStart: Weekday = .monday
  ) -> RepeatSyntax {
    RuleReading(rule: rule, start: start, zone: start.zone, weekStart: weekStart).syntax
  }
}
