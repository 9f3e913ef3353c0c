/// When the parts of a day begin and end, in seconds after midnight.
public struct DayPartHours: Hashable, Sendable {
  /// From 6:00 to 12:00 unless set.
  public var morning = 6 * 3_600..<12 * 3_600
  /// From 12:00 to 18:00 unless set.
  public var afternoon = 12 * 3_600..<18 * 3_600
  /// From 18:00 to 24:00 unless set.
  public var evening = 18 * 3_600..<24 * 3_600

  /// The usual hours.
  public init() {}

  /// The hours of a part.
  public subscript(part: DayPart) -> Range<Int> {
    switch part {
    case .morning: morning
    case .afternoon: afternoon
    case .evening: evening
    }
  }
}
