import TestSupport
import Testing

@testable import Statements

/// Titles in the place of targets, where stores are larger than those of the samples.
@Suite struct TitleTargetTests {
  @Test func whatIsToComeIsFoundBehindManyThatAreOver() throws {
    let shell = try SampleSession()
    for month in ["01", "02", "03"] {
      for day in 10...29 where month != "02" || day < 29 {
        _ = try shell.answer("add event \"Swim\" 2026-\(month)-\(day) 12:00 in Work")
      }
    }
    #expect(try shell.answer("view swim").contains("Sun 29 Mar 2026"))
    _ = try shell.answer("add event \"Swim\" 2026-12-01 12:00 in Work")
    #expect(try shell.answer("view swim").contains("Tue 1 Dec 2026"))
  }

  /// An occurrence that does not take place is not meant where another one does.
  @Test func aCanceledOccurrenceIsNotMeant() throws {
    let shell = try SampleSession()
    #expect(try shell.answer("events friday where title = Standup", format: "table").contains("(cancelled)"))
    #expect(try shell.answer("view \"Standup\"").contains("Mon 23 Nov 2026"))
  }

  /// Questions in everyday words, and what is none.
  @Test(
    arguments: [
      ("q", .statement("quit")), ("EXIT", .statement("quit")), ("q?", nil), ("exit now", nil),
      ("when is standup?", .search("standup")), ("When’s my next dentist", .search("dentist")),
      ("when is next", .search("next")), ("find milk ?", .search("milk")), ("search", nil),
      ("search for the plan", .search("the plan")), ("what's on friday", .statement("agenda friday")),
      ("what is on", .statement("agenda today")), ("am i free friday?", .statement("free friday")),
      ("am i busy", .statement("busy today")), ("what", nil), ("", nil), ("?", nil),
    ] as [(String, TypedPhrase?)])
  func everydayQuestionsAreUnderstood(typed: String, phrase: TypedPhrase?) {
    #expect(TypedPhrase(typed) == phrase)
  }
}
