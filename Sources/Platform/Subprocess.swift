#if canImport(Glibc)
  import Glibc
#else
  import Darwin
#endif

/// Started programs that may still run and for which no caller waits.
package final class ChildProcesses {
  package init() {}

  private var running: [pid_t] = []

  package var isEmpty: Bool { running.isEmpty }

  package func add(_ process: pid_t) { running.append(process) }

  /// Removes programs that have ended; running ones are checked again at the next call.
  package func reap() {
    running.removeAll { child in
      var status: Int32 = 0
      return waitpid(child, &status, WNOHANG) != 0
    }
  }
}

/// Starts programs: the pager, the editor, the helper that asks servers.
package enum Subprocess {
  private static let starts = Mutex(())

  /// Runs `body`, which creates a descriptor, while no other thread starts a program that would inherit it.
  package static func excludingStarts(_ body: () -> Int32) -> Int32 { starts.withLock { _ in body() } }

  /// Starts a program with these descriptors as its standard input, output and error; nil when it cannot be
  /// started.
  package static func spawn(
    _ arguments: [String], _ environment: [String], input: Int32, output: Int32 = 1, errors: Int32 = 2
  ) -> pid_t? {
    var actions = SystemCalls.spawnFileActions()
    var attributes = SystemCalls.spawnAttributes()
    guard posix_spawn_file_actions_init(&actions) == 0 else { return nil }
    defer { posix_spawn_file_actions_destroy(&actions) }
    guard posix_spawnattr_init(&attributes) == 0 else { return nil }
    defer { posix_spawnattr_destroy(&attributes) }
    if input != 0 { posix_spawn_file_actions_adddup2(&actions, input, 0) }
    if output != 1 { posix_spawn_file_actions_adddup2(&actions, output, 1) }
    if errors != 2 { posix_spawn_file_actions_adddup2(&actions, errors, 2) }
    if input != 0 { posix_spawn_file_actions_addclose(&actions, input) }
    if output != 1, output != input { posix_spawn_file_actions_addclose(&actions, output) }
    // The program must not inherit this process's ignored SIGPIPE.
    var signals = sigset_t()
    sigemptyset(&signals)
    sigaddset(&signals, SIGPIPE)
    posix_spawnattr_setsigdefault(&attributes, &signals)
    // Nor the signals that the calling thread blocks, or Ctrl-C would not end it.
    var blocked = sigset_t()
    sigemptyset(&blocked)
    posix_spawnattr_setsigmask(&attributes, &blocked)
    posix_spawnattr_setflags(&attributes, Int16(POSIX_SPAWN_SETSIGDEF | POSIX_SPAWN_SETSIGMASK))
    var argv: [UnsafeMutablePointer<CChar>?] = arguments.map { strdup($0) } + [nil]
    var envp: [UnsafeMutablePointer<CChar>?] = environment.map { strdup($0) } + [nil]
    defer {
      for pointer in argv { free(pointer) }
      for pointer in envp { free(pointer) }
    }
    var process: pid_t = 0
    let code = excludingStarts { posix_spawn(&process, arguments[0], &actions, &attributes, &argv, &envp) }
    return code == 0 ? process : nil
  }

  /// Waits for a program; returns its exit status, or 128 plus the signal that ended it.
  package static func wait(for process: pid_t) -> Int32 {
    var status: Int32 = 0
    let hasEnded = ProcessSignals.waiting(for: process) {
      while waitpid(process, &status, 0) < 0 {
        if errno != EINTR { return false }
      }
      return true
    }
    if !hasEnded { return 127 }
    return status & 0x7F == 0 ? status >> 8 & 0xFF : 128 + (status & 0x7F)
  }
}
