import Synchronization

#if canImport(Glibc)
  import Glibc
#else
  import Darwin
#endif

/// Ends the running statement: Ctrl-C sets it, and so do SIGTERM and SIGHUP, which are to end the process.
///
/// It also counts as set while a query runs whose reader has gone away.
package let keyboardStop = StopSignal { OutputWatch.isReaderGone }

/// The last signal that asked the process to end; 0 before the first.
private let lastSignal = Atomic<Int32>(0)
/// The write end of the pipe that ends waits, for the signal handler; -1 before there is one.
private let wakeDescriptor = Atomic<Int32>(-1)
/// The connection to the server that works for this process, for the signal handler; -1 while there is none.
private let workingServer = Atomic<Int32>(-1)
/// The program that this process waits for; 0 while there is none.
private let foreground = Atomic<Int32>(0)
/// Whether Ctrl-C ends the process within a second, whatever the process is doing; false with a person at
/// the terminal, whom the process may still have to ask.
private let mustEnd = Atomic<Bool>(false)

/// The effect of Ctrl-C, SIGTERM and SIGHUP on a process that is not a server.
///
/// They set `keyboardStop`, which ends the running statement, and end every wait. A non-interactive process
/// exits with 128 plus the signal number; if no loop sees the signal within a second, the process exits at
/// once, and the store rolls back uncommitted changes by itself.
package enum ProcessSignals {
  private static let pipe = WakePipe()

  /// Installs the handlers; a session at a terminal handles SIGINT alone, because its shell ends it with the
  /// others.
  package static func install(isInteractive: Bool, inputIsTerminal: Bool) {
    if let pipe { wakeDescriptor.store(pipe.writeEnd, ordering: .relaxed) }
    // Creates the global before a signal handler uses it.
    keyboardStop.reset()
    mustEnd.store(!isInteractive && !inputIsTerminal, ordering: .relaxed)
    for number in isInteractive ? [SIGINT] : [SIGINT, SIGTERM, SIGHUP] { take(number) }
    if !isInteractive { signal(SIGALRM) { _ in _exit(128 + lastSignal.load(ordering: .relaxed)) } }
    // The parent process may have blocked these signals.
    var caught = sigset_t()
    sigemptyset(&caught)
    for number in [SIGINT, SIGTERM, SIGHUP, SIGALRM] { sigaddset(&caught, number) }
    pthread_sigmask(SIG_UNBLOCK, &caught, nil)
  }

  private static func take(_ number: Int32) {
    var action = sigaction()
    sigaction(number, nil, &action)
    // Under `nohup` SIGHUP stays ignored.
    if number == SIGHUP, isIgnored(action) { return }
    let handler: @convention(c) (Int32) -> Void = { number in
      let saved = errno
      lastSignal.store(number, ordering: .relaxed)
      keyboardStop.stop()
      var byte: UInt8 = 1
      let wake = wakeDescriptor.load(ordering: .relaxed)
      if wake >= 0 { _ = write(wake, &byte, 1) }
      let server = workingServer.load(ordering: .relaxed)
      if server >= 0 {
        let text: StaticString = "c cancel k\n"
        _ = text.withUTF8Buffer { write(server, $0.baseAddress, $0.count) }
      }
      // The terminal sends Ctrl-C to the whole process group by itself.
      let child = foreground.load(ordering: .relaxed)
      if child > 0, number != SIGINT { kill(child, number) }
      if number != SIGINT || mustEnd.load(ordering: .relaxed) { alarm(1) }
      errno = saved
    }
    SystemCalls.setHandler(handler, of: &action)
    // Without SA_RESTART a waiting system call returns at once, so that its caller checks the signal before
    // it waits again.
    action.sa_flags = 0
    sigaction(number, &action, nil)
  }

  private static func isIgnored(_ action: sigaction) -> Bool {
    unsafeBitCast(SystemCalls.handler(of: action), to: Int.self) == unsafeBitCast(SIG_IGN, to: Int.self)
  }

  /// Sets the connection to the server that works for this process; -1 for none.
  package static func serverWorks(at descriptor: Int32) {
    workingServer.store(descriptor, ordering: .relaxed)
  }

  /// The exit status of a process that a signal has ended; nil when no signal came.
  package static var status: Int32? {
    let number = lastSignal.load(ordering: .relaxed)
    return number == 0 ? nil : 128 + number
  }

  /// Whether a signal asked the process itself to end, rather than the running statement.
  package static var isToEnd: Bool {
    let number = lastSignal.load(ordering: .relaxed)
    return number == SIGTERM || number == SIGHUP
  }

  /// Clears a Ctrl-C that ended a statement at the prompt.
  package static func reset() {
    keyboardStop.reset()
    lastSignal.store(0, ordering: .relaxed)
    _ = pipe?.drain()
  }

  /// Runs `body`, which Ctrl-C ends by way of `keyboardStop`; before and after it Ctrl-C does what it did.
  package static func interruptible<Result, Failure: Error>(
    _ body: () throws(Failure) -> Result
  ) throws(Failure) -> Result {
    keyboardStop.reset()
    var earlier = sigaction()
    sigaction(SIGINT, nil, &earlier)
    signal(SIGINT) { _ in keyboardStop.stop() }
    defer {
      sigaction(SIGINT, &earlier, nil)
      keyboardStop.reset()
    }
    return try body()
  }

  /// Waits until a descriptor has input or reaches its end, or a signal comes; returns whether it has input.
  ///
  /// The wait also ends when the reader of `output` has gone.
  package static func wait(for input: Int32, output: Int32 = -1, milliseconds: Int32 = -1) -> (
    hasInput: Bool, isReaderGone: Bool
  ) {
    var slots = [
      pollfd(fd: input, events: Int16(POLLIN), revents: 0),
      pollfd(fd: pipe?.readEnd ?? -1, events: Int16(POLLIN), revents: 0),
      // `poll` reports a reader that went away as an error, whatever events are requested.
      pollfd(fd: output, events: 0, revents: 0),
    ]
    _ = poll(&slots, nfds_t(slots.count), milliseconds)
    return (slots[0].revents != 0, slots[2].revents != 0)
  }

  /// Runs `body`, which waits for a program to end.
  package static func waiting<Result>(for process: pid_t, _ body: () -> Result) -> Result {
    foreground.store(process, ordering: .relaxed)
    defer { foreground.store(0, ordering: .relaxed) }
    return body()
  }
}

/// Detects that the reader of an answer has gone while the query still runs.
///
/// A write is never ended for that reason.
package enum OutputWatch {
  /// The pipe that a query's answer is written to; -1 while there is none.
  private static let descriptor = Atomic<Int32>(-1)
  private static let lastLook = Atomic<UInt64>(0)
  private static let isGone = Atomic<Bool>(false)
  /// Nanoseconds between two looks at the pipe.
  private static let pause: UInt64 = 10_000_000

  /// Runs `body`, which writes the answer to a query into an output.
  package static func watching<Result, Failure: Error>(
    _ output: Int32, _ body: () throws(Failure) -> Result
  ) throws(Failure) -> Result {
    var info = stat()
    let isPipe =
      output >= 0 && fstat(output, &info) == 0
      && [S_IFIFO, S_IFSOCK].contains(info.st_mode & S_IFMT)
    let earlier = descriptor.exchange(isPipe ? output : -1, ordering: .relaxed)
    defer { descriptor.store(earlier, ordering: .relaxed) }
    return try body()
  }

  /// Whether the reader of a watched output has gone; polls at most once every `pause`.
  package static var isReaderGone: Bool {
    let output = descriptor.load(ordering: .relaxed)
    if output < 0 { return false }
    if isGone.load(ordering: .relaxed) { return true }
    let now = SystemClock.monotonicNanoseconds()
    if now &- lastLook.load(ordering: .relaxed) < pause { return false }
    lastLook.store(now, ordering: .relaxed)
    var request = pollfd(fd: output, events: 0, revents: 0)
    guard poll(&request, 1, 0) > 0, Int32(request.revents) & POLLERR != 0 else { return false }
    isGone.store(true, ordering: .relaxed)
    return true
  }

  /// Whether the reader of a watched output has gone at any time.
  package static var hasEnded: Bool { isGone.load(ordering: .relaxed) }
}
