#if canImport(Glibc)
  import Glibc
#else
  import Darwin
#endif

/// Jobs that threads take one by one, in the order they came.
///
/// Sound to share: everything in it is touched only under its lock, which lives as long as the object at an address of its own.
final class JobQueue<Job: Sendable>: @unchecked Sendable {
  private let lock = UnsafeMutablePointer<pthread_mutex_t>.allocate(capacity: 1)
  private let arrival = UnsafeMutablePointer<pthread_cond_t>.allocate(capacity: 1)
  private var jobs: [Job] = []
  private var first = 0
  private var isClosed = false

  init() {
    pthread_mutex_init(lock, nil)
    pthread_cond_init(arrival, nil)
  }

  deinit {
    pthread_cond_destroy(arrival)
    pthread_mutex_destroy(lock)
    arrival.deallocate()
    lock.deallocate()
  }

  /// Adds a job at the end.
  func add(_ job: Job) {
    pthread_mutex_lock(lock)
    jobs.append(job)
    pthread_mutex_unlock(lock)
    pthread_cond_signal(arrival)
  }

  /// The next job, waited for; nil when the queue is closed and empty.
  func next() -> Job? {
    pthread_mutex_lock(lock)
    defer { pthread_mutex_unlock(lock) }
    while first == jobs.count {
      if isClosed { return nil }
      pthread_cond_wait(arrival, lock)
    }
    let job = jobs[first]
    first += 1
    if first == jobs.count || first > 1_024 {
      jobs.removeSubrange(..<first)
      first = 0
    }
    return job
  }

  /// Lets threads go when they have done what is there.
  func close() {
    pthread_mutex_lock(lock)
    isClosed = true
    pthread_mutex_unlock(lock)
    pthread_cond_broadcast(arrival)
  }
}

/// A thread of the system that runs one function.
struct WorkerThread {
  private let thread: pthread_t

  private final class Body: Sendable {
    let run: @Sendable () -> Void

    init(_ run: @escaping @Sendable () -> Void) { self.run = run }
  }

  /// Starts a thread; nil where the system gives none.
  ///
  /// Its stack is as large as the first thread's usually is, as statements may nest deeply.
  init?(_ body: @escaping @Sendable () -> Void) {
    var attributes = pthread_attr_t()
    pthread_attr_init(&attributes)
    defer { pthread_attr_destroy(&attributes) }
    pthread_attr_setstacksize(&attributes, 8 << 20)
    let argument = Unmanaged.passRetained(Body(body)).toOpaque()
    #if canImport(Glibc)
      var started = pthread_t()
      let code = pthread_create(&started, &attributes, { WorkerThread.enter($0) }, argument)
      guard code == 0 else {
        Unmanaged<Body>.fromOpaque(argument).release()
        return nil
      }
      thread = started
    #else
      var started: pthread_t?
      let code = pthread_create(&started, &attributes, { WorkerThread.enter($0) }, argument)
      guard code == 0, let started else {
        Unmanaged<Body>.fromOpaque(argument).release()
        return nil
      }
      thread = started
    #endif
  }

  private static func enter(_ argument: UnsafeMutableRawPointer?) -> UnsafeMutableRawPointer? {
    guard let argument else { return nil }
    Unmanaged<Body>.fromOpaque(argument).takeRetainedValue().run()
    return nil
  }

  /// Waits until the thread has ended.
  func join() { pthread_join(thread, nil) }
}
