/// An account: the place outside the store where the calendars of a source are also kept.
public struct AccountRecord: Hashable, Sendable {
  /// The kinds of account; raw values are stored.
  public enum Kind: Int, Sendable, CaseIterable {
    /// A folder whose folders are calendars, with a file for each item (vdir).
    case folder = 0
    /// Published calendars, each at an address, which are only read.
    case subscriptions

    /// The kind's name in queries and JSON.
    public var name: String {
      switch self {
      case .folder: "folder"
      case .subscriptions: "subscriptions"
      }
    }
  }

  /// The row of its source.
  public var source: Int
  /// The kind.
  public var kind: Kind
  /// The path of a folder; empty for subscriptions.
  public var address: String

  /// Creates an account.
  public init(source: Int, kind: Kind, address: String) {
    (self.source, self.kind, self.address) = (source, kind, address)
  }
}

/// The counterpart of a calendar in an account.
public struct CollectionRecord: Hashable, Sendable {
  /// The row number in its store.
  public var id: Int
  /// The source of its account.
  public var account: Int
  /// The row of its calendar, which is gone when the calendar was deleted here; below zero for a folder that
  /// is left out, since its calendar was unlinked.
  public var calendar: Int
  /// The path of its folder below the account's, or the address of a subscription.
  public var name: String

  /// Whether syncs leave it out.
  package var isLeftOut: Bool { calendar < 0 }

  /// What stands in the place of a calendar that was unlinked.
  package static func leftOut(_ calendar: Int) -> Int { -calendar }
}

/// What the last sync left of an account.
package struct AccountState: Hashable, Sendable {
  /// The last try and the last success; nil before the first.
  package var tried: Instant?, succeeded: Instant?
  /// The reason why the last try failed; nil when it did not.
  package var fault: String?

  package init() {}
}

/// What the last sync left of a collection.
package struct CollectionState: Hashable, Sendable {
  /// The condition of a collection; raw values are stored.
  package enum Condition: Int, Sendable {
    case inSync = 0
    /// Deletions wait until the owner allows them.
    case held
    /// The owner allowed what was held; the next sync does it.
    case allowed
    /// The counterpart is gone.
    case gone
  }

  package var condition = Condition.inSync
  /// The reason for the condition, for people.
  package var reason: String?
  /// The number of the folder on its file system.
  package var node: Int?
  /// The last change of the store that a sync looked at.
  package var seenChange = 0
  /// The title and the color that both sides had; nil before the first sync.
  package var title: String?, color: String?
  package var tried: Instant?, succeeded: Instant?
  package var fault: String?
  /// When a subscription may be asked again.
  package var nextTry: Instant?
  /// The validators of the last answer: the entity tag, and Last-Modified as it was written.
  package var tag: String?, modified: String?

  package init() {}
}

/// The state of a resource on the other side, which is compared for equality alone.
///
/// A file has a size, a time and a number; a server's resource has an entity tag.
package struct ResourceStamp: Hashable, Sendable {
  /// The size in bytes.
  package var size = 0
  /// The time of the last change of the content, in nanoseconds since 1970.
  package var modified = 0
  /// The file's number on its file system (inode).
  package var node = 0
  /// The entity tag (RFC 9110, 8.8.3), with its quotation marks; empty for a file.
  package var tag = ""

  package init(size: Int = 0, modified: Int = 0, node: Int = 0, tag: String = "") {
    (self.size, self.modified, self.node, self.tag) = (size, modified, node, tag)
  }
}

/// A resource that syncs know.
package struct ResourceRecord: Hashable, Sendable {
  /// The condition of a resource; raw values are stored.
  package enum Condition: Int, Sendable {
    case inSync = 0
    /// Its content cannot be read, and stays as it is.
    case unreadable
    /// Ours is not there yet, as the other side refused it.
    case waiting
    /// Its content cannot be read at present: it is not written to, and its object and its base stay.
    case damaged = 4
    /// Its deletion on one side is held back until the owner allows it.
    case held

    /// Whether something is still to be done, even when neither side changes any more.
    package var isOpen: Bool { self == .waiting || self == .held }
  }

  package var id: Int
  package var href: String
  /// The UID of its object; nil when it has none, or when its content cannot be read.
  package var uid: String?
  /// The head of an object without UID.
  package var item: Int?
  package var stamp: ResourceStamp
  package var condition = Condition.inSync
  /// Why the condition is not `inSync`, for people.
  package var fault: String?

  package init(id: Int, href: String, uid: String?, item: Int? = nil, stamp: ResourceStamp) {
    (self.id, self.href, self.uid, self.item, self.stamp) = (id, href, uid, item, stamp)
  }
}

/// A write to the other side that was begun, and whose outcome is not yet known.
package struct SyncIntent: Hashable, Sendable {
  /// The kind of write; raw values are stored.
  package enum Operation: Int, Sendable { case write = 0, delete }

  package var id: Int
  package var href: String
  package var operation: Operation
  /// The name of the file that is written beside the resource; nil where nothing is.
  package var partial: String?
  /// What is written; nil for a deletion.
  package var text: [UInt8]?
}

/// What a merge could not decide.
package struct SyncConflictRecord: Hashable, Sendable {
  package var id: Int
  package var collection: Int
  package var uid: String?
  /// The head of an object without UID.
  package var item: Int?
  package var made: Instant
  /// The keys of the fields that are still open, a line each.
  package var fields: String
  /// The contents that were merged; the merge of them tells the conflict again.
  package var base: [UInt8]?, mine: [UInt8]?, theirs: [UInt8]?

  package init(
    id: Int, collection: Int, uid: String?, item: Int?, made: Instant, fields: String, base: [UInt8]?,
    mine: [UInt8]?, theirs: [UInt8]?
  ) {
    (self.id, self.collection, self.uid, self.item) = (id, collection, uid, item)
    (self.made, self.fields, self.base, self.mine, self.theirs) = (made, fields, base, mine, theirs)
  }
}
