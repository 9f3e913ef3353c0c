/// The identity of an occurrence of a series: the local start that its rule gave it, which stays when it is
/// moved.
public struct OccurrenceKey: Hashable, Comparable, Sendable {
  /// The original start on the wall clock of the series' own zone, in wall seconds.
  public var wallSeconds: Int
  /// Whether the original start is a whole day.
  public var isDate: Bool
  /// Whether the start is the second of two moments with the same local time.
  public var isSecondOfFold: Bool

  /// Creates a key.
  public init(wallSeconds: Int, isDate: Bool, isSecondOfFold: Bool = false) {
    self.wallSeconds = wallSeconds
    self.isDate = isDate
    self.isSecondOfFold = isSecondOfFold
  }

  /// Reads `20261118T091500`, `20261118` or either with `~1` after it; nil for other text.
  public init?(text: some StringProtocol) {
    var bytes = Array(text.utf8)
    isSecondOfFold = bytes.count > 2 && bytes[(bytes.count - 2)...].elementsEqual("~1".utf8)
    if isSecondOfFold { bytes.removeLast(2) }
    if let date = BasicFormat.date(bytes) {
      wallSeconds = date.dayNumber * 86_400
      isDate = true
    } else if let value = BasicFormat.dateTime(bytes), !value.isUTC {
      wallSeconds = value.value.wallSeconds
      isDate = false
    } else {
      return nil
    }
  }

  /// The occurrence of a series that a RECURRENCE-ID names; if the series has no such occurrence, the id's
  /// own time on the master's clock.
  public init(of id: RecurrenceID, in master: Item?) {
    if let key = master?.slot(for: id) {
      self = key
      return
    }
    let base = master?.start ?? master?.due
    let isDate = base?.isAllDay ?? id.time.isAllDay
    var wall = id.time.wall
    if case .zoned(_, let zone) = base, case .zoned(let time, let own) = id.time, own != zone {
      wall = zone.civil(at: own.instant(of: time))
    }
    if isDate { wall = CivilDateTime(wall.date, .midnight) }
    self.init(wallSeconds: wall.wallSeconds, isDate: isDate)
  }

  /// The text after the slash of an occurrence id.
  public var text: String {
    let wall = CivilDateTime(clamping: wallSeconds)
    return (isDate ? BasicFormat.text(wall.date) : BasicFormat.text(wall)) + (isSecondOfFold ? "~1" : "")
  }

  /// Orders keys by original start.
  public static func < (a: OccurrenceKey, b: OccurrenceKey) -> Bool {
    (a.wallSeconds, a.isSecondOfFold ? 1 : 0) < (b.wallSeconds, b.isSecondOfFold ? 1 : 0)
  }
}
