import CivilTime
import Foundation
import Locking
import Model
import Testing

@testable import Interchange
@testable import Store
@testable import StoreTests

/// What files of other programs bring besides plain items.
@Suite struct ForeignFileTests {
  let library: Library

  init() throws { library = try Library() }

  private func titles() throws -> [String] { try library.store.calendars().map(\.title) }

  // MARK: Calendars

  @Test func aFileDoesNotWriteIntoAReadOnlyCalendarOfItsName() throws {
    let text = calendar(event("a", "SUMMARY:A\nDTSTART:20261118T110000Z"))
    try library.take(text, named: "holidays.ics")
    var known = try #require(try library.store.calendars().first)
    known.isWritable = false
    try library.store.update(known, cause: "x", now: Library.now)
    let before = try library.dump()
    for name in ["holidays.ics", "Holidays.ICS"] {
      let error = storeError { try library.take(text, named: name) }
      #expect(error?.code == .readOnlyCalendar)
    }
    let named = calendar(event("b", "DTSTART:20261118T110000Z"), header: "X-WR-CALNAME:holidays\r\n")
    #expect(storeError { try library.take(named) }?.code == .readOnlyCalendar)
    #expect(try library.dump() == before)
  }

  @Test func namesThatDifferInLettersAloneAreOneCalendarAndThatIsSaid() throws {
    try library.take(calendar(event("a", "DTSTART:20261118T110000Z"), header: "X-WR-CALNAME:Work\r\n"))
    let second = try library.take(
      calendar(event("b", "DTSTART:20261118T110000Z"), header: "X-WR-CALNAME:WORK\r\n"))
    #expect(try titles() == ["Work"])
    #expect(
      second.problems.map(\.text) == ["the file is called \"WORK\"; its items go to the calendar \"Work\""])
    // In two sources both stand, and letters tell them apart.
    let other = try library.store.addSource(title: "Cloud", kind: .calDAV, now: Library.now)
    _ = try library.store.addCalendar(title: "work", source: other.id, now: Library.now)
    #expect(try library.store.calendar(.title("Work")).title == "Work")
    #expect(try library.store.calendar(.title("work")).title == "work")
    #expect(storeError { _ = try library.store.calendar(.title("WORK")) }?.code == .ambiguousCalendar)
  }

  @Test func anEmptyUIDIsNone() throws {
    let text = calendar(
      event("", "SUMMARY:A\nDTSTART:20261118T110000Z"), event("", "SUMMARY:B\nDTSTART:20261118T110000Z"))
    #expect(try library.take(text).added == 2)
    #expect(try library.take(text).unchanged == 2)
    #expect(try library.store.record(1)?.uid == nil)
  }

  // MARK: Published anew

  private static let published = calendar(
    event("a", "SUMMARY:Talk\nDTSTART:20261118T110000Z\nSEQUENCE:1"), header: "METHOD:PUBLISH\r\n")

  @Test func whatIsPublishedAnewChangesWhereItIs() throws {
    try library.take(Self.published, named: "conference.ics")
    let second = calendar(
      event("a", "SUMMARY:Talk, later\nDTSTART:20261118T120000Z\nSEQUENCE:2"),
      event("b", "SUMMARY:Other\nDTSTART:20261118T130000Z"), header: "METHOD:PUBLISH\r\n")
    let summary = try library.take(second, named: "mail.ics")
    #expect(summary.parts.map(\.title) == ["conference", "mail"])
    #expect(summary.parts.map(\.updated) == [1, 0] && summary.parts.map(\.added) == [0, 1])
    #expect(
      try library.events("20261118", "20261119") == [
        "2026-11-18T12:00:00Z Talk, later", "2026-11-18T13:00:00Z Other",
      ])
    // Nothing else in it: no calendar is made for it.
    let third = calendar(
      event("a", "SUMMARY:Old\nDTSTART:20261118T110000Z\nSEQUENCE:1"), header: "METHOD:PUBLISH\r\n")
    #expect(try library.take(third, named: "again.ics").parts.map(\.title) == ["conference"])
    #expect(try titles() == ["conference", "mail"])
    #expect(try library.store.verify() == [])
  }

  @Test func aCalendarWithANameIsPublishedAsItself() throws {
    try library.take(Self.published, named: "conference.ics")
    let named = calendar(
      event("a", "SUMMARY:Mine\nDTSTART:20261118T110000Z"), header: "METHOD:PUBLISH\r\nX-WR-CALNAME:Mine\r\n")
    try library.take(named)
    try library.take(Self.published, named: "x.ics", into: "Mine")
    #expect(try titles() == ["conference", "Mine"])
    #expect(try library.store.items(uid: "a").count == 2)
  }

  // MARK: Messages

  /// Messages are read before any is applied, so that there is a limit to what of them is in memory.
  @Test func theMessagesOfAFileHaveALimit() throws {
    var options = ImportOptions()
    options.setsMessagesAside = true
    let message = calendar(
      event("a", "DTSTART:20261118T110000Z"), event("b", "DTSTART:20261118T110000Z"),
      header: "METHOD:REQUEST\r\n")
    func take(_ text: String) throws -> Int {
      var rest: [UInt8]? = Array(text.utf8)
      return try library.store.importCalendars(named: "x.ics", options: options, now: Library.now) {
        defer { rest = nil }
        return rest
      }.messages.count
    }
    options.mostOfMessages.components = 4
    #expect(try take(message + message) == 2)
    #expect(
      storeError { _ = try take(message + message + message) }?.message.contains("4 components") == true)
    options.mostOfMessages = (100, 150)
    #expect(try take(message) == 1)
    #expect(storeError { _ = try take(message + message) }?.code == .unreadableFile)
    #expect(try titles() == [])
  }

  // MARK: Two items of one UID

  @Test func ofManyDoubledItemsTheFirstAreTold() throws {
    let many = (0..<1500).flatMap { number in
      ["One", "Two"].map { event("u\(number)", "SUMMARY:\($0)\nDTSTART:20261118T110000Z") }
    }
    let text = "BEGIN:VCALENDAR\n" + many.joined(separator: "\n") + "\nEND:VCALENDAR\n"
    let problems = try library.take(text).problems
    #expect(problems.count == 1001 && problems.last?.text == "500 more problems are not listed")
  }

  private static let twice = calendar(
    event("a", "SUMMARY:One\nDTSTART:20261118T110000Z"), event("a", "SUMMARY:Two\nDTSTART:20261118T120000Z"),
    event("s", "SUMMARY:Three\nDTSTART:20261118T130000Z\nRRULE:FREQ=DAILY;COUNT=2"),
    event("s", "SUMMARY:Four\nDTSTART:20261118T140000Z\nRRULE:FREQ=DAILY;COUNT=2"))

  @Test func twoItemsOfAUIDAreToldByTheirTitles() throws {
    let summary = try library.take(Self.twice)
    #expect(
      summary.problems.map(\.text) == [
        "UID a stands for two items, \"One\" and \"Two\"; \"Two\" is kept (on conflict copy keeps both)",
        "UID s stands for two items, \"Three\" and \"Four\"; \"Four\" is kept (on conflict copy keeps both)",
      ])
    #expect(try library.events("20261118", "20261119").map { $0.suffix(4) } == [" Two", "Four"])
  }

  @Test func copyKeepsBothItemsOfAUID() throws {
    var options = ImportOptions()
    options.conflict = .copy
    var rest: [UInt8]? = Array(Self.twice.utf8)
    let summary = try library.store.importCalendars(named: "x.ics", options: options, now: Library.now) {
      defer { rest = nil }
      return rest
    }
    #expect(summary.added == 4 && summary.problems == [])
    #expect(
      try library.events("20261118", "20261119").map { $0.split(separator: " ").last } == [
        "One", "Two", "Three", "Four",
      ])
    #expect(try library.store.items(uid: "a").count == 1)
    #expect(try library.store.verify() == [])
  }

  // MARK: White space

  @Test(arguments: ["   ", "\t", "\r\n \r\n  ", " \n\n"])
  func whiteSpaceBeforeACalendarTakesNothingFromIt(_ space: String) throws {
    let text =
      space
      + calendar(
        event("a", "DTSTART:20261118T110000Z"),
        header: "METHOD:PUBLISH\r\nREFRESH-INTERVAL;VALUE=DURATION:PT4H\r\n")
    let summary = try library.take(text)
    #expect(summary.problems == [] && summary.added == 1)
    let exported = try exported(library.store, .calendar(1))
    #expect(exported.contains("METHOD:PUBLISH\r\nREFRESH-INTERVAL;VALUE=DURATION:PT4H\r\n"))
  }

  // MARK: Folders

  /// Does something with a folder `home` of some files, which goes afterward.
  private func withFolder<Result>(
    _ files: [String: String], _ body: (String) throws -> Result
  ) throws -> Result {
    let parent = NSTemporaryDirectory() + "kalends-folder-" + UUID().uuidString
    let path = parent + "/home"
    try FileManager.default.createDirectory(atPath: path, withIntermediateDirectories: true)
    defer { try? FileManager.default.removeItem(atPath: parent) }
    for (name, text) in files { try text.write(toFile: path + "/" + name, atomically: true, encoding: .utf8) }
    return try body(path)
  }

  private func read(_ files: [String: String]) throws -> CalendarFolder? {
    try withFolder(files) { path in try CalendarFolder(path, names: files.keys.sorted()) }
  }

  @Test func aFolderOfSingleItemsIsACalendar() throws {
    let one = calendar(event("a", "DTSTART:20261118T110000Z"))
    let series = calendar(
      event("s", "DTSTART:20261118T110000Z\nRRULE:FREQ=DAILY"),
      event("s", "RECURRENCE-ID:20261119T110000Z\nDTSTART:20261119T120000Z"))
    let found = try #require(
      try read(["a.ics": one, "s.ics": series, "displayname": "Family\n", "color": "#ff8800\n"]))
    #expect(found.title == "Family" && found.color == "#FF8800" && found.files.count == 2)
    #expect(try read(["a.ics": one, "s.ics": series])?.title == "home")
    #expect(try read(["a.ics": one, "color": "nonsense"])?.color == nil)
    let two = calendar(event("a", "DTSTART:20261118T110000Z"), event("b", "DTSTART:20261118T110000Z"))
    #expect(try read(["a.ics": one, "b.ics": two]) == nil)
    #expect(try read(["a.ics": one, "b.ics": two, "displayname": "X"])?.title == "X")
    let named = calendar(event("a", "DTSTART:20261118T110000Z"), header: "X-WR-CALNAME:Trip\r\n")
    #expect(try read(["a.ics": named]) == nil)
    let message = calendar(event("a", "DTSTART:20261118T110000Z"), header: "METHOD:REQUEST\r\n")
    #expect(try read(["a.ics": message]) == nil)
    #expect(try read(["displayname": "X"]) == nil)
    #expect(try read([".a.ics": one]) == nil)
    // Looking through a folder that nothing marks can be stopped.
    let signal = StopSignal()
    signal.stop()
    let stopped = try withFolder(["a.ics": one]) { path in
      storeError { _ = try CalendarFolder(path, names: ["a.ics"], stopSignal: signal) }
    }
    #expect(stopped?.code == .interrupted)
    #expect(try read(["a.ics": "nothing"]) == nil)
  }

  /// M22.
  @Test func nothingIsWrittenIntoAReadOnlyCalendarByItsFolderOrItsName() throws {
    let one = calendar(event("a", "DTSTART:20261118T110000Z"))
    let family = try #require(try read(["a.ics": one, "displayname": "Family\n"]))
    var (known, isNew) = try library.store.importTarget(of: family, now: Library.now)
    #expect(isNew && known.title == "Family")
    #expect(try library.store.importTarget(of: family, now: Library.now).calendar.id == known.id)
    known.isWritable = false
    try library.store.update(known, cause: "x", now: Library.now)
    let before = try library.dump()
    func code(_ body: () throws -> Void) -> StoreError.Code? { storeError(body)?.code }
    #expect(code { _ = try library.store.importTarget(of: family, now: Library.now) } == .readOnlyCalendar)
    for isMade in [false, true] {
      for name in ["Family", "Family@Local"] {
        let found = code {
          _ = try library.store.importTarget(named: .title(name), isMade: isMade, now: Library.now)
        }
        #expect(found == .readOnlyCalendar, "\(name)")
      }
    }
    #expect(try library.dump() == before)
  }
}
