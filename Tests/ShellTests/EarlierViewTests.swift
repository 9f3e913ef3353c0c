import Changes
import Statements
import TestSupport
import Testing

@testable import Shell

/// Views that an earlier version of the language saved: what they mean, and who is told.
@Suite struct EarlierViewTests {
  /// A store with views of version 2 and a calendar that is called like a month.
  private func session() throws -> SampleSession {
    let shell = try SampleSession()
    _ = try shell.answer("add calendar \"May\"")
    _ = try shell.answer("add event \"Maypole\" tomorrow 10:00 in \"May\"")
    let store = try shell.session.writableStore()
    for (name, question) in [
      ("spring", "events in May"), ("hours", "reminders completed yesterday from 09:00 to 10:00"),
      ("load", "sum duration of busy 2026-11-19"), ("plain", "events today in Work"),
      ("broken", "events in May and then"),
    ] {
      _ = try store.saveView(
        named: name, "save view \(name) as \(question)", language: 2, cause: "save", now: Instant(seconds: 0))
    }
    _ = shell.said
    return shell
  }

  @Test func aViewAnswersWhatItDid() throws {
    let shell = try session()
    #expect(try shell.answer("run spring").contains("Maypole"))
    #expect(
      shell.said.hasPrefix(
        "note:  the view spring was saved by an earlier version and keeps its meaning: `in May` is a time, and was the "
          + "calendar of that name (save view spring as events in \"May\" ends this note)\n"))
    _ = try shell.answer("run spring")
    #expect(!shell.said.contains("earlier version"))
    _ = try shell.answer("run plain")
    #expect(!shell.said.contains("earlier version"))
    #expect(try shell.answer("describe view spring").hasPrefix("spring: events in \"May\"\n"))
    _ = shell.said
    _ = try shell.answer("run load")
    #expect(
      shell.said.contains(
        "the view load was saved by an earlier version: lengths of `busy` leave whole days out"))
  }

  /// `mon-fri` was a word, and dashes join days.
  @Test func aNameThatIsNoWordAnyMoreStandsInQuotes() throws {
    let shell = try session()
    _ = try shell.session.writableStore().saveView(
      named: "mon-fri", "save view mon-fri as events today in Work", language: 1, cause: "save",
      now: Instant(seconds: 0))
    #expect(try shell.answer("run \"mon-fri\"") == shell.answer("events today in Work"))
    #expect(try shell.answer("describe view \"mon-fri\"").contains("run \"mon-fri\""))
    #expect(try shell.answer("check").contains("save view \"mon-fri\" as events today in Work"))
    _ = try shell.answer("drop view \"mon-fri\"")
    #expect(try !shell.answer("views").contains("mon-fri"))
  }

  @Test func savingAViewAgainSettlesIt() throws {
    let shell = try session()
    _ = try shell.answer("save view spring as events in \"May\"")
    _ = try shell.answer("save view hours as reminders completed yesterday from 09:00 to 10:00")
    _ = shell.said
    _ = try shell.answer("run spring; run hours")
    #expect(!shell.said.contains("earlier version"))
    #expect(
      try shell.answer("describe view hours").hasPrefix(
        "hours: reminders completed from yesterday 09:00 to 10:00\n"))
    _ = try shell.answer("undo")
    #expect(
      try shell.answer("describe view hours").hasPrefix(
        "hours: reminders from 09:00 to 10:00 completed yesterday\n"))
  }

  @Test func aViewThatCannotBeReadStays() throws {
    let shell = try session()
    #expect(try shell.answer("views", format: "table").contains("broken"))
    #expect(try shell.answer("views").contains("\"name\":\"broken\",\"parameters\":[],\"query\":null,"))
    for statement in ["run broken", "describe view broken"] {
      let error = #expect(throws: ShellError.self) { try shell.answer(statement) }
      guard case .statement(let diagnostic, let source)? = error else { throw try #require(error) }
      #expect(source == "save view broken as events in \"May\" and then")
      #expect(diagnostic.range?.offset == 36)
      #expect(diagnostic.hint?.contains("drop view broken removes it") == true)
    }
    _ = try shell.answer("drop view broken")
    #expect(try !shell.answer("views").contains("broken"))
    _ = try shell.answer("undo")
    _ = try shell.answer("save view broken as events today")
    _ = try shell.answer("run broken")
  }

  @Test func checkListsThem() throws {
    let shell = try session()
    let lines = try shell.answer("check").split(separator: "\n").map(String.init)
    #expect(lines.first == "the store is sound")
    #expect(lines.contains("  save view spring as events in \"May\""))
    #expect(lines.contains { $0.hasPrefix("the view broken cannot be read: ") })
    #expect(!lines.contains { $0.contains("plain") })
  }

  @Test func theOwnerIsToldOnce() throws {
    let shell = try session()
    let told = try #require(StoreNotices(shell.session).next())
    #expect(told.contains("the view spring was saved by an earlier version"))
    #expect(told.contains("save view spring as events in \"May\""))
    let notices = StoreNotices(shell.session)
    #expect(notices.next() == nil)
    #expect(notices.next() == nil)
  }
}
