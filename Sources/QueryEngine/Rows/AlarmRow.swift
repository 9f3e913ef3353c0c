/// An alarm of an item at one of its occurrences, and the moment it rings.
public struct AlarmRow: Sendable {
  /// The event or reminder.
  public let item: ItemRow
  /// The alarm.
  public let alarm: Alarm
  /// The number of the alarm among the item's alarms, from 1.
  public let number: Int
  /// The moment it rings.
  public let time: Instant
  /// The number of the ring: 0 is the first, others are repetitions.
  public var ring = 0

  /// How long after its time an alarm counts as due, in seconds.
  public static let memory = 86_400

  /// The same alarm, ringing at another time.
  public func ringing(at time: Instant) -> AlarmRow {
    AlarmRow(item: item, alarm: alarm, number: number, time: time, ring: ring)
  }

  /// The distance from the item's time; nil for an absolute alarm.
  public var offset: CalendarDuration? {
    guard case .relative(let offset, _) = alarm.trigger else { return nil }
    guard ring > 0, let interval = alarm.repetition?.interval else { return offset }
    return offset + CalendarDuration(days: interval.days * ring, seconds: interval.seconds * ring)
  }

  /// The distance without its sign, as queries compare it.
  var distance: CalendarDuration? {
    offset.map { $0.nominalSeconds < 0 ? -$0 : $0 }
  }

  /// Whether its time came within the last day and its item is still open or not over.
  ///
  /// Completed and canceled items have no alarms. An absolute alarm of a series counts for the whole series.
  func isDue(now: Instant) -> Bool {
    guard time <= now, time >= now.adding(seconds: -Self.memory) else { return false }
    if item.record.kind == .reminder || (offset == nil && item.occurrence.isRecurring) { return true }
    return item.occurrence.lastMoment >= now
  }

  var itemTime: ItemTime { ItemTime(axis: .instant, seconds: time.seconds, isAllDay: false) }

  /// The value of a field, or of a part of its time; the item's value for fields that alarms do not have.
  func value(_ field: FieldName, _ part: DatePart?, _ context: QueryContext) -> Value {
    switch field {
    case .time: part.map { itemTime.value(of: $0, in: context.zone) } ?? itemTime.value(in: context.zone)
    case .offset: distance.map(Value.duration) ?? .null
    default: item.value(field, part, context, overlap: nil)
    }
  }
}
