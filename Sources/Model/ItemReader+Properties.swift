import CivilTime
import ICalendar

extension ItemReader {
  /// Reads the properties that stand on their own.
  mutating func readPlain(_ property: Property) {
    switch property.name {
    case "UID": item.uid = property.uid
    case "SUMMARY": item.title = item.title ?? nonEmpty(property.text)
    case "LOCATION": item.location = item.location ?? nonEmpty(property.text)
    case "DESCRIPTION": item.notes = item.notes ?? nonEmpty(property.text)
    case "URL": item.url = item.url ?? nonEmpty(property.rawText)
    case "SEQUENCE": item.sequence = integer(property) ?? item.sequence
    case "PRIORITY": item.priority = integer(property).map { min(max($0, 0), 9) } ?? item.priority
    case "PERCENT-COMPLETE": item.percentComplete = integer(property).map { min(max($0, 0), 100) }
    case "CREATED": item.created = instant(property)
    case "LAST-MODIFIED": item.modified = instant(property)
    case "DTSTAMP": item.modified = item.modified ?? instant(property)
    case "COMPLETED":
      item.completed = instant(property)
      item.isCompleted = true
    case "STATUS": readStatus(property)
    case "TRANSP":
      if property.rawText.uppercased() == "TRANSPARENT" { item.availability = .free }
    case "X-MICROSOFT-CDO-BUSYSTATUS": readBusyStatus(property)
    case "CATEGORIES":
      for category in property.texts where !category.isEmpty && !item.categories.contains(category) {
        item.categories.append(category)
      }
    case "ORGANIZER": item.organizer = Participant(property)
    case "ATTENDEE": item.attendees.append(Participant(property))
    case "ATTACH": item.attachments.append(Self.attachment(property))
    case "GEO": readCoordinates(property)
    case "X-APPLE-STRUCTURED-LOCATION":
      if let place = PlaceReader.appleLocation(property) { item.place = place }
    case "RELATED-TO":
      if (property.parameter("RELTYPE") ?? "PARENT").uppercased() == "PARENT" {
        item.parentUID = nonEmpty(property.text)
      }
    case "COLOR": item.color = nonEmpty(property.text)
    case "CONFERENCE": item.conference = item.conference ?? nonEmpty(property.rawText)
    case "X-APPLE-TRAVEL-DURATION":
      item.travel = BasicFormat.duration(Array(property.rawText.trimmingBlanks.utf8))
    case "X-KALENDS-FLAGGED": item.isFlagged = property.rawText.uppercased() == "TRUE"
    case "X-KALENDS-SECTION": item.section = nonEmpty(property.text)
    case "X-KALENDS-PREVIOUS": item.previousUID = nonEmpty(property.text)
    case "X-KALENDS-REPEAT-FROM":
      item.repeatsFromCompletion = property.rawText.uppercased() == "COMPLETION"
    case "X-KALENDS-BIRTHDAY-CONTACT": item.birthdayContact = nonEmpty(property.text)
    default: break
    }
  }

  func nonEmpty(_ text: String) -> String? { text.isEmpty ? nil : text }

  private mutating func integer(_ property: Property) -> Int? {
    let text = property.rawText.trimmingBlanks
    if let value = Int(text) { return value }
    problems.append(ItemProblem(.unreadable(text), property: property.name))
    return nil
  }

  private mutating func instant(_ property: Property) -> Instant? {
    guard let time = times(property).first else { return nil }
    // These stamps are UTC by RFC 5545; a file that leaves out the Z means it all the same.
    return time.instant(in: .utc)
  }

  private mutating func readStatus(_ property: Property) {
    switch (item.kind, property.rawText.uppercased()) {
    case (.event, "CONFIRMED"): item.status = .confirmed
    case (.event, "TENTATIVE"): item.status = .tentative
    case (_, "CANCELLED"), (_, "CANCELED"): item.status = .cancelled
    case (.reminder, "COMPLETED"): item.isCompleted = true
    default: break
    }
  }

  private mutating func readBusyStatus(_ property: Property) {
    switch property.rawText.uppercased() {
    case "FREE": item.availability = .free
    case "TENTATIVE": item.availability = .tentative
    case "OOF": item.availability = .unavailable
    default: break
    }
  }

  static func attachment(_ property: Property) -> Attachment {
    let isInline = property.parameter("VALUE")?.uppercased() == "BINARY"
    return Attachment(
      uri: isInline ? nil : property.rawText, mediaType: property.parameter("FMTTYPE"),
      fileName: property.parameter("FILENAME") ?? property.parameter("X-FILENAME"))
  }

  private mutating func readCoordinates(_ property: Property) {
    guard let (latitude, longitude) = PlaceReader.coordinates(property.rawText, separator: ";") else {
      problems.append(ItemProblem(.unreadable(property.rawText), property: property.name))
      return
    }
    if item.place == nil {
      item.place = StructuredLocation(title: nil, latitude: latitude, longitude: longitude)
    }
  }
}

extension Participant {
  /// What an ATTENDEE or ORGANIZER says.
  public init(_ property: Property) {
    self.init(
      name: property.parameter("CN"), address: property.rawText,
      status: property.parameter("PARTSTAT")?.lowercased(), role: property.parameter("ROLE")?.lowercased(),
      type: property.parameter("CUTYPE")?.lowercased())
  }
}

/// Reads places with coordinates.
enum PlaceReader {
  /// `X-APPLE-STRUCTURED-LOCATION;VALUE=URI;X-APPLE-RADIUS=70;X-TITLE=Hall:geo:48.2,16.4`.
  static func appleLocation(_ property: Property) -> StructuredLocation? {
    let text = property.rawText
    guard text.lowercased().hasPrefix("geo:"),
      let (latitude, longitude) = coordinates(text.dropFirst(4), separator: ",")
    else { return nil }
    return StructuredLocation(
      title: property.parameter("X-TITLE"), latitude: latitude, longitude: longitude,
      radius: property.parameter("X-APPLE-RADIUS").flatMap { Double($0) })
  }

  /// Two numbers of degrees; nil when they are none or out of range.
  static func coordinates(_ text: some StringProtocol, separator: Character) -> (Double, Double)? {
    let parts = text.split(separator: separator, maxSplits: 1)
    guard parts.count == 2, let latitude = Double(String(parts[0]).trimmingBlanks),
      let longitude = Double(String(parts[1].prefix { $0 != ";" }).trimmingBlanks), abs(latitude) <= 90,
      abs(longitude) <= 180
    else { return nil }
    return (latitude, longitude)
  }
}

extension Component {
  /// What UID names it by; nil where there is none, and where blanks alone stand there, which name nothing.
  public var uid: String? { property("UID")?.uid }
}

extension Property {
  fileprivate var uid: String? {
    let text = text
    return text.allSatisfy(\.isWhitespace) ? nil : text
  }
}

extension String {
  /// Without blanks at either end.
  var trimmingBlanks: String {
    var rest = self[...]
    while rest.first == " " { rest.removeFirst() }
    while rest.last == " " { rest.removeLast() }
    return String(rest)
  }
}
