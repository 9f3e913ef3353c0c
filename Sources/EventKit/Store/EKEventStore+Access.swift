import Editing
import Foundation
import Platform

/// Tells whether access was granted, and why a request failed.
public typealias EKEventStoreRequestAccessCompletionHandler = (Bool, (any Error)?) -> Void

extension EKEventStore {
  // MARK: The present access

  package static func status(for entityType: EKEntityType, options: StoreOptions) -> EKAuthorizationStatus {
    guard let path = options.path, let store = glance(at: path),
      let level = try? AccessControl(store, client: options.client).level(entityType.kind)
    else { return .notDetermined }
    return EKAuthorizationStatus(level)
  }

  /// The store of a file, opened for a look that changes nothing; nil where there is none, or it cannot be read.
  private static func glance(at path: String) -> CalendarStore? {
    let zones = ZoneDatabase()
    do throws(StoreError) {
      return try CalendarStore(path: path, access: .glance, zones: zones)
    } catch {
      // One of an earlier format is upgraded, as whoever opens it first does, and a busy one is waited for.
      return error.code == .noStore ? nil : try? CalendarStore(path: path, access: .read, zones: zones)
    }
  }

  /// The program's present access to a kind of item; it can change while the program runs.
  package func status(for entityType: EKEntityType) -> EKAuthorizationStatus {
    attempt(.denied) { (core) throws(EKError) in
      EKAuthorizationStatus(try reported { () throws(EditError) in try core.access.level(entityType.kind) })
    }
  }

  // MARK: Requests

  /// What ends the request of a task that is canceled.
  @TaskLocal private static var requestStop: StopSignal?

  /// What a request that calls back comes to: programs override that form, and wait for either.
  func answer(
    to ask: (@escaping @Sendable (Bool, (any Error)?) -> Void) -> Void
  ) async throws -> Bool {
    let stop = StopSignal()
    return try await withTaskCancellationHandler {
      try await withCheckedThrowingContinuation { continuation in
        Self.$requestStop.withValue(stop) {
          ask { granted, error in
            if let error {
              continuation.resume(throwing: error)
            } else {
              continuation.resume(returning: granted)
            }
          }
        }
      }
    } onCancel: {
      stop.stop()
    }
  }

  func request(
    _ level: AccessLevel, _ type: EKEntityType,
    _ completion: @escaping @Sendable (Bool, (any Error)?) -> Void
  ) {
    PendingWork.begin()
    let stop = Self.requestStop
    Task.detached { [self] in
      let answer: (Bool, EKError?)
      do throws(EKError) {
        answer = (try await request(level, type, until: stop), nil)
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
  package func request(
    _ level: AccessLevel, _ type: EKEntityType, until stop: StopSignal? = nil
  ) async throws(EKError) -> Bool {
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
      let canBePut = asks ? AccessQuestion.canBePut : nil
      if canBePut == nil { asks = false }
      if canBePut == true {
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
      if left <= 0 || Task.isCancelled || stop?.isSet == true { return false }
      left -= step
      try? await Task.sleep(nanoseconds: UInt64(step * 1e9))
    }
  }

  private func ask(_ level: AccessLevel, _ type: EKEntityType) throws(EKError) -> AccessAnswer {
    try locked { (core) throws(EKError) in
      try reported { () throws(EditError) in
        try core.access.request(level, type.kind, reason: options.reason(for: type, level), now: now)
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
