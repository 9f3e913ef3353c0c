import Foundation

/// A provider of rooms for conferences, which forms offer as the place of an event.
///
/// A subclass overrides both questions, each either with a completion handler or as `async`: what is not overridden asks
/// what is. A question that is overridden in neither form fails with code 5.
///
/// On Apple's systems a provider is an extension of an app. Here it is a command of the person's, see
/// `serveConferences` of `KalendsExtensions`.
open class EKVirtualConferenceProvider: NSObject {
  /// Creates a provider.
  public override init() { super.init() }

  /// Calls back with the types of room on offer.
  open func fetchAvailableRoomTypes(
    completionHandler: @escaping @Sendable ([EKVirtualConferenceRoomTypeDescriptor]?, (any Error)?) -> Void
  ) {
    answer(.roomTypes, completionHandler) { try await $0.fetchAvailableRoomTypes() }
  }

  /// Returns the types of room on offer.
  open func fetchAvailableRoomTypes() async throws -> [EKVirtualConferenceRoomTypeDescriptor] {
    try await answer(.roomTypes) { $0.fetchAvailableRoomTypes(completionHandler: $1) }
  }

  /// Calls back with a conference in a room of a type.
  open func fetchVirtualConference(
    identifier: EKVirtualConferenceRoomTypeIdentifier,
    completionHandler: @escaping @Sendable (EKVirtualConferenceDescriptor?, (any Error)?) -> Void
  ) {
    answer(.conference, completionHandler) { try await $0.fetchVirtualConference(identifier: identifier) }
  }

  /// Returns a conference in a room of a type.
  open func fetchVirtualConference(
    identifier: EKVirtualConferenceRoomTypeIdentifier
  ) async throws -> EKVirtualConferenceDescriptor {
    try await answer(.conference) {
      $0.fetchVirtualConference(identifier: identifier, completionHandler: $1)
    }
  }

  // MARK: One form in place of the other

  /// A question, asked in the form that the subclass did not override.
  fileprivate enum Question: Hashable, Sendable { case roomTypes, conference }

  /// The question that the other form was asked because this one is not overridden.
  private struct Detour: Hashable, Sendable {
    let provider: ObjectIdentifier
    let question: Question
  }

  @TaskLocal private static var detour: Detour?

  /// Answers with what the `async` form returns, unless that one came here itself.
  private func answer<Value>(
    _ question: Question, _ completion: @escaping @Sendable (Value?, (any Error)?) -> Void,
    asking: @escaping @Sendable (EKVirtualConferenceProvider) async throws -> Value
  ) {
    let detour = Detour(provider: ObjectIdentifier(self), question: question)
    if Self.detour == detour { return completion(nil, Self.notOverridden) }
    // The provider is asked from one task at a time, as at Apple's.
    nonisolated(unsafe) let provider = self
    Task {
      await Self.$detour.withValue(detour) {
        do {
          completion(try await asking(provider), nil)
        } catch {
          completion(nil, error)
        }
      }
    }
  }

  /// Returns what the form with a completion handler calls back with, unless that one came here itself.
  private func answer<Value>(
    _ question: Question,
    asking: (EKVirtualConferenceProvider, @escaping @Sendable (Value?, (any Error)?) -> Void) -> Void
  ) async throws -> Value {
    let detour = Detour(provider: ObjectIdentifier(self), question: question)
    if Self.detour == detour { throw Self.notOverridden }
    return try await withCheckedThrowingContinuation { continuation in
      let answer = FirstAnswer(continuation)
      Self.$detour.withValue(detour) {
        asking(self) { value, error in answer.take(value, error ?? Self.noAnswer) }
      }
    }
  }

  private static let notOverridden = EKError(
    .internalFailure, "not-overridden", "the provider overrides neither form of the question")
  private static let noAnswer = EKError(
    .internalFailure, "no-answer", "the provider has neither an answer nor an error")
}

/// The first answer of a question, as a provider may call back more than once.
private final class FirstAnswer<Value>: @unchecked Sendable {
  private let lock = NSLock()
  private var continuation: CheckedContinuation<Value, any Error>?

  init(_ continuation: CheckedContinuation<Value, any Error>) { self.continuation = continuation }

  /// Takes the value, or else the error.
  func take(_ value: Value?, _ error: any Error) {
    let waiting = lock.withLock {
      defer { continuation = nil }
      return continuation
    }
    guard let value else {
      waiting?.resume(throwing: error)
      return
    }
    // The provider hands its answer over.
    nonisolated(unsafe) let answer = value
    waiting?.resume(returning: answer)
  }
}
