import Foundation
import TestSupport
import Testing

#if canImport(Glibc)
  import Glibc
#else
  import Darwin
#endif

/// A server over a store with series that never end: whatever is asked, it ends when it is to, and
/// others are answered meanwhile.
///
/// How long things take is judged by the processor's time that the server uses, as the machine may be busy.
@Suite(.serialized) struct EndlessServerTests {
  private static let text = """
    BEGIN:VCALENDAR
    VERSION:2.0
    PRODID:-//t//
    BEGIN:VEVENT
    UID:tick
    SUMMARY:Tick
    DTSTART:19970101T000000
    RRULE:FREQ=SECONDLY
    BEGIN:VALARM
    ACTION:DISPLAY
    DESCRIPTION:x
    TRIGGER:-PT5M
    END:VALARM
    END:VEVENT
    BEGIN:VEVENT
    UID:tock
    SUMMARY:Tock
    DTSTART;TZID=Europe/Berlin:20200101T000000
    RRULE:FREQ=MINUTELY
    END:VEVENT
    BEGIN:VEVENT
    UID:rare
    SUMMARY:Rare
    DTSTART;TZID=America/New_York:20200101T000000
    RRULE:FREQ=SECONDLY;BYHOUR=3,4
    END:VEVENT
    BEGIN:VTODO
    UID:pills
    SUMMARY:Pills
    DUE:19970101T000000
    RRULE:FREQ=SECONDLY
    END:VTODO
    END:VCALENDAR

    """

  private func hostile() throws -> Kal {
    let kal = try Kal(importing: false)
    try Self.text.write(toFile: kal.folder + "/endless.ics", atomically: true, encoding: .utf8)
    #expect(try kal.run(["import", kal.folder + "/endless.ics"]).status == 0)
    return kal
  }

  /// None of them is answered by its first 10,000 rows, which a fast machine has soon.
  static let questions = [
    "events from 1997-01-01 to 2030-01-01 sort by title limit 3", "free 45m from 2026-01-01 to 2030-01-01",
    "events from 1997-01-01 to 2030-01-01 where overlap > 1h",
    "sum overlap of events from 1997-01-01 to 2030-01-01 where overlap > 1h",
    "count events from 1997-01-01 to 2030-01-01 group by day", "busy from 2020-01-01 to 2030-01-01",
    "count conflicts from 2020-01-01 to 2030-01-01",
    "alarms from 2020-01-01 to 2030-01-01 sort by title limit 3",
  ]

  /// Whether a server does not go on with what was stopped.
  private func comesToRest(_ server: Kal.Server) -> Bool {
    guard let used = OtherProcess.usedUntilRest(server.process.processIdentifier) else { return false }
    return used < .seconds(1)
  }

  /// L1: a timeout ends a request; the loop goes on answering others, also while that one runs.
  @Test(arguments: questions) func aTimeoutEndsItAndOthersAreAnswered(question: String) throws {
    let server = try hostile().serve()
    let (asker, other) = (try server.client("kal"), try server.client("kal"))
    let before = server.used
    try asker.send("a {\"q\":\"\(question)\",\"timeout\":700}")
    let last = try #require(try asker.lines(until: "{\"code\":\"timeout\"").last)
    #expect(last.hasPrefix("a NO "))
    // It had 0.7 seconds.
    #expect(server.used - before < .seconds(3))
    #expect(comesToRest(server))
    // Without a timeout it would go on for ever: whoever is answered is so meanwhile.
    try asker.send("b \(question)")
    #expect(OtherProcess.works(server.process.processIdentifier, for: server.used + .milliseconds(100)))
    for number in 0..<5 {
      #expect(try other.ask("o\(number)", "show zone").last?.hasPrefix("o\(number) OK") == true)
    }
    try asker.send("c cancel b")
    let lines = try asker.lines(until: "b NO ")
    #expect(lines.last?.hasPrefix("b NO {\"code\":\"canceled\"") == true)
    #expect(comesToRest(server))
    #expect(server.end() == 0)
  }

  /// What would hold too much is refused before it is read.
  @Test func whatHoldsTooMuchIsRefusedAtOnce() throws {
    let server = try hostile().serve()
    let client = try server.client("kal")
    for question in ["events from 1997-01-01 to 2030-01-01 sort by title", "month", "year"] {
      let before = server.used
      #expect(try client.ask("r", question).last?.hasPrefix("r BAD {\"code\":\"too-many\"") == true)
      #expect(server.used - before < .seconds(3))
    }
    #expect(server.end() == 0)
  }

  /// A day that is longer than a reply may be is not made to its end, and a day of
  /// too many rows is not made at all.
  @Test func aDayOfVeryManyEndsSoonAndCostsLittle() throws {
    let kal = try hostile()
    let server = try kal.serve()
    let client = try server.client("kal")
    #expect(
      try client.ask("r", "agenda 2026-11-18").last?.hasPrefix("r NO {\"code\":\"row-too-long\"") == true)
    try Self.text.replacing("UID:", with: "UID:second-").write(
      toFile: kal.folder + "/more.ics", atomically: true, encoding: .utf8)
    #expect(try kal.run(["import", kal.folder + "/more.ics"]).status == 0)
    for question in ["agenda 2026-11-18", "day 2026-11-18", "agenda 2026-11-18 where not title = Nothing"] {
      for request in [question, "{\"q\":\"\(question)\",\"print\":{}}"] {
        let last = try client.ask("r", request).last
        #expect(last?.hasPrefix("r BAD {\"code\":\"too-many\"") == true, "\(last ?? "")")
      }
    }
    #if os(Linux)
      #expect(try #require(server.mostMemory) < 700_000)
    #endif
    #expect(server.end() == 0)
  }

  /// L1: cancel ends it, and the threads are free for the next.
  @Test func cancelsEndAll() throws {
    let server = try hostile().serve()
    let (asker, other) = (try server.client("kal"), try server.client("kal"))
    let open = Self.questions
    for (number, question) in open.enumerated() { try asker.send("q\(number) \(question)") }
    let id = server.process.processIdentifier
    #expect(OtherProcess.works(id, for: server.used + .milliseconds(200)))
    // One client's questions, which do not end by themselves, do not keep those of another waiting.
    #expect(try other.ask("o", "count calendars").last?.hasPrefix("o OK") == true)
    let before = server.used
    for number in open.indices { try asker.send("c\(number) cancel q\(number)") }
    var ended = 0
    while ended < open.count, let line = try asker.line() {
      if line.hasPrefix("q"), line.contains(" NO {\"code\":\"canceled\"") { ended += 1 }
    }
    #expect(ended == open.count)
    #expect(server.used - before < .seconds(4))
    #expect(comesToRest(server))
    #expect(server.end() == 0)
  }

  /// L1: SIGTERM ends the server whatever its threads do; what is open is answered.
  @Test func theServerEndsWhateverItDoes() throws {
    for signal in [SIGTERM, SIGINT] {
      let server = try hostile().serve()
      let (asker, writer, watcher) = (
        try server.client("kal"), try server.client("kal"), try server.client("kal")
      )
      for (number, question) in Self.questions.enumerated() {
        try asker.send("q\(number) \(question)")
      }
      try writer.send("w check")
      try watcher.send("a subscribe alarms")
      try watcher.send("l watch count events from 1997-01-01 to 2030-01-01 where title contains T")
      let id = server.process.processIdentifier
      #expect(OtherProcess.works(id, for: server.used + .milliseconds(400)))
      let before = server.used
      var used = before
      kill(id, signal)
      var ended = 0
      while let line = try asker.line() {
        if line.contains(" NO {\"code\":\"shutdown\"") { ended += 1 }
      }
      #expect(ended == Self.questions.count)
      #expect(
        Wait.until(every: 2_000) {
          used = max(used, server.used)
          return !server.process.isRunning
        })
      #expect(server.process.terminationReason == .exit && server.process.terminationStatus == 0)
      #expect(used - before < .seconds(4), "\(used - before)")
    }
  }

  /// A writer that waits for another program's lock says so, and ends with its time.
  @Test func aWaitForALockIsTold() throws {
    let kal = try hostile()
    let holder = kal.process([])
    let (input, errors) = (Pipe(), Pipe())
    holder.standardInput = input
    holder.standardError = errors
    holder.standardOutput = FileHandle.nullDevice
    try holder.run()
    input.fileHandleForWriting.write(Data("begin\nadd calendar \"Held\"\n".utf8))
    var said = ""
    while !said.contains("Held") {
      let data = errors.fileHandleForReading.availableData
      if data.isEmpty { break }
      said += String(decoding: data, as: UTF8.self)
    }
    let server = try kal.serve()
    let client = try server.client("kal")
    // Its time is long: what ends the wait is the cancel. The second finds the
    // connection that the first opened.
    for tag in ["w", "x"] {
      try client.send("\(tag) {\"q\":\"add calendar \\\"Work\\\"\",\"timeout\":600000}")
      #expect(
        try client.lines(until: "\(tag) ~ ").last?
          .hasPrefix("\(tag) ~ {\"code\":\"waiting\",\"text\":\"waiting for ") == true)
      try client.send("c\(tag) cancel \(tag)")
      #expect(
        try client.lines(until: "\(tag) NO ").last?.hasPrefix("\(tag) NO {\"code\":\"canceled\"") == true)
    }
    let late = try client.ask("v", "{\"q\":\"add calendar \\\"Work\\\"\",\"timeout\":300}")
    #expect(late.last?.hasPrefix("v NO {\"code\":\"timeout\"") == true)
    #expect(server.end() == 0)
    try input.fileHandleForWriting.close()
    holder.waitUntilExit()
  }

  /// L1: skipping past everything of a rule of every second does not stop all other writes.
  @Test func skippingPastDoesNotStopOthers() throws {
    let server = try hostile().serve()
    let client = try server.client("kal")
    let id = try #require(
      try client.ask("i", "reminders incomplete where title = Pills select id").first?.split(separator: "\"")
        .first { $0.hasPrefix("rm:") })
    let before = server.used
    #expect(try client.ask("s", "complete \(id) skip past").last?.hasPrefix("s OK") == true)
    #expect(try client.ask("n", "add calendar \"Next\"").last?.hasPrefix("n OK") == true)
    #expect(server.used - before < .seconds(4))
    #expect(server.end() == 0)
  }
}
