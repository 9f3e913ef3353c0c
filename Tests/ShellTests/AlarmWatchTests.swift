import CivilTime
import Foundation
import Locking
import Model
import Platform
import Store
import TestSupport
import Testing

@testable import Rendering
@testable import Settings
@testable import Statements

/// Alarms that ring, with a clock that the test sets: each once, across restarts, sleep, changes
/// of the clocks and putting off.
@Suite struct AlarmWatchTests {
  private func desk(_ statements: String..., path: String? = nil) throws -> SampleSession {
    let desk = try SampleSession(importing: false, path: path)
    for statement in ["add calendar \"Home\" for events", "add calendar \"Errands\" for reminders"]
      + statements
    {
      _ = try desk.answer(statement)
    }
    try at("2026-11-18T08:00", desk)
    #expect(try rings(desk) == [])
    return desk
  }

  private func at(_ now: String, _ desk: SampleSession) throws { try desk.at(now) }

  private func look(_ desk: SampleSession) throws -> [RingingAlarm] {
    // Each look is a watcher of its own, as after a restart.
    var rounds = AlarmRounds(try AlarmWatcher(desk.session))
    return try rounds.turn()
  }

  private func rings(_ desk: SampleSession) throws -> [String] { try look(desk).map(\.words) }

  @Test func eachRingsOnceAndInTime() throws {
    let desk = try desk("add event \"Standup\" 2026-11-18 09:15 for 15m alarm -10m, -1m repeat every day")
    try at("2026-11-18T09:04:59", desk)
    #expect(try rings(desk) == [])
    try at("2026-11-18T09:05", desk)
    #expect(try rings(desk) == ["Standup 1 +0"])
    #expect(try rings(desk) == [])
    try at("2026-11-18T09:14:30", desk)
    #expect(try rings(desk) == ["Standup 2 +0"])
    try at("2026-11-19T09:05", desk)
    #expect(try rings(desk) == ["Standup 1 +0"])
  }

  @Test func theFirstLookOfAllRingsNothingOld() throws {
    let desk = try desk("add event \"Early\" 2026-11-18 07:00 alarm -0m")
    try at("2026-11-18T08:01", desk)
    #expect(try rings(desk) == [])
  }

  @Test func whatWasSleptThroughIsLateAndAfterADaySilent() throws {
    let desk = try desk(
      "add event \"Tea\" 2026-11-18 10:00 alarm -0m", "add event \"Bath\" 2026-11-20 10:00 alarm -0m")
    try at("2026-11-18T13:30", desk)
    #expect(try rings(desk) == ["Tea 1 +210"])
    try at("2026-11-22T09:00", desk)
    #expect(try rings(desk) == [])
  }

  @Test func whatRangIsForgottenAfterTwoDays() throws {
    let desk = try desk(
      "add event \"Tea\" 2026-11-18 10:00 alarm -0m", "add event \"Bath\" 2026-11-20 10:00 alarm -0m")
    func remembered() throws -> [String] {
      try AlarmWatcher(desk.session).file.read().rung.values.map(\.description).sorted()
    }
    try at("2026-11-18T10:00", desk)
    #expect(try rings(desk) == ["Tea 1 +0"])
    #expect(try remembered() == ["2026-11-18T09:00:00Z"])
    try at("2026-11-19T09:59:59", desk)
    #expect(try rings(desk) == [])
    #expect(try remembered() == ["2026-11-18T09:00:00Z"])
    try at("2026-11-20T10:00:01", desk)
    #expect(try rings(desk) == ["Bath 1 +0"])
    // The file does not grow with what rang long ago.
    #expect(try remembered() == ["2026-11-20T09:00:01Z"])
  }

  /// What takes the place of the old file is on the disk by then: a machine that
  /// stops leaves one of them whole.
  @Test func theStateIsOnTheDiskBeforeItReplacesTheOld() throws {
    let folder = NSTemporaryDirectory() + "kalends-state-" + UUID().uuidString
    defer { try? FileManager.default.removeItem(atPath: folder) }
    let paths = UserPaths { $0 == "HOME" ? folder : nil }
    func file(_ sync: @escaping @Sendable (Int32) -> Int32) throws -> AlarmStateFile {
      try #require(AlarmStateFile(paths, store: "x", until: StopSignal(), sync: sync))
    }
    let path = try file { _ in 0 }.path
    // What stands at the path as each state is brought to the disk.
    nonisolated(unsafe) var seen: [String] = []
    let noting = try file { descriptor in
      seen.append((try? String(contentsOfFile: path, encoding: .utf8)) ?? "")
      return fsync(descriptor)
    }
    let (first, second) = (Instant(seconds: 1_795_000_000), Instant(seconds: 1_795_000_060))
    try noting.update { $0.until = first }
    let old = try String(contentsOfFile: path, encoding: .utf8)
    #expect(seen == [""] && AlarmState(parsing: old).until == first)
    try noting.update { $0.until = second }
    #expect(seen == ["", old])
    #expect(try noting.read().until == second)
    // A disk that takes nothing leaves what was there, and says so.
    let failing = try file { _ in
      errno = ENOSPC
      return -1
    }
    let error = #expect(throws: FileFault.self) { try failing.update { $0.until = first } }
    #expect(error?.message.contains("No space left") == true)
    #expect(try failing.read().until == second)
  }

  @Test func aClockThatIsSetBackRingsNothingTwice() throws {
    let desk = try desk("add event \"Tea\" 2026-11-18 10:00 alarm -0m")
    try at("2026-11-18T10:00", desk)
    #expect(try rings(desk) == ["Tea 1 +0"])
    try at("2026-11-18T09:30", desk)
    #expect(try rings(desk) == [])
    try at("2026-11-18T10:05", desk)
    #expect(try rings(desk) == [])
  }

  @Test func theHourThatComesTwiceAndTheOneThatIsMissing() throws {
    // On 25 October 2026 two o'clock to three comes twice in Berlin, on 29 March 2026 it is left out.
    let desk = try SampleSession(importing: false)
    for statement in [
      "add calendar \"Home\" for events",
      "add event \"Watch\" 2026-03-28 02:30 for 15m repeat every day alarm -0m",
    ] { _ = try desk.answer(statement) }
    try at("2026-03-29T01:00", desk)
    #expect(try rings(desk) == [])
    try at("2026-03-29T03:29:59", desk)
    #expect(try rings(desk) == [])
    try at("2026-03-29T03:30", desk)
    #expect(try rings(desk) == ["Watch 1 +0"])
    try at("2026-10-25T01:00", desk)
    _ = try rings(desk)
    try at("2026-10-25T02:30+02:00", desk)
    #expect(try rings(desk) == ["Watch 1 +0"])
    try at("2026-10-25T02:30+01:00", desk)
    #expect(try rings(desk) == [])
  }

  @Test func puttingOffRingsAgainUnlessItIsDone() throws {
    let desk = try desk(
      "add reminder \"Milk\" due 2026-11-18 09:00", "add event \"Tea\" 2026-11-18 09:00 alarm -0m")
    try at("2026-11-18T09:00", desk)
    #expect(try rings(desk).sorted() == ["Milk 1 +0", "Tea 1 +0"])
    let tea = try desk.answer("events where title = Tea", format: "ids").filter { !$0.isNewline }
    let milk = try desk.answer("reminders where title = Milk", format: "ids").filter { !$0.isNewline }
    #expect(
      try desk.answer("snooze 10m \(tea)")
        == "{\"outcome\":\"snoozed\",\"ids\":[\"\(tea)\"],\"count\":1,\"until\":\"2026-11-18T09:10:00+01:00\"}\n"
    )
    _ = try desk.answer("snooze 10m \(milk)")
    _ = try desk.answer("complete \(milk)")
    try at("2026-11-18T09:09", desk)
    #expect(try rings(desk) == [])
    let watcher = try AlarmWatcher(desk.session)
    #expect(try watcher.alarms.next(watcher.snoozed())?.description == "2026-11-18T08:10:00Z")
    try at("2026-11-18T09:14", desk)
    #expect(try rings(desk) == ["Tea 1 +4"])
    #expect(try rings(desk) == [])
    _ = try desk.answer("add event \"Later\" 2026-11-19 09:00 alarm -0m")
    do {
      _ = try desk.answer("snooze 1m \(desk.answer("events where title = Later", format: "ids"))")
      Issue.record("something was put off")
    } catch let error as ShellError {
      #expect(error.code == "nothing-rang" && error.message.hasSuffix("rang in the last day"))
      #expect(error.hint == "alarms due shows what rang and is still open, alarms today what rings")
    }
  }

  @Test func whatRangLastIsPutOffAlsoWhenItRangAgain() throws {
    let desk = try desk(
      "add event \"Tea\" 2026-11-18 09:00 alarm -0m", "add event \"Bus\" 2026-11-18 09:10 alarm -0m",
      "add reminder \"Bread\" alarm entering \"Shop\" at 52.52, 13.405")
    try at("2026-11-18T09:00", desk)
    #expect(try rings(desk) == ["Tea 1 +0"])
    _ = try desk.answer("snooze 20m")
    try at("2026-11-18T09:10", desk)
    #expect(try rings(desk) == ["Bus 1 +0"])
    try at("2026-11-18T09:20", desk)
    #expect(try rings(desk) == ["Tea 1 +0"])
    _ = try desk.answer("snooze 5m last")
    try at("2026-11-18T09:25", desk)
    #expect(try rings(desk) == ["Tea 1 +0"])
    // A place that was reached can be put off as well.
    _ = try desk.answer("location 52.6, 13.405")
    try at("2026-11-18T09:26", desk)
    #expect(try desk.answer("location 52.52 13.405").contains("\"title\":\"Bread\""))
    #expect(desk.said.hasSuffix("at 52.52, 13.405: 1 alarm rings\n"))
    #expect(try desk.answer("snooze 5m").contains("\"ids\":[\"rm:"))
    try at("2026-11-18T09:31", desk)
    #expect(try rings(desk) == ["Bread 1 +0"])
  }

  @Test func whatNobodyRangCanBePutOffAndADayKeepsTheClock() throws {
    let desk = try SampleSession(importing: false)
    for statement in [
      "add calendar \"Home\" for events", "add event \"Watch\" 2026-10-24 09:00 alarm -0m",
    ] { _ = try desk.answer(statement) }
    try at("2026-10-24T09:30", desk)
    #expect(try desk.answer("snooze 1d").contains("\"until\":\"2026-10-25T09:30:00+01:00\""))
    #expect(try desk.answer("snooze 24h").contains("\"until\":\"2026-10-25T08:30:00+01:00\""))
  }

  @Test func whatIsMovedRingsAtItsNewTimeAndHiddenCalendarsDoNot() throws {
    let desk = try desk("add event \"Tea\" 2026-11-18 09:00 alarm -0m")
    try at("2026-11-18T09:00", desk)
    #expect(try rings(desk) == ["Tea 1 +0"])
    _ = try desk.answer("edit last set start = 2026-11-18 10:00")
    try at("2026-11-18T10:00", desk)
    #expect(try rings(desk) == ["Tea 1 +0"])
    _ = try desk.answer("edit last set start = 2026-11-18 11:00")
    _ = try desk.answer("hide calendar Home")
    try at("2026-11-18T11:00", desk)
    #expect(try rings(desk) == [])
  }

  @Test func placesRingOnCrossingTheirEdge() throws {
    let desk = try desk(
      "add reminder \"Bread\" alarm entering \"Shop\" at 52.52, 13.405 radius 200m",
      "add reminder \"Lights\" alarm leaving \"Home\" at 52.60, 13.405")
    func move(_ latitude: Double) throws -> [String] {
      try AlarmWatcher(desk.session).move(to: AlarmState.Position(latitude: latitude, longitude: 13.405))
        .map(\.title)
    }
    // Nothing is known of where the person was.
    #expect(try move(52.60) == [])
    // A hundred meters are the radius of a place without one; a thousandth of a degree north is 111.
    #expect(try move(52.6008) == [])
    #expect(try move(52.601) == ["Lights"])
    #expect(try move(52.5219) == [])
    #expect(try move(52.5217) == ["Bread"])
    #expect(try move(52.52) == [])
    _ = try desk.answer("complete (reminders where title = Bread) yes")
    #expect(try move(52.6) == [])
    #expect(try move(52.52) == ["Lights"])
  }

  @Test func theStateReadsAsItIsWritten() throws {
    var state = AlarmState()
    let time = Instant(seconds: 1_795_000_000)
    let ring = AlarmState.Ring(id: "ev:7kq2m9/20261118T091500", number: 2, time: time)
    state.until = time
    state.rung = [ring: time.adding(seconds: 5), AlarmState.Ring(id: "rm:4xw8", number: 1, time: time): time]
    state.snoozed = [AlarmState.Snooze(ring: ring, until: time.adding(seconds: 60))]
    state.position = AlarmState.Position(latitude: -12.5, longitude: 0.25)
    #expect(AlarmState(parsing: state.text) == state)
    #expect(AlarmState(parsing: "nonsense\nuntil soon\nrang x y z\n\n") == AlarmState())
  }

  @Test func nothingIsSentOrOpenedUnlessItIsAllowed() throws {
    let folder = NSTemporaryDirectory() + "kalends-mailer-" + UUID().uuidString
    try FileManager.default.createDirectory(atPath: folder, withIntermediateDirectories: true)
    defer { try? FileManager.default.removeItem(atPath: folder) }
    let (mark, mailed, mailer) = (folder + "/said", folder + "/mailed", folder + "/sendmail")
    try "#!/bin/sh\ncat >> \(mailed)\n".write(toFile: mailer, atomically: true, encoding: .utf8)
    chmod(mailer, 0o755)
    let desk = try desk(
      "add event \"Call; touch $(HOME)\" 2026-11-18 09:00 alarm -0m email \"x@example.org\"",
      path: folder + ":/usr/bin:/bin")
    try desk.session.settings.set(
      "alarms.command", to: "printf '%s|%s|%s\\n' \"$KAL_TITLE\" \"$KAL_ACTION\" \"$KAL_LATE\" >> \(mark)")
    func ring(_ now: String) throws {
      try at(now, desk)
      for ringing in try look(desk) { AlarmActions(session: desk.session).perform(ringing) }
    }
    func text(_ path: String, _ isThere: (String) -> Bool) -> String {
      var text = ""
      _ = Wait.until(every: 20_000) {
        text = (try? String(contentsOfFile: path, encoding: .utf8)) ?? ""
        return isThere(text)
      }
      return text
    }
    try ring("2026-11-18T09:00")
    #expect(text(mark) { $0.hasSuffix("\n") } == "Call; touch $(HOME)|email|0\n")
    try desk.session.settings.set("alarms.actions", to: "sound, email")
    _ = try desk.answer("edit last set start = 2026-11-18 10:00")
    try ring("2026-11-18T10:00")
    // The first alarm wrote nothing: there is one mail, that of the second.
    let mail = text(mailed) { $0.contains("10:00") }
    #expect(mail.split(separator: "To:").count == 1)
    #expect(mail.hasPrefix("To: x@example.org\nSubject: Call; touch $(HOME)\n"))
  }
}

extension RingingAlarm {
  /// `Standup 1 +0`: title, number, and by how many minutes it is late.
  var words: String { "\(title) \(row.number) +\(lateness / 60)" }
}
