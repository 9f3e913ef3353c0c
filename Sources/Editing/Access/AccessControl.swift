/// The access of one client of a store, and the client's requests for more.
///
/// Levels are read anew at every check, so that outside changes take effect at once.
public final class AccessControl {
  /// The client name of a user who gives none: a person at a terminal, the store's owner.
  public static let defaultClient = CalendarStore.ownerClient

  /// The message to a client that may only add and names a calendar.
  public static let ownerChooses =
    "who may only add does not choose the calendar: the owner's own choice takes it"

  /// The client.
  public let client: String
  private let store: CalendarStore
  /// The kinds this client uses; nothing is allowed with others.
  private let kinds: EntityKinds
  /// Kinds that were unreadable when first checked; they stay unreadable until `clearRefusals`.
  private var refused: Set<ItemKind> = []

  /// Creates the access of a client; nil stands for the owner.
  public init(_ store: CalendarStore, client: String? = nil, kinds: EntityKinds = [.events, .reminders]) {
    self.store = store
    self.client = client ?? Self.defaultClient
    self.kinds = kinds
  }

  // MARK: Levels

  /// Whether the client is the store's owner: the one that created it, or the person at the terminal.
  public func isOwner() throws(EditError) -> Bool {
    if client == Self.defaultClient { return true }
    return try storing { () throws(StoreError) in try store.owner() } == client
  }

  /// The client's level for a kind of item.
  public func level(_ kind: ItemKind) throws(EditError) -> AccessLevel {
    if !kinds.contains(EntityKinds(kind)) { return .denied }
    if let known = try own(kind) { return known }
    return try isOwner() ? .full : .undetermined
  }

  private func own(_ kind: ItemKind) throws(EditError) -> AccessLevel? {
    let row = try storing { () throws(StoreError) in try store.access(of: client, to: kind) }
    return row.flatMap { AccessLevel(rawValue: $0.level) }
  }

  /// Sets a client's level; this settles a pending request.
  ///
  /// Throws `no-write-only` for reminders, which have no such level, and `not-owner` unless the caller is the
  /// owner.
  public func set(_ level: AccessLevel, for client: String, _ kind: ItemKind) throws(EditError) {
    guard try isOwner() else { throw .notOwner(self.client) }
    if kind == .reminder, level == .writeOnly { throw .noWriteOnlyReminders }
    let old = try storing { () throws(StoreError) in try store.access(of: client, to: kind) }
    try storing { () throws(StoreError) in
      try store.set(
        ClientAccess(
          client: client, kind: kind, level: level.rawValue, reason: old?.reason,
          requested: level == .undetermined ? old?.requested : nil,
          wanted: level == .undetermined ? old?.wanted : nil))
    }
  }

  /// The access of all clients that ever asked for a level or were given one.
  public func all() throws(EditError) -> [ClientAccess] {
    try storing { () throws(StoreError) in try store.clientAccess() }
  }

  // MARK: Asking

  /// Requests a level: the owner has it at once; other requests are stored for the owner.
  ///
  /// A second request for another level becomes a request for full access.
  ///
  /// Throws `reason-missing` for an empty reason, `access-restricted` when policy forbids access, and
  /// `batch-open`, as the owner could not see the request.
  public func request(
    _ wanted: AccessLevel, _ kind: ItemKind, reason: String, now: Instant
  ) throws(EditError) -> AccessAnswer {
    if kind == .reminder, wanted == .writeOnly { throw .noWriteOnlyReminders }
    let level = try level(kind)
    switch level {
    case .full: return .granted
    case .writeOnly: return wanted == .writeOnly ? .granted : .denied
    case .readOnly: return wanted == .readOnly ? .granted : .denied
    case .denied: return .denied
    case .restricted: throw .accessRestricted(kind)
    case .undetermined: break
    }
    if !reason.contains(where: { !$0.isWhitespace }) { throw .reasonMissing }
    if store.isInBatch { throw .store(StoreError(.batchOpen, store.path)) }
    let old = try storing { () throws(StoreError) in try store.access(of: client, to: kind) }
    let known = old?.requested == nil ? nil : old?.wanted.flatMap(AccessLevel.init)
    if known != wanted, known != .full {
      try storing { () throws(StoreError) in
        try store.set(
          ClientAccess(
            client: client, kind: kind, level: AccessLevel.undetermined.rawValue, reason: reason,
            requested: old?.requested ?? now, wanted: (known == nil ? wanted : .full).rawValue))
      }
    }
    return .pending
  }

  // MARK: Checking

  /// Whether a kind can be read.
  ///
  /// An unreadable kind stays so until `clearRefusals`, as everything fetched until then lacks it.
  public func canRead(_ kind: ItemKind) throws(EditError) -> Bool {
    if refused.contains(kind) { return false }
    if try level(kind).canRead { return true }
    refused.insert(kind)
    return false
  }

  /// Lets kinds that were unreadable be checked again.
  public func clearRefusals() { refused = [] }

  /// Throws `not-permitted` unless items of a kind can be added.
  func checkAdding(_ kind: ItemKind) throws(EditError) {
    if try !level(kind).canAdd { throw .notPermitted(kind) }
  }

  /// Throws `not-permitted` unless items of a kind can be changed and removed.
  func checkChanging(_ kind: ItemKind) throws(EditError) {
    if try !level(kind).canChange { throw .notPermitted(kind) }
  }

  /// Throws `not-permitted` unless calendars that take these kinds can be changed.
  func checkCalendars(_ kinds: EntityKinds) throws(EditError) {
    var hasOne = false
    if kinds.contains(.events), try level(.event).canChange { hasOne = true }
    if kinds.contains(.reminders), try level(.reminder).canChange { hasOne = true }
    if !hasOne { throw .notPermitted(kinds == .reminders ? .reminder : .event) }
  }
}
