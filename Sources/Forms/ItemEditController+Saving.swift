import Changes

/// Saving to the store, and taking in changes from it.
extension ItemEditController {
  // MARK: Spans

  func spanChoices(_ context: QueryContext, isDeletion: Bool) -> SpanChoices {
    let object = form.target.flatMap { try? workspace.object(of: $0) }
    return SpanChoices(
      object, form.target?.key, isRuleChange: !isDeletion && form.changed.contains { $0.isOfSeries },
      until: workspace.store.stopSignal)
  }

  func answerSpan(
    _ word: String?, _ words: [String], _ step: inout FormStep<FormOutcome>, _ context: QueryContext
  ) throws(FormFault) {
    guard let word else { throw .choose(words) }
    let isDeletion = if case .deleteSpan = state { true } else { false }
    guard let span = EditSpan(rawValue: word) else {
      state = isDeletion ? resume : .review
      return
    }
    if isDeletion { state = .deleteConfirm(span) } else { try write(span, &step, context) }
  }

  // MARK: Saving

  /// Saves a new or changed item, or asks for missing information first.
  func save(_ step: inout FormStep<FormOutcome>, _ context: QueryContext) throws(FormFault) {
    if form.item.title?.contains(where: { !$0.isWhitespace }) != true {
      try go(to: FormFieldName.title.rawValue, context)
      throw .answer(Diagnostic(code: "no-title", message: "it needs a title before it is saved"))
    }
    if !form.isNew {
      try takeIn(&step, context)
      if step.outcome != nil { return }
      if case .collision = state { return }
    }
    if form.calendar == nil {
      if calendarsForNew.isEmpty {
        state = .newCalendar
        return
      }
      if form.isNew {
        try go(
          to: form.kind == .reminder ? FormFieldName.list.rawValue : FormFieldName.calendar.rawValue, context)
      }
      throw .edit(.noDefaultCalendar(form.kind))
    }
    let choices = spanChoices(context, isDeletion: false)
    if form.isNew || choices.isSingle { return try write(.all, &step, context) }
    state = .span
  }

  private var calendarsForNew: [CalendarRecord] { (try? workspace.calendarsForNewItems(form.kind)) ?? [] }

  func makeCalendar(_ context: QueryContext) throws(FormFault) {
    let isReminder = form.kind == .reminder
    form.setCalendar(
      try FormFault.editing { () throws(EditError) in
        try workspace.addCalendar(
          title: isReminder ? "Reminders" : "Home", source: nil, color: nil,
          kinds: EntityKinds(form.kind), now: context.now)
      })
  }

  private func write(
    _ span: EditSpan, _ step: inout FormStep<FormOutcome>, _ context: QueryContext
  ) throws(FormFault) {
    guard let calendar = form.calendar else { return }
    state = .review
    let isSeries = !spanChoices(context, isDeletion: false).isSingle
    let statement = self.statement(context, isSeries ? span : nil)
    let outcome = try FormFault.editing { () throws(EditError) in
      guard let target = form.target else {
        return try workspace.add(form.item, to: calendar.id, cause: statement, now: context.now)
      }
      return try workspace.asOneStep(statement, now: context.now) { () throws(EditError) in
        try change(target, calendar, span, statement, context)
      }
    }
    close(.saved(outcome, span: isSeries ? span : nil, statement: statement), &step)
  }

  private func change(
    _ target: ItemTarget, _ calendar: CalendarRecord, _ span: EditSpan, _ statement: String,
    _ context: QueryContext
  ) throws(EditError) -> EditOutcome {
    var (place, expected) = (target, revision)
    if !form.changed.isEmpty {
      let outcome = try workspace.save(
        form.itemEdit, to: target, span: span, ifRevision: revision, cause: statement, now: context.now)
      if !form.isMoved { return outcome }
      (place, expected) = (outcome.target, nil)
    }
    return try workspace.move(
      place, into: calendar.id, span: span, ifRevision: expected, cause: statement, now: context.now)
  }

  /// Returns the statement equivalent to the form.
  func statement(_ context: QueryContext, _ span: EditSpan?) -> String {
    let binder = try? ChangeBinder(context: context, store: workspace.store)
    return form.statement(context, name: { binder?.name(of: $0) ?? Quoting.word($0.title) }, span: span)
  }

  // MARK: Deleting

  func askDeletion(_ step: inout FormStep<FormOutcome>, _ context: QueryContext) throws(FormFault) {
    if let target = form.target {
      let parts = try FormFault.editing { () throws(EditError) in try workspace.openParts(of: [target]) }
      if let warning = parts.warning(of: form.item.title ?? "(untitled)") { step.say(warning) }
    }
    resume = state
    state = spanChoices(context, isDeletion: true).isSingle ? .deleteConfirm(nil) : .deleteSpan
  }

  func delete(
    _ span: EditSpan?, _ step: inout FormStep<FormOutcome>, _ context: QueryContext
  ) throws(FormFault) {
    guard let target = form.target else { return }
    let seen = (revision, form.baseCalendar?.id)
    try takeIn(&step, context)
    if step.outcome != nil { return }
    // The person confirmed an earlier state of the item: the current one is shown, and the question asked
    // again.
    if seen != (revision, form.baseCalendar?.id) {
      if step.lines.isEmpty { step.say("it was changed elsewhere") }
      return
    }
    let id = target.id(form.kind)
    state = .review
    let outcome = try FormFault.editing { () throws(EditError) in
      try workspace.remove(
        target, span: span ?? .all, ifRevision: revision, cause: FormOutcome.deletion(of: id, span),
        now: context.now)
    }
    close(.deleted(outcome, id: id, span: span), &step)
  }

  // MARK: Changes elsewhere

  /// Takes in the stored state: untouched fields follow, and a deleted item ends the form.
  func takeIn(_ step: inout FormStep<FormOutcome>, _ context: QueryContext) throws(FormFault) {
    try takeInCalendar(&step)
    guard let target = form.target else { return }
    let object: CalendarObject
    let item: Item
    do throws(EditError) {
      object = try workspace.object(of: target)
      item = try workspace.item(target)
    } catch {
      switch error {
      case .itemGone, .occurrenceGone:
        step.say("it was deleted elsewhere")
        return close(.deleted(nil, id: target.id(form.kind), span: nil), &step)
      default: throw .edit(error)
      }
    }
    let (present, record) = try FormFault.editing { () throws(EditError) in
      (workspace.revision(of: target, in: object), try workspace.calendar(object.calendar))
    }
    if present == revision, record?.id == form.baseCalendar?.id { return }
    revision = present
    let before = answers(context).unchanged
    let collisions = form.refresh(item, in: record)
    let now = answers(context).unchanged
    for line in now.differences(from: before) { step.say("changed elsewhere:" + line) }
    collide(collisions, &step, context)
  }

  /// Asks about fields changed on both sides, one after another.
  private func collide(
    _ parts: Set<ItemField>, _ step: inout FormStep<FormOutcome>, _ context: QueryContext
  ) {
    let found = ItemFields.all(form.kind).compactMap { field in
      let own = parts.intersection(field.parts)
      return own.isEmpty ? nil : Collision(field: field, parts: own)
    }
    if found.isEmpty { return }
    if case .collision(let open, let then) = state {
      state = .collision(open + found.filter { !open.contains($0) }, then: then)
    } else {
      state = .collision(found, then: state)
    }
    tellCollision(&step, context)
  }

  /// Replaces a deleted calendar of a new or moved item by the default one.
  private func takeInCalendar(_ step: inout FormStep<FormOutcome>) throws(FormFault) {
    guard let calendar = form.calendar else { return }
    let present = try FormFault.editing { () throws(EditError) in try workspace.calendar(calendar.id) }
    guard present == nil, form.isNew || form.isMoved else { return }
    guard let other = proposedCalendar else { return }
    form.propose(other)
    if !form.hidesCalendar { step.say("the calendar \(calendar.title) is gone: it goes to \(other.title)") }
  }
}
