/// One row of the property table: how a property is written and what its value is.
public struct PropertyRow: Sendable {
  /// The property.
  public let kind: PropertyKind
  /// Its name in capital letters; empty for `.other`.
  public let name: StaticString
  /// The type of its value when no VALUE parameter says otherwise.
  public let valueType: ValueType
  /// How often it may stand in one component.
  public let multiplicity: Multiplicity
  /// Whether commas separate several values in it.
  public let isList: Bool

  /// How often a property may stand in one component.
  public enum Multiplicity: Sendable {
    /// At most once.
    case once
    /// Any number of times.
    case many
  }

  fileprivate init(
    _ kind: PropertyKind, _ name: StaticString, _ valueType: ValueType, _ multiplicity: Multiplicity,
    isList: Bool = false
  ) {
    self.kind = kind
    self.name = name
    self.valueType = valueType
    self.multiplicity = multiplicity
    self.isList = isList
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

/// Every known property with its name, type and multiplicity (RFC 5545, 3.7 and 3.8).
public enum PropertyTable {
  /// One row for each case of `PropertyKind`, in the order of its raw values.
  public static let rows: [PropertyRow] = [
    PropertyRow(.calscale, "CALSCALE", .text, .once),
    PropertyRow(.method, "METHOD", .text, .once),
    PropertyRow(.prodid, "PRODID", .text, .once),
    PropertyRow(.version, "VERSION", .text, .once),
    PropertyRow(.attach, "ATTACH", .uri, .many),
    PropertyRow(.categories, "CATEGORIES", .text, .many, isList: true),
    PropertyRow(.classification, "CLASS", .text, .once),
    PropertyRow(.comment, "COMMENT", .text, .many),
    PropertyRow(.description, "DESCRIPTION", .text, .many),
    PropertyRow(.geo, "GEO", .float, .once),
    PropertyRow(.location, "LOCATION", .text, .once),
    PropertyRow(.percentComplete, "PERCENT-COMPLETE", .integer, .once),
    PropertyRow(.priority, "PRIORITY", .integer, .once),
    PropertyRow(.resources, "RESOURCES", .text, .many, isList: true),
    PropertyRow(.status, "STATUS", .text, .once),
    PropertyRow(.summary, "SUMMARY", .text, .once),
    PropertyRow(.completed, "COMPLETED", .dateTime, .once),
    PropertyRow(.dtend, "DTEND", .dateTime, .once),
    PropertyRow(.due, "DUE", .dateTime, .once),
    PropertyRow(.dtstart, "DTSTART", .dateTime, .once),
    PropertyRow(.duration, "DURATION", .duration, .once),
    PropertyRow(.freebusy, "FREEBUSY", .period, .many, isList: true),
    PropertyRow(.transp, "TRANSP", .text, .once),
    PropertyRow(.tzid, "TZID", .text, .once),
    PropertyRow(.tzname, "TZNAME", .text, .many),
    PropertyRow(.tzoffsetfrom, "TZOFFSETFROM", .utcOffset, .once),
    PropertyRow(.tzoffsetto, "TZOFFSETTO", .utcOffset, .once),
    PropertyRow(.tzurl, "TZURL", .uri, .once),
    PropertyRow(.attendee, "ATTENDEE", .calAddress, .many),
    PropertyRow(.contact, "CONTACT", .text, .many),
    PropertyRow(.organizer, "ORGANIZER", .calAddress, .once),
    PropertyRow(.recurrenceID, "RECURRENCE-ID", .dateTime, .once),
    PropertyRow(.relatedTo, "RELATED-TO", .text, .many),
    PropertyRow(.url, "URL", .uri, .once),
    PropertyRow(.uid, "UID", .text, .once),
    PropertyRow(.exdate, "EXDATE", .dateTime, .many, isList: true),
    PropertyRow(.rdate, "RDATE", .dateTime, .many, isList: true),
    PropertyRow(.rrule, "RRULE", .recur, .many),
    PropertyRow(.exrule, "EXRULE", .recur, .many),
    PropertyRow(.action, "ACTION", .text, .once),
    PropertyRow(.repeatCount, "REPEAT", .integer, .once),
    PropertyRow(.trigger, "TRIGGER", .duration, .once),
    PropertyRow(.created, "CREATED", .dateTime, .once),
    PropertyRow(.dtstamp, "DTSTAMP", .dateTime, .once),
    PropertyRow(.lastModified, "LAST-MODIFIED", .dateTime, .once),
    PropertyRow(.sequence, "SEQUENCE", .integer, .once),
    PropertyRow(.requestStatus, "REQUEST-STATUS", .text, .many),
    PropertyRow(.name, "NAME", .text, .many),
    PropertyRow(.refreshInterval, "REFRESH-INTERVAL", .duration, .once),
    PropertyRow(.source, "SOURCE", .uri, .once),
    PropertyRow(.color, "COLOR", .text, .once),
    PropertyRow(.image, "IMAGE", .uri, .many),
    PropertyRow(.conference, "CONFERENCE", .uri, .many),
    PropertyRow(.acknowledged, "ACKNOWLEDGED", .dateTime, .once),
    PropertyRow(.proximity, "PROXIMITY", .text, .once),
    PropertyRow(.structuredData, "STRUCTURED-DATA", .text, .many),
    PropertyRow(.styledDescription, "STYLED-DESCRIPTION", .text, .many),
    PropertyRow(.busytype, "BUSYTYPE", .text, .once),
    PropertyRow(.tzuntil, "TZUNTIL", .dateTime, .once),
    PropertyRow(.tzidAliasOf, "TZID-ALIAS-OF", .text, .many),
    PropertyRow(.link, "LINK", .uri, .many),
    PropertyRow(.concept, "CONCEPT", .uri, .many),
    PropertyRow(.refid, "REFID", .text, .many),
    PropertyRow(.xWRCalName, "X-WR-CALNAME", .text, .once),
    PropertyRow(.xWRCalDesc, "X-WR-CALDESC", .text, .once),
    PropertyRow(.xWRTimezone, "X-WR-TIMEZONE", .text, .once),
    PropertyRow(.xWRRelCalID, "X-WR-RELCALID", .text, .once),
    PropertyRow(.xWRAlarmUID, "X-WR-ALARMUID", .text, .once),
    PropertyRow(.xLicLocation, "X-LIC-LOCATION", .text, .once),
    PropertyRow(.xPublishedTTL, "X-PUBLISHED-TTL", .duration, .once),
    PropertyRow(.xAltDesc, "X-ALT-DESC", .text, .many),
    PropertyRow(.xMicrosoftBusyStatus, "X-MICROSOFT-CDO-BUSYSTATUS", .text, .once),
    PropertyRow(.xMicrosoftAllDay, "X-MICROSOFT-CDO-ALLDAYEVENT", .boolean, .once),
    PropertyRow(.xMozLastAck, "X-MOZ-LASTACK", .dateTime, .once),
    PropertyRow(.xMozSnoozeTime, "X-MOZ-SNOOZE-TIME", .dateTime, .many),
    PropertyRow(.xAppleCalendarColor, "X-APPLE-CALENDAR-COLOR", .text, .once),
    PropertyRow(.xAppleStructuredLocation, "X-APPLE-STRUCTURED-LOCATION", .uri, .once),
    PropertyRow(.xAppleTravelDuration, "X-APPLE-TRAVEL-DURATION", .duration, .once),
    PropertyRow(.xAppleDefaultAlarm, "X-APPLE-DEFAULT-ALARM", .boolean, .once),
    PropertyRow(.xAppleProximity, "X-APPLE-PROXIMITY", .text, .once),
    PropertyRow(.xAppleSortOrder, "X-APPLE-SORT-ORDER", .integer, .once),
    PropertyRow(.other, "", .text, .many),
  ]
}
