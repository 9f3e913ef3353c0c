/// The one signal by which work ends before it is done: Ctrl-C, a time limit, a cancel,
/// SIGTERM, a reader that went away.
///
/// Whoever asks for work hands the signal to the store (`CalendarStore.stopSignal`) and keeps it. Every
/// loop that data can make long looks at it, SQLite's own loops and its waiting for locks included, and
/// ends with `interrupted` once it is set.
///
/// ```swift
/// let signal = StopSignal()
/// store.stopSignal = signal
/// signal.stop()  // from any thread, or from a signal handler
/// ```
public final class StopSignal: Sendable {
  private let flag = Atomic<Bool>(false)
  private let condition: (@Sendable () -> Bool)?

  /// A signal that is not set.
  ///
  /// It also counts as set while `condition` is true, which is asked at every look and must be cheap. A
  /// condition that holds the store that holds the signal keeps both for ever.
  public init(when condition: (@Sendable () -> Bool)? = nil) { self.condition = condition }

  /// Whether work is to end.
  public var isSet: Bool {
    if flag.load(ordering: .relaxed) { return true }
    return condition?() ?? false
  }

  /// Ends the work that goes by this signal; may be called from any thread and from a signal handler.
  public func stop() { flag.store(true, ordering: .relaxed) }

  /// Makes the signal good for the next piece of work.
  public func reset() { flag.store(false, ordering: .relaxed) }
}

/// Looks at a stop signal now and then from a loop whose steps are too short for a look at each.
public struct StopLooks: Sendable {
  /// How many steps there are between two looks.
  public static let steps = 1_024
  private let signal: StopSignal
  private var left = Self.steps

  /// Looks at a signal; the first time after as many steps as later.
  public init(_ signal: StopSignal) { self.signal = signal }

  /// Counts a step of the loop; whether it is to end.
  public mutating func step() -> Bool {
    left &-= 1
    if left > 0 { return false }
    left = Self.steps
    return signal.isSet
  }
}

extension Sequence {
  /// The elements in an order; nil where a signal ended the sorting.
  public func sorted(until signal: StopSignal, by isBefore: (Element, Element) -> Bool) -> [Element]? {
    var looks = StopLooks(signal)
    return try? sorted { first, second in
      if looks.step() { throw Stopped() }
      return isBefore(first, second)
    }
  }

  /// The elements that a test lets through; nil where a signal ended that.
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

/// Ends a sorting.
private struct Stopped: Error {}
