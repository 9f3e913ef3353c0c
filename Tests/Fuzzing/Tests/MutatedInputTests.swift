import FuzzDrivers
import LineEditor
import TestSupport
import Testing

@testable import Rendering
@testable import Server
@testable import Settings

#if canImport(Glibc)
  import Glibc
#else
  import Darwin
#endif

/// Mutated inputs of every kind go to what reads them; nothing may crash, hang or be read
/// otherwise than it was written.
///
/// A normal run spends some seconds on each kind, always with the same inputs; `KALENDS_FUZZ` says how many
/// there are, and `KALENDS_FUZZ_FROM` which seed is the first. An input that fails is left in
/// `.build/fuzz`; it goes into `Corpus`, from where it is tried ever after. What stands in `KIND.now` there
/// after a crash is the input that crashed.
@Suite struct MutatedInputTests {
  private static let seeds = FuzzSeeds(root: ProjectFiles.root)

  /// The kinds of the drivers, and two that only the shell reads.
  static let kinds = FuzzKind.allCases.map(\.rawValue) + ["settings", "history"]

  /// A folder for what is left of a run, made if need be.
  private static func folder(_ name: String) -> String {
    var path = ProjectFiles.root
    for part in [".build", "fuzz", name] where !part.isEmpty {
      path += "/" + part
      mkdir(path, 0o755)
    }
    return path
  }

  private static func check(_ kind: String) throws -> ([UInt8]) throws -> Void {
    let folder = folder(kind)
    switch (kind, FuzzKind(rawValue: kind)) {
    case (_, let kind?): return try FuzzDriver(kind, folder: folder).check
    case ("settings", nil): return settings
    default: return { try history($0, folder + "/history") }
    }
  }

  private static func inputs(_ kind: String) -> [[UInt8]] {
    if let kind = FuzzKind(rawValue: kind) { return seeds.all(kind) }
    let history = kind == "history" ? [Array(seeds.statements.prefix(200).joined(separator: "\n").utf8)] : []
    return seeds.kept(kind).map(\.bytes) + history
  }

  @Test(arguments: kinds) func keptInputsPass(kind: String) throws {
    let check = try Self.check(kind)
    for (name, bytes) in Self.seeds.kept(kind) {
      #expect(throws: Never.self, "\(name)") { try check(bytes) }
    }
  }

  @Test(.timeLimit(.minutes(60)), arguments: kinds) func mutatedInputsPass(kind: String) throws {
    let check = try Self.check(kind)
    let inputs = Self.inputs(kind)
    #expect(!inputs.isEmpty, "no seeds")
    let wanted = Depth.number("KALENDS_FUZZ")
    let seed = UInt64(Depth.number("KALENDS_FUZZ_FROM") ?? 0)
    var mutator = InputMutator(inputs, random: SplitMix64(seed: seed))
    let now = Self.folder("") + "/\(kind).now"
    let begin = ProcessorTime.ofThread
    var count = 0
    var failed = 0
    while count < wanted ?? 20_000, failed < 5 {
      // Beside all other tests a normal run ends after a while, wherever it is.
      if wanted == nil, ProcessorTime.ofThread - begin > .seconds(4) { break }
      let bytes = mutator.next()
      count += 1
      Self.keep(bytes, now)
      var fault: String?
      let time = ProcessorTime.measure {
        do { try check(bytes) } catch { fault = "\(error)" }
      }
      if time > .seconds(3) { fault = "it takes \(time)" }
      guard let fault else { continue }
      failed += 1
      let path = Self.folder("") + "/\(kind)-\(seed)-\(count)"
      Self.keep(bytes, path)
      Issue.record(
        "\(fault)\n\(path): \(String(decoding: bytes.prefix(300), as: UTF8.self).debugDescription)")
    }
    unlink(now)
    #expect(count >= 20, "\(count) inputs only")
    if wanted != nil {
      print("\(kind): \(count) inputs in \(ProcessorTime.ofThread - begin) of the processor, \(failed) fail")
    }
  }

  private static func keep(_ bytes: [UInt8], _ path: String) {
    guard let file = fopen(path, "wb") else { return }
    fwrite(bytes, 1, bytes.count, file)
    fclose(file)
  }

  // MARK: What only the shell reads

  /// Settings are read, or their fault has words, a line and a column.
  private static func settings(_ bytes: [UInt8]) throws {
    let text = String(decoding: bytes, as: UTF8.self)
    do throws(ConfigError) {
      let file = try ConfigFile(parsing: text, file: "config.toml")
      for entry in file.entries { _ = file.fault(of: entry, known: [entry.key]) }
    } catch {
      let lines = text.split(omittingEmptySubsequences: false, whereSeparator: \.isNewline).count
      try FuzzFault.unless(
        error.line >= 1 && error.line <= lines + 1 && error.column >= 1 && !error.message.isEmpty,
        "a fault without words or place: \(error)")
    }
  }

  /// Whatever a history file holds, lines that are added to it are its last ones.
  private static func history(_ bytes: [UInt8], _ path: String) throws {
    keep(bytes, path)
    defer { unlink(path) }
    let file = HistoryFile(path: path, limit: 20)
    let before = try file.load()
    try FuzzFault.unless(before.count <= 20, "more lines than the limit")
    try file.append(["events today", "reminders\noverdue"])
    let after = try file.load()
    try FuzzFault.unless(
      after.suffix(2).first == "events today", "a line that was added is not read: \(after.suffix(2))")
    try FuzzFault.unless(after.count <= 20, "more lines than the limit")
    // What is written anew keeps each line on a line of its own, whatever ends lines elsewhere.
    let isPlain = before.allSatisfy {
      $0.unicodeScalars.allSatisfy { $0.value >= 32 && !$0.properties.isWhitespace || $0 == " " }
    }
    if !isPlain { return }
    try FuzzFault.unless(
      Array(after.dropLast(2)) == Array(before.suffix(after.count - 2)), "other lines than before")
  }
}

/// The drivers and the mutator themselves.
@Suite struct FuzzDriverTests {
  /// What a driver must find is found: a check that always passes checks nothing.
  @Test func faultsAreThrown() {
    #expect(throws: FuzzFault.self) { try FuzzFault.unless(false, "no") }
    #expect(throws: Never.self) { try FuzzFault.unless(true, "no") }
  }

  @Test func theSameSeedMakesTheSameInputs() {
    let seeds = [Array("BEGIN:VEVENT\nDTSTART:20261118T093000\nEND:VEVENT".utf8), [1, 2, 3]]
    var first = InputMutator(seeds, random: SplitMix64(seed: 7))
    var second = InputMutator(seeds, random: SplitMix64(seed: 7))
    let inputs = (0..<500).map { _ in first.next() }
    #expect(inputs == (0..<500).map { _ in second.next() })
    #expect(Set(inputs).count > 400 && inputs.allSatisfy { $0.count <= 4_000 })
  }

  @Test(arguments: FuzzKind.allCases) func everyKindHasSeeds(kind: FuzzKind) {
    #expect(FuzzSeeds(root: ProjectFiles.root).all(kind).count >= 2)
  }
}
