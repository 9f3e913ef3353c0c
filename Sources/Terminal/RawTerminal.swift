import Platform
import Synchronization

#if canImport(Glibc)
  import Glibc
#else
  import Darwin
#endif

/// Where signal handlers find what to give back; 0 while the terminal is the shell's.
private let savedMode = Atomic<UInt>(0)
private let signalPipe = Atomic<Int32>(-1)

/// Writes what leaves the other screen and shows the cursor; safe in a signal handler.
private func writeLeaving() {
  var text: StaticString { "\u{1B}[?25h\u{1B}[?1049l" }
  _ = text.withUTF8Buffer { write(1, $0.baseAddress, $0.count) }
}

/// The terminal as a program has it that draws whole screens: keys come one by one, on a screen of their own.
///
/// Whatever ends the program, also a signal, it is given back as it was.
package final class RawTerminal {
  /// Why the loop was woken.
  package enum Wake: UInt8 {
    /// What `WakePipe.send` writes.
    case news = 1
    case resized, continued
  }

  private let pipe: WakePipe
  private let mode = UnsafeMutablePointer<termios>.allocate(capacity: 1)
  private var earlier: [Int32: sigaction] = [:]
  private var isEntered = false

  /// The terminal of standard input and output; nil where it has no modes.
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
    // Only keys are raw: lines are written as ever.
    raw.c_oflag = mode.pointee.c_oflag
    tcsetattr(0, TCSADRAIN, &raw)
    if !isEntered { catchSignals() }
    isEntered = true
    savedMode.store(UInt(bitPattern: mode), ordering: .sequentiallyConsistent)
    write(Array("\u{1B}[?1049h\u{1B}[?25l".utf8))
  }

  /// Gives the terminal back.
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

  /// Stops the process as Ctrl-Z does, and takes the terminal again when it goes on.
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
    _ = Self.systemWrite(signalPipe.load(ordering: .sequentiallyConsistent), &byte)
    errno = saved
  }

  private static func systemWrite(_ descriptor: Int32, _ byte: UnsafePointer<UInt8>) -> Int {
    #if canImport(Glibc)
      Glibc.write(descriptor, byte, 1)
    #else
      Darwin.write(descriptor, byte, 1)
    #endif
  }

  // MARK: Reading and writing

  /// Waits for keys or for being woken, so many milliseconds at most; nil at the end of input.
  package func wait(milliseconds: Int32) -> (keys: [UInt8], wakes: Set<Wake>)? {
    var requests = [
      pollfd(fd: 0, events: Int16(POLLIN), revents: 0),
      pollfd(fd: pipe.readEnd, events: Int16(POLLIN), revents: 0),
    ]
    // Interrupted by a signal it says so through the pipe.
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

  /// Writes bytes in one piece, as far as the system takes them so.
  package func write(_ bytes: [UInt8]) {
    var rest = bytes[...]
    while !rest.isEmpty {
      let count = rest.withUnsafeBytes { buffer in
        #if canImport(Glibc)
          Glibc.write(1, buffer.baseAddress, buffer.count)
        #else
          Darwin.write(1, buffer.baseAddress, buffer.count)
        #endif
      }
      if count < 0, errno == EINTR { continue }
      if count <= 0 { return }
      rest = rest.dropFirst(count)
    }
  }
}
