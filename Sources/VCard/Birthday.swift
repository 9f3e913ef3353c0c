import CivilTime
import ICalendar

/// A contact's birthday from an address book (RFC 6350, 6.2.5).
public struct Birthday: Hashable, Sendable {
  /// The contact's name; never empty.
  public var name: String
  /// The contact's UID; nil when the card has none.
  public var uid: String?
  /// The month, 1…12.
  public var month: Int
  /// The day of the month, 1…31.
  public var day: Int
  /// The year; nil when it is unknown.
  public var year: Int?

  /// Creates a birthday; nil when the name is empty, or when the given year, or without one any year, lacks
  /// the day.
  public init?(name: String, uid: String?, month: Int, day: Int, year: Int?) {
    guard !name.isEmpty, CivilDate(year: year ?? Self.unknownYear, month: month, day: day) != nil else {
      return nil
    }
    self.name = name
    self.uid = uid
    self.month = month
    self.day = day
    self.year = year
  }

  /// The leap year that stands for an unknown year, in our events as in Apple's cards.
  public static let unknownYear = 1604

  /// The UID of the event, the same for the same contact every time.
  ///
  /// A card without a UID is identified by its name and date.
  public var eventUID: String {
    let contact = uid ?? "\(name)/\(year ?? Self.unknownYear)-\(month)-\(day)"
    let safe = contact.utf8.map { byte -> String in
      switch byte {
      case 0x21...0x7E where byte != UInt8(ascii: "%"): return String(UnicodeScalar(byte))
      default:
        let digits = String(byte, radix: 16, uppercase: true)
        return "%" + (digits.utf8.count < 2 ? "0" : "") + digits
      }
    }
    return "kalends-birthday-" + safe.joined()
  }

  /// A yearly all-day event that leaves its time free (RFC 5545, 3.6.1).
  ///
  /// A birthday on 29 February falls on the last day of February, so that it occurs every year. `stamp` is
  /// the DTSTAMP; the same cards make the same events only with the same stamp.
  public func event(stamp: Instant) -> Component {
    var entries: [ComponentEntry] = []
    func add(_ property: Property?) { if let property { entries.append(.property(property)) } }
    add(Property(name: "UID", text: eventUID))
    add(Property(name: "DTSTAMP", date: .utc(stamp.utc)))
    add(Property(name: "SUMMARY", text: name + "'s birthday"))
    if let date = CivilDate(year: year ?? Self.unknownYear, month: month, day: day) {
      add(Property(name: "DTSTART", date: .date(date)))
    }
    let isLeapDay = month == 2 && day == 29
    add(Property(name: "RRULE", value: "FREQ=YEARLY" + (isLeapDay ? ";BYMONTH=2;BYMONTHDAY=-1" : "")))
    add(Property(name: "TRANSP", value: "TRANSPARENT"))
    if let uid { add(Property(name: "X-KALENDS-BIRTHDAY-CONTACT", text: uid)) }
    return Component(name: "VEVENT", entries: entries)
  }
}
