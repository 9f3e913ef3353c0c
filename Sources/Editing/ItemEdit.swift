import CivilTime
import ICalendar
import Model
import Recurrence

/// New values for some fields of an item or of an occurrence.
public struct ItemEdit: Sendable {
  /// The fields that change.
  public private(set) var fields: Set<ItemField> = []
  /// The item with the new values; fields not in `fields` mean nothing.
  public private(set) var values: Item

  /// An edit of nothing yet, of an item of a kind.
  public init(_ kind: ItemKind) { values = Item(kind: kind) }

  /// An edit of nothing yet, that shows an item's values.
  public init(of item: Item) { values = item }

  /// Changes a field: `change` sets it in the item it is given.
  public mutating func set(_ field: ItemField, _ change: (inout Item) -> Void) {
    change(&values)
    fields.insert(field)
  }

  /// Leaves a field as it is after all.
  public mutating func unset(_ field: ItemField, to item: Item) {
    fields.remove(field)
    values.take(field, from: item)
  }

  /// The item with this edit.
  public func applied(to item: Item) -> Item {
    var result = item
    // The start first, as the length belongs to it.
    for field in ItemField.allCases where fields.contains(field) { result.take(field, from: values) }
    if fields.contains(.start), !fields.contains(.length) { result.fitLength() }
    return result
  }
}

extension Item {
  /// Makes the length fit the start where that became a whole day or stopped being one.
  mutating func fitLength() {
    guard kind == .event, let start else { return }
    switch (start, length) {
    case (.date, .exact(let seconds)):
      length = .nominal(CalendarDuration(days: max(1, (seconds + 86_399) / 86_400)))
      end = nil
    case (.date, .nominal(let duration)) where duration.seconds != 0 || duration.days == 0:
      length = .nominal(CalendarDuration(days: max(1, duration.days)))
      end = nil
    case (.floating, .nominal(let duration)), (.zoned, .nominal(let duration)):
      // The days of an all-day event are no length for a timed one.
      if duration.seconds == 0, duration.months == 0 {
        length = .exact(seconds: 3_600)
        end = nil
      }
    case (.date, .nominal), (.floating, .exact), (.zoned, .exact): break
    }
  }
}

/// What edits need to know besides the item.
public struct EditContext {
  /// The present moment, for stamps.
  public let now: Instant
  /// Gives a UID that nothing has yet.
  public let newUID: () -> String
  /// How a TZID becomes a zone.
  public let zone: (String) -> Zone?

  /// A context with all its parts.
  public init(now: Instant, newUID: @escaping () -> String, zone: @escaping (String) -> Zone?) {
    self.now = now
    self.newUID = newUID
    self.zone = zone
  }
}
