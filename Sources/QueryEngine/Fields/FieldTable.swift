import JSON
import Model
import QueryLanguage

extension FieldName {
  /// The row of the field in the table of what rows have, what can be set and how that is written.
  var definition: QueryField {
    switch self {
    case .title: .text({ $0.title }, \.title, .title, isSearched: true)
    case .location: QueryField(.column { $0.location }, .place, [.location, .place], isSearched: true)
    case .notes: .text({ $0.notes }, \.notes, .notes, separator: "\n", isSearched: true)
    case .url: .text({ $0.url }, \.url, .url, isSearched: true)
    case .conference: .text({ $0.conference }, \.conference, .conference)
    case .section: .text({ $0.section }, \.section, .section)
    case .color: .text({ $0.color }, \.color, .color)
    case .uid: QueryField(.column { $0.uid })
    case .id: QueryField(.texts({ [$0.id, $0.occurrenceID].compactMap { $0 } }) { .text($0.id) })
    case .organizer: QueryField(.texts(\.organizerTexts) { Value($0.organizerTexts.first) }, isSearched: true)
    case .attendee:
      QueryField(
        .texts({ $0.attendees.flatMap(ItemRow.spellings) }) { Value(list: $0.attendees) }, isSearched: true)
    case .attendees: .value({ Value(list: $0.attendees) }, .attendees, [.attendees])
    case .rule: QueryField(.texts(\.seriesRecord.rules) { Value($0.ruleText) })
    case .repeat: .value({ Value($0.ruleText) }, .repetition, [.rules, .repeatBase])
    case .exceptions: .value({ Value(list: $0.seriesRecord.exceptions) }, .exceptions, [.exceptions])
    case .tags, .categories: .list(\.categories, .tags, [.categories])
    case .attachments:
      QueryField(
        .texts({ $0.attachments.flatMap { $0 } }) { row in
          Value(list: row.attachments.map { $0.first ?? "(in the file itself)" })
        }, .attachments, [.attachments])
    case .start: .date(.start, .start, [.start, .reminderStart])
    case .end: .date(.end, .end, [.length])
    case .due: .date(.due, .due, [.due])
    case .created: .date(.created)
    case .modified: .date(.modified)
    case .occurrence: .date(.occurrence)
    case .completed: .date(.completed)
    case .time: .date(.time)
    case .duration: .length(\.duration, .duration, [.length])
    case .travel: .length(\.record.travel, .travel, [.travel])
    case .overlap: QueryField(.number({ _ in nil }, shown: { $0.overlap(with: $1) }, isSigned: false))
    case .revision: .count { $0.revision }
    case .attendeesCount: .count { $0.attendeeCount }
    case .alarmsCount: .count { $0.alarmCount }
    case .locationLatitude: .decimal({ $0.latitude }, isSigned: true)
    case .locationLongitude: .decimal({ $0.longitude }, isSigned: true)
    case .locationRadius: .decimal { $0.radius }
    case .offset: .otherNumber(isSigned: true)
    case .items, .calendars: .otherNumber()
    case .calendar: .value({ .text($0.calendar.title) }, .calendar)
    case .source: .value { .text($0.source.title) }
    case .status: .value { .text($0.record.status.name) }
    case .availability: .value({ .text($0.record.availability.name) }, .availability, [.availability])
    case .zone: .value({ Value($0.zoneName) }, .zone, [.start, .reminderStart])
    case .priority: .value({ .priority($0.record.priority) }, .priority, [.priority])
    case .allday:
      .value({ .boolean(($0.start ?? $0.due)?.isAllDay ?? false) }, .allday, [.start, .reminderStart])
    case .recurring: .value { .boolean($0.occurrence.isRecurring || $0.seriesRecord.isRecurring) }
    case .detached: .value { .boolean($0.occurrence.isDetached) }
    case .flagged: .value({ .boolean($0.record.isFlagged) }, .flag(\.isFlagged), [.flagged])
    case .alarms: .value({ _ in .null }, .alarms, [.alarms])
    case .kind, .writable, .subscribed, .hidden: .value { _ in .null }
    }
  }
}

extension JSONKey {
  /// The keys in the order in which rows have them behind `type`.
  static let all: [JSONKey] = [
    .text("id") { $0.id }, .text("occurrenceId") { $0.occurrenceID }, .text("uid") { $0.seriesRecord.uid },
    JSONKey("rev") { JSONText.append($1.record.revision, to: &$2) },
    JSONKey("calendar") { $0.appendCalendar($1, to: &$2) },
    .text("title", { $0.title }, \.title, .title, also: ["summary", "name"]),
    // The times are read together.
    .time("due", of: .reminder, read: JSONItem.readTimes) { $0.due },
    .flag("dueAllDay", of: .reminder) { $0.due?.isAllDay ?? false },
    .text("dueTimeZone", of: .reminder) { $0.record.due?.zone },
    .time("start", of: .reminder) { $0.record.start == nil ? nil : $0.start },
    .text("startTimeZone", of: .reminder) { $0.record.start?.zone },
    .text("timeZone", of: .reminder) { $0.record.due?.zone ?? $0.record.start?.zone },
    .flag("completed", of: .reminder, read: JSONItem.readCompletion) { $0.isCompleted },
    .instant("completedAt", of: .reminder) { $0.completed },
    JSONKey("overdue", of: .reminder) { json, row, bytes in
      JSONText.append(row.isOverdue(now: json.now, zone: json.zone), to: &bytes)
    },
    .text("priority", of: .reminder, read: JSONItem.readPriority) {
      PriorityBand(priority: $0.record.priority).name
    }, .text("location", read: JSONItem.readPlace) { $0.record.location },
    .json("structuredLocation", or: "null") { $0.place },
    .text("notes", { $0.notes }, \.notes, .notes, also: ["description"]),
    .text("url", { $0.url }, \.url, .url), .flag("allDay", of: .event) { $0.start?.isAllDay ?? false },
    .time("start", of: .event) { $0.start }, .time("end", of: .event) { $0.end },
    JSONKey("lastDay", of: .event) { json, row, bytes in
      guard let start = row.start, let end = row.end else { return json.literal("null", &bytes) }
      TimeWriter.append(day: ItemJSON.lastDay(start, end, json.zone), to: &bytes)
    }, .text("timeZone", of: .event) { $0.record.start?.zone },
    .text("endTimeZone", of: .event) { $0.record.end?.zone ?? $0.record.start?.zone },
    .text("duration", of: .event) { $0.duration?.description },
    JSONKey("recurrence", read: JSONItem.readRecurrence) { $0.appendRecurrence($1, to: &$2) },
    JSONKey("percentComplete", of: .reminder, read: JSONItem.readPercent) { json, row, bytes in
      guard let percent = row.record.percentComplete else { return json.literal("null", &bytes) }
      JSONText.append(percent, to: &bytes)
    }, .text("status", of: .event, read: JSONItem.readStatus) { $0.record.status.name },
    .text("availability", of: .event, read: JSONItem.readAvailability) { $0.record.availability.name },
    .json("organizer", or: "null") { $0.organizer },
    .json("attendees", read: JSONItem.readAttendees) { $0.attendees },
    .json("alarms", read: JSONItem.readAlarms) { $0.alarms },
    // Two names of one thing: iCalendar's and the people's.
    .json("tags", read: JSONItem.readCategories) { $0.categories }, .json("categories") { $0.categories },
    .json("attachments", read: JSONItem.readAttachments) { $0.attachments },
    .flag("flagged", of: .reminder, { $0.record.isFlagged }, \.isFlagged, .flagged),
    .text("section", of: .reminder, { $0.section }, \.section, .section),
    .text("parentUid", of: .reminder, { $0.parentUID }, \.parentUID, .parent),
    .flag(
      "repeatFromCompletion", of: .reminder, { $0.seriesRecord.repeatsFromCompletion },
      \.repeatsFromCompletion, .repeatBase),
    .text("travel", of: .event, read: JSONItem.readTravel) { $0.record.travel?.description },
    .text("color", { $0.color }, \.color, .color),
    .text("conference", { $0.conference }, \.conference, .conference),
    .text("previous") { row in
      row.record.previous.map { PublicID.text(row.record.kind == .reminder ? .reminder : .event, $0) }
    }, .instant("created") { $0.record.created }, .instant("modified") { $0.record.modified },
  ]
}
