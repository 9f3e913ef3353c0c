#if canImport(Glibc)
  import Glibc
#else
  import Darwin
#endif

/// Jobs that threads take one by one, in the order they came; each owner gets only a limited number of
/// threads at once, so that no owner keeps all of them.
///
/// An owner that already has threads gets another only while the free threads outnumber its own by more than
/// one, so that newcomers find some.
///
/// `@unchecked Sendable` is sound: every member is accessed only under the lock, which keeps one address for
/// the lifetime of the object.
package final class JobQueue<Job: Sendable>: @unchecked Sendable {
  private let lock = UnsafeMutablePointer<pthread_mutex_t>.allocate(capacity: 1)
  private let arrival = UnsafeMutablePointer<pthread_cond_t>.allocate(capacity: 1)
  private var jobs: [(job: Job, owner: Int)] = []
  private var isClosed = false
  /// The number of jobs in progress, by owner.
  private var working: [Int: Int] = [:]
  /// The sum of `working`.
  private var busy = 0
  private let threads: Int

  /// Creates a queue for the given number of threads.
  package init(threads: Int = .max) {
    self.threads = threads
    pthread_mutex_init(lock, nil)
    pthread_cond_init(arrival, nil)
  }

  deinit {
    pthread_cond_destroy(arrival)
    pthread_mutex_destroy(lock)
    arrival.deallocate()
    lock.deallocate()
  }

  /// Adds a job at the end; a job of owner 0 belongs to no owner and has no limit.
  package func add(_ job: Job, of owner: Int = 0) {
    pthread_mutex_lock(lock)
    jobs.append((job, owner))
    pthread_mutex_unlock(lock)
    pthread_cond_signal(arrival)
  }

  /// Waits for the next job; nil when the queue is closed and empty.
  package func next() -> Job? { take()?.job }

  /// Works until the queue is closed and empty.
  package func work(_ body: (Job) -> Void) {
    while let (job, owner) = take() {
      body(job)
      if owner != 0 { done(owner) }
    }
  }

  private func take() -> (job: Job, owner: Int)? {
    pthread_mutex_lock(lock)
    defer { pthread_mutex_unlock(lock) }
    while true {
      if let place = jobs.firstIndex(where: { mayWork($0.owner) }) {
        let found = jobs.remove(at: place)
        if found.owner != 0 {
          working[found.owner, default: 0] += 1
          busy += 1
        }
        return found
      }
      if isClosed, jobs.isEmpty { return nil }
      pthread_cond_wait(arrival, lock)
    }
  }

  private func mayWork(_ owner: Int) -> Bool {
    let own = working[owner] ?? 0
    return owner == 0 || own == 0 || own < threads - busy - 1
  }

  private func done(_ owner: Int) {
    pthread_mutex_lock(lock)
    busy -= 1
    let left = (working[owner] ?? 1) - 1
    working[owner] = left > 0 ? left : nil
    let isWaiting = !jobs.isEmpty || isClosed
    pthread_mutex_unlock(lock)
    if isWaiting { pthread_cond_broadcast(arrival) }
  }

  /// Closes the queue; threads end when the queued jobs are done.
  package func close() {
    pthread_mutex_lock(lock)
    isClosed = true
    pthread_mutex_unlock(lock)
    pthread_cond_broadcast(arrival)
  }
}
