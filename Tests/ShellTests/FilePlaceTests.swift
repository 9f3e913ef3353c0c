import Foundation
import Testing

@testable import Statements

#if canImport(Glibc)
  import Glibc
#else
  import Darwin
#endif

/// What may not be read or written over: pipes where files are expected, and the store itself.
@Suite struct FilePlaceTests {
  private func failure(_ shell: SampleSession, _ statement: String) -> String {
    do {
      return "answered: " + (try shell.answer(statement))
    } catch let error as ShellError {
      return ErrorText.plain(error, prompt: "", colors: .none)
    } catch {
      return "\(error)"
    }
  }

  @Test func theStoreInUseIsNotReplaced() throws {
    let shell = try SampleSession()
    let store = try #require(shell.session.storePath)
    for path in [store, store + "-wal"] {
      let said = failure(shell, "export all to \"\(path)\" replace")
      #expect(said.contains("it is a store in use") && said.contains("unwritable-file"), "\(said)")
    }
    #expect(failure(shell, "backup to \"\(store)\" replace").contains("it is a store in use"))
    #expect(try shell.answer("check") == "the store is sound\n")
  }

  /// A pipe into which nobody writes would be waited for, with the store held.
  @Test func aPipeInAFolderIsRefusedAtOnce() throws {
    let shell = try SampleSession(importing: false)
    let folder = NSTemporaryDirectory() + "kalends-places-" + UUID().uuidString
    try FileManager.default.createDirectory(atPath: folder, withIntermediateDirectories: true)
    defer { try? FileManager.default.removeItem(atPath: folder) }
    let pipe = folder + "/a.ics"
    #expect(mkfifo(pipe, 0o600) == 0)
    #expect(failure(shell, "import \"\(folder)\"").contains("a.ics: it is not a plain file"))
    // Beside what marks a folder as a calendar, too.
    #expect(mkfifo(folder + "/displayname", 0o600) == 0)
    unlink(pipe)
    try
      "BEGIN:VCALENDAR\r\nBEGIN:VEVENT\r\nUID:a\r\nDTSTART:20261118T090000Z\r\nEND:VEVENT\r\nEND:VCALENDAR\r\n"
      .write(toFile: pipe, atomically: true, encoding: .utf8)
    _ = try shell.answer("import \"\(folder)\"")
    #expect(try shell.answer("count events anytime").contains("1"))
  }

  private static func write(_ path: String, uid: String) throws {
    try FileManager.default.createDirectory(
      atPath: (path as NSString).deletingLastPathComponent, withIntermediateDirectories: true)
    try
      "BEGIN:VCALENDAR\r\nBEGIN:VEVENT\r\nUID:\(uid)\r\nDTSTART:20261118T090000Z\r\nEND:VEVENT\r\nEND:VCALENDAR\r\n"
      .write(toFile: path, atomically: true, encoding: .utf8)
  }

  /// So is one in a folder of calendars, marked as one or not, and a link that leads nowhere.
  @Test func whatIsNoFileInAFolderOfCalendarsIsRefusedAtOnce() throws {
    let shell = try SampleSession(importing: false)
    let folder = NSTemporaryDirectory() + "kalends-places-" + UUID().uuidString
    defer { try? FileManager.default.removeItem(atPath: folder) }
    try Self.write(folder + "/A/a.ics", uid: "a")
    let pipe = folder + "/A/b.ics"
    #expect(mkfifo(pipe, 0o600) == 0)
    #expect(failure(shell, "import \"\(folder)\"").contains("b.ics: it is not a plain file"))
    try "Home".write(toFile: folder + "/A/displayname", atomically: true, encoding: .utf8)
    #expect(failure(shell, "import \"\(folder)\"").contains("b.ics: it is not a plain file"))
    unlink(pipe)
    #expect(symlink(folder + "/nowhere", pipe) == 0)
    #expect(failure(shell, "import \"\(folder)\"").contains("b.ics: it is not a plain file"))
    unlink(pipe)
    _ = try shell.answer("import \"\(folder)\"")
    #expect(try shell.answer("count events anytime").contains("1"))
  }

  /// What lies deeper is named; links that lead in circles come to an end.
  @Test func whatLiesDeeperIsNamed() throws {
    let shell = try SampleSession(importing: false)
    let folder = NSTemporaryDirectory() + "kalends-places-" + UUID().uuidString
    defer { try? FileManager.default.removeItem(atPath: folder) }
    try Self.write(folder + "/top/A/B/b.ics", uid: "b")
    let said = failure(shell, "import \"\(folder)/top\"")
    #expect(
      said.contains("neither it nor a folder in it is a calendar; import \(folder)/top/A by itself"),
      "\(said)")
    try FileManager.default.createDirectory(atPath: folder + "/round/C", withIntermediateDirectories: true)
    #expect(symlink(folder + "/round", folder + "/round/C/back") == 0)
    #expect(failure(shell, "import \"\(folder)/round\"").contains("no .ics files"))
  }

  /// Only of what was a whole day are days no length for a time.
  @Test(arguments: ["P1D", "P2D", "P10D", "P1W", "PT25H", "P1DT2H"])
  func aLengthInDaysIsKept(length: String) throws {
    let shell = try SampleSession(importing: false)
    let file = try shell.file(
      "long.ics",
      """
      BEGIN:VCALENDAR\r
      X-WR-CALNAME:Long\r
      BEGIN:VEVENT\r
      UID:one\r
      SUMMARY:One\r
      DTSTART;TZID=Europe/Berlin:20261119T100000\r
      DURATION:\(length)\r
      END:VEVENT\r
      BEGIN:VEVENT\r
      UID:many\r
      SUMMARY:Many\r
      DTSTART;TZID=Europe/Berlin:20261119T120000\r
      DURATION:\(length)\r
      RRULE:FREQ=MONTHLY;COUNT=4\r
      END:VEVENT\r
      END:VCALENDAR\r

      """)
    _ = try shell.answer("import \"\(file)\"")
    let question = "events 2026-11-19 to 2027-03-01 select duration"
    let before = Set(try shell.answer(question, format: "csv").split(separator: "\n"))
    for change in [
      "edit (events 2026-12-19 \"Many\") set notes = \"x\" span this yes",
      "move (events 2026-11-19 \"One\") by 1h yes",
      "move (events 2026-11-19 \"Many\") by 1h span this yes",
      "move (events 2027-01-19 \"Many\") by 1h span all yes",
      "move (events 2027-02-19 \"Many\") by 1h span future yes",
    ] {
      _ = try shell.answer(change)
      #expect(Set(try shell.answer(question, format: "csv").split(separator: "\n")) == before, "\(change)")
    }
  }
}
