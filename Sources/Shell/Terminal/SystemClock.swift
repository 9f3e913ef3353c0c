import CivilTime

#if canImport(Glibc)
  import Glibc
#else
  import Darwin
#endif

/// The one place that reads the machine's clocks.
///
/// Everything below the shell is given the time.
public enum SystemClock {
  /// The present second.
  public static func now() -> Instant? {
    var value = timespec()
    guard clock_gettime(CLOCK_REALTIME, &value) == 0 else { return nil }
    return Instant(seconds: Int(value.tv_sec))
  }

  /// Nanoseconds on a clock that nobody sets, for measuring how long something took.
  public static func monotonicNanoseconds() -> UInt64 {
    var value = timespec()
    clock_gettime(CLOCK_MONOTONIC, &value)
    return UInt64(value.tv_sec) * 1_000_000_000 + UInt64(value.tv_nsec)
  }
}
