import Changes

/// The reading of quick text, and the doubts about it.
struct QuickReading: Equatable {
  /// The equivalent `add` statement.
  var statement: String
  /// The kind of the new item.
  var kind: ItemWord
  /// The reasons why the reading may be wrong; empty if it is certain.
  var doubts: [QuickDoubt] = []
}

/// Finds the statement that quick text means.
enum QuickText {
  /// Returns an `add` statement: for an event if the text says when it is, else for a reminder.
  ///
  /// The title is the text before the first words that can form parts of an `add`. Words in quotes belong to
  /// the title, or are the text of a part. If the text has an impossible time, the statement is the one whose
  /// error says so.
  static func reading(_ text: String, options: ParseOptions) -> QuickReading {
    var words = QuickWord.words(of: text)
    var calendar = ""
    // The calendar is the word after a slash, in any position.
    if let index = words.lastIndex(where: { !$0.isLiteral && $0.text.hasPrefix("/") && $0.text.count > 1 }) {
      calendar = " in " + NameSyntax(String(words[index].text.dropFirst())).description
      words.remove(at: index)
    }
    for count in stride(from: 1, to: words.count, by: 1) {
      // A comment would be dropped silently.
      if words[count...].contains(where: { !$0.isLiteral && $0.text == "--" }) { continue }
      if let reading = reading(words, count, calendar, options) { return reading }
    }
    let doubts = leftovers(words[...], LeftoverWords.Following())
    return QuickReading(
      statement: "add reminder " + Quoting.string(title(words[...])) + calendar, kind: .reminder,
      doubts: doubts)
  }

  /// Returns the reading with `count` words as the title; nil if the other words are not parts of an item.
  private static func reading(
    _ words: [QuickWord], _ count: Int, _ calendar: String, _ options: ParseOptions
  ) -> QuickReading? {
    let name = Quoting.string(title(words[..<count]))
    let rest = words[count...].map(\.written).joined(separator: " ")
    for kind in ItemWord.allCases {
      let statement = "add \(kind.rawValue) \(name) \(rest)\(calendar)"
      do throws(SyntaxError) {
        guard case .add(let add) = try parseStatement(statement, options: options), !add.opensForm,
          !add.isDryRun,
          kind == .reminder || add.parts.contains(where: \.isTime), !add.namesTimeAsCalendar
        else { continue }
        var reading = QuickReading(statement: statement, kind: kind)
        reading.doubts = leftovers(words[..<count], add.following)
        if let doubt = QuickDoubt(
          part: add.parts.first, in: statement, isQuoted: words.dropFirst(count + 1).first?.isLiteral)
        {
          reading.doubts.append(doubt)
        }
        let hours = QuickHours(words[..<count].map(\.text), words[count...].map(\.written))
        if let doubt = hours.doubt {
          reading.doubts.append(doubt)
          let later = "add \(kind.rawValue) \(name) \(hours.words.joined(separator: " "))\(calendar)"
          if (try? parseStatement(later, options: options)) != nil { reading.statement = later }
        }
        return reading
      } catch {
        if case .ambiguousDash = error.problem { return QuickReading(statement: statement, kind: kind) }
      }
    }
    return nil
  }

  private static func title(_ words: ArraySlice<QuickWord>) -> String {
    var title = words.map(\.text).joined(separator: " ")
    // The comma separated the title from the next words.
    if title.count > 1, title.hasSuffix(","), words.last?.isLiteral == false { title.removeLast() }
    return title
  }

  private static func leftovers(
    _ words: ArraySlice<QuickWord>, _ following: LeftoverWords.Following
  ) -> [QuickDoubt] {
    LeftoverWords.found(in: Array(words), before: following).map { found in
      QuickDoubt.leftover(words[found.words].map(\.written).joined(separator: " "), found.meaning)
    }
  }

  /// Returns the common message of doubts of the same kind.
  static func message(_ doubts: [QuickDoubt], of first: QuickDoubt) -> String {
    guard case .leftover = first else { return first.message }
    let words = doubts.compactMap { doubt in
      if case .leftover(let words, _) = doubt { "`\(words)`" } else { nil }
    }
    return words.count == 1
      ? "\(words[0]) was not understood, and would be a part of the title"
      : "\(words.joined(separator: ", ")) were not understood, and would be parts of the title"
  }
}

extension AddSyntax {
  /// Whether `in` precedes a word of time without quotes: `log in friday`, `in december`.
  fileprivate var namesTimeAsCalendar: Bool {
    guard case .calendar(let name)? = parts.first?.kind, name.source == nil else { return false }
    return LeftoverWords.isOfTime(name.text)
  }

  /// The times that the parts have, for judging the words before them.
  fileprivate var following: LeftoverWords.Following {
    var (hasDay, hasClock) = (false, false)
    for part in parts {
      for date in part.dates {
        hasClock = hasClock || date.base.clockTime != nil
        switch date.base {
        case .clock: break
        case .now, .offset, .ahead, .ago, .epoch: (hasDay, hasClock) = (true, true)
        default: hasDay = true
        }
      }
      if case .allDay = part.kind { hasClock = true }
    }
    let saysWhen = parts.first.map { !$0.dates.isEmpty } ?? false
    return LeftoverWords.Following(saysWhen: saysWhen, isComplete: hasDay && hasClock)
  }
}

extension ItemPartSyntax {
  /// Whether it says when an event starts.
  fileprivate var isTime: Bool {
    guard case .when(let range) = kind else { return false }
    switch range.kind {
    case .from, .span, .on: return true
    case .since, .after, .to, .before, .anytime: return false
    }
  }

  /// The dates that define the time of an item.
  fileprivate var dates: [DateSyntax] {
    switch kind {
    case .when(let range): range.dates
    case .due(let date), .start(let date): [date]
    default: []
    }
  }
}

extension RangeSyntax {
  fileprivate var dates: [DateSyntax] {
    switch kind {
    case .from(let date), .since(let date), .after(let date), .to(let date), .before(let date), .on(let date):
      [date]
    case .span(let start, let end): [start, end]
    case .anytime: []
    }
  }
}
