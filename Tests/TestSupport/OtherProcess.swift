#if canImport(Glibc)
  import Glibc
#else
  import Darwin
#endif

/// What other processes do, as the system tells it: so that a test begins when they are where it
/// needs them, and not after a while.
///
/// Where the system does not tell, they are given a moment.
public enum OtherProcess {
  /// Waits until a process has used the processor for so long, by which it is at
  /// work; false where it never is.
  public static func works(_ process: Int32, for duration: Duration = .milliseconds(500)) -> Bool {
    guard ProcessorTime.of(process: process) != nil else { return moment() }
    return Wait.until(every: 2_000) { ProcessorTime.of(process: process).map { $0 >= duration } ?? true }
  }

  /// Waits until a process has taken a signal over and sleeps, as it waits for
  /// something; false where it never does.
  public static func waits(_ process: Int32, catching signal: Int32) -> Bool {
    guard status(of: process) != nil else { return moment() }
    return Wait.until(every: 2_000) {
      guard let status = status(of: process) else { return true }
      let caught = status["SigCgt"].flatMap { UInt64($0, radix: 16) } ?? 0
      return caught & (1 << UInt64(signal - 1)) != 0 && status["State"]?.hasPrefix("S") == true
    }
  }

  /// What a process uses the processor for until it rests; nil where it goes on and on, zero
  /// where the system does not tell.
  public static func usedUntilRest(_ process: Int32) -> Duration? {
    guard let begin = ProcessorTime.of(process: process) else { return .zero }
    var last: Duration?
    let rests = Wait.until(every: 300_000) {
      let used = ProcessorTime.of(process: process) ?? last
      defer { last = used }
      return used == last
    }
    return rests ? (last ?? begin) - begin : nil
  }

  /// What `/proc` says of a process; nil where there is none.
  private static func status(of process: Int32) -> [Substring: Substring]? {
    guard let bytes = ProjectFiles.bytes("/proc/\(process)/status") else { return nil }
    var fields: [Substring: Substring] = [:]
    for line in String(decoding: bytes, as: UTF8.self).split(separator: "\n") {
      guard let colon = line.firstIndex(of: ":") else { continue }
      fields[line[..<colon]] = line[line.index(after: colon)...].drop { $0 == " " || $0 == "\t" }
    }
    return fields
  }

  private static func moment() -> Bool { usleep(300_000) == 0 }
}
