import Editing
import Foundation
import QueryEngine

/// A reminder; for a repeating one the first open occurrence.
public final class KLReminder: KLCalendarItem {
  /// Creates a reminder; it needs a title and a list to be saved.
  public init(eventStore: KLEventStore) {
    super.init(ItemDraft(.reminder, viewer: eventStore.viewer), store: eventStore)
  }

  override init(_ draft: ItemDraft, store: KLEventStore) { super.init(draft, store: store) }
  override init(_ row: ItemRow, store: KLEventStore) { super.init(row, store: store) }

  // MARK: Times

  /// The start: a whole day without hour, floating without zone.
  ///
  /// Components that do not name a day of the Gregorian calendar add to the store's problems and are ignored.
  public var startDateComponents: DateComponents? {
    get { draft.item.start?.components }
    set { set(.reminderStart, newValue) { $0.start = $1 } }
  }

  /// The due date, with its own zone.
  public var dueDateComponents: DateComponents? {
    get { draft.item.due?.components }
    set { set(.due, newValue) { $0.due = $1 } }
  }

  private func set(
    _ field: ItemField, _ components: DateComponents?, _ write: (inout Item, EventTime?) -> Void
  ) {
    var time: EventTime?
    if let components {
      let isGregorian = components.calendar.map { $0.identifier == .gregorian || $0.identifier == .iso8601 }
      time = isGregorian == false ? nil : EventTime(components, zones: eventStore.zones)
      if time == nil {
        eventStore.report(
          KLError(.internalFailure, "bad-components", "the components name no day of the Gregorian calendar"))
        return
      }
    }
    edit { $0.set(field) { write(&$0, time) } }
  }

  /// The zone of the start, else of the due date; nil for whole days and floating times.
  public var timeZone: TimeZone? {
    let item = draft.item
    return item.anchor.flatMap { time in time.zone.map { TimeZone($0, at: time.instant(in: $0)) } }
  }

  // MARK: Completion

  /// Whether the reminder is completed; setting it sets or clears the completion date.
  public var isCompleted: Bool {
    get { cheap({ $0.isCompleted }, { $0.item.isCompleted }) }
    set {
      let moment = newValue ? eventStore.now : nil
      if newValue == isCompleted { return }
      edit { $0.setCompleted(moment) }
    }
  }

  /// The completion date; setting it completes the reminder, nil reopens it.
  public var completionDate: Date? {
    get { cheap({ $0.completed }, { $0.item.completed }).map { Date($0) } }
    set { edit { $0.setCompleted(newValue.map { Instant($0) }) } }
  }

  /// The priority: 0 none, 1–4 high, 5 medium, 6–9 low; a save of other values fails (26).
  public var priority: Int {
    get { cheap({ $0.record.priority }, { $0.item.priority }) }
    set { edit { $0.set(.priority) { $0.priority = newValue } } }
  }
}
