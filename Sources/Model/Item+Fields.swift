import CivilTime

extension Item {
  /// Takes a field over from another item.
  ///
  /// A start keeps the length, and the end its zone; a done reminder has a date and an open one none.
  public mutating func take(_ field: ItemField, from other: Item) {
    switch field {
    case .title: title = other.title
    case .location: location = other.location
    case .place: place = other.place
    case .notes: notes = other.notes
    case .url: url = other.url
    case .start:
      // An end of the start's zone goes with it into another.
      let zone = end?.zone == start?.zone ? nil : end?.zone
      start = other.start
      end = nil
      setEnd(zone: zone)
    case .length:
      length = other.length
      end = other.end
    case .reminderStart: start = other.start
    case .due: due = other.due
    case .completion:
      isCompleted = other.isCompleted
      completed = other.isCompleted ? other.completed : nil
    case .status: status = other.status
    case .availability: availability = other.availability
    case .priority: priority = other.priority
    case .percentComplete: percentComplete = other.percentComplete
    case .alarms: alarms = other.alarms
    case .categories: categories = other.categories
    case .attendees: attendees = other.attendees
    case .organizer: organizer = other.organizer
    case .attachments: attachments = other.attachments
    case .rules:
      recurrence = other.recurrence
      ruleTexts = other.ruleTexts
    case .extraDates: extraTimes = other.extraTimes
    case .exceptions: exceptionTimes = other.exceptionTimes
    case .travel: travel = other.travel
    case .color: color = other.color
    case .conference: conference = other.conference
    case .flagged: isFlagged = other.isFlagged
    case .section: section = other.section
    case .parent: parentUID = other.parentUID
    case .repeatBase: repeatsFromCompletion = other.repeatsFromCompletion
    }
  }

  /// Whether a field says the same in both.
  public func agrees(with other: Item, on field: ItemField) -> Bool {
    switch field {
    case .title: title == other.title
    case .location: location == other.location
    case .place: place == other.place
    case .notes: notes == other.notes
    case .url: url == other.url
    case .start, .reminderStart: start == other.start
    case .length: length == other.length
    case .due: due == other.due
    case .completion: isCompleted == other.isCompleted && completed == other.completed
    case .status: status == other.status
    case .availability: availability == other.availability
    case .priority: priority == other.priority
    case .percentComplete: percentComplete == other.percentComplete
    case .alarms: alarms == other.alarms
    case .categories: categories == other.categories
    case .attendees: attendees == other.attendees
    case .organizer: organizer == other.organizer
    case .attachments: attachments == other.attachments
    case .rules: recurrence?.rules ?? [] == other.recurrence?.rules ?? []
    case .extraDates: extraTimes == other.extraTimes
    case .exceptions: exceptionTimes == other.exceptionTimes
    case .travel: travel == other.travel
    case .color: color == other.color
    case .conference: conference == other.conference
    case .flagged: isFlagged == other.isFlagged
    case .section: section == other.section
    case .parent: parentUID == other.parentUID
    case .repeatBase: repeatsFromCompletion == other.repeatsFromCompletion
    }
  }

  /// Puts the end a length after the start again, in the zone that it has.
  public mutating func refitEnd() { take(.start, from: self) }

  /// Puts the end in a zone of its own, a length after the start.
  private mutating func setEnd(zone: Zone?) {
    guard kind == .event, let zone, case .zoned(_, let own) = start, own != zone,
      let last = start?.adding(length)
    else { return }
    end = EventTime(last.instant(in: own), in: zone)
  }

  /// The end of an event, or the due date of a reminder; nil without a start and a due date.
  public var effectiveEnd: EventTime? {
    kind == .reminder ? due : end ?? start?.adding(length)
  }

  /// The time that a series counts from: the start, of a reminder without one the due date.
  public var anchor: EventTime? { start ?? due }
}

extension EventTime {
  /// The time of an occurrence's key in the kind and zone of this one.
  public func at(_ key: OccurrenceKey) -> EventTime { with(wall: CivilDateTime(clamping: key.wallSeconds)) }

  /// The time as the clock of `zone` shows it, in wall seconds; floating times and days stay as they are.
  public func wallSeconds(in zone: Zone?) -> Int {
    if case .zoned(let wall, let own) = self, let zone, own != zone {
      return zone.civil(at: own.instant(of: wall)).wallSeconds
    }
    return wall.wallSeconds
  }
}
