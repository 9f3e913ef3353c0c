import Changes

extension ItemViewController {
  /// Whether the item has another organizer than the owner.
  private var isInvitation: Bool { item.foreignOrganizer(workspace.ownAddresses) != nil }

  private var isWritable: Bool { calendar?.isWritable == true }

  /// The offered actions; editing requires permission, a writable calendar and no other organizer.
  var actions: [Action] {
    var actions: [Action] = []
    if allowsEditing, isWritable, !isInvitation { actions.append(.edit) }
    if isInvitation, isWritable { actions += [.accept, .maybe, .decline] + (showsDay ? [.day] : []) }
    if item.kind == .reminder, isWritable, !item.isCompleted { actions.append(.complete) }
    if allowsEditing, isWritable { actions.append(.delete) }
    if object.isSeries {
      actions += [.occurrences, .next] + (target.key == nil ? [] : [.previous, .series])
    }
    return actions + [.copy, .quit]
  }

  func handle(
    _ text: String, _ step: inout FormStep<ViewOutcome>, _ context: QueryContext
  ) throws(FormFault) {
    if text == "?" { return help(&step) }
    switch state {
    case .showing: try act(text, &step, context)
    case .deleteSpan:
      guard let word = spanChoices.words.first(where: { $0.hasPrefix(text) && !text.isEmpty }) else {
        throw .choose(spanChoices.words)
      }
      state = EditSpan(rawValue: word).map { .deleteConfirm($0) } ?? .showing
    case .deleteConfirm(let span):
      state = .showing
      if "yes".hasPrefix(text), !text.isEmpty { try delete(span, &step, context) }
    case .answerSpan(let answer):
      guard let word = spanChoices.words.first(where: { $0.hasPrefix(text) && !text.isEmpty }) else {
        throw .choose(spanChoices.words)
      }
      state = .showing
      if let span = EditSpan(rawValue: word) { try respond(answer, span, &step, context) }
    case .editing, .closed: break
    }
  }

  /// Shows the possible answers to the current question.
  private func help(_ step: inout FormStep<ViewOutcome>) {
    switch state {
    case .showing:
      for action in actions { step.say("  \(action.key) \(action.help)") }
    case .deleteSpan, .answerSpan: step.say(SpanChoices.help)
    case .deleteConfirm: step.say("yes deletes it, and undo brings it back; Enter or no leaves it as it is")
    case .editing, .closed: break
    }
  }

  private func act(
    _ text: String, _ step: inout FormStep<ViewOutcome>, _ context: QueryContext
  ) throws(FormFault) {
    if text.isEmpty { return }
    let offered = actions
    let action =
      offered.first { String($0.key) == text }
      ?? offered.first { text.count > 1 && $0.rawValue.hasPrefix(text) }
    switch action {
    case .edit: try edit(&step, context)
    case .delete:
      try warnOfParts(&step)
      state = spanChoices.isSingle ? .deleteConfirm(nil) : .deleteSpan
    case .accept: try askRespond(.accepted, &step, context)
    case .maybe: try askRespond(.tentative, &step, context)
    case .decline: try askRespond(.declined, &step, context)
    case .complete:
      try warnOfParts(&step)
      try complete(&step, context)
    case .occurrences: showOccurrences(&step, context)
    case .next: try go(.next, &step, context)
    case .previous: try go(.previous, &step, context)
    case .series: try go(to: nil, &step, context)
    case .copy: step.say(statement(context))
    case .day: try showDay(&step, context)
    case .quit: close(.done, &step)
    case nil: throw .choose(offered.map { $0 == .copy ? "x" : $0.rawValue })
    }
  }

  // MARK: Changing

  /// Warns of open reminders that are parts of this one and stay as they are.
  private func warnOfParts(_ step: inout FormStep<ViewOutcome>) throws(FormFault) {
    let parts = try FormFault.editing { () throws(EditError) in try workspace.openParts(of: [target]) }
    if let warning = parts.warning(of: item.title ?? "(untitled)") { step.say(warning) }
  }

  private func edit(_ step: inout FormStep<ViewOutcome>, _ context: QueryContext) throws(FormFault) {
    let editor = try FormFault.editing { () throws(EditError) in
      try ItemEditController(target, workspace: workspace, options: options, moment: moment)
    }
    editor.offer = offer
    state = .editing(editor)
    let inner = embed(editor.begin(), context)
    step.lines += inner.lines
    step.question = inner.question
  }

  private func delete(
    _ span: EditSpan?, _ step: inout FormStep<ViewOutcome>, _ context: QueryContext
  ) throws(FormFault) {
    let id = target.id(item.kind)
    let outcome = try FormFault.editing { () throws(EditError) in
      try workspace.remove(
        target, span: span ?? .all, ifRevision: revision, cause: FormOutcome.deletion(of: id, span),
        now: context.now)
    }
    close(.deleted(outcome, id: id, span: span), &step)
  }

  private func askRespond(
    _ answer: InvitationAnswer, _ step: inout FormStep<ViewOutcome>, _ context: QueryContext
  ) throws(FormFault) {
    if spanChoices.isSingle { return try respond(answer, .all, &step, context) }
    state = .answerSpan(answer)
  }

  private func respond(
    _ answer: InvitationAnswer, _ span: EditSpan, _ step: inout FormStep<ViewOutcome>,
    _ context: QueryContext
  ) throws(FormFault) {
    let word = answer == .accepted ? "accept" : answer == .tentative ? "maybe" : "decline"
    let tail = spanChoices.isSingle ? "" : " span \(span.rawValue)"
    let statement = "\(word) \(target.id(item.kind))\(tail)"
    let outcome = try FormFault.editing { () throws(EditError) in
      try workspace.answer(
        answer, to: target, span: span, cause: statement, now: context.now)
    }
    close(.responded(outcome, answer, statement: statement), &step)
  }

  private func complete(
    _ step: inout FormStep<ViewOutcome>, _ context: QueryContext
  ) throws(FormFault) {
    let outcome = try FormFault.editing { () throws(EditError) in
      try workspace.complete(
        target, at: context.now, skippingPast: false, cause: "complete \(target.id(item.kind))",
        now: context.now)
    }
    step.say("completed")
    if let next = outcome.next {
      step.attempt { (step) throws(FormFault) in
        let item = try FormFault.editing { () throws(EditError) in try workspace.item(next)
        }
        step.say("next:  \(ItemSentences(zone: context.zone).item(item))")
      }
    }
    target = outcome.target
    try FormFault.editing { () throws(EditError) in try reload(context) }
  }

  // MARK: Looking

  /// Returns the item in lines: the fields of the form, then the values that cannot be typed.
  func card(_ context: QueryContext) -> [String] {
    var lines = ItemForm(item, target: target, in: calendar).card(context, without: [.attendees, .notes])
    if target.key == nil, object.isSeries { lines += seriesLines(context) }
    if item.status != .none { lines.append(FormText.line("Status", item.status.name)) }
    lines += InvitationCard.people(of: item)
    if isInvitation { lines.append(FormText.line("Availability", item.availability.name)) }
    if item.isCompleted { lines.append(FormText.line("Completed", completedText(context))) }
    lines += InvitationCard.notes(of: item)
    lines.append(FormText.line("Id", target.id(item.kind)))
    return lines
  }

  /// Returns the lines that only a series has: the number of occurrences, the changed ones and the excluded
  /// ones.
  private func seriesLines(_ context: QueryContext) -> [String] {
    let sentences = ItemSentences(zone: context.zone)
    // A repetition from completion has no known number of occurrences.
    let count =
      item.repeatsFromCompletion
      ? ""
      : object.occurrenceCount(until: workspace.store.stopSignal).map { "\($0)" }
        ?? "without an end"
    let changed = object.overrides.compactMap { member in sentences.time(member.item) }
    let left = item.exceptionTimes.map { sentences.moment($0, withOwnClock: false) }
    return [("Occurrences", count), ("Changed", Self.some(changed)), ("Left out", Self.some(left))]
      .filter { !$0.1.isEmpty }.map { FormText.line($0.0, $0.1) }
  }

  /// Joins the first five texts and counts the rest.
  private static func some(_ texts: [String]) -> String {
    texts.prefix(5).joined(separator: ", ") + (texts.count > 5 ? " and \(texts.count - 5) more" : "")
  }

  private func completedText(_ context: QueryContext) -> String {
    guard let moment = item.completed else { return "yes" }
    return ItemSentences(zone: context.zone).moment(.zoned(context.zone.civil(at: moment), context.zone))
  }

  private func statement(_ context: QueryContext) -> String {
    let binder = try? ChangeBinder(context: context, store: workspace.store)
    let name = calendar.flatMap { calendar in
      try? SyntaxFragment.name(binder?.name(of: calendar) ?? Quoting.word(calendar.title))
    }
    return StatementSyntax.add(ItemSyntax(context).addition(item, to: name)).description
  }

  /// Lists up to ten occurrences of the series with their ids, from the displayed one on.
  private func showOccurrences(_ step: inout FormStep<ViewOutcome>, _ context: QueryContext) {
    let sentences = ItemSentences(zone: context.zone)
    if let phrase = sentences.phrase(item) { step.say("It repeats: " + phrase) }
    var count = 0
    var next = target.key ?? object.firstKey
    while let key = next {
      if count == 10 {
        step.say("  …")
        break
      }
      count += 1
      next = object.key(after: key, until: workspace.store.stopSignal)
      guard let found = object.item(at: key) else { continue }
      step.say(
        "  \(sentences.time(found) ?? "")  \(ItemTarget(item: target.item, key: key).id(item.kind))")
    }
  }

  private enum Direction { case next, previous }

  private func go(
    _ direction: Direction, _ step: inout FormStep<ViewOutcome>, _ context: QueryContext
  ) throws(FormFault) {
    let signal = workspace.store.stopSignal
    let found: OccurrenceKey?
    switch (direction, target.key) {
    case (.next, let here?): found = object.key(after: here, until: signal)
    case (.previous, let here?): found = object.key(before: here, until: signal)
    case (_, nil): found = object.firstKey
    }
    guard let found else {
      step.say(direction == .next ? "this is the last one" : "this is the first one")
      return
    }
    try go(to: found, &step, context)
  }

  /// Shows another occurrence, or the series.
  private func go(
    to key: OccurrenceKey?, _ step: inout FormStep<ViewOutcome>, _ context: QueryContext
  ) throws(FormFault) {
    var place = target
    place.key = key
    try FormFault.editing { () throws(EditError) in try show(place, context) }
    for line in card(context) { step.say(line) }
  }

  /// Shows the day of an invitation with its other events.
  private func showDay(
    _ step: inout FormStep<ViewOutcome>, _ context: QueryContext
  ) throws(FormFault) {
    guard let start = item.start else { return }
    let day = context.zone.civil(at: start.instant(in: context.zone)).date
    let sentences = ItemSentences(zone: context.zone)
    let reader = FormReader(context: context, store: workspace.store, options: options)
    for other in try reader.items(of: .events(on: day)) {
      let found = try FormFault.editing { () throws(EditError) in try workspace.item(other)
      }
      step.say((other == target ? " ▸ " : "   ") + sentences.item(found))
    }
  }
}
