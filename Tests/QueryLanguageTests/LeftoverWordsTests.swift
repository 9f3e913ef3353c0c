import QueryLanguage
import Testing

/// Which words of a title tell of a time, a repetition, a place or an alarm.
@Suite struct LeftoverWordsTests {
  private static let complete = LeftoverWords.Following(saysWhen: true, isComplete: true)
  private static let day = LeftoverWords.Following(saysWhen: true, isComplete: false)
  private static let nothing = LeftoverWords.Following()

  private func found(_ title: String, _ following: LeftoverWords.Following) -> [String] {
    let words = QuickWord.words(of: title)
    return LeftoverWords.found(in: words, before: following).map { found in
      words[found.words].map(\.written).joined(separator: " ")
    }
  }

  @Test(arguments: [
    "march for science", "pick up May from school", "lunch with April", "watch Apollo 13",
    "budget review 2027",
    "call Jan", "Dr. Smith", "1:1 with Ann", "train to Hamburg", "night shift", "morning run",
    "christmas party",
    "second opinion", "3 day hike", "10 km run", "half marathon", "day off", "Monday's retro", "log in",
    "email ann@example.org", "due diligence", "buy sun cream", "visit mom and dad", "plan for Ann",
    "the fifth element",
    "fix alarm system", "Java 2.0 release", "sat navigation", "21st birthday", "call Bob $5",
    "every drop counts",
    "time for lunch", "from Ann", "letter to June", "by the book", "5\" disk",
  ]) func namesStay(title: String) {
    #expect(found(title, Self.complete).isEmpty)
    #expect(found(title, Self.nothing).isEmpty)
  }

  @Test(
    arguments: [
      ("meeting friday 3-4pm", "friday 3-4pm"), ("lunch fri", "fri"), ("x mondays", "mondays"),
      ("run 9:15 x", "9:15"),
      ("call 5pm Ann", "5pm"), ("x 21:00-22:30 y", "21:00-22:30"), ("x 17h30", nil), ("x at 9.30", "at 9.30"),
      ("x 2026-11-24 y", "2026-11-24"), ("x 2026-11-24T09:30", "2026-11-24T09:30"), ("x 24.12. y", "24.12."),
      ("x 24.12.2026 y", "24.12.2026"), ("x on 24.12", "on 24.12"), ("x 12/24/2026 y", "12/24/2026"),
      ("x on 12/24", "on 12/24"), ("x 2026-W48", "2026-W48"), ("x 14-16", "14-16"),
      ("x 24 december y", "24 december"),
      ("x december 24 y", "december 24"), ("x in december", "in december"), ("x in may", "in may"),
      ("x may 5", "may 5"),
      ("x until march", "until march"), ("x until it rains", "until"), ("x by sat", "by sat"),
      ("sat 9 x", "sat 9"),
      ("x tomorrow y", "tomorrow"), ("x tonight", "tonight"), ("x this morning", "this morning"),
      ("x friday afternoon", "friday afternoon"), ("x in the evening", "in the evening"),
      ("x at noon", "at noon"),
      ("x next week y", "next week"), ("x last friday of the month", "last friday of the month"),
      ("x first monday of december", "first monday of december"), ("x on the 15th", "on the 15th"),
      ("x the 15th", "15th"), ("x 1st of may", "1st of may"), ("x in 2 hours", "in 2 hours"),
      ("x in a week", "in a week"),
      ("x in half an hour", "in half an hour"), ("x in two weeks y", "in two weeks"),
      ("x for an hour", "for an hour"),
      ("x for 45m y", "for 45m"), ("x for 1 hour 30 minutes", "for 1 hour 30 minutes"),
      ("stay 3 days in Rome", "3 days"),
      ("x 2h", "2h"), ("x 3 days ago", "3 days ago"), ("x a week from friday", "from friday"),
      ("x every 2 weeks", "every 2 weeks"), ("x every other tuesday", "every other tuesday"),
      ("x each day", "each day"),
      ("weekly x", "weekly"), ("x biweekly", "biweekly"),
      ("x every quarter on the 10th", "every quarter on the 10th"),
      ("x every tue and sat", "every tue and sat"), ("x on weekdays", "on weekdays"),
      ("x 9 to 12", "9 to 12"),
      ("x from 9 to 5", "from 9 to 5"), ("x 9-17", "9-17"), ("x at 5", "at 5"), ("x @ 5", "@ 5"),
      ("x 5 pm", "5 pm"),
      ("dinner at Luigi's", "at Luigi's"), ("lunch @Luigi", "@Luigi"),
      ("x at Anna's place", "at Anna's place"),
      ("remind me to buy milk", "remind me"), ("todo buy milk", "todo"), ("reminder: buy milk", "reminder:"),
      ("x with a 10m alarm", "alarm"), ("x alarm 10", "alarm"), ("x starting dec 3", "starting dec 3"),
      ("rent due on friday", "due on friday"), ("x before christmas", "before christmas"),
      ("friday", "friday"),
      ("noon", "noon"),
    ] as [(String, String?)]) func wordsOfTimeAreFound(title: String, words: String?)
  {
    #expect(found(title, Self.nothing) == (words.map { [$0] } ?? []))
  }

  /// What the title ends with belongs to the time behind it.
  @Test(arguments: [
    ("call Ann @", "@"), ("meet at", "at"), ("x every", "every"), ("x the first", "first"),
    ("x on the 28th at", "on the 28th at"),
    ("x until", "until"), ("x of", "of"), ("x from", "from"), ("x for", "for"),
    ("lunch sat", "sat"),
  ]) func wordsBeforeATimeAreFound(title: String, words: String) {
    #expect(found(title, Self.complete) == [words])
  }

  /// `parents evening 3 dec 19:00` has its time; `x evening friday` has not.
  @Test func aPartOfADayIsANameBeforeAWholeTime() {
    #expect(found("parents evening", Self.complete) == [])
    #expect(found("parents evening", Self.day) == ["evening"])
  }

  @Test func aNumberBesideATimeIsItsHourOrDay() {
    for title in ["lunch 12", "flight 1730", "x 28"] {
      #expect(found(title, Self.day).count == 1)
      #expect(found(title, Self.complete).isEmpty)
    }
    #expect(found("pay 50", Self.day).isEmpty)
    #expect(found("buy 3 apples", Self.day).isEmpty)
  }

  @Test func quotesMakeWordsLiteral() {
    for title in ["\"weekly sync\"", "watch \"Friday\"", "“every day” poster", "\"at noon\" x", "„today“"] {
      #expect(found(title, Self.complete).isEmpty, "\(title)")
    }
    #expect(
      QuickWord.words(of: "a \"b c\" d\"e 5\" “f g”").map(\.text) == ["a", "b c", "d\"e", "5\"", "f g"])
    #expect(QuickWord.words(of: "\"open b").map(\.text) == ["\"open", "b"])
    #expect(QuickWord.words(of: "\"\" \"a\"b\"").map(\.text) == ["\"\"", "a\"b"])
  }
}
