import Editing
import Foundation

/// The end of a series: a date, or a number of occurrences.
///
/// Two are equal when they end a series alike.
open class EKRecurrenceEnd: NSObject, NSCopying, NSSecureCoding {
  /// The last moment at which an occurrence may start; nil for an end by count.
  open private(set) var endDate: Date?
  /// The number of occurrences; 0 for an end by date.
  open private(set) var occurrenceCount: Int

  /// Creates an end at a date, which may itself be an occurrence.
  public convenience init(end endDate: Date) { self.init(endDate, 0) }

  /// Creates an end after a number of occurrences.
  ///
  /// A rule with a number below 1 cannot be saved.
  public convenience init(occurrenceCount: Int) { self.init(nil, occurrenceCount) }

  private init(_ endDate: Date?, _ occurrenceCount: Int) {
    self.endDate = endDate
    self.occurrenceCount = occurrenceCount
    super.init()
  }

  /// The end of a rule; nil for a rule without one.
  static func of(_ rule: RecurrenceRule, zone: Zone) -> EKRecurrenceEnd? {
    if let count = rule.count { return EKRecurrenceEnd(occurrenceCount: count) }
    switch rule.until {
    case nil: return nil
    case .utc(let instant): return EKRecurrenceEnd(end: Date(instant))
    case .floating(let wall): return EKRecurrenceEnd(end: Date(zone.instant(of: wall)))
    case .date(let date):
      return EKRecurrenceEnd(end: Date(zone.startOfDay(date.adding(days: 1) ?? date).adding(seconds: -1)))
    }
  }

  /// The date, or the number of occurrences.
  open override var description: String {
    var text = ObjectDescription(self)
    text.add("endDate", endDate)
    text.add("occurrenceCount", endDate == nil ? occurrenceCount : nil)
    return text.with()
  }

  /// Whether another end ends a series alike.
  open override func isEqual(_ object: Any?) -> Bool {
    guard let other = object as? EKRecurrenceEnd else { return false }
    return endDate == other.endDate && occurrenceCount == other.occurrenceCount
  }

  /// The hash value of date and count.
  open override var hash: Int { endDate?.hashValue ?? occurrenceCount }

  /// The object itself, which never changes.
  open func copy(with zone: NSZone? = nil) -> Any { self }

  // MARK: Archives

  /// Archives may be read from any program.
  public static var supportsSecureCoding: Bool { true }

  /// Writes date and count.
  open func encode(with coder: NSCoder) {
    coder.encode(endDate?.timeIntervalSinceReferenceDate ?? .nan, forKey: "endDate")
    coder.encode(occurrenceCount, forKey: "occurrenceCount")
  }

  /// Reads date and count.
  public required convenience init?(coder: NSCoder) {
    let seconds = coder.decodeDouble(forKey: "endDate")
    self.init(
      seconds.isNaN ? nil : Date(timeIntervalSinceReferenceDate: seconds),
      coder.decodeInteger(forKey: "occurrenceCount"))
  }
}
