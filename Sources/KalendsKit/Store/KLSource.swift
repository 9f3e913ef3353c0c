import Editing

/// The types of account; EventKit's numbers.
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

/// An account that calendars belong to; programs do not make them.
public final class KLSource: KLObject {
  let record: SourceRecord

  init(_ record: SourceRecord, store: KLEventStore) {
    self.record = record
    super.init(eventStore: store)
  }

  /// The short permanent name, such as `src:2m9x4a`.
  public var sourceIdentifier: String { PublicID.text(.source, record.id) }

  /// What people call it.
  public var title: String { record.title }

  /// What kind of account it is.
  public var sourceType: KLSourceType { KLSourceType(record.kind) }

  /// Whether it is somebody else's account; such ones are not known here.
  public var isDelegate: Bool { false }

  /// Its calendars that take a kind of item, in the order they were made.
  public func calendars(for type: KLEntityType) -> [KLCalendar] {
    eventStore.calendars(for: type).filter { $0.record.source == record.id }
  }
}
