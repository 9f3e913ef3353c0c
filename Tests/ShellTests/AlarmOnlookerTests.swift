import Model
import Testing

@testable import Server
@testable import Statements

/// Programs that hear what rings, with a clock that the test sets: each once, whoever
/// else rings, puts off or moves.
@Suite struct AlarmOnlookerTests {
  /// A store, a watcher that claims and two that listen.
  private final class Scene {
    let desk: SampleSession
    private var watcher: AlarmRounds<AlarmWatcher>
    private var first: AlarmRounds<AlarmOnlooker>
    private var second: AlarmRounds<AlarmOnlooker>

    init(_ statements: String..., now: String = "2026-11-18T08:00") throws {
      desk = try SampleSession(importing: false)
      for statement in ["add calendar \"Home\" for events", "add calendar \"Errands\" for reminders"]
        + statements
      {
        _ = try desk.answer(statement)
      }
      try desk.at(now)
      watcher = AlarmRounds(try AlarmWatcher(desk.session))
      first = AlarmRounds(try AlarmOnlooker(AlarmWatcher(desk.session)))
      second = AlarmRounds(try AlarmOnlooker(AlarmWatcher(desk.session)))
      #expect(try heard() == [] && rung() == [])
    }

    func at(_ now: String) throws { try desk.at(now) }

    func run(_ statement: String) throws -> String { try desk.answer(statement) }

    func rung() throws -> [String] { try watcher.turn().map(\.words) }

    /// What both hear, which must be the same.
    func heard() throws -> [String] {
      let words = try first.turn().map(\.words)
      #expect(try second.turn().map(\.words) == words)
      return words
    }
  }

  @Test func eachHearsOnceAndTheWatcherStillRings() throws {
    let scene = try Scene("add event \"Tea\" 2026-11-18 09:00 alarm -10m, -0m")
    try scene.at("2026-11-18T08:50")
    #expect(try scene.heard() == ["Tea 1 +0"])
    #expect(try scene.heard() == [])
    #expect(try scene.rung() == ["Tea 1 +0"])
    try scene.at("2026-11-18T09:00")
    #expect(try scene.rung() == ["Tea 2 +0"])
    #expect(try scene.heard() == ["Tea 2 +0"])
    #expect(try scene.heard() == [])
  }

  @Test func listeningBeginsNow() throws {
    let scene = try Scene("add event \"Early\" 2026-11-18 07:59 alarm -0m")
    try scene.at("2026-11-18T08:01")
    #expect(try scene.heard() == [])
  }

  @Test func whatWasSleptThroughIsLateAndAfterADaySilent() throws {
    let scene = try Scene(
      "add event \"Tea\" 2026-11-18 10:00 alarm -0m", "add event \"Bath\" 2026-11-20 10:00 alarm -0m")
    try scene.at("2026-11-18T13:30")
    #expect(try scene.heard() == ["Tea 1 +210"])
    try scene.at("2026-11-22T09:00")
    #expect(try scene.heard() == [])
  }

  @Test func aClockThatIsSetBackRingsNothingTwice() throws {
    let scene = try Scene("add event \"Tea\" 2026-11-18 10:00 alarm -0m")
    try scene.at("2026-11-18T10:00")
    #expect(try scene.heard() == ["Tea 1 +0"])
    try scene.at("2026-11-18T09:30")
    #expect(try scene.heard() == [])
    try scene.at("2026-11-18T10:05")
    #expect(try scene.heard() == [])
  }

  @Test(arguments: [
    // Two o'clock to three is left out on 29 March 2026 in Berlin, and comes twice on 25 October.
    ["2026-03-29T01:00", "2026-03-29T03:29:59", "2026-03-29T03:30", "2026-03-29T04:00"],
    ["2026-10-25T01:00", "2026-10-25T02:29:59+02:00", "2026-10-25T02:30+02:00", "2026-10-25T02:30+01:00"],
  ]) func theHourThatComesTwiceAndTheOneThatIsMissing(_ clock: [String]) throws {
    let scene = try Scene(
      "add event \"Watch\" 2026-03-28 02:30 for 15m repeat every day alarm -0m", now: clock[0])
    try scene.at(clock[1])
    #expect(try scene.heard() == [])
    try scene.at(clock[2])
    #expect(try scene.heard() == ["Watch 1 +0"])
    try scene.at(clock[3])
    #expect(try scene.heard() == [])
  }

  @Test func whatAnybodyPutsOffRingsAgainWhoeverClaimsIt() throws {
    let scene = try Scene("add event \"Tea\" 2026-11-18 09:00 alarm -0m")
    try scene.at("2026-11-18T09:00")
    #expect(try scene.heard() == ["Tea 1 +0"])
    _ = try scene.run("snooze 10m")
    #expect(try scene.heard() == [])
    // The watcher takes it out of the file first.
    try scene.at("2026-11-18T09:10")
    #expect(try scene.rung() == ["Tea 1 +0"])
    #expect(try scene.heard() == ["Tea 1 +0"])
    _ = try scene.run("snooze 10m")
    #expect(try scene.heard() == [])
    // Nobody claims it: it stays in the file and is heard once.
    try scene.at("2026-11-18T09:25")
    #expect(try scene.heard() == ["Tea 1 +5"])
    #expect(try scene.heard() == [])
    // Put off anew before its time.
    _ = try scene.run("snooze 10m")
    #expect(try scene.heard() == [])
    _ = try scene.run("snooze 30m")
    try scene.at("2026-11-18T09:35")
    #expect(try scene.heard() == [])
    try scene.at("2026-11-18T09:55")
    #expect(try scene.heard() == ["Tea 1 +0"])
  }

  @Test func whatWasPutOffBeforeIsHeardToo() throws {
    let scene = try Scene("add event \"Tea\" 2026-11-18 07:55 alarm -0m")
    _ = try scene.run("snooze 10m")
    var late = AlarmRounds(try AlarmOnlooker(AlarmWatcher(scene.desk.session)))
    #expect(try late.turn().isEmpty)
    try scene.at("2026-11-18T08:10")
    #expect(try late.turn().map(\.words) == ["Tea 1 +0"])
  }

  @Test func whatIsDoneOrDeletedDoesNotRing() throws {
    let scene = try Scene(
      "add event \"Tea\" 2026-11-18 09:00 alarm -0m", "add event \"Bath\" 2026-11-18 08:30 alarm -0m",
      "add reminder \"Milk\" due 2026-11-18 09:00")
    try scene.at("2026-11-18T08:30")
    #expect(try scene.heard() == ["Bath 1 +0"])
    _ = try scene.run("snooze 30m")
    #expect(try scene.heard() == [])
    _ = try scene.run("delete (events today) yes")
    _ = try scene.run("complete (reminders due today) yes")
    try scene.at("2026-11-18T09:00")
    #expect(try scene.heard() == [])
  }

  @Test func placesThatAnybodyTellsAreHeard() throws {
    let scene = try Scene(
      "add reminder \"Bread\" alarm entering \"Shop\" at 52.52, 13.405 radius 200m",
      "add reminder \"Lights\" alarm leaving \"Home\" at 52.60, 13.405")
    _ = try scene.run("location 52.60, 13.405")
    #expect(try scene.heard() == [])
    #expect(try scene.run("location 52.52, 13.405").contains("\"late\":0"))
    #expect(try scene.heard() == ["Bread 1 +0", "Lights 1 +0"])
    #expect(try scene.heard() == [])
    _ = try scene.run("location 52.52, 13.405")
    #expect(try scene.heard() == [])
    // Somebody comes and goes between two looks.
    for place in ["52.60", "52.52", "52.70"] { _ = try scene.run("location \(place), 13.405") }
    #expect(try scene.heard() == ["Bread 1 +0", "Lights 1 +0"])
    // A place belongs to who tells it: the watcher beside rings nothing.
    #expect(try scene.rung() == [])
  }
}
