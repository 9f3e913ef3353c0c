/// A client's request for access and its access level, for one kind of item.
public struct ClientAccess: Hashable, Sendable {
  /// The client's name.
  public var client: String
  /// Events or reminders.
  public var kind: ItemKind
  /// The level, with the numbers of `Editing`; 0 when nothing was decided.
  public var level: Int
  /// The client's reason for its request; nil without a request.
  public var reason: String?
  /// The time of a pending request; nil when none is pending.
  public var requested: Instant?
  /// The level of a pending request; nil when none is pending.
  public var wanted: Int?

  /// Creates a row from its columns.
  public init(
    client: String, kind: ItemKind, level: Int, reason: String? = nil, requested: Instant? = nil,
    wanted: Int? = nil
  ) {
    self.client = client
    self.kind = kind
    self.level = level
    self.reason = reason
    self.requested = requested
    self.wanted = wanted
  }

  fileprivate static func number(_ kind: ItemKind) -> Int { kind == .reminder ? 2 : 1 }
}

extension CalendarStore {
  /// The client that created the store; nil when it gave no name.
  public func owner() throws(StoreError) -> String? {
    try database.with("SELECT value FROM meta WHERE key = 'owner'") { (row) throws(StoreError) in
      try row.step() ? row.optionalText(0) : nil
    }
  }

  /// Makes a client the owner of a store that has none yet.
  public func claim(owner: String) throws(StoreError) {
    try write { () throws(StoreError) in
      try database.with("INSERT OR IGNORE INTO meta(key, value) VALUES ('owner', ?1)") {
        (row) throws(StoreError) in try row.bind(1, owner).run()
      }
    }
  }

  /// The access of a client to a kind of item; nil when it never asked and nothing was set.
  public func access(of client: String, to kind: ItemKind) throws(StoreError) -> ClientAccess? {
    try access(client, ClientAccess.number(kind)).first
  }

  /// The access of all clients, by name, pending requests included.
  public func clientAccess() throws(StoreError) -> [ClientAccess] { try access(nil, nil) }

  private func access(_ client: String?, _ kind: Int?) throws(StoreError) -> [ClientAccess] {
    try database.with(
      """
      SELECT client, kind, level, reason, requested, wanted FROM client_access
      WHERE (?1 IS NULL OR client = ?1) AND (?2 IS NULL OR kind = ?2) ORDER BY client, kind
      """
    ) { (row) throws(StoreError) in
      row.bind(1, client).bind(2, kind)
      var result: [ClientAccess] = []
      while try row.step() {
        result.append(
          ClientAccess(
            client: row.text(0), kind: row.int(1) == 2 ? .reminder : .event, level: row.int(2),
            reason: row.optionalText(3), requested: row.optionalInt(4).map(Instant.init(seconds:)),
            wanted: row.optionalInt(5)))
      }
      return result
    }
  }

  /// Writes a client's access; this is not a step of the journal, as undo is for items.
  public func set(_ access: ClientAccess) throws(StoreError) {
    try write { () throws(StoreError) in
      try database.with(
        """
        REPLACE INTO client_access(client, kind, level, reason, requested, wanted)
        VALUES (?1, ?2, ?3, ?4, ?5, ?6)
        """
      ) { (row) throws(StoreError) in
        try row.bind(1, access.client).bind(2, ClientAccess.number(access.kind)).bind(3, access.level)
          .bind(4, access.reason).bind(5, access.requested?.seconds).bind(6, access.wanted).run()
      }
    }
  }
}
