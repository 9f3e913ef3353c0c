/// The properties that Kalends knows by name (RFC 5545, its extensions, and names that real exporters use).
///
/// All others are `.other` and kept unchanged.
public enum PropertyKind: UInt8, CaseIterable, Sendable {
  /// The calendar system; always Gregorian (RFC 5545, 3.7.1).
  case calscale
  /// The method of a scheduling message (RFC 5545, 3.7.2).
  case method
  /// The program that wrote the file (RFC 5545, 3.7.3).
  case prodid
  /// The version of the format (RFC 5545, 3.7.4).
  case version
  /// A file or link (RFC 5545, 3.8.1.1).
  case attach
  /// Names of categories (RFC 5545, 3.8.1.2).
  case categories
  /// The access classification (RFC 5545, 3.8.1.3).
  case classification
  /// A comment for the reader (RFC 5545, 3.8.1.4).
  case comment
  /// The notes (RFC 5545, 3.8.1.5); only a VJOURNAL may have several.
  case description
  /// Latitude and longitude (RFC 5545, 3.8.1.6).
  case geo
  /// The place (RFC 5545, 3.8.1.7).
  case location
  /// The completed percentage of a to-do (RFC 5545, 3.8.1.8).
  case percentComplete
  /// The priority, 0 to 9 (RFC 5545, 3.8.1.9).
  case priority
  /// Equipment needed (RFC 5545, 3.8.1.10).
  case resources
  /// The status: confirmed, tentative, completed and so on (RFC 5545, 3.8.1.11).
  case status
  /// The title (RFC 5545, 3.8.1.12).
  case summary
  /// The completion time of a to-do (RFC 5545, 3.8.2.1).
  case completed
  /// The exclusive end (RFC 5545, 3.8.2.2).
  case dtend
  /// The due time of a to-do (RFC 5545, 3.8.2.3).
  case due
  /// The start (RFC 5545, 3.8.2.4).
  case dtstart
  /// The duration (RFC 5545, 3.8.2.5).
  case duration
  /// Busy periods (RFC 5545, 3.8.2.6).
  case freebusy
  /// Whether the event takes up time (RFC 5545, 3.8.2.7).
  case transp
  /// The name of a VTIMEZONE (RFC 5545, 3.8.3.1).
  case tzid
  /// The short name of a zone's time (RFC 5545, 3.8.3.2).
  case tzname
  /// The offset before a clock change (RFC 5545, 3.8.3.3).
  case tzoffsetfrom
  /// The offset after a clock change (RFC 5545, 3.8.3.4).
  case tzoffsetto
  /// The address where a VTIMEZONE is published (RFC 5545, 3.8.3.5).
  case tzurl
  /// An attendee (RFC 5545, 3.8.4.1).
  case attendee
  /// A contact for questions (RFC 5545, 3.8.4.2).
  case contact
  /// The organizer (RFC 5545, 3.8.4.3).
  case organizer
  /// The original start of an override (RFC 5545, 3.8.4.4).
  case recurrenceID
  /// The UID of a related item (RFC 5545, 3.8.4.5).
  case relatedTo
  /// A link (RFC 5545, 3.8.4.6).
  case url
  /// The UID, the item's identity in iCalendar (RFC 5545, 3.8.4.7).
  case uid
  /// Starts excluded from a series (RFC 5545, 3.8.5.1).
  case exdate
  /// Starts added to a series (RFC 5545, 3.8.5.2).
  case rdate
  /// The rule of a series (RFC 5545, 3.8.5.3).
  case rrule
  /// A rule of exceptions (RFC 2445, 4.8.5.2).
  case exrule
  /// The action of an alarm (RFC 5545, 3.8.6.1).
  case action
  /// The number of repetitions of an alarm (RFC 5545, 3.8.6.2).
  case repeatCount
  /// The trigger time of an alarm (RFC 5545, 3.8.6.3).
  case trigger
  /// The creation time of the item (RFC 5545, 3.8.7.1).
  case created
  /// The creation time of this text (RFC 5545, 3.8.7.2).
  case dtstamp
  /// The time of the item's last change (RFC 5545, 3.8.7.3).
  case lastModified
  /// The revision number (RFC 5545, 3.8.7.4).
  case sequence
  /// The status of a scheduling request (RFC 5545, 3.8.8.3).
  case requestStatus
  /// The calendar's name (RFC 7986, 5.1).
  case name
  /// The interval for fetching the calendar again (RFC 7986, 5.7).
  case refreshInterval
  /// The address for fetching the calendar (RFC 7986, 5.8).
  case source
  /// A CSS color name (RFC 7986, 5.9).
  case color
  /// A picture (RFC 7986, 5.10).
  case image
  /// The address of a conference (RFC 7986, 5.11).
  case conference
  /// The time an alarm was dismissed (RFC 9074, 6.1).
  case acknowledged
  /// Arriving or leaving, for a place alarm (RFC 9074, 8.1).
  case proximity
  /// Data of another format (RFC 9073, 6.6).
  case structuredData
  /// Notes with mark-up (RFC 9073, 6.5).
  case styledDescription
  /// The kind of busy time of an availability (RFC 7953, 3.2).
  case busytype
  /// The time until which a VTIMEZONE is correct (RFC 7808, 7.1).
  case tzuntil
  /// The zone that a name stands for (RFC 7808, 7.2).
  case tzidAliasOf
  /// A typed link (RFC 9253, 8.2).
  case link
  /// A category by URI (RFC 9253, 8.1).
  case concept
  /// A key that groups items (RFC 9253, 8.3).
  case refid
  /// The calendar's name, as Apple and Google write it.
  case xWRCalName
  /// The calendar's description, as Apple and Google write it.
  case xWRCalDesc
  /// The calendar's zone, as Apple and Google write it.
  case xWRTimezone
  /// The calendar's identity, as Apple and Outlook write it.
  case xWRRelCalID
  /// The identity of an alarm, as Apple writes it.
  case xWRAlarmUID
  /// The IANA name of a VTIMEZONE, as libical writes it.
  case xLicLocation
  /// The interval for fetching the calendar again, as Outlook writes it.
  case xPublishedTTL
  /// Notes as HTML, as Outlook writes them.
  case xAltDesc
  /// Free, busy and so on, as Outlook writes it.
  case xMicrosoftBusyStatus
  /// Whether the event is all-day, as Outlook writes it.
  case xMicrosoftAllDay
  /// The time an alarm was dismissed, as Thunderbird writes it.
  case xMozLastAck
  /// The time until which an alarm is snoozed, as Thunderbird writes it.
  case xMozSnoozeTime
  /// The calendar's color, as Apple writes it.
  case xAppleCalendarColor
  /// A place with coordinates, as Apple writes it.
  case xAppleStructuredLocation
  /// Travel time, as Apple writes it.
  case xAppleTravelDuration
  /// Whether an alarm was added by default, as Apple writes it.
  case xAppleDefaultAlarm
  /// Arriving or leaving, as Apple writes it.
  case xAppleProximity
  /// The position in a list, as Apple writes it.
  case xAppleSortOrder
  /// Whether a reminder is flagged.
  case xKalendsFlagged
  /// The section of its list that contains a reminder.
  case xKalendsSection
  /// The UID of the series that this one continues.
  case xKalendsPrevious
  /// The base from which a reminder's next occurrence is counted.
  case xKalendsRepeatFrom
  /// The contact of a birthday.
  case xKalendsBirthdayContact
  /// A property that this table does not name.
  case other
}

/// One row of the property table: a property with its name and value type.
public struct PropertyRow: Sendable {
  /// The property.
  public let kind: PropertyKind
  /// Its name in capital letters; empty for `.other`.
  public let name: StaticString
  /// The type of its value without a VALUE parameter.
  public let valueType: ValueType

  fileprivate init(_ kind: PropertyKind, _ name: StaticString, _ valueType: ValueType) {
    self.kind = kind
    self.name = name
    self.valueType = valueType
  }
}

extension PropertyKind {
  /// The row of this property in the table.
  public var row: PropertyRow { PropertyTable.rows[Int(rawValue)] }
  /// The property's name in capital letters; empty for `.other`.
  public var name: String { row.name.description }

  /// The property with a name, ignoring case; `.other` when the table lacks the name.
  public init(named name: String) {
    var name = name
    self = name.withUTF8 { PropertyKind.index.find($0) }
  }

  static let index = NameIndex(
    PropertyTable.rows.dropLast().map { ($0.name, $0.kind) }, other: PropertyKind.other)
}

/// Every known property with its name and type (RFC 5545, 3.7 and 3.8).
public enum PropertyTable {
  /// One row for each case of `PropertyKind`, in the order of its raw values.
  public static let rows: [PropertyRow] = [
    PropertyRow(.calscale, "CALSCALE", .text),
    PropertyRow(.method, "METHOD", .text),
    PropertyRow(.prodid, "PRODID", .text),
    PropertyRow(.version, "VERSION", .text),
    PropertyRow(.attach, "ATTACH", .uri),
    PropertyRow(.categories, "CATEGORIES", .text),
    PropertyRow(.classification, "CLASS", .text),
    PropertyRow(.comment, "COMMENT", .text),
    PropertyRow(.description, "DESCRIPTION", .text),
    PropertyRow(.geo, "GEO", .float),
    PropertyRow(.location, "LOCATION", .text),
    PropertyRow(.percentComplete, "PERCENT-COMPLETE", .integer),
    PropertyRow(.priority, "PRIORITY", .integer),
    PropertyRow(.resources, "RESOURCES", .text),
    PropertyRow(.status, "STATUS", .text),
    PropertyRow(.summary, "SUMMARY", .text),
    PropertyRow(.completed, "COMPLETED", .dateTime),
    PropertyRow(.dtend, "DTEND", .dateTime),
    PropertyRow(.due, "DUE", .dateTime),
    PropertyRow(.dtstart, "DTSTART", .dateTime),
    PropertyRow(.duration, "DURATION", .duration),
    PropertyRow(.freebusy, "FREEBUSY", .period),
    PropertyRow(.transp, "TRANSP", .text),
    PropertyRow(.tzid, "TZID", .text),
    PropertyRow(.tzname, "TZNAME", .text),
    PropertyRow(.tzoffsetfrom, "TZOFFSETFROM", .utcOffset),
    PropertyRow(.tzoffsetto, "TZOFFSETTO", .utcOffset),
    PropertyRow(.tzurl, "TZURL", .uri),
    PropertyRow(.attendee, "ATTENDEE", .calAddress),
    PropertyRow(.contact, "CONTACT", .text),
    PropertyRow(.organizer, "ORGANIZER", .calAddress),
    PropertyRow(.recurrenceID, "RECURRENCE-ID", .dateTime),
    PropertyRow(.relatedTo, "RELATED-TO", .text),
    PropertyRow(.url, "URL", .uri),
    PropertyRow(.uid, "UID", .text),
    PropertyRow(.exdate, "EXDATE", .dateTime),
    PropertyRow(.rdate, "RDATE", .dateTime),
    PropertyRow(.rrule, "RRULE", .recur),
    PropertyRow(.exrule, "EXRULE", .recur),
    PropertyRow(.action, "ACTION", .text),
    PropertyRow(.repeatCount, "REPEAT", .integer),
    PropertyRow(.trigger, "TRIGGER", .duration),
    PropertyRow(.created, "CREATED", .dateTime),
    PropertyRow(.dtstamp, "DTSTAMP", .dateTime),
    PropertyRow(.lastModified, "LAST-MODIFIED", .dateTime),
    PropertyRow(.sequence, "SEQUENCE", .integer),
    PropertyRow(.requestStatus, "REQUEST-STATUS", .text),
    PropertyRow(.name, "NAME", .text),
    PropertyRow(.refreshInterval, "REFRESH-INTERVAL", .duration),
    PropertyRow(.source, "SOURCE", .uri),
    PropertyRow(.color, "COLOR", .text),
    PropertyRow(.image, "IMAGE", .uri),
    PropertyRow(.conference, "CONFERENCE", .uri),
    PropertyRow(.acknowledged, "ACKNOWLEDGED", .dateTime),
    PropertyRow(.proximity, "PROXIMITY", .text),
    PropertyRow(.structuredData, "STRUCTURED-DATA", .text),
    PropertyRow(.styledDescription, "STYLED-DESCRIPTION", .text),
    PropertyRow(.busytype, "BUSYTYPE", .text),
    PropertyRow(.tzuntil, "TZUNTIL", .dateTime),
    PropertyRow(.tzidAliasOf, "TZID-ALIAS-OF", .text),
    PropertyRow(.link, "LINK", .uri),
    PropertyRow(.concept, "CONCEPT", .uri),
    PropertyRow(.refid, "REFID", .text),
    PropertyRow(.xWRCalName, "X-WR-CALNAME", .text),
    PropertyRow(.xWRCalDesc, "X-WR-CALDESC", .text),
    PropertyRow(.xWRTimezone, "X-WR-TIMEZONE", .text),
    PropertyRow(.xWRRelCalID, "X-WR-RELCALID", .text),
    PropertyRow(.xWRAlarmUID, "X-WR-ALARMUID", .text),
    PropertyRow(.xLicLocation, "X-LIC-LOCATION", .text),
    PropertyRow(.xPublishedTTL, "X-PUBLISHED-TTL", .duration),
    PropertyRow(.xAltDesc, "X-ALT-DESC", .text),
    PropertyRow(.xMicrosoftBusyStatus, "X-MICROSOFT-CDO-BUSYSTATUS", .text),
    PropertyRow(.xMicrosoftAllDay, "X-MICROSOFT-CDO-ALLDAYEVENT", .boolean),
    PropertyRow(.xMozLastAck, "X-MOZ-LASTACK", .dateTime),
    PropertyRow(.xMozSnoozeTime, "X-MOZ-SNOOZE-TIME", .dateTime),
    PropertyRow(.xAppleCalendarColor, "X-APPLE-CALENDAR-COLOR", .text),
    PropertyRow(.xAppleStructuredLocation, "X-APPLE-STRUCTURED-LOCATION", .uri),
    PropertyRow(.xAppleTravelDuration, "X-APPLE-TRAVEL-DURATION", .duration),
    PropertyRow(.xAppleDefaultAlarm, "X-APPLE-DEFAULT-ALARM", .boolean),
    PropertyRow(.xAppleProximity, "X-APPLE-PROXIMITY", .text),
    PropertyRow(.xAppleSortOrder, "X-APPLE-SORT-ORDER", .integer),
    // Other programs may give these names to values of any type.
    PropertyRow(.xKalendsFlagged, "X-KALENDS-FLAGGED", .other),
    PropertyRow(.xKalendsSection, "X-KALENDS-SECTION", .other),
    PropertyRow(.xKalendsPrevious, "X-KALENDS-PREVIOUS", .other),
    PropertyRow(.xKalendsRepeatFrom, "X-KALENDS-REPEAT-FROM", .other),
    PropertyRow(.xKalendsBirthdayContact, "X-KALENDS-BIRTHDAY-CONTACT", .other),
    PropertyRow(.other, "", .text),
  ]
}
