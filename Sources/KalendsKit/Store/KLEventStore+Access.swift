import Editing
import Foundation

extension KLEventStore {
  /// A client's access to a kind of item in the store at a path; the file is opened only to read this.
  public static func authorizationStatus(
    for type: KLEntityType, path: String, client: String? = nil
  ) throws(KLError) -> KLAuthorizationStatus {
    let store = try reading { () throws(StoreError) in
      try CalendarStore(path: path, access: .read, zones: ZoneDatabase())
    }
    let level = try reported { () throws(EditError) in
      try AccessControl(store, client: client).level(type.kind)
    }
    return KLAuthorizationStatus(level)
  }

  /// The client's present access to a kind of item; it can change while the program runs.
  public func authorizationStatus(for type: KLEntityType) -> KLAuthorizationStatus {
    attempt(.denied) { (core) throws(KLError) in
      KLAuthorizationStatus(try reported { () throws(EditError) in try core.access.level(type.kind) })
    }
  }

  /// Sets a client's access; only for the store's owner.
  ///
  /// Throws code 29 for other clients, and 27 for write-only reminders.
  public func setAuthorizationStatus(
    _ status: KLAuthorizationStatus, forClient client: String, _ type: KLEntityType
  ) throws(KLError) {
    let level: AccessLevel =
      switch status {
      case .notDetermined: .undetermined
      case .restricted: .restricted
      case .denied: .denied
      case .fullAccess: .full
      case .writeOnly: .writeOnly
      case .readOnly: .readOnly
      }
    try locked { (core) throws(KLError) in
      try reported { () throws(EditError) in try core.access.set(level, for: client, type.kind) }
    }
  }

  // MARK: Requests

  /// Requests access to read and write events; false when it was denied or not decided in time.
  ///
  /// The owner has access at once. Throws code 29 when policy forbids it, and when the store was opened
  /// without a reason.
  public func requestFullAccessToEvents() async throws(KLError) -> Bool { try await request(.full, .event) }

  /// Requests access to read and write reminders, as `requestFullAccessToEvents` does for events.
  public func requestFullAccessToReminders() async throws(KLError) -> Bool {
    try await request(.full, .reminder)
  }

  /// Requests access to add events without reading any.
  public func requestWriteOnlyAccessToEvents() async throws(KLError) -> Bool {
    try await request(.writeOnly, .event)
  }

  /// Requests full access to a kind of item.
  public func requestAccess(to type: KLEntityType) async throws(KLError) -> Bool {
    try await request(.full, type)
  }

  /// Calls back with the result of the request on the callback queue.
  public func requestFullAccessToEvents(completion: @escaping @Sendable (Bool, KLError?) -> Void) {
    request(.full, .event, completion)
  }

  /// Calls back with the result of the request on the callback queue.
  public func requestFullAccessToReminders(completion: @escaping @Sendable (Bool, KLError?) -> Void) {
    request(.full, .reminder, completion)
  }

  /// Calls back with the result of the request on the callback queue.
  public func requestWriteOnlyAccessToEvents(completion: @escaping @Sendable (Bool, KLError?) -> Void) {
    request(.writeOnly, .event, completion)
  }

  /// Calls back with the result of the request on the callback queue.
  public func requestAccess(
    to type: KLEntityType, completion: @escaping @Sendable (Bool, KLError?) -> Void
  ) { request(.full, type, completion) }

  private func request(
    _ level: AccessLevel, _ type: KLEntityType, _ completion: @escaping @Sendable (Bool, KLError?) -> Void
  ) {
    Task.detached { [self] in
      let answer: (Bool, KLError?)
      do throws(KLError) {
        answer = (try await request(level, type), nil)
      } catch {
        answer = (false, error)
      }
      callbacks.async { completion(answer.0, answer.1) }
    }
  }

  /// Requests a level and polls for the owner's decision; other threads can use the store in between.
  private func request(_ level: AccessLevel, _ type: KLEntityType) async throws(KLError) -> Bool {
    let step = 0.02
    var left = requestTimeout
    while true {
      switch try ask(level, type) {
      case .granted: return true
      case .denied: return false
      case .pending: break
      }
      if left <= 0 || Task.isCancelled { return false }
      left -= step
      try? await Task.sleep(nanoseconds: UInt64(step * 1e9))
    }
  }

  private func ask(_ level: AccessLevel, _ type: KLEntityType) throws(KLError) -> AccessAnswer {
    try locked { (core) throws(KLError) in
      try reported { () throws(EditError) in
        try core.access.request(level, type.kind, reason: reason, now: now)
      }
    }
  }
}
