import Foundation
import TestSupport
import Testing

#if canImport(Glibc)
  import Glibc
#else
  import Darwin
#endif

/// The real program over a store of its own, in a folder that goes with it.
final class Kal {
  let folder: String
  let store: String

  /// The program that was built with these tests.
  static let program: String = {
    let link = try? FileManager.default.destinationOfSymbolicLink(atPath: "/proc/self/exe")
    let own = link ?? ""
    let beside = URL(fileURLWithPath: own).deletingLastPathComponent().path + "/kal"
    return FileManager.default.isExecutableFile(atPath: beside)
      ? beside : ProjectFiles.root + "/.build/debug/kal"
  }()

  /// A store with the sample calendars, made once and copied.
  private static let sample: Result<Data, any Error> = Result {
    let kal = try Kal(importing: false)
    #expect(try kal.run(["import", ProjectFiles.root + "/Samples/calendars"]).status == 0)
    return try Data(contentsOf: URL(fileURLWithPath: kal.store))
  }

  init(importing calendars: Bool = true) throws {
    folder = NSTemporaryDirectory() + "kp-" + UUID().uuidString.prefix(8)
    store = folder + "/store.sqlite"
    try FileManager.default.createDirectory(atPath: folder, withIntermediateDirectories: true)
    if calendars { try Self.sample.get().write(to: URL(fileURLWithPath: store)) }
  }

  deinit { try? FileManager.default.removeItem(atPath: folder) }

  /// The program's arguments: the store, the reference instant, and these.
  func arguments(_ more: [String]) -> [String] {
    ["--store", store, "--set", "now=2026-11-18T14:30", "--set", "zone=Europe/Berlin"] + more
  }

  func process(_ more: [String], environment: [String: String] = [:]) -> Process {
    let process = Process()
    process.executableURL = URL(fileURLWithPath: Self.program)
    process.arguments = arguments(more)
    var variables = ["HOME": folder, "XDG_RUNTIME_DIR": folder, "PATH": "/usr/bin:/bin"]
    // What a sanitizer is told holds for the program too.
    for name in ["ASAN_OPTIONS", "TSAN_OPTIONS"] {
      variables[name] = ProcessInfo.processInfo.environment[name]
    }
    for (name, value) in environment { variables[name] = value }
    process.environment = variables
    return process
  }

  /// Runs a statement in a process of its own, as the owner.
  @discardableResult
  func run(_ words: [String]) throws -> (status: Int32, output: String, errors: String) {
    let process = process(words)
    let (output, errors) = (Pipe(), Pipe())
    process.standardInput = FileHandle.nullDevice
    process.standardOutput = output
    process.standardError = errors
    try process.run()
    let text = String(decoding: output.fileHandleForReading.readDataToEndOfFile(), as: UTF8.self)
    let said = String(decoding: errors.fileHandleForReading.readDataToEndOfFile(), as: UTF8.self)
    process.waitUntilExit()
    return (process.terminationStatus, text, said)
  }

  // MARK: Transports

  /// `kal --protocol` with pipes to it.
  func direct(_ options: [String] = []) throws -> (client: ProtocolClient, process: Process) {
    let process = process(options + ["--protocol"])
    let (input, output) = (Pipe(), Pipe())
    process.standardInput = input
    process.standardOutput = output
    try process.run()
    let client = ProtocolClient(
      input: fcntl(output.fileHandleForReading.fileDescriptor, F_DUPFD_CLOEXEC, 0),
      output: fcntl(input.fileHandleForWriting.fileDescriptor, F_DUPFD_CLOEXEC, 0))
    try input.fileHandleForWriting.close()
    try output.fileHandleForReading.close()
    return (client, process)
  }

  /// `kal serve` at a socket in the folder.
  func serve(_ more: [String] = [], environment: [String: String] = [:]) throws -> Server {
    let path = folder + "/kal.sock"
    let process = process(["serve", "--socket", path] + more, environment: environment)
    process.standardError = FileHandle.nullDevice
    try process.run()
    return try Server(process, path, of: self)
  }

  /// A server that runs.
  final class Server {
    let process: Process
    let path: String
    /// Its folder stays as long as it runs.
    private let kal: Kal

    init(_ process: Process, _ path: String, of kal: Kal) throws {
      self.kal = kal
      self.process = process
      self.path = path
      let answers = try Wait.until(every: 20_000) {
        guard let client = ProtocolClient(socket: path) else { return false }
        _ = try client.line()
        return true
      }
      if !answers { throw ProtocolClient.Silence(description: "no server at \(path)") }
    }

    deinit { if process.isRunning { process.terminate() } }

    /// A client that has said who it is, and has read the greeting.
    func client(_ name: String? = "kal") throws -> ProtocolClient {
      let client = try #require(ProtocolClient(socket: path))
      #expect(try client.line()?.hasPrefix("* HELLO {") == true)
      if let name {
        let reply = try client.ask("h", "hello {\"protocol\":1,\"client\":\"\(name)\",\"reason\":\"a test\"}")
        #expect(reply.last?.hasPrefix("h OK ") == true)
      }
      return client
    }

    /// Asks the server to end, and gives its exit status.
    func end() -> Int32 {
      process.terminate()
      _ = Wait.until(every: 10_000) { !process.isRunning }
      if process.isRunning { kill(process.processIdentifier, SIGKILL) }
      process.waitUntilExit()
      return process.terminationReason == .exit ? process.terminationStatus : -1
    }

    /// Whether its memory comes to lie below so many kilobytes when it has done what it still has to do.
    ///
    /// True where the system does not say, and under a sanitizer, which keeps what was freed for a while.
    func needs(lessThan limit: Int) -> Bool {
      Depth.isSanitized || Wait.until(every: 100_000) { memory.map { $0 < limit } ?? true }
    }

    /// How long it has used the processor; zero where the system does not say.
    var used: Duration { ProcessorTime.of(process: process.processIdentifier) ?? .zero }

    /// Kilobytes of memory in use; nil where the system does not say.
    var memory: Int? { kilobytes("VmRSS:") }

    /// The most that it has used so far.
    var mostMemory: Int? { kilobytes("VmHWM:") }

    private func kilobytes(_ name: String) -> Int? {
      let text = try? String(contentsOfFile: "/proc/\(process.processIdentifier)/status", encoding: .utf8)
      let line = text?.split(separator: "\n").first { $0.hasPrefix(name) }
      return line?.split(separator: " ").compactMap { Int($0) }.first
    }
  }
}
