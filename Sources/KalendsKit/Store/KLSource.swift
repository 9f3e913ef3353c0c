import Editing

/// The type of an account, with EventKit's numbers.
public enum KLSourceType: Int, CaseIterable, Sendable {
  case local = 0
  case exchange, calDAV, mobileMe, subscribed, birthdays

  init(_ kind: SourceRecord.Kind) {
    switch kind {
    case .local: self = .local
    case .exchange: self = .exchange
    case .calDAV: self = .calDAV
    case .mobileMe: self = .mobileMe
    case .subscribed: self = .subscribed
    case .birthdays: self = .birthdays
    }
  }
}

/// An account that calendars belong to; programs cannot create one.
public final class KLSource: KLObject {
  let record: SourceRecord

  init(_ record: SourceRecord, store: KLEventStore) {
    self.record = record
    super.init(eventStore: store)
  }

  /// The short permanent identifier, such as `src:2m9x4a`.
  public var sourceIdentifier: String { PublicID.text(.source, record.id) }

  /// The account's name.
  public var title: String { record.title }

  /// The type of the account.
  public var sourceType: KLSourceType { KLSourceType(record.kind) }

  /// Whether the account is delegated by another user; always false.
  public var isDelegate: Bool { false }

  /// The account's calendars that accept a kind of item, in order of creation.
  public func calendars(for type: KLEntityType) -> [KLCalendar] {
    eventStore.calendars(for: type).filter { $0.record.source == record.id }
  }
}
