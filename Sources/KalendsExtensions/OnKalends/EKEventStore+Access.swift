import Editing
import EventKit

/// The access of a program to a kind of item: Apple's levels, and one that it lacks.
public enum AccessStatus: CaseIterable, Sendable {
  /// The owner was not asked yet, or has not decided.
  case notDetermined
  /// Forbidden by policy, which the person cannot change.
  case restricted
  /// The owner refused.
  case denied
  /// Items can be read and changed.
  case full
  /// Events can be added; every read is empty.
  case writeOnly
  /// Everything can be read, nothing written. Apple's status shows it as full access.
  case readOnly

  fileprivate init(_ level: AccessLevel) {
    switch level {
    case .undetermined: self = .notDetermined
    case .restricted: self = .restricted
    case .denied: self = .denied
    case .full: self = .full
    case .writeOnly: self = .writeOnly
    case .readOnly: self = .readOnly
    }
  }

  fileprivate var level: AccessLevel {
    switch self {
    case .notDetermined: .undetermined
    case .restricted: .restricted
    case .denied: .denied
    case .full: .full
    case .writeOnly: .writeOnly
    case .readOnly: .readOnly
    }
  }
}

extension EKEventStore {
  /// This program's present access to a kind of item; it can change while the program runs.
  public func access(to entityType: EKEntityType) -> AccessStatus {
    attempt(.denied) { (core) throws(EKError) in
      AccessStatus(try reported { () throws(EditError) in try core.access.level(entityType.kind) })
    }
  }

  /// Sets a client's access; only for the store's owner.
  ///
  /// Throws code 29 for other clients, and 27 for write-only reminders.
  public func setAccess(
    _ access: AccessStatus, ofClient client: String, to entityType: EKEntityType
  ) throws(EKError) {
    try locked { (core) throws(EKError) in
      try reported { () throws(EditError) in
        try core.access.set(access.level, for: client, entityType.kind)
      }
    }
  }

  /// Requests to read a kind of item without changing any, which Apple's framework cannot ask for; false when it was
  /// denied or not decided in time.
  public func requestReadOnlyAccess(to entityType: EKEntityType) async throws(EKError) -> Bool {
    try await request(.readOnly, entityType)
  }
}
