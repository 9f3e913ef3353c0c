import Store

/// When a published calendar is asked again.
package enum FeedSchedule {
  /// The shortest time between two requests in seconds: a quarter of an hour.
  static let least = 15 * 60
  /// The time where the publisher names none: six hours.
  static let usual = 6 * 3_600
  /// The longest wait after a failure: a day.
  static let most = 86_400
  /// The longest interval that a publisher may ask for: thirty days.
  private static let mostInterval = 30 * 86_400
  /// The shortest wait that a server may ask for, so that a wrong date makes no storm.
  private static let leastRetry = 60

  /// Whether a collection may be asked now.
  package static func isDue(_ state: CollectionState, _ now: Instant) -> Bool {
    state.nextTry.map { $0 <= now } ?? true
  }

  /// The next time after a success; `interval` is what the publisher asks for, in seconds (RFC 7986, 5.7).
  static func next(after interval: Int?, _ now: Instant) -> Instant {
    now.adding(seconds: min(max(interval ?? usual, least), mostInterval))
  }

  /// The interval that the last success led to; nil where that is not known any more.
  static func interval(of state: CollectionState) -> Int? {
    guard state.fault == nil, let succeeded = state.succeeded, let next = state.nextTry else { return nil }
    let seconds = next.seconds - succeeded.seconds
    return seconds > 0 ? seconds : nil
  }

  /// The next time after a fault; nil where waiting is of no use to the server.
  static func next(after fault: FeedFault, _ state: CollectionState, _ now: Instant) -> Instant? {
    switch fault {
    case .invalidAddress, .passwordInAddress: return nil
    case .transport(let fault):
      switch fault.code {
      case .noNetwork, .interrupted, .notInstalled, .helperVersion, .helperFailed, .badRequest,
        .invalidAddress:
        return nil
      default: return doubled(state, now)
      }
    case .tryLater(_, _, let text):
      guard let text, let wanted = retryTime(text, now) else { return doubled(state, now) }
      return min(max(wanted, now.adding(seconds: leastRetry)), now.adding(seconds: most))
    default: return doubled(state, now)
    }
  }

  /// The moment that Retry-After names, in seconds or as a date (RFC 9110, 10.2.3); nil for other text.
  private static func retryTime(_ text: String, _ now: Instant) -> Instant? {
    if !text.isEmpty, text.utf8.allSatisfy({ $0 &- 48 < 10 }) {
      return now.adding(seconds: min(Int(text) ?? most, most))
    }
    return HTTPDate.instant(text)
  }

  /// Twice the wait before, from a quarter of an hour to a day.
  private static func doubled(_ state: CollectionState, _ now: Instant) -> Instant {
    var wait = least
    if state.fault != nil, let tried = state.tried, let next = state.nextTry {
      // A clock that was set meanwhile gives any number.
      wait = 2 * min(max(next.seconds &- tried.seconds, least / 2), most / 2)
    }
    return now.adding(seconds: wait)
  }
}
