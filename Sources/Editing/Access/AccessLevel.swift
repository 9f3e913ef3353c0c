/// The access of a client to one kind of item; raw values are stored.
public enum AccessLevel: Int, CaseIterable, Sendable {
  /// Not asked yet, or not decided.
  case undetermined = 0
  /// Forbidden by policy; asking does not help.
  case restricted
  /// Refused by the owner.
  case denied
  case full
  /// New events can be added; nothing can be read.
  case writeOnly
  /// Everything can be read and nothing written.
  case readOnly

  /// The word for the level in statements and messages.
  public var name: String {
    switch self {
    case .undetermined: "undetermined"
    case .restricted: "restricted"
    case .denied: "denied"
    case .full: "full"
    case .writeOnly: "write-only"
    case .readOnly: "read-only"
    }
  }

  /// Whether items can be read.
  public var canRead: Bool { self == .full || self == .readOnly }
  /// Whether items can be added.
  public var canAdd: Bool { self == .full || self == .writeOnly }
  /// Whether items can be changed and removed.
  public var canChange: Bool { self == .full }
}

/// The result of a request for access.
public enum AccessAnswer: Hashable, Sendable {
  /// The client has the level asked for, or more.
  case granted
  /// The owner refused, or granted less than was asked for.
  case denied
  /// The owner has not decided yet.
  case pending
}
