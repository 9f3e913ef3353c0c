/// The one signal that ends work early: Ctrl-C, a time limit, a cancel, SIGTERM, a reader that went away.
///
/// The caller passes the signal to the store (`CalendarStore.stopSignal`) and keeps it. Every loop whose
/// length depends on data checks it, including SQLite's own loops and lock waits, and ends with
/// `interrupted` once it is set.
///
/// ```swift
/// let signal = StopSignal()
/// store.stopSignal = signal
/// signal.stop()  // from any thread, or from a signal handler
/// ```
public final class StopSignal: Sendable {
  private let flag = Atomic<Bool>(false)
  private let condition: (@Sendable () -> Bool)?

  /// Creates a signal that is not set.
  ///
  /// It also counts as set while `condition` is true; every check evaluates `condition`, so it must be
  /// cheap. If `condition` retains the store that retains the signal, neither is ever released.
  public init(when condition: (@Sendable () -> Bool)? = nil) { self.condition = condition }

  /// Whether work must end.
  public var isSet: Bool {
    if flag.load(ordering: .relaxed) { return true }
    return condition?() ?? false
  }

  /// Ends the work that checks this signal; may be called from any thread and from a signal handler.
  public func stop() { flag.store(true, ordering: .relaxed) }

  /// Clears the signal for the next piece of work.
  public func reset() { flag.store(false, ordering: .relaxed) }
}

/// Checks a stop signal now and then in a loop whose steps are too short for a check at each.
public struct StopLooks: Sendable {
  /// The number of steps between two checks.
  public static let steps = 1_024
  private let signal: StopSignal
  private var left = Self.steps

  /// Checks a signal every `steps` steps, for the first time after `steps` steps.
  public init(_ signal: StopSignal) { self.signal = signal }

  /// Counts a step of the loop; returns whether the loop must end.
  public mutating func step() -> Bool {
    left &-= 1
    if left > 0 { return false }
    left = Self.steps
    return signal.isSet
  }
}

extension Sequence {
  /// The elements in order; nil when the signal ended the sorting.
  public func sorted(until signal: StopSignal, by isBefore: (Element, Element) -> Bool) -> [Element]? {
    var looks = StopLooks(signal)
    return try? sorted { first, second in
      if looks.step() { throw Stopped() }
      return isBefore(first, second)
    }
  }

  /// The elements that pass a test; nil when the signal ended the filtering.
  public func filter(until signal: StopSignal, _ isIncluded: (Element) -> Bool) -> [Element]? {
    var looks = StopLooks(signal)
    var result: [Element] = []
    for element in self {
      if looks.step() { return nil }
      if isIncluded(element) { result.append(element) }
    }
    return result
  }
}

/// Ends a sorting early.
private struct Stopped: Error {}
