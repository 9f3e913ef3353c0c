/// A time in the store's form: the wall clock and the zone.
public struct StoredTime: Hashable, Sendable {
  /// The forms of a time; raw values are stored.
  public enum Form: Int, Sendable {
    case date = 0
    case floating = 1
    case zoned = 2
  }

  /// The form: a day, a floating time or a time in a zone.
  public var form: Form
  /// The wall-clock time; midnight for a day.
  public var wall: CivilDateTime
  /// The zone's name; nil unless zoned.
  public var zone: String?

  /// Creates a stored time from its parts.
  public init(form: Form, wall: CivilDateTime, zone: String?) {
    self.form = form
    self.wall = wall
    self.zone = zone
  }

  /// Creates the stored form of an event's time.
  public init(_ time: EventTime) {
    wall = time.wall
    zone = time.zone?.identifier
    switch time {
    case .date: form = .date
    case .floating: form = .floating
    case .zoned: form = .zoned
    }
  }
}
