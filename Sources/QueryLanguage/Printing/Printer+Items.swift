extension Printer {
  func text(_ add: AddSyntax) -> String {
    var words = ["add", add.kind.rawValue]
    if let title = add.title { words.append(string(title)) }
    var isAfterRepeat = false
    for part in add.parts {
      words.append(text(part, isAfterRepeat: isAfterRepeat))
      if case .repeats = part.kind { isAfterRepeat = true }
    }
    if add.opensForm { words.append("form") }
    if add.isDryRun { words.append("dry run") }
    return joined(words)
  }

  private func text(_ part: ItemPartSyntax, isAfterRepeat: Bool) -> String {
    switch part.kind {
    // After a repetition `on` would name its days.
    case .when(let range): text(range, preposition: isAfterRepeat ? "during" : "on")
    case .length(let duration): "for \(text(duration))"
    case .allDay: "all day"
    case .calendar(let name): "in \(isAfterRepeat ? quoted(name) : text(name))"
    case .due(let date): "due \(text(date))"
    case .start(let date): "start \(text(date))"
    case .priority(let priority): "priority \(text(priority))"
    case .repeats(let repetition): "repeat \(text(repetition))"
    case .alarms(let alarms): "alarm \(text(alarms))"
    case .location(let place): "location \(text(place))"
    case .notes(let notes): "notes \(text(notes))"
    case .url(let url): "url \(text(url))"
    case .zone(let zone): "zone \(setting(zone))"
    case .availability(let word): word.rawValue
    case .tags(let tags): "tag \(list(tags, text))"
    case .attachments(let links): "attach \(list(links, text))"
    case .under(let target): "under \(text(target))"
    case .flagged: "flagged"
    case .travel(let duration): "travel \(text(duration))"
    case .attendees(let people): "attendee \(list(people, text))"
    }
  }

  /// A name that would be a month or week of the repetition before it, in quotes.
  private func quoted(_ name: NameSyntax) -> String {
    let mayBeMisread =
      CalendarWords.month(name.text) != nil || ["the", "week"].contains(name.text.lowercased())
    guard mayBeMisread, !name.isIdentifier, name.source == nil else { return text(name) }
    return Quoting.string(name.text)
  }

  func text(_ priority: PrioritySyntax) -> String {
    switch priority {
    case .none: "none"
    case .low: "low"
    case .medium: "medium"
    case .high: "high"
    case .number(let number): String(number)
    }
  }

  func text(_ alarms: [AlarmSyntax]) -> String {
    alarms.isEmpty ? "none" : list(alarms, text)
  }

  private func text(_ alarm: AlarmSyntax) -> String {
    let time =
      switch alarm.kind {
      case .relative(let offset, let base): (base.map { $0.rawValue + " " } ?? "") + text(offset)
      case .date(let date): text(date)
      case .place(let proximity, let place): "\(proximity.rawValue) \(text(place))"
      }
    switch alarm.action {
    case .sound(let sound)?: return "\(time) sound \(text(sound))"
    case .email(let address)?: return "\(time) email \(text(address))"
    case .open(let link)?: return "\(time) open \(text(link))"
    case nil: return time
    }
  }

  func text(_ place: PlaceSyntax) -> String {
    guard let coordinates = place.coordinates else { return text(place.title) }
    let radius = coordinates.radius.map { " radius \($0)m" } ?? ""
    return "\(text(place.title)) at \(coordinates.latitude.text), \(coordinates.longitude.text)\(radius)"
  }

  // MARK: Changes

  func text(_ edit: EditSyntax) -> String {
    let assignments = edit.assignments.isEmpty ? "" : " set \(list(edit.assignments, text))"
    return "edit \(text(edit.target))\(assignments)\(text(edit.tail))"
  }

  private func text(_ assignment: AssignmentSyntax) -> String {
    "\(text(assignment.field)) \(assignment.operation.rawValue) \(text(assignment.value))"
  }

  func text(_ value: AssignedValueSyntax) -> String {
    switch value {
    case .empty: "empty"
    case .text(let literal): string(literal)
    case .texts(let texts): list(texts, string)
    case .date(let date): text(date)
    case .dates(let dates): list(dates) { text($0) }
    case .duration(let duration): text(duration)
    case .boolean(let truth): truth ? "on" : "off"
    case .priority(let priority): text(priority)
    case .availability(let word): word
    case .calendar(let name): text(name)
    case .zone(let zone): setting(zone)
    case .repeats(let repetition): text(repetition)
    case .alarms(let alarms): text(alarms)
    case .index(let number): String(number)
    case .place(let place): text(place)
    }
  }

  /// The canonical text of a target.
  public func target(_ target: TargetSyntax) -> String { text(target) }

  func text(_ target: TargetSyntax) -> String {
    switch target.kind {
    case .references(let references): list(references, text)
    case .last: "last"
    case .title(let title): string(title)
    case .query(let query): "(\(text(query)))"
    }
  }

  func text(_ reference: ReferenceSyntax) -> String {
    switch reference {
    case .row(let number, _): "#\(number)"
    case .item(let identifier): identifier.text
    }
  }

  func text(_ tail: TailSyntax) -> String {
    (tail.span.map { " span \($0.rawValue)" } ?? "") + (tail.revision.map { " if rev \($0)" } ?? "")
      + (tail.isConfirmed ? " yes" : "") + (tail.isDryRun ? " dry run" : "")
  }

  func text(_ destination: MoveSyntax.Destination) -> String {
    switch destination {
    case .to(let date): "to \(text(date))"
    case .toHour(let hour): "to \(hour.hour)"
    case .by(let offset): "by \(text(offset))"
    case .into(let name): "into \(text(name))"
    }
  }
}
