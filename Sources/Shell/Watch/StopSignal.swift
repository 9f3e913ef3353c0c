import Store
import Synchronization

#if canImport(Glibc)
  import Glibc
#else
  import Darwin
#endif

/// Where Ctrl-C finds who waits for it; -1 while nobody does.
private let stopPipe = Atomic<Int32>(-1)
/// Whether it came.
private let isStopped = Atomic<Bool>(false)

/// Ctrl-C as the end of something that goes on until then: it ends waiting at once, and a query that runs.
///
/// What the signal did before it does again afterwards.
final class StopSignal {
  private let pipe: WakePipe
  private var earlier = sigaction()

  /// Takes the signal over; nil where the system has no pipe left.
  init?() {
    guard let pipe = WakePipe() else { return nil }
    self.pipe = pipe
    isStopped.store(false, ordering: .relaxed)
    stopPipe.store(pipe.writeEnd, ordering: .relaxed)
    sigaction(SIGINT, nil, &earlier)
    signal(SIGINT) { _ in
      let saved = errno
      isStopped.store(true, ordering: .relaxed)
      var byte: UInt8 = 1
      _ = write(stopPipe.load(ordering: .relaxed), &byte, 1)
      interruptStore()
      errno = saved
    }
  }

  deinit {
    sigaction(SIGINT, &earlier, nil)
    stopPipe.store(-1, ordering: .relaxed)
  }

  /// Whether Ctrl-C was pressed.
  var hasCome: Bool { isStopped.load(ordering: .relaxed) }

  /// Whether somebody has taken the signal over.
  static var isWaiting: Bool { stopPipe.load(ordering: .relaxed) >= 0 }

  /// The same as a question that a running query asks.
  static let question: @Sendable () -> Bool = { isStopped.load(ordering: .relaxed) }

  /// Waits so long at most: until the signal comes, `input` has something to read, or nobody reads `output` any more.
  ///
  /// The answer is whether `input` has something.
  func wait(milliseconds: Int32, input: Int32 = -1, output: Int32) -> Bool {
    var slots = [
      pollfd(fd: pipe.readEnd, events: Int16(POLLIN), revents: 0),
      pollfd(fd: input, events: Int16(POLLIN), revents: 0),
      // A reader that went away shows as an error, whatever is asked.
      pollfd(fd: output, events: 0, revents: 0),
    ]
    _ = poll(&slots, nfds_t(slots.count), milliseconds)
    isReaderGone = slots[2].revents != 0
    return slots[1].revents != 0
  }

  /// Whether the reader of the output had gone when it was last waited.
  private(set) var isReaderGone = false
}
