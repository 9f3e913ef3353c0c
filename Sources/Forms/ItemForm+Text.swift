import Changes

/// The text of fields: to type again, for people, and as statements.
extension ItemForm {
  /// Returns a field's value as it can be typed again; empty if there is none.
  public func text(_ field: ItemFormField, _ context: QueryContext) -> String {
    text(field, of: item, calendar, context)
  }

  func text(
    _ field: ItemFormField, of item: Item, _ calendar: CalendarRecord?, _ context: QueryContext
  ) -> String {
    let syntax = ItemSyntax(context)
    func value(_ name: FieldName) -> String {
      switch syntax.value(name, of: item) {
      case nil, .empty: return ""
      case .boolean(let flag): return flag ? "yes" : "no"
      case .text(let text): return name == .notes ? escaped(text.literal) : text.literal
      case .texts(let texts): return FormReader.list(texts.map(\.literal))
      case let value?: return value.description
      }
    }
    switch field.input {
    case .choice(.calendar): return calendar.map { Quoting.word($0.title) } ?? ""
    case .value(.location): return place(item, syntax).map(FormReader.place) ?? ""
    case .value(let name), .text(let name), .texts(let name), .choice(let name): return value(name)
    case .repetition: return item.recurrence == nil ? "never" : value(.repeat)
    case .until: return limitText(item, syntax)
    case .alarm: return alarmText(item, syntax) { $0.prefix(1) }
    case .secondAlarm: return alarmText(item, syntax) { $0.dropFirst() }
    case .parent: return item.parentUID ?? ""
    }
  }

  private func escaped(_ notes: String) -> String {
    var result = String.UnicodeScalarView()
    for scalar in notes.unicodeScalars {
      switch scalar {
      case "\n":
        // CR LF ends a line too.
        while result.last == "\r" { result.removeLast() }
        result += "\\n".unicodeScalars
      case "\\": result += "\\\\".unicodeScalars
      default: result.append(scalar)
      }
    }
    return String(result)
  }

  /// Returns the name of the place as it is, and its coordinates as written after it.
  private func place(_ item: Item, _ syntax: ItemSyntax) -> (name: String, rest: String)? {
    guard case .place(let place)? = syntax.value(.location, of: item) else { return nil }
    let rest = place.coordinates.map { place in
      " at \(place.latitude.text), \(place.longitude.text)\(place.radius.map { " radius \($0)m" } ?? "")"
    }
    return (place.title.literal, rest ?? "")
  }

  private func limitText(_ item: Item, _ syntax: ItemSyntax) -> String {
    guard case .repeats(let repetition)? = syntax.value(.repeat, of: item),
      case .pattern(let pattern, let limits) = repetition.kind
    else { return "" }
    guard let limit = limits.first(where: \.isEnd) else { return "never" }
    let whole = RepeatSyntax(.pattern(pattern, [limit])).description
    let bare = RepeatSyntax(.pattern(pattern, [])).description
    let text = String(whole.dropFirst(bare.count + 1))
    return text.hasPrefix("until ") ? String(text.dropFirst(6)) : text
  }

  private func alarmText(
    _ item: Item, _ syntax: ItemSyntax, _ part: ([Alarm]) -> ArraySlice<Alarm>
  ) -> String {
    var item = item
    item.alarms = Array(part(item.alarms))
    guard let value = syntax.value(.alarms, of: item) else { return "as it is" }
    if value == .empty { return "none" }
    // `-0m` and `0m` mean the same; the answer needs no sign.
    return value.description == "-0m" ? "0m" : value.description
  }

  // MARK: For people

  /// Returns the understood value for people: `Fri 20 Nov 2026 19:00, in 2 days`; nil if the answer says it
  /// all.
  public func echo(_ field: ItemFormField, _ context: QueryContext) -> String? {
    let sentences = ItemSentences(zone: context.zone)
    switch field.name {
    case .start, .end, .due, .allday, .zone:
      let time: EventTime? =
        switch (kind, field.name) {
        case (.reminder, .start): item.start
        case (.reminder, .due): item.due
        default: item.anchor
        }
      guard let anchor = time else { return nil }
      let text = kind == .reminder ? sentences.moment(anchor) : sentences.time(item) ?? ""
      return text + ", " + RelativeTime.text(anchor, context)
    case .repeat, .until: return sentences.repetition(item)
    default: return nil
    }
  }

  /// Returns the non-empty fields in their order, one line each.
  ///
  /// `without` leaves out fields that are shown in another way.
  public func card(_ context: QueryContext, without: Set<FormFieldName> = []) -> [String] {
    var lines: [String] = []
    for field in fields where !without.contains(field.name) {
      let text = self.text(field, context)
      let isNothing =
        text.isEmpty || ["none", "never", "no"].contains(text) || isImplied(field, context)
      if isNothing && field.name != .title { continue }
      lines.append(FormText.line(field.label, echo(field, context, instead: text)))
    }
    return lines
  }

  /// Whether another line of the card covers the field, or its value is the usual one.
  private func isImplied(_ field: ItemFormField, _ context: QueryContext) -> Bool {
    switch field.name {
    case .end, .until, .allday: true
    case .zone: item.anchor?.zone == context.zone
    case .availability: item.availability == .busy
    default: false
    }
  }

  private func echo(_ field: ItemFormField, _ context: QueryContext, instead text: String) -> String {
    switch field.name {
    // For an existing series the next dates are more useful than the first; the viewer shows them.
    case .repeat where !isNew && base.agrees(with: item, on: .rules):
      ItemSentences(zone: context.zone).phrase(item) ?? text
    case .start, .due, .repeat: echo(field, context) ?? text
    // For reading, not for typing.
    case .location: place(item, ItemSyntax(context)).map { $0.name + $0.rest } ?? text
    default: text
    }
  }

  // MARK: As statements

  /// Returns the statement equivalent to saving this form.
  public func statement(_ context: QueryContext, name: (CalendarRecord) -> String, span: EditSpan?) -> String
  {
    let syntax = ItemSyntax(context)
    guard let target else {
      let calendar = hidesCalendar ? nil : calendar.flatMap { try? SyntaxFragment.name(name($0)) }
      let added = StatementSyntax.add(syntax.addition(item, to: calendar)).description
      // `add` has no word for it.
      guard let value = syntax.value(.conference, of: item), value != .empty else { return added }
      let edit = EditSyntax(
        TargetSyntax(.last), set: [AssignmentSyntax(FieldSyntax(.conference), .set, value)],
        tail: TailSyntax())
      return added + "; " + StatementSyntax.edit(edit).description
    }
    let fresh = changed
    var assignments: [AssignmentSyntax] = []
    // A start without a clock time keeps the old one, so `allday` is set too.
    if kind == .event, item.isAllDay, !base.isAllDay {
      assignments.append(AssignmentSyntax(FieldSyntax(.allday), .set, .boolean(true)))
    }
    for field in Self.order where !field.parts.isDisjoint(with: fresh) && (kind == .event || field != .end) {
      guard let value = syntax.value(field, of: item) else { continue }
      assignments.append(AssignmentSyntax(FieldSyntax(field), .set, value))
    }
    if isMoved, let calendar, let name = try? SyntaxFragment.name(name(calendar)) {
      assignments.append(AssignmentSyntax(FieldSyntax(.calendar), .set, .calendar(name)))
    }
    var tail = TailSyntax(span: span?.word)
    // The review has shown the effect on the days of the rule.
    let namesDays = base.recurrence?.rules.contains { !$0.byDay.isEmpty } ?? false
    if namesDays, span != .this, item.anchor?.wall.date != base.anchor?.wall.date, !fresh.contains(.rules) {
      tail.isConfirmed = true
    }
    let reference = ReferenceSyntax.item(IdentifierSyntax(target.id(kind)))
    return StatementSyntax.edit(
      EditSyntax(TargetSyntax(.references([reference])), set: assignments, tail: tail)
    ).description
  }

  /// What is set, in an order in which one does not undo another.
  static let order: [FieldName] = [
    .title, .location, .start, .end, .due, .travel, .repeat, .exceptions, .priority, .flagged, .attendees,
    .alarms, .availability, .attachments, .url, .conference, .tags, .notes,
  ]
}

extension RepeatLimitSyntax {
  /// Whether it ends the repetition.
  var isEnd: Bool {
    switch self {
    case .until, .times: true
    case .except, .afterCompletion, .starting: false
    }
  }
}

/// The distance of a time from now, in words.
enum RelativeTime {
  /// Returns `in 2 days`, `3 hours ago` or `now`.
  static func text(_ time: EventTime, _ context: QueryContext) -> String {
    let seconds = time.instant(in: context.zone).seconds - context.now.seconds
    let days = context.zone.civil(at: time.instant(in: context.zone)).date.dayNumber - context.today.dayNumber
    if days == 0, time.isAllDay { return "today" }
    let (count, unit): (Int, String) =
      switch abs(seconds) {
      case ..<60: (0, "")
      case ..<3_600: (abs(seconds) / 60, "minute")
      case ..<86_400 where !time.isAllDay: (abs(seconds) / 3_600, "hour")
      default: (max(1, abs(days)), "day")
      }
    if count == 0 { return "now" }
    let words = "\(count) \(unit)\(count == 1 ? "" : "s")"
    return seconds < 0 ? words + " ago" : "in " + words
  }
}

extension TextSyntax {
  /// The literal text; empty for a parameter, which no item has.
  fileprivate var literal: String { if case .literal(let text) = kind { text } else { "" } }
}
