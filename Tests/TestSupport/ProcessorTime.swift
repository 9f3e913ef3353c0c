#if canImport(Glibc)
  import Glibc
#else
  import Darwin
#endif

/// What work costs, as the processor counts it: on a machine that does other things as well, a test that
/// looks at the clock on the wall fails although nothing is slow.
public enum ProcessorTime {
  /// What the calling thread has used.
  public static var ofThread: Duration { read(CLOCK_THREAD_CPUTIME_ID) }

  /// What all threads of this process have used.
  public static var ofProcess: Duration { read(CLOCK_PROCESS_CPUTIME_ID) }

  /// What the calling thread uses for some work of its own, which is not handed to other threads.
  public static func measure<Failure: Error>(_ work: () throws(Failure) -> Void) throws(Failure) -> Duration {
    let begin = ofThread
    try work()
    return ofThread - begin
  }

  private static func read(_ clock: clockid_t) -> Duration {
    var time = timespec()
    clock_gettime(clock, &time)
    return .seconds(time.tv_sec) + .nanoseconds(time.tv_nsec)
  }

  /// What another process has used so far, its own code and the system's for it; nil
  /// where the system does not say.
  public static func of(process: Int32) -> Duration? {
    // Behind the name, which may hold anything, in parentheses: state, parent … utime is
    // the 14th field, stime the 15th.
    guard let bytes = ProjectFiles.bytes("/proc/\(process)/stat") else { return nil }
    let text = String(decoding: bytes, as: UTF8.self)
    guard let name = text.lastIndex(of: ")") else { return nil }
    let fields = text[text.index(after: name)...].split(separator: " ")
    guard fields.count > 12, let user = Int(fields[11]), let system = Int(fields[12]) else { return nil }
    return .seconds(user + system) / max(1, sysconf(Int32(_SC_CLK_TCK)))
  }
}

/// Waits for what other threads or processes bring about.
public enum Wait {
  /// Whether a condition comes to hold; a busy machine is given a minute, which nobody
  /// waits for who is answered sooner.
  public static func until(
    seconds: Int = 60, every microseconds: UInt32 = 500, _ condition: () throws -> Bool
  ) rethrows -> Bool {
    let clock = ContinuousClock()
    let end = clock.now + .seconds(seconds)
    while true {
      if try condition() { return true }
      if clock.now > end { return false }
      usleep(microseconds)
    }
  }
}
