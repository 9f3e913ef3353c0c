import Changes

/// The spans that a change of an occurrence can have, for the question about them.
struct SpanChoices {
  private let object: CalendarObject?
  private let key: OccurrenceKey?
  private let stopSignal: StopSignal
  /// The possible answers.
  let words: [String]

  /// Creates the choices for an occurrence; a changed rule affects more than one.
  init(_ object: CalendarObject?, _ key: OccurrenceKey?, isRuleChange: Bool, until stopSignal: StopSignal) {
    self.stopSignal = stopSignal
    self.object = object
    self.key = key
    guard let object, object.isSeries, object.kind == .event, let key else {
      words = ["all"]
      return
    }
    // From the first occurrence on, `future` equals `all`.
    words =
      (isRuleChange ? [] : ["this"]) + (key == object.firstKey ? [] : ["future"]) + ["all", "cancel"]
  }

  /// Whether there is only one choice, and nothing to ask.
  var isSingle: Bool { words.count == 1 }

  /// Returns the question, as `Apply to: [t]his (1)  [f]uture (31)  [a]ll (64)  [c]ancel`, and its words.
  func question(_ head: String) -> (String, [String]) {
    let choices = words.map { word in
      "[\(word.prefix(1))]\(word.dropFirst())" + (count(word).map { " (\($0))" } ?? "")
    }
    return (head + ": " + choices.joined(separator: "  "), words)
  }

  /// The meaning of the words.
  static let help =
    "this is one occurrence, future this one and those after it, all the whole series; cancel goes back"

  private func count(_ word: String) -> Int? {
    switch word {
    case "this": 1
    case "future": object.flatMap { $0.occurrenceCount(from: key, until: stopSignal) }
    case "all": object?.occurrenceCount(until: stopSignal)
    default: nil
    }
  }
}
