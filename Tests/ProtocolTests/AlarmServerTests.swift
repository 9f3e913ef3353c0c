import Foundation
import TestSupport
import Testing

/// Alarms over the protocol: who hears them, and a server that rings itself.
///
/// Places make them ring, as the clock stands still.
@Suite(.serialized) struct AlarmServerTests {
  private static let shop = "location 52.52, 13.405"
  private static let home = "location 52.60, 13.405"

  private func kal() throws -> Kal {
    let kal = try Kal(importing: false)
    for statement in [
      "add calendar \"Work\" for events", "add calendar \"Errands\" for reminders",
      "add event \"Visit\" 2026-11-18 16:00 for 1h alarm entering \"Shop\" at 52.52, 13.405",
      "add reminder \"Bread\" alarm entering \"Shop\" at 52.52, 13.405",
      "access grant mybar events read-only", "access deny mybar reminders",
    ] {
      #expect(try kal.run([statement]).status == 0)
    }
    return kal
  }

  /// The titles of the alarms that a client hears until the answer to a request of its own.
  private func heard(_ client: ProtocolClient, _ tag: String) throws -> [String] {
    try client.send("\(tag) help")
    return try client.lines(until: "\(tag) OK").filter { $0.hasPrefix("* ALARM ") }.map(title)
  }

  private func title(_ line: String) -> String {
    line.contains("\"title\":\"Bread\"") ? "Bread" : line.contains("\"title\":\"Visit\"") ? "Visit" : line
  }

  @Test func eachHearsWhatItMayReadUntilItIsCanceled() throws {
    let kal = try kal()
    let server = try kal.serve()
    let (owner, bar) = (try server.client(), try server.client("mybar"))
    for client in [owner, bar] {
      try client.send("s subscribe alarms")
      #expect(try client.line()?.hasPrefix("s READY {\"state\":\"s") == true)
    }
    func visit(_ tag: String) throws -> [String] {
      #expect(try owner.ask(tag + "h", Self.home).last?.hasPrefix("\(tag)h OK {\"rows\":0") == true)
      try owner.send("\(tag)s \(Self.shop)")
      // The answer and the notices come in any order; two alarms ring each time.
      var lines: [String] = []
      while lines.count(where: { $0.hasPrefix("* ALARM ") }) < 2
        || !lines.contains(where: { $0.hasPrefix("\(tag)s OK") }),
        let line = try owner.line()
      {
        lines.append(line)
      }
      #expect(
        lines.count { $0.hasPrefix("\(tag)s * {\"type\":\"alarm\"") && $0.hasSuffix(",\"late\":0}") } == 2)
      return lines.filter { $0.hasPrefix("* ALARM ") }.map(title)
    }
    #expect(try visit("a").sorted() == ["Bread", "Visit"])
    #expect(try heard(bar, "x1") == ["Visit"])
    #expect(try kal.run(["access deny mybar events"]).status == 0)
    #expect(try visit("b").sorted() == ["Bread", "Visit"])
    #expect(try heard(bar, "x2") == [], "what was taken back holds at once")
    #expect(try kal.run(["access grant mybar reminders read-only"]).status == 0)
    #expect(try visit("c").count == 2)
    #expect(try heard(bar, "x3") == ["Bread"])
    #expect(try bar.ask("y", "cancel s").last == "y OK {}")
    #expect(try visit("d").count == 2)
    #expect(try heard(bar, "x4").isEmpty)
    // Not the one to tell a place.
    #expect(try bar.ask("z", Self.home).last?.contains("\"code\":\"not-permitted\"") == true)
    #expect(server.end() == 0)
  }

  @Test func whoSubscribesTwiceIsToldAndAServerThatEndsSaysSo() throws {
    let server = try kal().serve()
    let client = try server.client()
    try client.send("c subscribe")
    _ = try client.lines(until: "c READY")
    try client.send("s subscribe alarms")
    _ = try client.lines(until: "s READY")
    #expect(try client.ask("t", "subscribe alarms").last?.contains("\"code\":\"tag-in-use\"") == true)
    #expect(server.end() == 0)
    let rest = try client.lines(until: "BYE")
    #expect(rest.contains { $0.hasPrefix("s NO {\"code\":\"shutdown\"") })
  }

  @Test func withoutAStoreNothingIsHeardAndOneThatIsMadeIs() throws {
    let kal = try Kal(importing: false)
    let server = try kal.serve()
    let client = try server.client()
    try client.send("s subscribe alarms")
    #expect(try client.line() == "s READY {\"state\":\"s0\"}")
    #expect(try client.ask("a", Self.home).last?.contains("\"code\":\"no-store\"") == true)
    for statement in [
      "add calendar \"Errands\" for reminders",
      "add reminder \"Bread\" alarm entering \"Shop\" at 52.52, 13.405",
    ] {
      #expect(try kal.run([statement]).status == 0)
    }
    _ = try client.ask("b", Self.home)
    // The thread looks for a store once a second; until it has found one, nobody hears anything.
    var heard: [String] = []
    var round = 0
    _ = try Wait.until(every: 500_000) {
      round += 1
      _ = try client.ask("h\(round)", Self.home)
      try client.send("c\(round) " + Self.shop)
      heard = try client.lines(until: "c\(round) OK").filter { $0.hasPrefix("* ALARM ") }
      return !heard.isEmpty
    }
    #expect(heard.last.map(title) == "Bread")
    #expect(server.end() == 0)
  }

  /// A server of a store of its own that rings into a file, or does not, after two visits to the shop.
  private func visited(rings: Bool, mark: String) throws -> Kal.Server {
    let server = try kal().serve([
      "--set", "alarms.serve=\(rings ? "on" : "off")", "--set",
      "alarms.command=echo \"$KAL_TITLE\" >> '\(mark)'",
    ])
    let client = try server.client()
    for _ in 0..<2 {
      _ = try client.ask("a", Self.home)
      #expect(try client.ask("b", Self.shop).count == 4)
    }
    return server
  }

  @Test(arguments: [true, false]) func aServerRingsItselfWhereItIsToldTo(rings: Bool) throws {
    let mark = NSTemporaryDirectory() + "kp-rang-" + UUID().uuidString
    defer { try? FileManager.default.removeItem(atPath: mark) }
    func rung() -> Int {
      ((try? String(contentsOfFile: mark, encoding: .utf8)) ?? "").split { $0.isNewline }.count
    }
    let server = try visited(rings: rings, mark: mark)
    // One that rings for certain, and was told so later: when it has, the first would have.
    let other = try rings ? nil : visited(rings: true, mark: mark)
    #expect(Wait.until(every: 20_000) { rung() >= 4 })
    #expect(rung() == 4)
    #expect(server.end() == 0 && other.map { $0.end() == 0 } ?? true)
  }

  #if os(Linux)
    /// How often the threads of a process gave the processor up, as the system counts it.
    private func switches(_ process: Int32) -> Int {
      let tasks = (try? FileManager.default.contentsOfDirectory(atPath: "/proc/\(process)/task")) ?? []
      return tasks.reduce(0) { sum, task in
        let text =
          (try? String(contentsOfFile: "/proc/\(process)/task/\(task)/status", encoding: .utf8)) ?? ""
        let line = text.split(separator: "\n").first { $0.hasPrefix("voluntary_ctxt_switches:") }
        return sum + (line?.split(separator: "\t").last.flatMap { Int($0) } ?? 0)
      }
    }

    /// The thread sanitizer has a thread of its own that wakes.
    @Test(.enabled(if: !Depth.isSanitized)) func nobodyListensNothingWakes() throws {
      let server = try kal().serve()
      let client = try server.client()
      let process = server.process.processIdentifier
      try client.send("s subscribe alarms")
      _ = try client.lines(until: "s READY")
      _ = try client.ask("c", "cancel s")
      // What the last request left to do is done at some time; then three seconds pass and nothing has woken.
      #expect(
        Wait.until(seconds: 120) {
          let before = switches(process)
          sleep(3)
          return before > 0 && switches(process) == before
        })
      #expect(server.end() == 0)
    }
  #endif
}
