import Changes

/// Reading of the start and end of an event.
extension FormReader {
  /// Reads a start; a day alone is a whole day for a new event and keeps the clock time of an existing one.
  func readStart(_ text: String, _ form: inout ItemForm) throws(FormFault) -> FormReply {
    let (date, end) = try time(text)
    let reply = try readStart(date, &form)
    guard let end, case .taken(let notes) = reply else { return reply }
    let ending =
      switch end {
      case .date(let last): try readEnd(last, &form)
      case .length(let length): try assign(.duration, .duration(length), &form)
      }
    guard case .taken(let more) = ending else { return ending }
    return .taken(notes: notes + more)
  }

  /// The end of an event as written after its start.
  private enum WrittenEnd {
    case date(DateSyntax)
    case length(DurationSyntax)
  }

  /// Reads a start, and an end if one is written: `fri 9am to 5pm`, `fri 9am for 2h`.
  private func time(_ text: String) throws(FormFault) -> (DateSyntax, WrittenEnd?) {
    let fault: SyntaxError
    do throws(SyntaxError) {
      return (try SyntaxFragment.date(text, options: options), nil)
    } catch {
      fault = error
    }
    do throws(SyntaxError) {
      let (range, length) = try SyntaxFragment.rangeWithLength(text, options: options)
      switch range.kind {
      case .span(let first, let last) where length == nil: return (first, .date(last))
      case .on(let date), .from(let date): return (date, length.map(WrittenEnd.length))
      default: throw fault
      }
    } catch {
      // The reading that got further is the intended one.
      throw .answer((error.range.offset > fault.range.offset ? error : fault).diagnostic)
    }
  }

  private func readStart(_ date: DateSyntax, _ form: inout ItemForm) throws(FormFault) -> FormReply {
    if form.isNew {
      let repetition = ItemSyntax(context).value(.repeat, of: form.item)
      let reply = try assign(.start, .date(date), &form)
      // A repetition answered earlier follows the new start, and so does its end.
      if case .repeats(let syntax)? = repetition { _ = try assign(.repeat, .repeats(syntax), &form) }
      return reply
    }
    let item = form.item
    let (edit, notes) = try bound { (binder) throws(QueryError) in
      try item.isAllDay || date.base.clockTime != nil
        ? binder.edit([AssignmentSyntax(FieldSyntax(.start), .set, .date(date))], of: item).edit
        : binder.move(.to(date), of: item)
    }
    form.take(edit)
    return .taken(notes: notes)
  }

  /// Reads an end or a length; a clock time alone is the next such time after the start.
  func readEnd(_ text: String, _ form: inout ItemForm) throws(FormFault) -> FormReply {
    if let length = try? SyntaxFragment.duration(text, options: options) {
      return try assign(.duration, .duration(length), &form)
    }
    return try readEnd(
      try parsed { () throws(SyntaxError) in try SyntaxFragment.date(text, options: options) }, &form)
  }

  private func readEnd(_ date: DateSyntax, _ form: inout ItemForm) throws(FormFault) -> FormReply {
    let item = form.item
    guard date.offsets.isEmpty, case .clock(let clock) = date.base, clock.zone == nil, let start = item.start,
      !start.isAllDay, let end = next(clock, after: start)
    else { return try assign(.end, .date(date), &form) }
    let reply = try assign(.end, .date(ItemSyntax(context).date(end)), &form)
    // The form takes the next such time, and notes when it is on another day.
    let zone = context.zone
    let isLater = zone.civil(at: end.instant(in: zone)).date > zone.civil(at: start.instant(in: zone)).date
    guard case .taken(let notes) = reply, isLater, clock.secondOfDay > 0, clock.secondOfDay < 86_400 else {
      return reply
    }
    return .taken(notes: notes + [Note.endsNextDay(end.instant(in: zone), in: zone).text])
  }

  private func next(_ clock: ClockSyntax, after start: EventTime) -> EventTime? {
    let zone = start.zone == nil ? nil : context.zone
    let wall = zone.map { $0.civil(at: start.instant(in: context.zone)) } ?? start.wall
    let seconds = wall.date.dayNumber * 86_400 + clock.secondOfDay
    let end = CivilDateTime(clamping: seconds < wall.wallSeconds ? seconds + 86_400 : seconds)
    return zone.map { .zoned(end, $0) } ?? .floating(end)
  }
}
