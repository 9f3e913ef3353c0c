import Editing
import Foundation

/// A weekday, every one or the nth of a month or year.
///
/// Two are equal when they name the same days.
open class EKRecurrenceDayOfWeek: NSObject, NSCopying, NSSecureCoding {
  /// The weekday.
  open private(set) var dayOfTheWeek: EKWeekday
  /// The weekday's number, counted from the end when negative; 0 for every one.
  open private(set) var weekNumber: Int

  /// Creates every one of a weekday.
  public convenience init(_ dayOfTheWeek: EKWeekday) { self.init(dayOfTheWeek: dayOfTheWeek, weekNumber: 0) }

  /// Creates the nth of a weekday, −53…53.
  ///
  /// A rule with another number cannot be saved.
  public convenience init(_ dayOfTheWeek: EKWeekday, weekNumber: Int) {
    self.init(dayOfTheWeek: dayOfTheWeek, weekNumber: weekNumber)
  }

  /// Creates the nth of a weekday, −53…53.
  ///
  /// A rule with another number cannot be saved.
  public init(dayOfTheWeek: EKWeekday, weekNumber: Int) {
    self.dayOfTheWeek = dayOfTheWeek
    self.weekNumber = weekNumber
    super.init()
  }

  convenience init(_ day: WeekdayNumber) {
    self.init(dayOfTheWeek: EKWeekday(day.weekday), weekNumber: day.ordinal ?? 0)
  }

  var day: WeekdayNumber {
    WeekdayNumber(dayOfTheWeek.weekday, ordinal: weekNumber == 0 ? nil : weekNumber)
  }

  /// The weekday and its number.
  open override var description: String {
    var text = ObjectDescription(self)
    text.add("dayOfTheWeek", dayOfTheWeek)
    text.add("weekNumber", weekNumber)
    return text.with()
  }

  /// Whether another object names the same days.
  open override func isEqual(_ object: Any?) -> Bool {
    guard let other = object as? EKRecurrenceDayOfWeek else { return false }
    return dayOfTheWeek == other.dayOfTheWeek && weekNumber == other.weekNumber
  }

  /// The hash value of weekday and number.
  open override var hash: Int { weekNumber &* 7 &+ dayOfTheWeek.rawValue }

  /// The object itself, which never changes.
  open func copy(with zone: NSZone? = nil) -> Any { self }

  // MARK: Archives

  /// Archives may be read from any program.
  public static var supportsSecureCoding: Bool { true }

  /// Writes weekday and number.
  open func encode(with coder: NSCoder) {
    coder.encode(dayOfTheWeek.rawValue, forKey: "dayOfTheWeek")
    coder.encode(weekNumber, forKey: "weekNumber")
  }

  /// Reads weekday and number; nil for what is no weekday.
  public required convenience init?(coder: NSCoder) {
    guard let day = EKWeekday(rawValue: coder.decodeInteger(forKey: "dayOfTheWeek")) else { return nil }
    self.init(dayOfTheWeek: day, weekNumber: coder.decodeInteger(forKey: "weekNumber"))
  }
}
