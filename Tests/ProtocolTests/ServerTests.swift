import Foundation
import JSON
import TestSupport
import Testing

#if canImport(Glibc)
  import Glibc
#else
  import Darwin
#endif

/// The server as a process: its socket, its end, and clients of every kind.
@Suite(.serialized) struct ServerTests {
  private func object(_ line: String?) throws -> JSONValue {
    let text = try #require(line?.split(separator: " ", maxSplits: 2).last)
    return try JSONValue(parsing: Array(text.utf8))
  }

  // MARK: The socket

  @Test func onlyTheOwnerReachesTheSocket() throws {
    let kal = try Kal()
    let server = try kal.serve()
    var info = stat()
    #expect(stat(server.path, &info) == 0)
    #expect(info.st_mode & 0o777 == 0o600)
    #expect(server.end() == 0)
    #expect(stat(server.path, &info) != 0, "the socket goes with the server")
  }

  @Test func aSecondServerIsRefusedAndADeadOnesPlaceIsTaken() throws {
    let kal = try Kal()
    let server = try kal.serve()
    let (status, _, errors) = try kal.run(["serve", "--socket", server.path])
    #expect(status == 1)
    #expect(
      errors
        == "error: another server listens at \(server.path)  [already-serving]\nhint:  kal serve --socket PATH names another place\n"
    )
    kill(server.process.processIdentifier, SIGKILL)
    server.process.waitUntilExit()
    let next = try kal.serve()
    #expect(try next.client().ask("a", "count events today").last?.hasPrefix("a OK") == true)
    #expect(next.end() == 0)
  }

  @Test func whatIsNoSocketStays() throws {
    let kal = try Kal()
    let path = kal.folder + "/precious"
    try "text".write(toFile: path, atomically: true, encoding: .utf8)
    let (status, _, errors) = try kal.run(["serve", "--socket", path])
    #expect(status == 1)
    #expect(
      errors.hasPrefix(
        "error: cannot listen at \(path): there is something that is no socket  [cannot-listen]"))
    #expect(try String(contentsOfFile: path, encoding: .utf8) == "text")
  }

  @Test(arguments: [
    #"{"q":"add calendar \"x\"","check":true}"#, #"{"q":"add event \"x\" tomorrow"}"#,
    #"{"q":"import \"/none.ics\""}"#, #"{"batch":["add event \"x\" tomorrow"]}"#,
    #"{"batch":["add calendar \"x\"","delete ev:zzzzzz"],"atomic":true}"#,
  ])
  func whatKeepsNothingMakesNoStore(request: String) throws {
    let kal = try Kal(importing: false)
    let (client, process) = try kal.direct()
    _ = try client.ask("a", request)
    #expect(!FileManager.default.fileExists(atPath: kal.store))
    #expect(try client.ask("b", #"{"q":"add calendar \"Kept\""}"#).last?.hasPrefix("b OK") == true)
    client.endInput()
    process.waitUntilExit()
    #expect(try kal.run(["calendars select title as tsv"]).output == "title\nKept\n")
  }

  @Test func aFolderThatOthersWriteToIsRefused() throws {
    let kal = try Kal()
    let folder = kal.folder + "/open"
    #expect(mkdir(folder, 0o700) == 0 && chmod(folder, 0o777) == 0)
    let (status, _, errors) = try kal.run(["serve", "--socket", folder + "/kal.sock"])
    #expect(status == 1)
    #expect(errors.contains("others can write to its folder  [cannot-listen]"))
  }

  @Test func wordsDoNotGoWithTheProtocol() throws {
    let (status, _, errors) = try Kal(importing: false).run(["--protocol", "events today"])
    #expect(status == 2)
    #expect(errors == "error: --protocol takes no value  [bad-option]\nhint:  kal --help lists the options\n")
  }

  @Test func theUsualPlaceIsTheRuntimeDirectory() throws {
    let kal = try Kal()
    let process = kal.process(["serve"])
    process.standardError = FileHandle.nullDevice
    try process.run()
    let server = try Kal.Server(process, kal.folder + "/kalends/kal.sock", of: kal)
    #expect(server.end() == 0)
  }

  /// A socket that is there already, as systemd hands it over.
  @Test(.enabled(if: Tool.python != nil, "python3 is not on PATH")) func aGivenSocketIsServed() throws {
    let kal = try Kal()
    let path = kal.folder + "/given.sock"
    let script = """
      import os, socket, sys
      s = socket.socket(socket.AF_UNIX); s.bind(sys.argv[1]); s.listen(8)
      os.dup2(s.fileno(), 3); os.set_inheritable(3, True)
      os.environ.update(LISTEN_FDS="1", LISTEN_PID=str(os.getpid()))
      os.execv(sys.argv[2], sys.argv[2:])
      """
    let process = kal.process([])
    process.executableURL = URL(fileURLWithPath: try #require(Tool.python))
    process.arguments = ["-c", script, path, Kal.program] + kal.arguments(["serve"])
    try process.run()
    let server = try Kal.Server(process, path, of: kal)
    let reply = try server.client().ask("a", "count events today").last
    #expect(reply?.hasPrefix("a OK") == true, "\(reply ?? "")")
    #expect(server.end() == 0)
    #expect(FileManager.default.fileExists(atPath: path), "it is not the server's to remove")
  }

  // MARK: The end

  @Test func aSignalEndsRequestsAndConnections() throws {
    let server = try Kal().serve()
    let client = try server.client()
    try client.send("w watch events today select title")
    _ = try client.lines(until: "w READY")
    #expect(server.end() == 0)
    let rest = try client.lines(until: "BYE")
    #expect(rest.first?.contains(#"w NO {"code":"shutdown","message":"the server ends""#) == true)
    #expect(rest.last == #"* BYE {"code":"shutdown"}"#)
    #expect(try client.line() == nil)
  }

  @Test func acknowledgedWritesSurviveAKill() throws {
    let kal = try Kal()
    for round in 0..<3 {
      let server = try kal.serve()
      let client = try server.client()
      var acknowledged: [String] = []
      for number in 0..<20 {
        try client.send("a\(number) add event \"k \(round) \(number)\" 2026-12-01 10:00 in Home@Local")
      }
      while acknowledged.count < 3 + round * 5, let line = try client.line() {
        if line.contains(" OK {") {
          acknowledged.append("k \(round) \(line.dropFirst().prefix { $0 != " " })")
        }
      }
      kill(server.process.processIdentifier, SIGKILL)
      server.process.waitUntilExit()
      let found = try kal.run(["--format", "csv", "events 2026-12-01 select title"]).output
      let titles = Set(found.split { $0.isNewline }.map(String.init))
      for title in acknowledged { #expect(titles.contains(title), "\(title) is lost") }
    }
    #expect(try kal.run(["check"]).output == "the store is sound\n")
  }

  // MARK: Clients

  @Test func whatAnotherProcessWritesIsSeenAndNothingIsLost() throws {
    let kal = try Kal()
    let server = try kal.serve()
    let client = try server.client()
    try client.send("w watch events 2026-12-01 select title")
    _ = try client.lines(until: "w READY")
    // Other processes open and close the store, which must not take its log from the server.
    for number in 0..<5 {
      try kal.run(["add event \"other \(number)\" 2026-12-01 10:00 in Home@Local"])
      _ = try client.lines(until: "w + {\"title\":\"other \(number)\"}")
      #expect(
        try client.ask("a", "add event \"own \(number)\" 2026-12-01 11:00 in Home@Local").last?.hasPrefix(
          "a OK") == true)
    }
    #expect(
      try object(client.ask("c", "count events 2026-12-01 where title matches /^(other|own) /")[0])["count"]?
        .integer == 10)
    #expect(try kal.run(["check"]).output == "the store is sound\n")
    #expect(server.end() == 0)
    let counted = try kal.run([
      "--format", "csv", "count events 2026-12-01 where title matches /^(other|own) /",
    ])
    #expect(counted.output.contains("10"))
  }

  /// Rules are kept ready to be expanded: what another process does to one ends that.
  @Test func aSeriesThatAnotherProcessMovesIsAnsweredWhereItIs() throws {
    let kal = try Kal()
    let server = try kal.serve()
    let client = try server.client()
    #expect(
      try client.ask("a", "add event \"moved about\" 2026-12-01 10:00 repeat daily in Home@Local").last?
        .hasPrefix("a OK") == true)
    for (number, clock) in ["10:00", "15:00", "16:00"].enumerated() {
      if number > 0 {
        let found = try client.ask("s\(number)", "series where title = \"moved about\"")
        let id = try #require(try object(found[0])["id"]?.string)
        #expect(try kal.run(["edit \(id) set start = \(clock) span all"]).status == 0)
      }
      let answer = try client.ask(
        "q\(number)", "events 2026-12-05 where title = \"moved about\" select start")
      #expect(try object(answer[0])["start"]?.string?.contains("T\(clock)") == true, "\(answer)")
    }
    #expect(server.end() == 0)
  }

  @Test func manyThatVanishHarmNobody() throws {
    let server = try Kal().serve()
    let steady = try server.client()
    let before = server.memory
    for round in 0..<10 {
      var clients: [ProtocolClient] = []
      for number in 0..<100 {
        let client = try #require(ProtocolClient(socket: server.path))
        try client.send("h hello {\"protocol\":1,\"client\":\"kal\"}")
        switch number % 4 {
        case 0: try client.send("a events from 2000-01-01 to 2100-01-01")
        case 1: try client.send("w watch events today")
        case 2: try client.send(Array("half a li".utf8))
        default: break
        }
        clients.append(client)
      }
      for client in clients { client.hangUp() }
      #expect(try steady.ask("s\(round)", "count events today").last?.hasPrefix("s\(round) OK") == true)
    }
    if let before { #expect(server.needs(lessThan: before + 100_000)) }
    #expect(server.end() == 0)
  }

  @Test func whoNeverReadsIsHeldShortAndOthersAreServed() throws {
    let server = try Kal().serve()
    let steady = try server.client()
    let before = server.memory
    var idle: [ProtocolClient] = []
    for _ in 0..<10 {
      let client = try #require(ProtocolClient(socket: server.path))
      try client.send("h hello {\"protocol\":1,\"client\":\"kal\"}")
      for number in 0..<20 { try client.send("a\(number) events from 2000-01-01 to 2100-01-01") }
      idle.append(client)
    }
    for number in 0..<20 {
      #expect(try steady.ask("s\(number)", "count events today").last?.hasPrefix("s\(number) OK") == true)
    }
    if let before { #expect(server.needs(lessThan: before + 60_000)) }
    #expect(server.end() == 0)
  }

  /// Lines that call for answers which nobody reads: at four MiB the client is sent away.
  @Test func whoFloodsWithoutReadingIsSentAway() throws {
    let server = try Kal().serve()
    let client = try #require(ProtocolClient(socket: server.path))
    let garbage = Array(String(repeating: "garbage\n", count: 4_000).utf8)
    var wasSentAway = false
    for _ in 0..<200 {
      do { try client.send(garbage) } catch {
        wasSentAway = true
        break
      }
    }
    #expect(wasSentAway)
    #expect(server.needs(lessThan: 300_000))
    let reply = try server.client().ask("a", "count events today").last
    #expect(reply?.hasPrefix("a OK") == true, "\(reply ?? "")")
    #expect(server.end() == 0)
  }

  @Test func aSlowReaderGetsEveryRowInOrder() throws {
    let server = try Kal().serve()
    let client = try server.client()
    let request =
      #"{"q":"events from 2000-01-01 to 2400-01-01 select start, title, notes, location, url, calendar","limit":10000}"#
    try client.send("a " + request)
    var starts: [String] = []
    while let line = try client.line() {
      if line.hasPrefix("a OK") {
        #expect(try object(line)["rows"]?.integer == starts.count)
        break
      }
      guard line.hasPrefix("a *") else { continue }
      starts.append(try #require(try object(line)["start"]?.string))
      if starts.count % 500 == 0 { usleep(20_000) }
    }
    #expect(starts.count == 10_000)
    #expect(starts.map { $0.prefix(10) } == starts.map { $0.prefix(10) }.sorted())
    #expect(server.end() == 0)
  }

  /// A change of most rows is told by sending all of them anew, and nothing is missing then.
  @Test func whatChangesGreatlyIsSentAnew() throws {
    let kal = try Kal()
    let server = try kal.serve()
    let client = try server.client()
    let query = "events from 2000-01-01 to 2100-01-01 limit 6000"
    try client.send("w watch " + query)
    let first = try client.lines(until: "w READY").count
    #expect(first > 6_000)
    for name in ["Work", "Home", "Büro"] { try kal.run(["rename calendar \(name) to \"New \(name)\""]) }
    // Each renaming may be told by itself; what was told in all must become what there is.
    func identity(_ row: Substring) throws -> String {
      let value = try JSONValue(parsing: Array(row.utf8))
      return "\(value["id"]?.string ?? "") \(value["occurrenceId"]?.string ?? "")"
    }
    var asked: [String: Substring] = [:]
    for line in try server.client().ask("a", query) where line.hasPrefix("a * ") {
      asked[try identity(line.dropFirst(4))] = line.dropFirst(4)
    }
    #expect(asked.count == 6_000)
    var (told, right): (Set<String>, Set<String>) = ([], [])
    var wasSentAnew = false
    while !wasSentAnew || told.count != asked.count || right.count != told.count, let line = try client.line()
    {
      let row = line.dropFirst(4)
      switch line.split(separator: " ")[1] {
      case "RESYNC": (told, right, wasSentAnew) = ([], [], true)
      case "*" where wasSentAnew, "+" where wasSentAnew, "=" where wasSentAnew:
        let name = try identity(row)
        told.insert(name)
        if asked[name] == row { right.insert(name) } else { right.remove(name) }
      case "-" where wasSentAnew:
        let name = try identity(row)
        told.remove(name)
        right.remove(name)
      default: break
      }
    }
    #expect(wasSentAnew)
    #expect(right == Set(asked.keys))
    #expect(server.end() == 0)
  }

  @Test func whatIsCanceledEndsSoon() throws {
    let server = try Kal().serve()
    let client = try server.client()
    let process = server.process.processIdentifier
    let idle = ProcessorTime.of(process: process)
    try client.send("a events from 1900-01-01 to 9000-01-01 where attendees.count > 99")
    // It is at work by then, as the processor counts it.
    if let idle {
      #expect(
        Wait.until { (ProcessorTime.of(process: process) ?? .zero) - idle > .milliseconds(50) })
    } else {
      usleep(100_000)
    }
    let used = ProcessorTime.of(process: process)
    try client.send("c cancel a")
    let lines = try client.lines(until: "a NO")
    #expect(try object(lines.last)["code"]?.string == "canceled")
    if let used, let now = ProcessorTime.of(process: process) { #expect(now - used < .seconds(1)) }
    // Queued behind others it ends as well.
    for number in 0..<20 {
      try client.send("b\(number) events from 1900-01-01 to 9000-01-01 where attendees.count > 99")
    }
    for number in 0..<20 { try client.send("c\(number) cancel b\(number)") }
    var ended: Set<Substring> = []
    while ended.count < 20, let line = try client.line() {
      if line.hasPrefix("b"), line.contains("canceled") { ended.insert(line.prefix { $0 != " " }) }
    }
    #expect(ended.count == 20)
    #expect(server.end() == 0)
  }

  @Test func limitsHold() throws {
    let server = try Kal().serve()
    let client = try server.client()
    for number in 1...9 { try client.send("w\(number) watch events today select title") }
    let refused = try client.lines(until: "w9 NO").last
    #expect(try object(refused)["code"]?.string == "too-many-watches")
    for number in 1...30 { try client.send("s\(number) subscribe") }
    // One subscription is enough for a connection.
    #expect(try object(client.lines(until: "s30 BAD").last)["code"]?.string == "tag-in-use")
    try client.send("w1 count events")
    let line = try client.lines(until: "* BAD").last
    #expect(try object(line)["tag"]?.string == "w1")
    #expect(server.end() == 0)
  }

  @Test func asManyRequestsAreOpenAsTheLimitSaysAndNoMore() throws {
    let server = try Kal().serve()
    let client = try server.client()
    // Each would go on for a long time, so that all are open when the last comes.
    let long = "events from 1900-01-01 to 9000-01-01 where attendees.count > 99"
    try client.send((1...33).map { "b\($0) \(long)\n" }.joined() + "x cancel b32")
    let refused = try client.lines(until: "b33 ")
    #expect(try object(refused.last)["code"]?.string == "too-many-tags")
    #expect(
      !refused.contains { $0.hasPrefix("b32 BAD") || $0.contains("too-many-tags") && !$0.hasPrefix("b33 ") })
    // The one that ended made room for another.
    _ = try client.lines(until: "b32 NO")
    try client.send("b34 count calendars")
    for number in 1...31 { try client.send("x\(number) cancel b\(number)") }
    #expect(try client.lines(until: "b34 ").last?.contains("too-many-tags") == false)
    #expect(server.end() == 0)
  }

  /// A lone question is answered by the loop where it is brief, two at once by
  /// threads; rows and states are the same.
  @Test(arguments: [
    "events", "events today limit 1", "count events this week group by calendar", "reminders",
  ])
  func aLoneQuestionIsAnsweredAsOthersAre(question: String) throws {
    let server = try Kal().serve()
    let client = try server.client()
    func rows(_ lines: [String]) -> [String] {
      lines.filter { $0.dropFirst(2).hasPrefix("* ") }.map { String($0.dropFirst(2)) }
    }
    // The first one finds no session that has the store open.
    let first = rows(try client.ask("a", question))
    #expect(!first.isEmpty)
    for _ in 0..<3 { #expect(rows(try client.ask("a", question)) == first) }
    try client.send("a \(question)\nb \(question)")
    var found: [Character: [String]] = [:]
    var ends = 0
    while ends < 2, let line = try client.line() {
      if line.dropFirst(2).hasPrefix("* ") {
        found[line.first ?? " ", default: []].append(String(line.dropFirst(2)))
      }
      if line.dropFirst(2).hasPrefix("OK ") { ends += 1 }
    }
    #expect(found["a"] == first && found["b"] == first)
    #expect(server.end() == 0)
  }

  /// Random bytes in random pieces: the server answers or refuses, and goes on.
  @Test(arguments: Depth.seeds(usually: 4)) func randomBytes(seed: Int) throws {
    var random = SplitMix64(seed: UInt64(seed))
    let server = try Kal().serve()
    let good = [
      "a1 events today\n", "a2 {\"q\":\"count events\"}\n", "a3 cancel a1\n", "a4 watch events today\n",
      "a5 subscribe\n",
      "a6 {\"batch\":[\"undo\"]}\n", "h hello {\"protocol\":1,\"client\":\"kal\"}\n",
      "a7 {\"cursor\":\"c1\"}\n",
    ]
    for _ in 0..<20 {
      let client = try #require(ProtocolClient(socket: server.path))
      var bytes: [UInt8] = []
      for _ in 0..<40 {
        var line = Array(good[Int.random(in: 0..<good.count, using: &random)].utf8)
        if Bool.random(using: &random) {
          line[Int.random(in: 0..<line.count, using: &random)] = UInt8.random(in: 0...255, using: &random)
        }
        bytes += line
      }
      while !bytes.isEmpty {
        let count = min(bytes.count, Int.random(in: 1...300, using: &random))
        do { try client.send(Array(bytes.prefix(count))) } catch { break }
        bytes.removeFirst(count)
      }
      if Bool.random(using: &random) { client.endInput() }
      usleep(UInt32.random(in: 0...20_000, using: &random))
    }
    let reply = try server.client().ask("a", "count events today").last
    #expect(reply?.hasPrefix("a OK") == true, "\(reply ?? "")")
    #expect(server.end() == 0)
  }

  // MARK: Clients in other languages

  @Test(.enabled(if: Tool.python != nil, "python3 is not on PATH"), arguments: ["kalends.py", "agenda.sh"])
  func clientsWork(name: String) throws {
    let python = URL(fileURLWithPath: try #require(Tool.python)).deletingLastPathComponent().path
    let kal = try Kal()
    let server = try kal.serve()
    try kal.run(["access", "grant", "sample", "events", "read-only"])
    let process = kal.process(
      [],
      environment: [
        "KALENDS_SOCKET": server.path, "KAL": Kal.program, "KALENDS_STORE": kal.store,
        "PATH": python + ":/usr/bin:/bin",
      ])
    process.executableURL = URL(fileURLWithPath: ProjectFiles.root + "/Samples/protocol/clients/" + name)
    process.arguments = ["events 2026-11-19 in Work select title, start"]
    let output = Pipe()
    process.standardOutput = output
    process.standardInput = FileHandle.nullDevice
    try process.run()
    let text = String(decoding: output.fileHandleForReading.readDataToEndOfFile(), as: UTF8.self)
    process.waitUntilExit()
    #expect(process.terminationStatus == 0)
    #expect(text.contains("Standup with the customer"), "\(text)")
    #expect(server.end() == 0)
  }
}
