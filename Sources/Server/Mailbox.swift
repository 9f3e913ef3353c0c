import Platform
import Statements

#if canImport(Glibc)
  import Glibc
#else
  import Darwin
#endif

/// The pipe through which a signal wakes the server; -1 when none runs.
private let signalPipe = Atomic<Int32>(-1)

/// The messages of other threads to the server's loop.
enum ServerEvent: Sendable {
  /// A connection has bytes that its socket did not accept at once.
  case needsWriting(Int)
  /// The other end of a connection is gone.
  case broken(Int)
  /// A request of a connection that takes no more input got its final line.
  case finished(Int)
  /// A watched query has sent its first rows.
  case watching(LiveQuery)
  /// A watched query was compared with its last rows.
  case compared(LiveQuery)
  /// A statement wrote to the store.
  case wrote
  /// A client now hears alarms, or cannot.
  case listening(OpenRequest, Result<String, ShellError>)
  /// The watch for changes was opened; nil if there is no store yet.
  case watchOpened(OpenedWatch?)
  /// Ringing alarms, for the clients that hear them.
  case rang(AlarmCall)
  /// The changes for subscribers; nil if they could not be determined.
  case surveyed(ChangeSurvey?)
}

/// Messages for the loop, with a pipe that ends its wait.
final class Mailbox: Sendable {
  private let pipe: WakePipe
  private let events = Mutex<[ServerEvent]>([])

  /// Creates a mailbox; nil if the system gives no pipe.
  init?() {
    guard let pipe = WakePipe() else { return nil }
    self.pipe = pipe
  }

  /// The end of the pipe that the loop polls.
  var readEnd: Int32 { pipe.readEnd }

  /// Leaves a message and wakes the loop.
  func post(_ event: ServerEvent) {
    let isFirst = events.withLock { events in
      events.append(event)
      return events.count == 1
    }
    if isFirst { pipe.send() }
  }

  /// Returns the messages since the last call, and whether a signal asked the process to end.
  func take() -> (events: [ServerEvent], isAskedToEnd: Bool) {
    let isAskedToEnd = pipe.drain().contains(2)
    let taken = events.withLock { events in
      let taken = events
      events = []
      return taken
    }
    return (taken, isAskedToEnd)
  }

  /// Makes SIGTERM, SIGINT and SIGHUP end the server cleanly instead of the process at once.
  func catchSignals() {
    signalPipe.store(pipe.writeEnd, ordering: .sequentiallyConsistent)
    for number in [SIGTERM, SIGINT, SIGHUP] {
      signal(number) { _ in
        let saved = errno
        var byte: UInt8 = 2
        _ = write(signalPipe.load(ordering: .relaxed), &byte, 1)
        errno = saved
      }
    }
    // The parent process may have blocked them.
    var caught = sigset_t()
    sigemptyset(&caught)
    for number in [SIGTERM, SIGINT, SIGHUP] { sigaddset(&caught, number) }
    pthread_sigmask(SIG_UNBLOCK, &caught, nil)
  }

  /// Restores the default handling of the signals.
  func releaseSignals() {
    for number in [SIGTERM, SIGINT, SIGHUP] { signal(number, SIG_DFL) }
    signalPipe.store(-1, ordering: .sequentiallyConsistent)
  }
}
