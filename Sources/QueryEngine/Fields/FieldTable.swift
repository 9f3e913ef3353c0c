extension FieldName {
  /// The field's definition: its content in rows, how it is set and how it is written.
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
  /// The keys in the order in which rows have them after `type`.
  package static let all: [JSONKey] = [
    JSONKey("id", .text { $0.id }),
    JSONKey("occurrenceId", .text { $0.occurrenceID }),
    JSONKey("uid", .text { $0.seriesRecord.uid }),
    JSONKey("rev", .number { $0.record.revision }),
    JSONKey("calendar", .calendar),
    JSONKey("title", .text { $0.record.title }, .text(.title, \.title, also: "summary name")),
    // The times are read together.
    JSONKey("due", of: .reminder, .time { $0.due }, .times),
    JSONKey("dueAllDay", of: .reminder, .flag { $0.due?.isAllDay ?? false }),
    JSONKey("dueTimeZone", of: .reminder, .text { $0.record.due?.zone }),
    JSONKey("start", of: .reminder, .time { $0.record.start == nil ? nil : $0.start }),
    JSONKey("startTimeZone", of: .reminder, .text { $0.record.start?.zone }),
    JSONKey("timeZone", of: .reminder, .text { $0.record.due?.zone ?? $0.record.start?.zone }),
    JSONKey("completed", of: .reminder, .flag { $0.isCompleted }, .completion),
    JSONKey("completedAt", of: .reminder, .instant { $0.completed }),
    JSONKey("overdue", of: .reminder, .overdue),
    JSONKey("priority", of: .reminder, .text { PriorityBand(priority: $0.record.priority).name }, .priority),
    JSONKey("location", .text { $0.record.location }, .place),
    JSONKey("structuredLocation", .json({ $0.place }, orNothing: "null")),
    JSONKey("notes", .text { $0.record.notes }, .text(.notes, \.notes, also: "description")),
    JSONKey("url", .text { $0.record.url }, .text(.url, \.url)),
    JSONKey("allDay", of: .event, .flag { $0.start?.isAllDay ?? false }),
    JSONKey("start", of: .event, .time { $0.start }),
    JSONKey("end", of: .event, .time { $0.end }),
    JSONKey("lastDay", of: .event, .lastDay),
    JSONKey("timeZone", of: .event, .text { $0.record.start?.zone }),
    JSONKey("endTimeZone", of: .event, .text { $0.record.end?.zone ?? $0.record.start?.zone }),
    JSONKey("duration", of: .event, .text { $0.duration?.description }),
    JSONKey("recurrence", .recurrence, .recurrence),
    JSONKey("percentComplete", of: .reminder, .number { $0.record.percentComplete }, .percent),
    JSONKey("status", of: .event, .text { $0.record.status.name }, .status),
    JSONKey("availability", of: .event, .text { $0.record.availability.name }, .availability),
    JSONKey("organizer", .json({ $0.organizer }, orNothing: "null")),
    JSONKey("attendees", .json { $0.attendees }, .attendees),
    JSONKey("alarms", .json { $0.alarms }, .alarms),
    // Two names of one list: `categories` is the name in iCalendar.
    JSONKey("tags", .json { $0.categories }, .categories),
    JSONKey("categories", .json { $0.categories }),
    JSONKey("attachments", .json { $0.attachments }, .attachments),
    JSONKey("flagged", of: .reminder, .flag { $0.record.isFlagged }, .flag(.flagged, \.isFlagged)),
    JSONKey("section", of: .reminder, .text { $0.record.section }, .text(.section, \.section)),
    JSONKey("parentUid", of: .reminder, .text { $0.record.parentUID }, .text(.parent, \.parentUID)),
    JSONKey(
      "repeatFromCompletion", of: .reminder, .flag { $0.seriesRecord.repeatsFromCompletion },
      .flag(.repeatBase, \.repeatsFromCompletion)),
    JSONKey("travel", of: .event, .text { $0.record.travel?.description }, .travel),
    JSONKey("color", .text { $0.record.color }, .text(.color, \.color)),
    JSONKey("conference", .text { $0.record.conference }, .text(.conference, \.conference)),
    JSONKey(
      "previous", .text { row in row.record.previous.map { PublicID.text(row.record.kind.prefix, $0) } }),
    JSONKey("created", .instant { $0.record.created }),
    JSONKey("modified", .instant { $0.record.modified }),
  ]
}
