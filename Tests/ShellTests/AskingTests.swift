import QueryLanguage
import TestSupport
import Testing

@testable import Server
@testable import Settings
@testable import Statements

/// Questions as people type them: words without quotes, open reminders, and why an answer is empty.
@Suite struct AskingTests {
  // MARK: Words that are searched for

  @Test(arguments: [
    ("events standup", "events \"standup\""), ("events Fado night anytime", "events \"Fado night\" anytime"),
    ("events today lunch", "events today \"lunch\""), ("count events standup", "count events \"standup\""),
    ("explain dates events standup", "explain dates events \"standup\""),
    ("reminders passport", "reminders \"passport\""),
    ("events mum", "events \"mum\""),
  ])
  func wordsThatFitNowhereAreSearchedFor(_ typed: String, _ read: String) throws {
    let shell = try SampleSession()
    let expected = try shell.answer(read, format: "table")
    _ = shell.said
    #expect(try shell.answer(typed, format: "table") == expected)
    #expect(shell.said == "note:  searched as text: \(read)\n")
  }

  /// What is told instead, and nothing is guessed.
  @Test(
    arguments: [
      ("events tommorow", "did you mean `tomorrow`?"), ("events wrk", "did you mean `in Work`?"),
      ("events work", "did you mean `in Work`?"), ("events shwo", "did you mean `show`?"),
      ("events undo", "`undo` is a word of the language; searched text stands in quotes: \"undo\""),
      ("events soo", "did you mean `run soon`?"),
      ("delete events standup", "quote it to search for it: \"standup\""),
      ("events stand by me", nil),
    ] as [(String, String?)])
  func wordsThatMayMeanSomethingElseAreNotGuessedAt(_ typed: String, _ hint: String?) throws {
    let shell = try SampleSession()
    _ = try shell.answer("save view soon as events next 3 days")
    let error = #expect(throws: ShellError.self) { try shell.answer(typed) }
    guard case .statement(let diagnostic, _)? = error else { throw try #require(error) }
    if let hint { #expect(diagnostic.hint?.hasPrefix(hint) == true) }
  }

  @Test func scriptsSayWhatTheyMean() throws {
    let shell = try SampleSession()
    for strict in ["set dates.strict = on", ""] {
      _ = try? shell.answer(strict)
      shell.session.isScript = strict.isEmpty
      #expect(throws: ShellError.self) { try shell.answer("events standup") }
      _ = try shell.answer("set dates.strict = off")
      shell.session.isScript = false
      _ = try shell.answer("events standup")
      shell.session.settings.isStrict = nil
    }
  }

  // MARK: Views of before

  /// A store of format 8 has a view that says `reminders`, one that replaced another,
  /// and one of a day by its distance.
  private func session() throws -> SampleSession {
    let shell = try SampleSession(importing: false)
    let bytes = try #require(ProjectFiles.bytes("Tests/StoreTests/Data/schema-8.sqlite"))
    shell.session.storeOption = try shell.file("older.sqlite", bytes)
    return shell
  }

  @Test func viewsOfBeforeKeepTheirMeaningAndSayWhatChanged() throws {
    let shell = try session()
    #expect(try shell.answer("describe view left").hasPrefix("left: reminders all\n"))
    #expect(try shell.answer("views").contains("\"statement\":\"save view left as reminders all\""))
    _ = shell.said
    for (view, news) in [
      (
        "recent",
        " and keeps its meaning: `2d ago` is that whole day, and was a moment (save view recent as events now - 2d ends"
      ),
      (
        "days",
        ": an agenda has the open reminders that are due, and had events only (save view days as agenda"
      ),
      (
        "find",
        " and keeps its meaning: a search shows a series at its next occurrence, and showed where it begins (save"
      ),
      (
        "left",
        " and keeps its meaning: `reminders` are those still to be done, and were all of them (save view left"
      ),
    ] {
      _ = try shell.answer("run \(view)")
      #expect(shell.said.contains("the view \(view) was saved by an earlier version\(news)"))
    }
    for view in ["recent", "days", "find", "left", "towns"] { _ = try shell.answer("run \(view)") }
    #expect(!shell.said.contains("earlier version"))
  }

  @Test func undoBringsBackAViewWithTheLanguageItWasSavedIn() throws {
    let shell = try session()
    _ = try shell.answer("undo")
    _ = try shell.answer("undo")
    #expect(try shell.answer("describe view left").hasPrefix("left: reminders all in Plain\n"))
    _ = try shell.answer("save view left as reminders in Plain")
    #expect(shell.said.contains("replaced the view left"))
    #expect(try shell.answer("describe view left").hasPrefix("left: reminders in Plain\n"))
    _ = try shell.answer("undo")
    #expect(try shell.answer("describe view left").hasPrefix("left: reminders all in Plain\n"))
  }

  // MARK: Words of distance

  @Test(arguments: [
    (
      "add event \"T\" in 3 days in Work; events 2026-11-21 in Work \"T\" where title = T select start",
      "2026-11-21"
    ),
    ("add reminder \"T\" due in 2 weeks in Errands; reminders where title = T select due", "2026-12-02"),
    (
      "add event \"T\" friday 10:00 in Work; move last to in 1 week; events where title = T select start",
      "2026-11-25T10:00:00+01:00"
    ),
    // What rings is a moment, and so is what was done.
    (
      "add reminder \"T\" alarm in 3 days in Errands; alarms in 3 days in Errands where title = T select time",
      "2026-11-21T14:30:00+01:00"
    ),
    (
      "add reminder \"T\" in Errands; complete last at 2 days ago; reminders all where title = T select completed",
      "2026-11-16T14:30:00+01:00"
    ),
  ])
  func wordsOfDistanceMeanDaysWhereDaysWillDo(_ statements: String, _ expected: String) throws {
    let shell = try SampleSession()
    #expect(try shell.answer(statements).contains("\"\(expected)\""))
  }

  // MARK: Reminders among events

  @Test func anAgendaHasTheOpenRemindersThatAreDue() throws {
    let shell = try SampleSession()
    let rows = try shell.answer("agenda today in Errands", format: "csv").split(separator: "\r\n")
    #expect(
      rows.first?.hasPrefix("id,occurrenceId,title,") == true
        && rows.first?.hasSuffix(",uid,type,due") == true)
    #expect(rows.count == 2 && rows[1].hasSuffix(",reminder,2026-11-18T18:00:00+01:00"))
    _ = try shell.answer("complete (reminders \"parcel\") yes")
    #expect(try shell.answer("agenda today in Errands", format: "csv").split(separator: "\r\n").count == 1)
    #expect(try shell.answer("day today in Errands").contains("Post the parcel"))
  }

  @Test func whoMayNotReadRemindersSeesEventsAlone() throws {
    let shell = try SampleSession()
    _ = try shell.answer("access set lens events read-only")
    _ = shell.said
    shell.session.client = "lens"
    let text = try shell.answer("agenda today", format: "table")
    #expect(text.contains("Architecture review") && !text.contains("parcel") && !text.contains("overdue"))
    #expect(shell.said == "")
  }

  // MARK: What changes leave alone

  @Test func aChangeOfRemindersSaysHowManyAreDone() throws {
    let shell = try SampleSession()
    _ = try shell.answer("edit (reminders in Shopping) set section = \"Shop\" yes")
    #expect(shell.said.contains("note:  1 done or called off stays as it is; `reminders all` means all\n"))
    _ = try shell.answer("edit (reminders in Errands where priority = low) set section = \"Later\" yes")
    #expect(!shell.said.contains("done"))
    _ = try shell.answer("reopen (reminders in Shopping where title = Coffee) yes")
    #expect(shell.said.hasPrefix("reopened Coffee"))
  }

  // MARK: Notes of a session

  @Test func aPersonIsToldOnceWhatIsHidden() throws {
    let shell = try SampleSession()
    shell.session.isInteractive = true
    _ = try shell.answer("hide calendar Home")
    _ = shell.said
    for told in [true, false] {
      _ = try shell.answer("month", format: "table")
      #expect(shell.said.contains("hidden and left out: Home") == told)
    }
    #expect(try shell.answer("events today", format: "table").contains("(hidden and left out: Home)"))
    #expect(shell.said == "")
    // A calendar of events has no part in an answer of reminders.
    #expect(try !shell.answer("reminders", format: "table").contains("hidden"))
  }
}
