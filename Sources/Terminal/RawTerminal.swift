import Platform
import Synchronization

#if canImport(Glibc)
  import Glibc
#else
  import Darwin
#endif

/// The mode that signal handlers restore, as an address; 0 while the shell has the terminal.
private let savedMode = Atomic<UInt>(0)
private let signalPipe = Atomic<Int32>(-1)
/// The descriptor that the sequences of the present use are written to; negative for that of lines.
private let signalUse = Atomic<Int32>(1)

/// The descriptor whose mode signal handlers restore.
private let signalInput = Atomic<Int32>(0)

/// Writes the sequences that end a use; safe in a signal handler.
private func writeLeaving() {
  let use = signalUse.load(ordering: .sequentiallyConsistent)
  var screen: StaticString { "\u{1B}[?25h\u{1B}[?1049l" }
  var lines: StaticString { "\u{1B}[?2004l" }
  _ = (use > 0 ? screen : lines).withUTF8Buffer { write(abs(use), $0.baseAddress, $0.count) }
}

/// Restores the terminal, if it is taken; safe in a signal handler.
private func restore(_ when: Int32) {
  guard
    let mode = UnsafeMutablePointer<termios>(bitPattern: savedMode.load(ordering: .sequentiallyConsistent))
  else { return }
  writeLeaving()
  tcsetattr(signalInput.load(ordering: .sequentiallyConsistent), when, mode)
}

/// Restores the terminal of a program that ends while it has it; registered once.
private let restoresAtExit = atexit { restore(TCSADRAIN) } == 0

/// The terminal while keys come one by one.
///
/// The terminal is restored when the program ends, also by a signal.
package final class RawTerminal {
  /// The reason why the loop was woken.
  package enum Wake: UInt8 {
    /// The byte that `WakePipe.send` writes.
    case news = 1
    case resized, continued
  }

  /// What the keys are for.
  package enum Use: Sendable {
    /// A full-screen program, on the alternate screen of standard output.
    case screen
    /// Lines that are edited where the cursor is, shown on a descriptor; pastes are marked.
    case lines(on: Int32)
  }

  private let pipe: WakePipe
  private let use: Use
  /// Where the keys come from, and whose mode is changed.
  private let input: Int32
  private let mode = UnsafeMutablePointer<termios>.allocate(capacity: 1)
  private var earlier: [Int32: sigaction] = [:]
  private var isEntered = false

  /// Creates the terminal of standard input or another descriptor; nil when it has no modes.
  package init?(_ pipe: WakePipe, for use: Use = .screen, input: Int32 = 0) {
    (self.pipe, self.use, self.input) = (pipe, use, input)
    mode.initialize(to: termios())
    if tcgetattr(input, mode) != 0 {
      mode.deallocate()
      return nil
    }
  }

  deinit {
    leave()
    mode.deallocate()
  }

  // MARK: Taking and giving back

  /// Takes the terminal.
  package func enter() {
    // What the program or the person set meanwhile is what is restored.
    if !isEntered { tcgetattr(input, mode) }
    var raw = mode.pointee
    cfmakeraw(&raw)
    // Only input is raw; lines are written as usual.
    raw.c_oflag = mode.pointee.c_oflag
    tcsetattr(input, TCSADRAIN, &raw)
    if !isEntered { catchSignals() }
    isEntered = true
    signalInput.store(input, ordering: .sequentiallyConsistent)
    signalUse.store(use.mark, ordering: .sequentiallyConsistent)
    savedMode.store(UInt(bitPattern: mode), ordering: .sequentiallyConsistent)
    show(Array(use.entering.utf8))
  }

  /// Restores the terminal.
  package func leave() {
    guard isEntered else { return }
    isEntered = false
    savedMode.store(0, ordering: .sequentiallyConsistent)
    writeLeaving()
    tcsetattr(input, TCSADRAIN, mode)
    for (number, var action) in earlier { sigaction(number, &action, nil) }
    earlier = [:]
    signalPipe.store(-1, ordering: .sequentiallyConsistent)
  }

  /// Stops the process as Ctrl-Z does, and takes the terminal again when the process continues.
  package func suspend() {
    leave()
    raise(SIGTSTP)
    enter()
  }

  private func catchSignals() {
    signalPipe.store(pipe.writeEnd, ordering: .sequentiallyConsistent)
    _ = restoresAtExit
    // The last ones are those of a program that fails.
    for number in [SIGTERM, SIGHUP, SIGQUIT, SIGABRT, SIGILL, SIGTRAP, SIGSEGV, SIGBUS] {
      catchSignal(number) { number in
        restore(TCSANOW)
        signal(number, SIG_DFL)
        raise(number)
      }
    }
    catchSignal(SIGWINCH) { _ in RawTerminal.tell(.resized) }
    catchSignal(SIGCONT) { _ in RawTerminal.tell(.continued) }
  }

  private func catchSignal(_ number: Int32, _ handler: @escaping @convention(c) (Int32) -> Void) {
    var old = sigaction()
    sigaction(number, nil, &old)
    earlier[number] = old
    signal(number, handler)
  }

  private static func tell(_ wake: Wake) {
    let saved = errno
    var byte = wake.rawValue
    _ = write(signalPipe.load(ordering: .sequentiallyConsistent), &byte, 1)
    errno = saved
  }

  // MARK: Reading and writing

  /// Waits for keys or for being woken, at most so many milliseconds; nil at the end of input.
  package func wait(milliseconds: Int32) -> (keys: [UInt8], wakes: Set<Wake>)? {
    var requests = [
      pollfd(fd: input, events: Int16(POLLIN), revents: 0),
      pollfd(fd: pipe.readEnd, events: Int16(POLLIN), revents: 0),
    ]
    // A signal that interrupts the wait also writes to the pipe.
    _ = poll(&requests, 2, milliseconds)
    var keys: [UInt8] = []
    if requests[0].revents != 0 {
      keys = [UInt8](repeating: 0, count: 4_096)
      let count = read(input, &keys, keys.count)
      if count == 0 || (count < 0 && errno != EINTR && errno != EAGAIN) { return nil }
      keys.removeSubrange(max(0, count)...)
    }
    return (keys, Set(pipe.drain().compactMap(Wake.init(rawValue:))))
  }

  /// Writes bytes in one piece, as far as the system takes them so; a terminal that has gone
  /// is noticed where keys are waited for.
  package func show(_ bytes: [UInt8]) { _ = Files.writeAll(bytes, to: use.descriptor) }
}

extension RawTerminal.Use {
  fileprivate var descriptor: Int32 {
    switch self {
    case .screen: 1
    case .lines(let descriptor): descriptor
    }
  }

  /// The sequences that begin the use.
  fileprivate var entering: String {
    switch self {
    case .screen: "\u{1B}[?1049h\u{1B}[?25l"
    case .lines: "\u{1B}[?2004h"
    }
  }

  /// The use for signal handlers.
  fileprivate var mark: Int32 {
    switch self {
    case .screen: 1
    case .lines(let descriptor): -descriptor
    }
  }
}
