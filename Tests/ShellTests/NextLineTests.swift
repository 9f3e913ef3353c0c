import CivilTime
import QueryLanguage
import Testing

@testable import Rendering
@testable import Settings
@testable import Shell
@testable import Statements

/// The next event as a line for status bars.
@Suite struct NextLineTests {
  private func line(_ clauses: String, _ template: String? = nil) throws -> String {
    let desk = try SampleSession()
    if let template { desk.session.formatOption = .template(try LineTemplate(template)) }
    try NextLine.run(clauses, desk.session)
    return desk.written
  }

  @Test func itIsTheNextTimedOne() throws {
    #expect(try line("") == "16:00  Berlin – New York sync  (in 1 h 30 min)\n")
    #expect(try line("in Home") == "20:00  Book club  (in 5 h 30 min)\n")
    #expect(try line("where title = nothing") == "")
  }

  @Test func aTemplateSaysWhatStandsWhere() throws {
    #expect(
      try line("in Home", "{{{day}} {start}–{end} {title} · {location} · {calendar} {in}}")
        == "{Wed 18 Nov 2026} 20:00–22:00 Book club · At ours · Home in 5 h 30 min}\n")
  }

  @Test(arguments: [
    (-30, "now"), (0, "now"), (1, "in 1 min"), (60, "in 1 min"), (61, "in 2 min"), (3_599, "in 1 h"),
    (5_400, "in 1 h 30 min"), (86_399, "in 1 d"), (200_000, "in 2 d"),
  ]) func howFarAway(seconds: Int, text: String) {
    #expect(TemplateWord.distance(seconds) == text)
  }

  @Test func aPatternOfTheTemplateIsKept() throws {
    #expect(
      try line("in Home", "{start:%a %e} {end:>6}|{start:6}|") == "Wed 18  22:00|20:00 |\n")
  }

  @Test func alarmProgramsAreFoundByTheirWords() throws {
    #expect(AlarmProgram.command(["alarms", "watch", "once"]) == .watchOnce)
    #expect(AlarmProgram.command(["Alarms", "watch"]) == .watch)
    #expect(AlarmProgram.command(["snooze", "10m"]) == nil)
    #expect(AlarmProgram.command(["alarms", "today"]) == nil)
    #expect(AlarmProgram.command(["alarms"]) == nil)
  }

  @Test func aClientNeedsToBeAllowedToHearAlarms() throws {
    let desk = try SampleSession()
    _ = try desk.answer("access deny mybar events")
    _ = try desk.answer("access set mybar reminders read-only")
    desk.session.client = "mybar"
    do {
      try AlarmProgram.run(.watchOnce, desk.session)
      Issue.record("it was allowed")
    } catch let error as ShellError {
      #expect(error.code == "not-permitted" && error.exitStatus == 3)
    }
    for statement in ["snooze 10m", "location 52.52 13.405"] {
      do {
        _ = try desk.answer(statement)
        Issue.record("\(statement) was allowed")
      } catch let error as ShellError {
        #expect(error.code == "not-permitted")
      }
    }
  }
}
