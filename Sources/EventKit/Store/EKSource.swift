import Editing

/// An account that calendars belong to; programs cannot create one.
open class EKSource: EKObject {
  /// The store of the object.
  package let eventStore: EKEventStore
  let record: SourceRecord

  /// Creates an account of no store, for subclasses in tests of programs.
  public init() {
    record = SourceRecord(id: -1, title: "", kind: .local)
    eventStore = Self.nowhere
    super.init(store: eventStore)
  }

  /// A store without a file.
  private static let nowhere = EKEventStore(options: StoreOptions(path: nil))

  init(_ record: SourceRecord, store: EKEventStore) {
    self.record = record
    eventStore = store
    super.init(store: store)
  }

  /// The row number of the virtual account that stands for all where events can only be added.
  static let virtualNumber = 0

  /// The account that stands for all where events can only be added.
  static func virtual(_ store: EKEventStore) -> EKSource {
    EKSource(SourceRecord(id: virtualNumber, title: "Calendar", kind: .local), store: store)
  }

  /// The short permanent identifier, such as `src:2m9x4a`.
  open var sourceIdentifier: String { PublicID.text(.source, record.id) }

  /// The account's name.
  open var title: String { record.title }

  /// The type of the account.
  open var sourceType: EKSourceType { EKSourceType(record.kind) }

  /// Whether the account is delegated by another user; always false.
  open var isDelegate: Bool { false }

  /// The account's calendars that accept a kind of item.
  open func calendars(for entityType: EKEntityType) -> Set<EKCalendar> {
    Set(eventStore.calendars(for: entityType).filter { $0.record.source == record.id })
  }

  /// The account's calendars for events.
  @available(*, deprecated, renamed: "calendars(for:)")
  open var calendars: Set<EKCalendar> { calendars(for: .event) }

  /// Title, type and identifier.
  open override var description: String {
    var text = ObjectDescription(self)
    text.add("title", title)
    text.add("type", sourceType)
    text.add("identifier", sourceIdentifier)
    return text.with()
  }

  override var identity: AnyHashable? { StoredThing(.source, record.id) }
}
