import Synchronization

#if canImport(Glibc)
  import Glibc
#else
  import Darwin
#endif

/// An operating-system thread that runs one function.
public struct WorkerThread {
  private let thread: pthread_t
  private let body: Body

  private final class Body: Sendable {
    let run: @Sendable () -> Void
    let hasEnded = Atomic<Bool>(false)

    init(_ run: @escaping @Sendable () -> Void) { self.run = run }
  }

  /// Starts a thread; nil when the system refuses.
  ///
  /// Its stack is as large as the main thread's usually is, because statements may nest deeply.
  public init?(_ body: @escaping @Sendable () -> Void) {
    var attributes = pthread_attr_t()
    pthread_attr_init(&attributes)
    defer { pthread_attr_destroy(&attributes) }
    pthread_attr_setstacksize(&attributes, 8 << 20)
    let body = Body(body)
    self.body = body
    let argument = Unmanaged.passRetained(body).toOpaque()
    guard let started = SystemThread.start(&attributes, argument, { WorkerThread.enter($0) }) else {
      Unmanaged<Body>.fromOpaque(argument).release()
      return nil
    }
    thread = started
  }

  private static func enter(_ argument: UnsafeMutableRawPointer?) -> UnsafeMutableRawPointer? {
    guard let argument else { return nil }
    let body = Unmanaged<Body>.fromOpaque(argument).takeRetainedValue()
    body.run()
    body.hasEnded.store(true, ordering: .releasing)
    return nil
  }

  /// Whether the function has returned.
  public var hasEnded: Bool { body.hasEnded.load(ordering: .acquiring) }

  /// Waits until the thread has ended.
  public func join() { pthread_join(thread, nil) }
}
