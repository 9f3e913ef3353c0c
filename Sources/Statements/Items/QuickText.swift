import Changes

/// What quick text means, and what speaks against it.
struct QuickReading: Equatable {
  /// The `add` statement that does it.
  var statement: String
  /// What the statement makes.
  var kind: ItemWord
  /// Why it may not be what was meant; empty where it is sure.
  var doubts: [QuickDoubt] = []
}

/// Finds the statement that quick text means.
enum QuickText {
  /// An `add` statement: of an event where the text says when it is, else of a reminder.
  ///
  /// The title is what stands before the first words that parts of an `add` can be made of. Words in quotes
  /// are part of the title, or the text of a part. Where the text says a time that cannot be, the statement
  /// is the one whose error tells so.
  static func reading(_ text: String, options: ParseOptions) -> QuickReading {
    var words = QuickWord.words(of: text)
    var calendar = ""
    // The calendar is the word behind a slash, wherever it stands.
    if let index = words.lastIndex(where: { !$0.isLiteral && $0.text.hasPrefix("/") && $0.text.count > 1 }) {
      calendar = " in " + NameSyntax(String(words[index].text.dropFirst())).description
      words.remove(at: index)
    }
    for count in stride(from: 1, to: words.count, by: 1) {
      // A comment would be left out unsaid.
      if words[count...].contains(where: { !$0.isLiteral && $0.text == "--" }) { continue }
      if let reading = reading(words, count, calendar, options) { return reading }
    }
    let doubts = leftovers(words[...], LeftoverWords.Following())
    return QuickReading(
      statement: "add reminder " + Quoting.string(title(words[...])) + calendar, kind: .reminder,
      doubts: doubts)
  }

  /// The reading that takes `count` words for the title; nil where the others are no parts of an item.
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
    // The comma parted it from what follows.
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

  /// What the doubts that are like one say together.
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
  /// Whether `in` stands before a word of time that no quotes make a name: `log in friday`, `in december`.
  fileprivate var namesTimeAsCalendar: Bool {
    guard case .calendar(let name)? = parts.first?.kind, name.source == nil else { return false }
    return LeftoverWords.isOfTime(name.text)
  }

  /// What the parts say, for the words before them.
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

  /// The dates that say when an item is.
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
