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

/// Writes the sequences that leave the alternate screen and show the cursor; safe in a signal handler.
private func writeLeaving() {
  var text: StaticString { "\u{1B}[?25h\u{1B}[?1049l" }
  _ = text.withUTF8Buffer { write(1, $0.baseAddress, $0.count) }
}

/// The terminal in the mode of a full-screen program: keys come one by one, on the alternate screen.
///
/// The terminal is restored when the program ends, also by a signal.
package final class RawTerminal {
  /// The reason why the loop was woken.
  package enum Wake: UInt8 {
    /// The byte that `WakePipe.send` writes.
    case news = 1
    case resized, continued
  }

  private let pipe: WakePipe
  private let mode = UnsafeMutablePointer<termios>.allocate(capacity: 1)
  private var earlier: [Int32: sigaction] = [:]
  private var isEntered = false

  /// Creates the terminal of standard input and output; nil when it has no modes.
  package init?(_ pipe: WakePipe) {
    self.pipe = pipe
    mode.initialize(to: termios())
    if tcgetattr(0, mode) != 0 {
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
    var raw = mode.pointee
    cfmakeraw(&raw)
    // Only input is raw; lines are written as usual.
    raw.c_oflag = mode.pointee.c_oflag
    tcsetattr(0, TCSADRAIN, &raw)
    if !isEntered { catchSignals() }
    isEntered = true
    savedMode.store(UInt(bitPattern: mode), ordering: .sequentiallyConsistent)
    show(Array("\u{1B}[?1049h\u{1B}[?25l".utf8))
  }

  /// Restores the terminal.
  package func leave() {
    guard isEntered else { return }
    isEntered = false
    savedMode.store(0, ordering: .sequentiallyConsistent)
    writeLeaving()
    tcsetattr(0, TCSADRAIN, mode)
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
    for number in [SIGTERM, SIGHUP, SIGQUIT] {
      catchSignal(number) { number in
        if let mode = UnsafeMutablePointer<termios>(
          bitPattern: savedMode.load(ordering: .sequentiallyConsistent))
        {
          writeLeaving()
          tcsetattr(0, TCSANOW, mode)
        }
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
      pollfd(fd: 0, events: Int16(POLLIN), revents: 0),
      pollfd(fd: pipe.readEnd, events: Int16(POLLIN), revents: 0),
    ]
    // A signal that interrupts the wait also writes to the pipe.
    _ = poll(&requests, 2, milliseconds)
    var keys: [UInt8] = []
    if requests[0].revents != 0 {
      keys = [UInt8](repeating: 0, count: 4_096)
      let count = read(0, &keys, keys.count)
      if count == 0 || (count < 0 && errno != EINTR && errno != EAGAIN) { return nil }
      keys.removeSubrange(max(0, count)...)
    }
    return (keys, Set(pipe.drain().compactMap(Wake.init(rawValue:))))
  }

  /// Writes bytes in one piece, as far as the system takes them so; a terminal that has gone
  /// is noticed where keys are waited for.
  package func show(_ bytes: [UInt8]) { _ = Files.writeAll(bytes, to: 1) }
}
