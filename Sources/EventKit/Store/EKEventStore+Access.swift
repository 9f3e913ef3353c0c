import Editing
import Foundation
import Platform

/// Tells whether access was granted, and why a request failed.
public typealias EKEventStoreRequestAccessCompletionHandler = (Bool, (any Error)?) -> Void

extension EKEventStore {
  // MARK: The present access

  /// The program's access to a kind of item in the person's own store; the file is opened only to read this.
  ///
  /// `notDetermined` where there is no store yet.
  public class func authorizationStatus(for entityType: EKEntityType) -> EKAuthorizationStatus {
    status(for: entityType, options: .personal())
  }

  package static func status(for entityType: EKEntityType, options: StoreOptions) -> EKAuthorizationStatus {
    guard let path = options.path,
      let store = try? CalendarStore(path: path, access: .read, zones: ZoneDatabase()),
      let level = try? AccessControl(store, client: options.client).level(entityType.kind)
    else { return .notDetermined }
    return EKAuthorizationStatus(level)
  }

  /// The program's present access to a kind of item; it can change while the program runs.
  package func status(for entityType: EKEntityType) -> EKAuthorizationStatus {
    attempt(.denied) { (core) throws(EKError) in
      EKAuthorizationStatus(try reported { () throws(EditError) in try core.access.level(entityType.kind) })
    }
  }

  // MARK: Requests

  /// Requests access to read and write events; false when it was denied or not decided in time.
  ///
  /// The owner is asked at the terminal where there is one, and else by `kal access`. The store's owner itself has access
  /// at once. Throws code 29 when policy forbids it.
  @discardableResult
  public func requestFullAccessToEvents() async throws -> Bool { try await request(.full, .event) }

  /// Requests access to read and write reminders, as `requestFullAccessToEvents` does for events.
  @discardableResult
  public func requestFullAccessToReminders() async throws -> Bool { try await request(.full, .reminder) }

  /// Requests access to add events without reading any.
  @discardableResult
  public func requestWriteOnlyAccessToEvents() async throws -> Bool { try await request(.writeOnly, .event) }

  /// Requests full access to a kind of item.
  @available(
    *, deprecated,
    message: "Use requestFullAccessToEvents, requestWriteOnlyAccessToEvents or requestFullAccessToReminders."
  )
  @discardableResult
  public func requestAccess(to entityType: EKEntityType) async throws -> Bool {
    try await request(.full, entityType)
  }

  /// Calls back on another queue with the result of the request.
  public func requestFullAccessToEvents(
    completion: @escaping @Sendable (Bool, (any Error)?) -> Void
  ) { request(.full, .event, completion) }

  /// Calls back on another queue with the result of the request.
  public func requestFullAccessToReminders(
    completion: @escaping @Sendable (Bool, (any Error)?) -> Void
  ) { request(.full, .reminder, completion) }

  /// Calls back on another queue with the result of the request.
  public func requestWriteOnlyAccessToEvents(
    completion: @escaping @Sendable (Bool, (any Error)?) -> Void
  ) { request(.writeOnly, .event, completion) }

  /// Calls back on another queue with the result of the request.
  @available(
    *, deprecated,
    message: "Use requestFullAccessToEvents, requestWriteOnlyAccessToEvents or requestFullAccessToReminders."
  )
  public func requestAccess(
    to entityType: EKEntityType, completion: @escaping @Sendable (Bool, (any Error)?) -> Void
  ) { request(.full, entityType, completion) }

  private func request(
    _ level: AccessLevel, _ type: EKEntityType,
    _ completion: @escaping @Sendable (Bool, (any Error)?) -> Void
  ) {
    PendingWork.begin()
    Task.detached { [self] in
      let answer: (Bool, EKError?)
      do throws(EKError) {
        answer = (try await request(level, type), nil)
      } catch {
        answer = (false, error)
      }
      options.callbackQueue.async {
        completion(answer.0, answer.1)
        PendingWork.end()
      }
    }
  }

  /// Requests a level and waits for the owner's decision; other threads can use the store in between.
  package func request(_ level: AccessLevel, _ type: EKEntityType) async throws(EKError) -> Bool {
    PendingWork.begin()
    defer { PendingWork.end() }
    let step = 0.02
    var left = options.requestTimeout
    let question = AccessQuestion(options, level, type)
    var asks = options.asksAtTerminal
    var tells = options.tellsProblems
    while true {
      switch try ask(level, type) {
      case .granted: return true
      case .denied: return false
      case .pending: break
      }
      if asks {
        asks = false
        let ending = try await question.ask { [self] in
          status(for: type) == .notDetermined
        } settle: { [self] (decision) throws(EKError) in
          try decide(decision, type)
        }
        guard case .left = ending else { continue }
        // Whoever leaves the question is there, and waiting for another decision of theirs would be odd.
        warn(question.undecided)
        return false
      }
      if tells {
        tells = false
        warn(question.waiting)
      }
      if left <= 0 || Task.isCancelled { return false }
      left -= step
      try? await Task.sleep(nanoseconds: UInt64(step * 1e9))
    }
  }

  private func ask(_ level: AccessLevel, _ type: EKEntityType) throws(EKError) -> AccessAnswer {
    try locked { (core) throws(EKError) in
      try reported { () throws(EditError) in
        try core.access.request(level, type.kind, reason: options.reason, now: now)
      }
    }
  }

  /// Keeps what the person at the terminal decided, who is the store's owner.
  private func decide(_ level: AccessLevel, _ type: EKEntityType) throws(EKError) {
    try locked { (core) throws(EKError) in
      try reported { () throws(EditError) in
        try AccessControl(core.store).set(level, for: core.access.client, type.kind)
      }
    }
  }
}
