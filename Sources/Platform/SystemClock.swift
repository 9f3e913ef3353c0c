import CivilTime

#if canImport(Glibc)
  import Glibc
#else
  import Darwin
#endif

/// The one place that reads the machine's clocks.
///
/// Everything below the shell is given the time.
package enum SystemClock {
  /// The present second.
  package static func now() -> Instant? {
    var value = timespec()
    guard clock_gettime(CLOCK_REALTIME, &value) == 0 else { return nil }
    return Instant(seconds: Int(value.tv_sec))
  }

  /// A number that changes with the minute, and once more a second later: what asks
  /// about time is asked anew then.
  ///
  /// At the full minute days begin; what was due then is late only after it.
  package static var minuteStep: Int {
    guard let now = now()?.seconds else { return 0 }
    return now / 60 * 2 + min(now % 60, 1)
  }

  /// Nanoseconds on a clock that nobody sets, for measuring how long something took.
  package static func monotonicNanoseconds() -> UInt64 {
    var value = timespec()
    clock_gettime(CLOCK_MONOTONIC, &value)
    return UInt64(value.tv_sec) * 1_000_000_000 + UInt64(value.tv_nsec)
  }
}
