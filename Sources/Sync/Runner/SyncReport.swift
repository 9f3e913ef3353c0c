import Store
import SyncCore

/// What a sync did with one calendar.
package struct CollectionReport: Equatable, Sendable {
  /// The title of the account.
  package var account: String
  /// The title of the calendar.
  package var title: String
  /// The row of the calendar.
  package var calendar: Int
  /// The objects that were taken in, new or changed, and the deletions that were.
  package var takenIn = 0, deletedHere = 0
  /// The objects that were sent, new or changed, and the deletions that were.
  package var sent = 0, deletedThere = 0
  /// The objects whose changes of both sides were merged, and those of them with conflicts.
  package var merged = 0, conflicts = 0
  /// The objects that came back, as one side changed what the other deleted.
  package var restored = 0
  /// The objects that the other side refuses.
  package var rejected = 0
  /// The resources that cannot be read.
  package var unreadable = 0
  /// The deletions that are held back, and the reason.
  package var held = 0, reason: DeletionGuard.Reason?
  /// Whether the calendar or its counterpart was made by this sync.
  package var isNew = false
  /// Whether the calendar or its counterpart is gone as a whole.
  package var isGone = false
  /// What should be told, such as a resource that cannot be read for the first time.
  package var notes: [SyncNote] = []
  /// Why the sync of the calendar ended early.
  package var fault: RemoteFault?

  package init(account: String, title: String, calendar: Int) {
    (self.account, self.title, self.calendar) = (account, title, calendar)
  }

  /// Whether anything was changed on either side.
  package var isChanged: Bool {
    takenIn + deletedHere + sent + deletedThere + merged + restored > 0
  }
}

/// Something about one resource that the owner should know.
package struct SyncNote: Equatable, Sendable {
  /// The kind of note.
  package enum Kind: Equatable, Sendable {
    /// The content cannot be read.
    case unreadable(ResourceFault)
    /// Another resource has the same UID.
    case duplicate(uid: String, of: String)
    /// The other side refuses our content.
    case rejected(reason: String)
    /// A published calendar has another address for good.
    case moved(to: String)
    /// It was deleted here and comes back, as it was changed there.
    case restoredHere
    /// It was deleted there and was sent again, as it was changed here.
    case restoredThere
  }

  package var href: String
  package var kind: Kind
}
