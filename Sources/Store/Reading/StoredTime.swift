/// A time as the store keeps it: what the clock shows, and where.
public struct StoredTime: Hashable, Sendable {
  /// The forms a time can have; raw values are what the store writes.
  public enum Form: Int, Sendable {
    case date = 0
    case floating = 1
    case zoned = 2
  }

  /// Whether it is a day, a floating time or a time in a zone.
  public var form: Form
  /// What the wall clock shows; midnight for a day.
  public var wall: CivilDateTime
  /// The zone's name; nil unless zoned.
  public var zone: String?

  /// A stored time with all its parts.
  public init(form: Form, wall: CivilDateTime, zone: String?) {
    self.form = form
    self.wall = wall
    self.zone = zone
  }

  /// The stored form of an event's time.
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
