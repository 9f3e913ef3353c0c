import Foundation
import TestSupport

@testable import EventKit

#if canImport(Glibc)
  import Glibc
#else
  import Darwin
#endif

/// A program of `Samples/eventkit` in a home of its own, where nothing was set up.
final class SampleProgram {
  let name: String
  let home: TemporaryFolder
  /// The variables of the program.
  var environment: [String: String]
  /// What starts the program, whose path follows; nothing for itself.
  var launcher: [String] = []
  private let terminal: (master: Int32, slave: Int32, path: String)?

  struct Failed: Error { let call: String }

  /// What a program did.
  struct Outcome {
    /// The exit status; negative, the signal that ended it.
    var status: Int32
    var output: String
    var errors: String
    /// What was shown at the terminal beside the output.
    var screen: String
  }

  /// `isAtTerminal` gives the program a terminal of its own, where questions are asked.
  init(_ name: String, isAtTerminal: Bool = false) throws {
    self.name = name
    home = try TemporaryFolder()
    environment = BuiltProgram.variables
    environment["HOME"] = home.path
    environment["TZ"] = "Europe/Lisbon"
    environment["KALENDS_STORE"] = home.path + "/store.sqlite"
    terminal = isAtTerminal ? try Self.openTerminal() : nil
  }

  deinit {
    if let terminal {
      close(terminal.master)
      close(terminal.slave)
    }
  }

  /// The name of the program as a client of the store.
  var client: String { "eventkit-" + name }

  /// The file that the program uses.
  var store: String { home.path + "/store.sqlite" }

  /// Opens the program's store as its owner; a missing one is made as the program would make it.
  func owner() throws -> EKEventStore { try Self.owner(of: store) }

  static func owner(of path: String) throws -> EKEventStore {
    var options = StoreOptions(path: path)
    options.isPersonal = true
    let store = EKEventStore(options: options)
    try store.checkOpen()
    return store
  }

  /// The program's access, as the store keeps it.
  func status(_ type: EKEntityType) -> EKAuthorizationStatus {
    var options = StoreOptions(path: store)
    options.client = client
    return EKEventStore.status(for: type, options: options)
  }

  /// Types at the terminal; what is typed before the program asks waits for it.
  func type(_ keys: String) {
    guard let terminal else { return }
    _ = Array(keys.utf8).withUnsafeBytes { write(terminal.master, $0.baseAddress, $0.count) }
  }

  /// Runs the program to its end.
  func run() throws -> Outcome { try end(of: try start()) }

  /// Starts the program and returns its process.
  func start() throws -> pid_t {
    var actions = posix_spawn_file_actions_t()
    posix_spawn_file_actions_init(&actions)
    defer { posix_spawn_file_actions_destroy(&actions) }
    let flags = O_WRONLY | O_CREAT | O_TRUNC
    // The first terminal that a session's leader opens is the session's.
    posix_spawn_file_actions_addopen(&actions, 0, terminal?.path ?? "/dev/null", O_RDWR, 0)
    posix_spawn_file_actions_addopen(&actions, 1, home.path + "/output", flags, 0o600)
    posix_spawn_file_actions_addopen(&actions, 2, home.path + "/errors", flags, 0o600)
    var attributes = posix_spawnattr_t()
    posix_spawnattr_init(&attributes)
    defer { posix_spawnattr_destroy(&attributes) }
    posix_spawnattr_setflags(&attributes, Self.newSession)
    let words = launcher + [BuiltProgram.path(client)]
    let path = words[0]
    var arguments = words.map { strdup($0) } + [nil]
    var variables = environment.map { strdup("\($0.key)=\($0.value)") } + [nil]
    defer { (arguments + variables).forEach { free($0) } }
    var process: pid_t = 0
    guard posix_spawn(&process, path, &actions, &attributes, &arguments, &variables) == 0 else {
      throw Failed(call: "posix_spawn \(path)")
    }
    return process
  }

  /// `POSIX_SPAWN_SETSID`, which the module of the C library leaves out.
  private static let newSession: Int16 = 0x80

  /// Waits until the program ends; one that hangs is ended after a minute.
  func end(of process: pid_t) throws -> Outcome {
    var status: Int32 = 0
    let ends = Wait.until(every: 2_000) { waitpid(process, &status, WNOHANG) == process }
    if !ends {
      kill(process, SIGKILL)
      waitpid(process, &status, 0)
    }
    return Outcome(
      status: status & 0x7F == 0 ? status >> 8 & 0xFF : -(status & 0x7F),
      output: home.text("output") ?? "", errors: home.text("errors") ?? "", screen: screen)
  }

  /// What the terminal has shown.
  private var shown = ""

  private var screen: String {
    drain()
    return shown
  }

  /// Whether the terminal comes to show a text.
  func shows(_ text: String) -> Bool { Wait.until(every: 2_000) { screen.contains(text) } }

  private func drain() {
    guard let terminal else { return }
    var bytes = [UInt8](repeating: 0, count: 4096)
    while true {
      let count = read(terminal.master, &bytes, bytes.count)
      guard count > 0 else { return }
      shown += String(decoding: bytes[..<count], as: UTF8.self)
    }
  }

  private static func openTerminal() throws -> (master: Int32, slave: Int32, path: String) {
    // The modules of the C library leave `openpty` out, so it is looked up by name.
    typealias OpenPty =
      @convention(c) (
        UnsafeMutablePointer<Int32>, UnsafeMutablePointer<Int32>, UnsafeMutablePointer<CChar>?,
        UnsafeMutableRawPointer?, UnsafeMutableRawPointer?
      ) -> Int32
    guard let symbol = dlsym(dlopen(nil, RTLD_NOW), "openpty") else { throw Failed(call: "dlsym openpty") }
    let openpty = unsafeBitCast(symbol, to: OpenPty.self)
    var (master, slave): (Int32, Int32) = (-1, -1)
    var name = [CChar](repeating: 0, count: 128)
    guard openpty(&master, &slave, &name, nil, nil) == 0 else { throw Failed(call: "openpty") }
    // Only the program's own end is the program's.
    for end in [master, slave] { _ = fcntl(end, F_SETFD, FD_CLOEXEC) }
    _ = fcntl(master, F_SETFL, O_NONBLOCK)
    let path = String(decoding: name.prefix { $0 != 0 }.map(UInt8.init(bitPattern:)), as: UTF8.self)
    return (master, slave, path)
  }
}
