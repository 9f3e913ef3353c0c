/// An alarm of an item at one of its occurrences, and the moment it rings.
public struct AlarmRow: Sendable {
  /// The event or reminder.
  public let item: ItemRow
  /// What rings.
  public let alarm: Alarm
  /// Which of the item's alarms it is, from 1.
  public let number: Int
  /// When it rings.
  public let time: Instant
  /// Which of its rings it is: 0 is the first.
  public var ring = 0

  /// How long after its time an alarm still rings and counts as due, in seconds.
  public static let memory = 86_400

  /// The same, ringing at another time.
  public func ringing(at time: Instant) -> AlarmRow {
    AlarmRow(item: item, alarm: alarm, number: number, time: time, ring: ring)
  }

  /// How far from the item it rings; nil for one at a fixed moment.
  public var offset: CalendarDuration? {
    guard case .relative(let offset, _) = alarm.trigger else { return nil }
    guard ring > 0, let interval = alarm.repetition?.interval else { return offset }
    return offset + CalendarDuration(days: interval.days * ring, seconds: interval.seconds * ring)
  }

  /// The same without telling before from after, as queries compare it.
  var distance: CalendarDuration? {
    offset.map { $0.nominalSeconds < 0 ? -$0 : $0 }
  }

  /// Whether its time came within the last day and its item is still to be done or goes on.
  ///
  /// What is done or cancelled has no alarms. One at a fixed moment is about the whole series, which goes on.
  func isDue(now: Instant) -> Bool {
    guard time <= now, time >= now.adding(seconds: -Self.memory) else { return false }
    if item.record.kind == .reminder || (offset == nil && item.occurrence.isRecurring) { return true }
    return item.occurrence.lastMoment >= now
  }

  var itemTime: ItemTime { ItemTime(axis: .instant, seconds: time.seconds, isAllDay: false) }

  /// The value of a field, or of a part of its time; of fields that alarms have not the item's.
  func value(_ field: FieldName, _ part: DatePart?, _ context: QueryContext) -> Value {
    switch field {
    case .time: part.map { itemTime.value(of: $0, in: context.zone) } ?? itemTime.value(in: context.zone)
    case .offset: distance.map(Value.duration) ?? .null
    default: item.value(field, part, context, overlap: nil)
    }
  }
}
