/// One row of the property table: how a property is written and what its value is.
public struct PropertyRow: Sendable {
  /// The property.
  public let kind: PropertyKind
  /// Its name in capital letters; empty for `.other`.
  public let name: StaticString
  /// The type of its value when no VALUE parameter says otherwise.
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

  /// The property of a name in any case; `.other` when the table has no such name.
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
    PropertyRow(.other, "", .text),
  ]
}
