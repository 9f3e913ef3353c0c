import Synchronization

#if canImport(Glibc)
  import Glibc
#else
  import Darwin
#endif

/// Ends the statement that runs: Ctrl-C sets it, and SIGTERM and SIGHUP where the process is to end.
///
/// It also counts as set while a question is answered whose reader went away.
package let keyboardStop = StopSignal { OutputWatch.isReaderGone }

/// The last signal that asked the process to end; 0 before one did.
private let lastSignal = Atomic<Int32>(0)
/// Where a signal finds the pipe that ends waiting; -1 before there is one.
private let wakeDescriptor = Atomic<Int32>(-1)
/// Where an interrupt finds the server that works for this process; -1 while none does.
private let workingServer = Atomic<Int32>(-1)
/// The program that this process waits for; 0 while it waits for none.
private let foreground = Atomic<Int32>(0)
/// Whether Ctrl-C ends the process itself within a second, whatever it does then; with a person at the
/// terminal it may have to ask something yet.
private let mustEnd = Atomic<Bool>(false)

/// What Ctrl-C, SIGTERM and SIGHUP do to a process that is no server.
///
/// They set `keyboardStop`, which ends the statement that runs, and end whatever is waited for. A process
/// that nobody types into ends with 128 and the number of the signal as its status; where a loop does not see
/// the signal in a second, it ends without more ado: what was not committed the store takes back by itself.
package enum ProcessSignals {
  private static let pipe = WakePipe()

  /// Takes the signals over; of a session at a terminal SIGINT alone, as its shell ends it by the others.
  package static func install(isInteractive: Bool, inputIsTerminal: Bool) {
    if let pipe { wakeDescriptor.store(pipe.writeEnd, ordering: .relaxed) }
    // Made before a signal asks for it.
    keyboardStop.reset()
    mustEnd.store(!isInteractive && !inputIsTerminal, ordering: .relaxed)
    for number in isInteractive ? [SIGINT] : [SIGINT, SIGTERM, SIGHUP] { take(number) }
    if !isInteractive { signal(SIGALRM) { _ in _exit(128 + lastSignal.load(ordering: .relaxed)) } }
    // Whoever started the process may have had them held back.
    var caught = sigset_t()
    sigemptyset(&caught)
    for number in [SIGINT, SIGTERM, SIGHUP, SIGALRM] { sigaddset(&caught, number) }
    pthread_sigmask(SIG_UNBLOCK, &caught, nil)
  }

  private static func take(_ number: Int32) {
    var action = sigaction()
    sigaction(number, nil, &action)
    // Under `nohup` it stays as it is.
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
      // Ctrl-C goes to the whole group by itself.
      let child = foreground.load(ordering: .relaxed)
      if child > 0, number != SIGINT { kill(child, number) }
      if number != SIGINT || mustEnd.load(ordering: .relaxed) { alarm(1) }
      errno = saved
    }
    #if canImport(Glibc)
      action.__sigaction_handler.sa_handler = handler
    #else
      action.__sigaction_u.__sa_handler = handler
    #endif
    // Waiting must end at once, so that nothing is begun again behind the back of who looks at the signal.
    action.sa_flags = 0
    sigaction(number, &action, nil)
  }

  private static func isIgnored(_ action: sigaction) -> Bool {
    #if canImport(Glibc)
      let handler = action.__sigaction_handler.sa_handler
    #else
      let handler = action.__sigaction_u.__sa_handler
    #endif
    return unsafeBitCast(handler, to: Int.self) == unsafeBitCast(SIG_IGN, to: Int.self)
  }

  /// Tells signals which server works for this process; -1 where none does.
  package static func serverWorks(at descriptor: Int32) {
    workingServer.store(descriptor, ordering: .relaxed)
  }

  /// The exit status that a signal gives to a process which it ended; nil where none came.
  package static var status: Int32? {
    let number = lastSignal.load(ordering: .relaxed)
    return number == 0 ? nil : 128 + number
  }

  /// Whether a signal asked the process itself to end, rather than what runs in it.
  package static var isToEnd: Bool {
    let number = lastSignal.load(ordering: .relaxed)
    return number == SIGTERM || number == SIGHUP
  }

  /// Forgets a Ctrl-C that ended a statement at the prompt.
  package static func reset() {
    keyboardStop.reset()
    lastSignal.store(0, ordering: .relaxed)
    _ = pipe?.drain()
  }

  /// Waits until a descriptor has something to read, or its end, or a signal has come; whether it has.
  ///
  /// `output` ends it too when nobody reads that any more.
  package static func wait(for input: Int32, output: Int32 = -1, milliseconds: Int32 = -1) -> (
    hasInput: Bool, isReaderGone: Bool
  ) {
    var slots = [
      pollfd(fd: input, events: Int16(POLLIN), revents: 0),
      pollfd(fd: pipe?.readEnd ?? -1, events: Int16(POLLIN), revents: 0),
      // A reader that went away shows as an error, whatever is asked.
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

/// Sees that nobody reads an answer any more, while it is still being looked for.
///
/// A write is never ended for that.
package enum OutputWatch {
  /// The pipe that a question is answered into; -1 while none is.
  private static let descriptor = Atomic<Int32>(-1)
  private static let lastLook = Atomic<UInt64>(0)
  private static let isGone = Atomic<Bool>(false)
  /// Nanoseconds between two looks at the pipe.
  private static let pause: UInt64 = 10_000_000

  /// Runs `body`, which answers a question into an output.
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

  /// Whether the reader of a watched output has gone; looked at now and then, however often it is asked.
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

  /// Whether an output was given up by its reader.
  package static var hasEnded: Bool { isGone.load(ordering: .relaxed) }
}
