import Foundation
import TestSupport
import Testing

#if canImport(Glibc)
  import Glibc
#else
  import Darwin
#endif

/// `kal` reading statements from a pipe, and what ends a run: signals, readers that leave, errors.
@Suite(.serialized) struct PipeTests {
  /// A running `kal` with pipes at all its ends.
  private final class Running {
    let process: Process
    let input = Pipe()
    let output = Pipe()
    let errors = Pipe()

    init(_ kal: Kal, _ words: [String] = []) throws {
      process = kal.process(words)
      process.standardInput = input
      process.standardOutput = output
      process.standardError = errors
      // A program that has ended already does not read what it is told.
      signal(SIGPIPE, SIG_IGN)
      try process.run()
    }

    func write(_ text: String) {
      let bytes = Array(text.utf8)
      _ = systemWrite(input.fileHandleForWriting.fileDescriptor, bytes)
    }

    /// What comes next of an output, until it has a text; as far as it came after a minute.
    func read(_ pipe: Pipe, until text: String) -> String {
      var bytes: [UInt8] = []
      let deadline = Date().addingTimeInterval(60)
      while !String(decoding: bytes, as: UTF8.self).contains(text), deadline.timeIntervalSinceNow > 0 {
        var request = pollfd(fd: pipe.fileHandleForReading.fileDescriptor, events: Int16(POLLIN), revents: 0)
        if poll(&request, 1, 100) == 0 { continue }
        var buffer = [UInt8](repeating: 0, count: 4_096)
        let count = systemRead(pipe.fileHandleForReading.fileDescriptor, &buffer)
        if count <= 0 { break }
        bytes += buffer[..<count]
      }
      return String(decoding: bytes, as: UTF8.self)
    }

    /// Its exit status; -1 where it had to be killed after a minute, or something killed it.
    func status() -> Int32 {
      guard Wait.until(every: 2_000, { !process.isRunning }) else {
        kill(process.processIdentifier, SIGKILL)
        return -1
      }
      return process.terminationReason == .exit ? process.terminationStatus : -1
    }

    /// Its exit status after something that ends it, and how long it used the processor since.
    func end(by stop: () throws -> Void) rethrows -> (status: Int32, used: Duration) {
      let id = process.processIdentifier
      let before = ProcessorTime.of(process: id) ?? .zero
      var used = before
      try stop()
      _ = Wait.until(every: 2_000) {
        // It is gone from one look to the next: what it used is what was seen last.
        used = max(used, ProcessorTime.of(process: id) ?? .zero)
        return !process.isRunning
      }
      return (status(), used - before)
    }

    func end() -> (status: Int32, output: String, errors: String) {
      try? input.fileHandleForWriting.close()
      let text = String(decoding: output.fileHandleForReading.readDataToEndOfFile(), as: UTF8.self)
      let said = String(decoding: errors.fileHandleForReading.readDataToEndOfFile(), as: UTF8.self)
      return (status(), text, said)
    }
  }

  private static let endless = """
    BEGIN:VCALENDAR
    VERSION:2.0
    PRODID:-//t//
    BEGIN:VEVENT
    UID:tick
    SUMMARY:Tick
    DTSTART:19970101T000000
    RRULE:FREQ=SECONDLY
    END:VEVENT
    BEGIN:VEVENT
    UID:tock
    SUMMARY:Tock
    DTSTART;TZID=Europe/Berlin:20200101T000000
    RRULE:FREQ=MINUTELY
    END:VEVENT
    END:VCALENDAR

    """

  private func endless() throws -> Kal {
    let kal = try Kal(importing: false)
    try Self.endless.write(toFile: kal.folder + "/endless.ics", atomically: true, encoding: .utf8)
    #expect(try kal.run(["import", kal.folder + "/endless.ics"]).status == 0)
    return kal
  }

  // MARK: Statements from a pipe

  /// L5: a program talks to plain `kal` line by line.
  @Test func eachStatementIsAnsweredWhenItsLineIsComplete() throws {
    let running = try Running(try Kal(importing: false), ["--format", "ids"])
    // When the first is answered, the half of the second was there with it.
    running.write("show week.start\nshow zo")
    #expect(running.read(running.output, until: "\n") == "monday\n")
    running.write("ne\n")
    #expect(running.read(running.output, until: "\n") == "Europe/Berlin\n")
    running.write("show week.start; show zone\r\n")
    #expect(running.read(running.output, until: "Berlin\n") == "monday\nEurope/Berlin\n")
    running.write("-- nothing\nevents where (title = x\n")
    running.write("  or title = y)\nshow zone")
    let ended = running.end()
    #expect(ended.status == 0 && ended.output == "Europe/Berlin\n")
    #expect(ended.errors.hasPrefix("note:  there is no store at "))
  }

  @Test func theFirstErrorEndsAScriptUnlessItIsToGoOn() throws {
    let kal = try Kal(importing: false)
    let text = "\u{FEFF}show zone\nevnts\nundo 1\nshow week.start\n"
    let path = kal.folder + "/a.kal"
    try text.write(toFile: path, atomically: true, encoding: .utf8)
    for words in [[], ["-f", path]] {
      let stopping = try Running(kal, words)
      stopping.write(text)
      let first = stopping.end()
      #expect(first.status == 2 && first.output == "Europe/Berlin\n")
      let going = try Running(kal, ["--keep-going"] + words)
      going.write(text)
      let second = going.end()
      #expect(second.status == 2 && second.output == "Europe/Berlin\nmonday\n")
      #expect(second.errors.contains("[expected-statement]") && second.errors.contains("[nothing-to-undo]"))
      if !words.isEmpty { #expect(second.errors.contains("error: \(path):3:1: there is nothing to undo")) }
    }
    let quiet = try Running(kal, ["--keep-going"])
    quiet.write("undo\nshow zone\n")
    let ended = quiet.end()
    #expect(ended.status == 1 && ended.output == "Europe/Berlin\n")
  }

  /// L6: what never ends its line is not collected.
  @Test func aStatementHasALimit() throws {
    let kal = try Kal(importing: false)
    let path = kal.folder + "/long.kal"
    #expect(FileManager.default.createFile(atPath: path, contents: Data("show zone\n".utf8)))
    let file = try #require(FileHandle(forWritingAtPath: path))
    try file.seekToEnd()
    for _ in 0..<3 { try file.write(contentsOf: Data(repeating: 97, count: 1 << 19)) }
    try file.close()
    let result = try kal.run(["-f", path])
    #expect(result.status == 2 && result.output == "Europe/Berlin\n")
    #expect(
      result.errors == """
        error: \(path):2:1: a statement is longer than 1 MiB  [statement-too-long]
        hint:  a statement ends with its line, unless a parenthesis is open

        """)
    let pipe = kal.process(["--keep-going"])
    pipe.standardInput = FileHandle(forReadingAtPath: path)
    let said = Pipe()
    pipe.standardError = said
    pipe.standardOutput = FileHandle.nullDevice
    try pipe.run()
    let text = String(decoding: said.fileHandleForReading.readDataToEndOfFile(), as: UTF8.self)
    pipe.waitUntilExit()
    #expect(text.hasPrefix("error: -:2:1: a statement is longer than 1 MiB  [statement-too-long]\n"))
  }

  @Test func standardInputIsNotReadTwice() throws {
    let running = try Running(try Kal(importing: false))
    running.write("import -\nBEGIN:VCALENDAR\n")
    let (status, _, errors) = running.end()
    #expect(status == 1)
    #expect(errors.contains("cannot read -: the statements come from standard input themselves"))
  }

  // MARK: Signals

  /// How long a stopped program may use the processor for what it still has to do.
  private static let rest = Duration.milliseconds(400)

  /// L4: Ctrl-C ends whatever runs, with status 130; SIGTERM and SIGHUP with theirs.
  @Test(
    arguments: [
      "events from 1997-01-01 to 2030-01-01 sort by title limit 3",
      "events from 1997-01-01 to 2030-01-01 where overlap > 1h",
      "count events from 1997-01-01 to 2030-01-01 group by day",
      "free 45m from 2026-01-01 to 2030-01-01", "events from 1997-01-01 to 2030-01-01 as ics",
    ], [(SIGINT, Int32(130)), (SIGTERM, Int32(143)), (SIGHUP, Int32(129))])
  func signalsEndAQuestion(statement: String, signal: (Int32, Int32)) throws {
    let kal = try endless()
    let running = try Running(kal, [statement])
    running.output.fileHandleForReading.readabilityHandler = { _ = $0.availableData }
    let id = running.process.processIdentifier
    #expect(OtherProcess.works(id) && running.process.isRunning)
    let ended = running.end { kill(id, signal.0) }
    #expect(ended.status == signal.1)
    // What does not look at the signal is ended from outside after a second, which it works through.
    #expect(ended.used < Self.rest, "\(ended.used)")
    running.output.fileHandleForReading.readabilityHandler = nil
  }

  /// So does a signal that comes while nobody reads: what is not whole is not said to be well.
  @Test func signalsEndWritingIntoAFullPipe() throws {
    let kal = try endless()
    let running = try Running(kal, ["events from 1997-01-01 to 2030-01-01 as jsonl"])
    // It has filled the pipe when it no longer uses the processor.
    var used = Duration.zero
    _ = Wait.until(every: 200_000) {
      let now = ProcessorTime.of(process: running.process.processIdentifier) ?? .zero
      defer { used = now }
      return now > .zero && now == used
    }
    kill(running.process.processIdentifier, SIGINT)
    #expect(running.status() == 130)
    let said = String(decoding: running.errors.fileHandleForReading.readDataToEndOfFile(), as: UTF8.self)
    #expect(said.contains("[interrupted]"))
  }

  /// A server does not begin to serve what each of its statements would refuse.
  @Test func aServerRefusesWhatIsNoStore() throws {
    let kal = try Kal(importing: false)
    #expect(mkfifo(kal.store, 0o600) == 0)
    for words in [["serve", "--socket", kal.folder + "/kal.sock"], ["--protocol"]] {
      let running = try Running(kal, words)
      #expect(running.status() == 1, "\(words)")
      #expect(running.end().errors.contains("[not-a-store]"), "\(words)")
    }
  }

  @Test func signalsEndWaiting() throws {
    let kal = try Kal(importing: false)
    #expect(try kal.run(["add", "calendar", "Work"]).status == 0)
    let pipe = kal.folder + "/pipe.ics"
    #expect(mkfifo(pipe, 0o600) == 0)
    // For statements, for a file into which nobody writes, for a program that the person uses.
    for words in [[], ["import", pipe], ["-f", pipe], ["alarms", "watch"], ["add", "--from", "-"]] {
      for (signal, status) in [(SIGINT, Int32(130)), (SIGTERM, Int32(143))] {
        let running = try Running(kal, words)
        let id = running.process.processIdentifier
        #expect(OtherProcess.waits(id, catching: signal) && running.process.isRunning, "\(words)")
        let ended = running.end { kill(id, signal) }
        #expect(ended.status == status && ended.used < Self.rest, "\(words) \(ended.used)")
      }
    }
    #expect(try kal.run(["history", "--format", "json"]).status == 0)
  }

  /// Who waits for another writer says for whom, and Ctrl-C ends that; nothing is written.
  @Test func aWriterThatWaitsSaysForWhom() throws {
    let kal = try Kal(importing: false)
    #expect(try kal.run(["add", "calendar", "Work"]).status == 0)
    let holder = try Running(kal)
    holder.write("begin\nadd calendar \"Held\"\n")
    _ = holder.read(holder.errors, until: "Held")
    let waiting = try Running(kal, ["add", "calendar", "Waiting"])
    let said = waiting.read(waiting.errors, until: "more\n")
    #if os(Linux)
      #expect(
        said.hasPrefix(
          "note:  waiting for kal (process \(holder.process.processIdentifier)), which has been writing to "))
    #endif
    kill(waiting.process.processIdentifier, SIGINT)
    #expect(waiting.status() == 130)
    holder.write("commit\n")
    #expect(holder.end().status == 0)
    let calendars = try kal.run(["calendars", "--format", "csv"]).output
    #expect(calendars.contains("Held") && !calendars.contains("Waiting"))
  }

  /// A reader that goes ends a question at once, although nothing is written for long; it is no error.
  @Test(arguments: [
    "events from 1997-01-01 to 2030-01-01 sort by title limit 3", "export events from 1997 to 9000 to -",
    "watch events from 1997-01-01 to 2030-01-01 sort by title limit 3",
  ])
  func aReaderThatGoesEndsAQuestion(statement: String) throws {
    let kal = try endless()
    let running = try Running(kal, [statement])
    #expect(OtherProcess.works(running.process.processIdentifier) && running.process.isRunning)
    let ended = try running.end { try running.output.fileHandleForReading.close() }
    #expect(ended.status == 0 && ended.used < Self.rest, "\(ended.used)")
    // Its folder goes with it.
    withExtendedLifetime(kal) {}
  }

  /// Asking for access is a write, which is not ended for a reader that goes; nor is waiting for the answer.
  @Test func aRequestForAccessOutlivesItsReader() throws {
    let kal = try Kal()
    let running = try Running(kal, ["--as", "app", "--reason", "a test", "events", "today"])
    try running.output.fileHandleForReading.close()
    #expect(Wait.until(every: 20_000) { (try? kal.run(["access"]).output.contains("app")) == true })
    #expect(running.process.isRunning)
    #expect(try kal.run(["access set app events read-only"]).status == 0)
    #expect(running.status() == 0)
  }

  /// What a change is to reach is held whole, so that there is an end to how much it may be.
  @Test(arguments: ["delete", "move"])
  func aChangeOfTooManyIsRefused(word: String) throws {
    let kal = try endless()
    let tail = word == "move" ? "by +1h yes" : "yes"
    let refused = try kal.run(["\(word) (events from 1997-01-01 to 2030-01-01) \(tail)"])
    #expect(refused.status == 2 && refused.errors.contains("[too-many]"), "\(refused)")
  }
}

/// The system's `read`, which a method of the same name hides.
private func systemRead(_ descriptor: Int32, _ buffer: inout [UInt8]) -> Int {
  read(descriptor, &buffer, buffer.count)
}

private func systemWrite(_ descriptor: Int32, _ bytes: [UInt8]) -> Int {
  write(descriptor, bytes, bytes.count)
}
