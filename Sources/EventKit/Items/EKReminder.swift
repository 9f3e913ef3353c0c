import Editing
import Foundation
import QueryEngine

/// A reminder; for a repeating one the first open occurrence.
open class EKReminder: EKCalendarItem {
  /// Creates a reminder; it needs a title and a list to be saved.
  public init(eventStore: EKEventStore) {
    super.init(ItemDraft(.reminder, viewer: eventStore.viewer), store: eventStore)
  }

  package override init(_ draft: ItemDraft, store: EKEventStore) { super.init(draft, store: store) }
  package override init(_ row: ItemRow, store: EKEventStore) { super.init(row, store: store) }

  // MARK: Times

  /// The start: a whole day without hour, floating without zone.
  ///
  /// Components that do not name a day of the Gregorian calendar add to the store's problems and are ignored.
  open var startDateComponents: DateComponents? {
    get { time({ $0.startTime($1) }, \.start)?.components }
    set { set(.reminderStart, newValue) { $0.start = $1 } }
  }

  /// The due date, with its own zone.
  open var dueDateComponents: DateComponents? {
    get { time({ $0.dueTime($1) }, \.due)?.components }
    set { set(.due, newValue) { $0.due = $1 } }
  }

  private func time(
    _ fromRow: (ItemRow, EKEventStore) -> EventTime?, _ fromItem: (Item) -> EventTime?
  ) -> EventTime? {
    let store = eventStore
    return cheap({ fromRow($0, store) }, { fromItem($0.item) })
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
          EKError(.internalFailure, "bad-components", "the components name no day of the Gregorian calendar"))
        return
      }
    }
    edit { $0.set(field) { write(&$0, time) } }
  }

  /// The zone of the start, else of the due date; nil for whole days and floating times.
  ///
  /// Setting a zone keeps the hands of the clock: start and due are then meant in that zone, floating ones too, and nil
  /// lets them float. Whole days stay as they are.
  open override var timeZone: TimeZone? {
    get {
      let item = draft.item
      return item.anchor.flatMap { time in time.zone.map { TimeZone($0, at: time.instant(in: $0)) } }
    }
    set {
      let item = draft.item
      func moved(_ time: EventTime?) -> DateComponents? {
        guard var components = time?.components, components.hour != nil else { return nil }
        components.timeZone = newValue
        return components
      }
      if let start = moved(item.start) { startDateComponents = start }
      if let due = moved(item.due) { dueDateComponents = due }
    }
  }

  // MARK: Completion

  /// Whether the reminder is completed; setting it sets or clears the completion date.
  open var isCompleted: Bool {
    get { cheap({ $0.isCompleted }, { $0.item.isCompleted }) }
    set {
      let moment = newValue ? eventStore.now : nil
      if newValue == isCompleted { return }
      edit { $0.setCompleted(moment) }
    }
  }

  /// The completion date; setting it completes the reminder, nil reopens it.
  open var completionDate: Date? {
    get { cheap({ $0.completed }, { $0.item.completed }).map { Date($0) } }
    set { edit { $0.setCompleted(newValue.map { Instant($0) }) } }
  }

  /// The priority: 0 none, 1–4 high, 5 medium, 6–9 low; a save of other values fails (26).
  open var priority: Int {
    get { cheap({ $0.record.priority }, { $0.item.priority }) }
    set { edit { $0.set(.priority) { $0.priority = newValue } } }
  }

  /// Title, place, list, identifier, due date and completion.
  open override var description: String {
    var text = ObjectDescription(self)
    describe(&text)
    text.add("dueDate", dueDateComponents?.date)
    text.add("completed", isCompleted)
    return text.with()
  }
}
