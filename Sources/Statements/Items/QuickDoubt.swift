import Changes

/// The reason why quick text may have another meaning.
enum QuickDoubt: Equatable {
  /// Words of the title that name a time, a repetition, a place, an alarm or a kind of item.
  case leftover(String, LeftoverWords.Meaning)
  /// Words read as a part of the item that may belong to the title.
  case part(String)
  /// A clock time that may be in the morning or in the evening.
  case hour(String, morning: String, evening: String)

  /// Creates the doubt about the part after the title, if its first word also occurs in titles; nil if it
  /// does not.
  ///
  /// `isQuoted` says whether a text in quotes follows that word, which makes its meaning clear.
  init?(part: ItemPartSyntax?, in statement: String, isQuoted: Bool?) {
    guard let part else { return nil }
    switch part.kind {
    case .location, .notes, .url, .tags, .attachments, .attendees: if isQuoted == true { return nil }
    case .zone, .availability, .flagged, .start: break
    case .alarms(let alarms):
      guard alarms.contains(where: { if case .date = $0.kind { true } else { false } }) else { return nil }
    case .when(let range):
      guard case .on(let date) = range.kind, !range.hasPreposition, date.offsets.isEmpty,
        case .day(.year, at: nil) = date.base
      else { return nil }
    default: return nil
    }
    self = .part(String(decoding: Array(statement.utf8)[part.range.offset..<part.range.end], as: UTF8.self))
  }

  /// The doubtful words.
  var words: String {
    switch self {
    case .leftover(let words, _), .part(let words), .hour(let words, _, _): words
    }
  }

  var code: ShellError.Code {
    switch self {
    case .leftover: .leftOverWords
    case .part, .hour: .unsureReading
    }
  }

  /// The doubt in words; `QuickText` reports leftovers together.
  var message: String {
    switch self {
    case .leftover(let words, _): "`\(words)` was not understood, and would be a part of the title"
    case .part(let words): "`\(words)` may belong to the title"
    case .hour(let words, _, _): "`\(words)` may be in the morning or in the evening"
    }
  }

  /// A clearer way to write it.
  var hint: String {
    let literal = "words in quotes stay in the title"
    switch self {
    case .leftover(_, .time): return "say when at the end, as fri 12:30 for 1h; \(literal)"
    case .leftover(_, .repetition):
      return "say it at the end with repeat, as repeat every 2 weeks; \(literal)"
    case .leftover(_, .place): return "say it at the end with location, as location \"Luigi's\"; \(literal)"
    case .leftover(_, .alarm): return "say it at the end with alarm, as alarm 10m; \(literal)"
    case .leftover(_, .item): return "add reminder \"Buy milk\" due friday makes one; \(literal)"
    case .part: return "say when first and this behind it; \(literal)"
    case .hour(_, let morning, let evening): return "write \(morning) or \(evening)"
    }
  }
}

/// Clock times of quick text that do not say which half of the day they mean.
///
/// An hour of one digit from 1 to 7 is moved to the afternoon unless a word says morning, an hour from 8 to
/// 11 to the evening if a word says so. A moved hour is in doubt. `07:30` and `7:30am` are clear.
struct QuickHours {
  /// The words after the title, with hours moved to the intended half of the day.
  private(set) var words: [String]
  /// The doubt; nil if there is none.
  private(set) var doubt: QuickDoubt?

  init(_ title: [String], _ words: [String]) {
    self.words = words
    let said = Set((title + words).map { $0.lowercased() })
    guard said.isDisjoint(with: Self.mornings), let (word, hour) = Self.firstClock(words) else { return }
    let isEvening = !said.isDisjoint(with: Self.evenings)
    guard hour.isOpen, (1...7).contains(hour.hour) || isEvening else { return }
    self.words = words.map { word in
      let parts = word.split(separator: "-", omittingEmptySubsequences: false).map(Hour.init)
      guard parts.allSatisfy({ $0 != nil }) else { return word }
      return parts.compactMap { $0?.text(plus: 12) }.joined(separator: "-")
    }
    doubt = .hour(word, morning: hour.text(plus: 0), evening: hour.text(plus: 12))
  }

  private static let mornings: Set = ["morning", "breakfast", "dawn", "sunrise", "early", "am"]
  private static let evenings: Set = ["evening", "dinner", "supper", "tonight"]

  /// Returns the first clock time; nil if it has another form than hours and minutes.
  private static func firstClock(_ words: [String]) -> (word: String, hour: Hour)? {
    for word in words {
      guard let part = word.split(separator: "-").first, part.contains(":"), part.first?.isNumber == true
      else { continue }
      guard let hour = Hour(part) else { return nil }
      return (String(part), hour)
    }
    return nil
  }

  /// Hours and minutes of the first half of a day, without am or pm.
  private struct Hour {
    let hour: Int
    let minutes: Substring
    /// Whether it may be in either half of the day; a leading zero makes it clear.
    let isOpen: Bool

    init?(_ text: Substring) {
      let parts = text.split(separator: ":", omittingEmptySubsequences: false)
      guard parts.count == 2, parts[1].count == 2, Int(parts[1]) != nil, let hour = Int(parts[0]),
        (1...11).contains(hour)
      else { return nil }
      self.hour = hour
      minutes = parts[1]
      isOpen = parts[0].first != "0"
    }

    func text(plus hours: Int) -> String {
      let hour = hour + hours
      return (hour < 10 ? "0" : "") + "\(hour):\(minutes)"
    }
  }
}
