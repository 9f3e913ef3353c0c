import CivilTime

#if canImport(Glibc)
  import Glibc
#else
  import Darwin
#endif

/// The only place that reads the machine's clocks.
///
/// Everything below the shell receives the time as an argument.
package enum SystemClock {
  /// The present second.
  package static func now() -> Instant? {
    var value = timespec()
    guard clock_gettime(CLOCK_REALTIME, &value) == 0 else { return nil }
    return Instant(seconds: Int(value.tv_sec))
  }

  /// The present time in nanoseconds since 1970, as files have it.
  package static var nanoseconds: Int {
    var value = timespec()
    clock_gettime(CLOCK_REALTIME, &value)
    return Int(value.tv_sec) * 1_000_000_000 + Int(value.tv_nsec)
  }

  /// A number that changes at each full minute and again a second later, when queries about time are run
  /// again.
  ///
  /// Days begin at the full minute; an item due at the full minute is late only after it.
  package static var minuteStep: Int {
    guard let now = now()?.seconds else { return 0 }
    return now / 60 * 2 + min(now % 60, 1)
  }

  /// Nanoseconds on a clock that cannot be set, for measuring durations.
  package static func monotonicNanoseconds() -> UInt64 {
    var value = timespec()
    clock_gettime(CLOCK_MONOTONIC, &value)
    return UInt64(value.tv_sec) * 1_000_000_000 + UInt64(value.tv_nsec)
  }
}
