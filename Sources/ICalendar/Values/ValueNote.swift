import Recurrence

/// An irregularity in the notation of a value, which its owner may want to know; the value is read all the
/// same.
public enum ValueNote: Hashable, Sendable {
  /// A date or time in a notation that is not RFC 5545's.
  case oddDate(DateValue)
  /// `VALUE=DATE` with a time of day, read as that time.
  case dateWithTime(CivilDateTime)
  /// A time in UTC with the name of a zone, which is ignored.
  case zoneOnUTC(String)
  /// A duration in a notation that is not RFC 5545's.
  case oddDuration(CalendarDuration)

  /// The note as a sentence for people.
  public var message: String {
    switch self {
    case .oddDate(let value): "an unusual date or time was read as \(value.text)"
    case .dateWithTime(let time): "VALUE=DATE stands beside a time; it was read as \(time)"
    case .zoneOnUTC(let tzid): "a time in UTC names the zone \(tzid), which was not used"
    case .oddDuration(let duration): "an unusual duration was read as \(duration)"
    }
  }
}
