import Locking

#if canImport(Glibc)
  import Glibc
#else
  import Darwin
#endif

extension WorkerThread {
  /// Waits until the thread has ended, at most until a moment of the monotonic clock; returns whether it has
  /// ended.
  package func join(until deadline: UInt64) -> Bool {
    while !hasEnded {
      if SystemClock.monotonicNanoseconds() > deadline { return false }
      usleep(1_000)
    }
    join()
    return true
  }
}
