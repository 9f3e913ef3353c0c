import Editing
import Foundation
import Model
import TestSupport
import Testing

@testable import Dialogs
@testable import Server
@testable import Settings
@testable import Shell
@testable import Statements

/// What a client with a name may do and learn, in a session of its own.
@Suite struct ClientTests {
  private let shell: SampleSession

  init() throws {
    shell = try SampleSession()
    for statement in [
      "default calendar Home", "save view mine as events today", "save set some as Work",
      "access grant adder events write-only", "access grant reader events read-only",
    ] { _ = try shell.answer(statement, format: "table") }
    _ = shell.said
  }

  private func answer(_ statement: String, as client: String, format: String = "table") throws -> (
    output: String, said: String, error: String
  ) {
    shell.session.client = client
    shell.session.clientReason = "a test"
    shell.session.isServing = true
    defer { (shell.session.client, shell.session.isServing) = (nil, false) }
    do {
      let output = try shell.answer(statement, format: format)
      return (output, shell.said, "")
    } catch let error as ShellError {
      return ("", shell.said, error.code + ": " + error.message + " " + (error.hint ?? ""))
    }
  }

  @Test(arguments: ["Work", "Wrok", "\"No such thing\""])
  func whoMayOnlyAddDoesNotChooseTheCalendar(name: String) throws {
    let (_, said, error) = try answer("add event \"E\" 2026-11-20 10:00 in \(name)", as: "adder")
    #expect(error == "")
    #expect(
      said == """
        note:  \(AccessControl.ownerChooses)
        added E: Fri 20 Nov 2026 10:00–11:00

        """)
    #expect(
      try shell.answer("events 2026-11-20 where title = \"E\" select calendar", format: "tsv")
        == "calendar\nHome\n")
  }

  @Test func whoMayOnlyAddChangesNoCalendars() throws {
    for statement in [
      "add calendar \"New\"", "rename calendar Work to \"Play\"", "delete calendar Work yes",
      "hide calendar Work",
      "default calendar Work",
    ] {
      #expect(try answer(statement, as: "adder").error.hasPrefix("not-permitted:"), "\(statement)")
    }
  }

  /// Nothing that a client without the right to read is told may differ by what there is.
  @Test(arguments: [
    ("run mine", "run nowhere"), ("describe view mine", "describe view nowhere"),
    ("describe set some", "describe set nowhere"), ("set calendars = some", "set calendars = nowhere"),
    ("events in Work", "events in Nowhere"),
    ("add event \"E\" 2026-11-20 10:00 in Work", "add event \"E\" 2026-11-20 10:00 in Nowhere"),
    ("explain dates events in Work", "explain dates events in Nowhere"),
    ("watch run mine", "watch run nowhere"),
    ("run mien", "run nowhere"), ("set calendars = soem", "set calendars = nowhere"),
    ("events in Wrok", "events in Nowhere"),
  ]) func namesAreNotTold(there: String, missing: String) throws {
    for client in ["adder", "stranger"] {
      let (a, b) = (try answer(there, as: client), try answer(missing, as: client))
      func plain(_ text: String) -> String {
        ["nowhere", "Nowhere", "mine", "mien", "some", "soem", "Work", "Wrok"].reduce(text) {
          $0.replacingOccurrences(of: $1, with: "…")
        }.replacingOccurrences(of: "ev:[a-z0-9]+", with: "ev", options: .regularExpression)
      }
      #expect(plain(a.error) == plain(b.error), "\(client)")
      #expect(plain(a.output) == plain(b.output) && plain(a.said) == plain(b.said), "\(client)")
    }
  }

  /// Whether a reminder has a title that is the target of a statement is told to those alone who may read it.
  @Test(arguments: ["\"Renew the passport\"", "\"passport\"", "\"Coffee\"", "\"No such thing\""])
  func aTitleTellsNothingOfReminders(title: String) throws {
    for verb in ["view", "edit", "delete"] {
      let (_, _, error) = try answer("\(verb) \(title)", as: "reader")
      let expected = verb == "view" ? "unknown-title: no event is called" : "not-permitted: "
      #expect(error.hasPrefix(expected) && !error.contains("rm:"), "\(error)")
    }
    #expect(try answer("view \"Dentist\"", as: "reader").output.contains("Dr. Hoffmann"))
    #expect(try answer("complete \(title)", as: "reader").error.hasPrefix("access-undetermined: "))
  }

  @Test func aClientSeesItsOwnAccessOnly() throws {
    #expect(try answer("access", as: "adder").output == "adder   events     write-only\n")
    #expect(try answer("access", as: "stranger").output == "")
    #expect(try shell.answer("access", format: "table").contains("reader"))
    #expect(try shell.answer("access", format: "table").contains("adder"))
  }

  @MainActor @Test func aClientIsOfferedNoNamesThatItMayNotRead() throws {
    func offers(_ line: String, as client: String?) -> [String] {
      shell.session.client = client
      defer { shell.session.client = nil }
      return StatementCompletion(session: shell.session).reply(line, cursor: line.utf8.count).candidates
        .map(\.replacement)
    }
    #expect(offers("run m", as: nil) == ["mine"] && offers("run m", as: "reader") == ["mine"])
    for client in ["adder", "stranger"] {
      #expect(offers("run m", as: client) == [])
      #expect(offers("events in Wor", as: client) == [])
      #expect(offers("events in set so", as: client) == [])
    }
  }

  @Test func aClientHasNoPagerNoEditorAndNoDrafts() throws {
    #expect(shell.session.pagerCommand != nil)
    shell.session.client = "reader"
    #expect(shell.session.pagerCommand == nil)
    let error = #expect(throws: ShellError.self) { _ = try shell.session.person.edited("notes") }
    #expect(error?.message == "reader is a client with a name, and such start no programs")
    #expect(error?.exitStatus == 3)
    let drafts = FormDrafts(in: shell.session.person.draftFolder)
    drafts.keep("title: x")
    #expect(drafts.left().isEmpty)
    shell.session.client = nil
    #expect(FormDrafts(in: shell.session.person.draftFolder).left().isEmpty)
  }

  @Test func undoAndItsLikeNeedBothKinds() throws {
    _ = try shell.answer("access grant half events full", format: "table")
    _ = try shell.answer("access deny half reminders", format: "table")
    for statement in ["undo", "redo", "undo import yes", "import \"/nonexistent.ics\"", "begin", "reindex"] {
      #expect(
        try answer(statement, as: "half").error.hasPrefix("not-permitted: half has no access to reminders"),
        "\(statement)")
    }
  }

  // MARK: Items of a file

  private func add(_ members: String, as client: String) throws -> (said: String, error: String) {
    let path = try shell.file("new.json", "{\"title\":\"E\",\"start\":\"2026-11-20T10:00\"\(members)}")
    (shell.session.client, shell.session.clientReason) = (client, "a test")
    defer { shell.session.client = nil }
    do {
      try FromFile(session: shell.session, path: path, words: ["add", "event"]).run {
        try shell.session.show($0, source: "")
      }
      return (shell.said, "")
    } catch let error as ShellError {
      return (shell.said, error.code)
    }
  }

  /// A UID that is taken would be refused, and so tell that it is there.
  @Test func whoMayOnlyAddDoesNotLearnWhichUIDsThereAre() throws {
    let uids = try shell.answer("events anytime in Home select uid limit 1", format: "tsv")
    let taken = try #require(uids.split(separator: "\n").last)
    let before = try shell.answer("count events anytime", format: "tsv")
    let answers = try [String(taken), "nobody-has-this"].map { try add(",\"uid\":\"\($0)\"", as: "adder") }
    #expect(answers[0] == answers[1] && answers[0].error == "")
    _ = try shell.answer("show zone")
    #expect(try shell.answer("events anytime where uid = \"nobody-has-this\"", format: "ids") == "")
    #expect(try shell.answer("count events anytime", format: "tsv") != before)
    // Others keep the one they give.
    _ = try shell.answer("access grant writer events full")
    #expect(try add(",\"uid\":\"\(taken)\"", as: "writer").error == "duplicate-uid")
  }

  @Test(arguments: [",\"calendar\":\"Work\"", ",\"calendar\":\"Wrok\"", ",\"list\":{\"id\":\"cal:9xbvrr\"}"])
  func whoMayOnlyAddIsToldThatACalendarInAFileIsNotChosen(member: String) throws {
    let (said, error) = try add(member, as: "adder")
    #expect(error == "")
    #expect(said == "note:  \(AccessControl.ownerChooses)\nadded E: Fri 20 Nov 2026 10:00\n")
  }

  /// Lists of reminders are not there for who may not read reminders.
  @Test func whoMayNotReadRemindersKnowsOfNoLists() throws {
    for level in ["full", "read-only"] {
      for access in ["access grant c events \(level)", "access deny c reminders"] {
        _ = try shell.answer(access)
      }
      let titles = try answer("calendars select title", as: "c", format: "tsv").output
      #expect(titles.contains("Work") && !titles.contains("Errands") && !titles.contains("Shopping"))
      #expect(try answer("calendars where kind = reminders", as: "c", format: "ids").output == "")
      for statement in [
        "events in Errands", "default calendar Errands", "hide calendar Errands",
        "rename calendar Errands to \"E\"",
        "delete calendar Errands yes", "add event \"E\" 2026-11-20 10:00 in Errands", "save set s as Errands",
      ] {
        let there = try answer(statement, as: "c").error
        let missing = try answer(statement.replacing("Errands", with: "Nowhere"), as: "c").error
        #expect(there != "" && there.replacing("Errands", with: "Nowhere") == missing, "\(statement)")
      }
    }
    #expect(try shell.answer("calendars select title", format: "tsv").contains("Errands"))
  }

  // MARK: What alarms open

  @Test(arguments: [
    ("https://example.org/x?y#z", true), ("HTTP://example.org", true), ("mailto:a@example.org", true),
    ("tel:+49123", true), ("file:///etc/passwd", false), ("javascript:alert(1)", false), ("--help", false),
    ("smb://host/x", false), ("/usr/bin/xcalc", false), ("", false), ("http", false), ("https://a b", false),
    ("https://a\u{1B}[31m", false), ("x-apple-reminder:1", false), ("-https://x", false),
  ]) func onlyPagesPeopleAndNumbersAreOpened(url: String, isOpened: Bool) {
    #expect(AlarmTarget.isOpened(url) == isOpened)
  }

  /// What a title or a file's name begins with is never taken for an option: programs that
  /// note what they are called with.
  @Test func whatIsShownAndPlayedIsNoOption() throws {
    let folder = NSTemporaryDirectory() + "kalends-programs-" + UUID().uuidString
    try FileManager.default.createDirectory(atPath: folder, withIntermediateDirectories: true)
    defer { try? FileManager.default.removeItem(atPath: folder) }
    for name in ["notify-send", "paplay"] {
      let (program, mark) = (folder + "/" + name, folder + "/" + name + ".said")
      let text = "#!/bin/sh\n{ printf '%s\\n' \"$@\"; echo end; } >> '\(mark)'\n"
      try text.write(toFile: program, atomically: true, encoding: .utf8)
      chmod(program, 0o755)
    }
    let sound = folder + "/-bell.wav"
    try "RIFF".write(toFile: sound, atomically: true, encoding: .utf8)
    let desk = try SampleSession(
      importing: false, path: folder + ":/usr/bin:/bin", variables: ["DISPLAY": ":0"])
    for statement in [
      "add calendar \"Home\" for events",
      "add event \"--help\" 2026-11-18 15:00 alarm -0m sound \"\(sound)\"", "set alarms.actions = \"sound\"",
    ] { _ = try desk.answer(statement) }
    var rounds = AlarmRounds(try AlarmWatcher(desk.session))
    _ = try rounds.turn()
    try desk.at("2026-11-18T15:00")
    let ringing = try rounds.turn()
    #expect(ringing.map(\.title) == ["--help"])
    for ring in ringing { AlarmActions(session: desk.session).perform(ring) }
    func said(_ name: String) -> [Substring] {
      var text = ""
      _ = Wait.until(every: 10_000) {
        text = (try? String(contentsOfFile: folder + "/\(name).said", encoding: .utf8)) ?? ""
        return text.hasSuffix("end\n")
      }
      return text.split(separator: "\n")
    }
    #expect(Array(said("notify-send").prefix(3)) == ["--app-name=Kalends", "--", "--help"])
    #expect(said("paplay") == ["--", Substring(sound), "end"])
  }

  @Test func onlySoundsArePlayed() throws {
    let sound = try shell.file("bell.wav", "RIFF")
    #expect(AlarmTarget.playable(sound) == sound)
    #expect(AlarmTarget.playable("file://" + sound) == sound)
    let text = try shell.file("notes.txt", "x")
    for path in [text, "Basso", "--help", "bell.wav", "/dev/zero", "/nonexistent.wav", "../bell.wav", ""] {
      #expect(AlarmTarget.playable(path) == nil, "\(path)")
    }
  }
}
