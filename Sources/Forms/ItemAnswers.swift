import Changes

/// The form of an event or reminder at the moment of an answer; its fields read and take answers by the rules
/// of the grammar.
struct ItemAnswers: FieldForm {
  /// The form in its current state.
  var form: ItemForm
  /// The reader of answers, with the current clock and calendars.
  let reader: FormReader

  private var context: QueryContext { reader.context }

  var allFields: [ItemFormField] { ItemFields.all(form.kind) }
  var fields: [ItemFormField] { form.fields }
  var isNew: Bool { form.isNew }

  /// The form without the answers.
  var unchanged: ItemAnswers { ItemAnswers(form: form.unchanged, reader: reader) }

  func text(of field: ItemFormField) -> String { form.text(field, context) }
  func echo(of field: ItemFormField) -> String? { form.echo(field, context) }

  func proposal(for field: ItemFormField) -> FormProposal {
    steps(of: field) == .days ? FormProposal(date: text(of: field)) : FormProposal(text(of: field))
  }

  func steps(of field: ItemFormField) -> FormSteps {
    switch field.input {
    case .value(.start), .value(.end), .value(.due), .until: .days
    case .choice, .repetition, .value(.allday), .value(.flagged): .choices(candidates(for: field))
    case .value(.travel): .choices(["none", "5m", "15m", "30m", "1h", "1h30m", "2h"])
    case .alarm, .secondAlarm:
      .choices(
        form.item.isAllDayAnchored
          ? ["none", "-1d", "-2d", "-1w"]
          : ["none", "0m", "-5m", "-10m", "-15m", "-30m", "-1h", "-2h", "-1d", "-2d"])
    case .value, .text, .texts, .parent: .nothing
    }
  }

  var firstDay: FormProposal? {
    FormProposal(date: ItemSyntax(context).date(.date(context.today)).description)
  }

  func candidates(for field: ItemFormField) -> [String] {
    switch field.input {
    case .choice(.calendar): return calendars.map { Quoting.word($0.title) }
    case .choice(let name): return FieldCatalog.entry(name, of: Noun(form.kind))?.choices ?? []
    case .value(.zone): return context.zones.identifiers + ["floating"]
    case .repetition: return form.item.anchor.map { RepeatMenu(start: $0).phrases } ?? []
    case .value(.allday), .value(.flagged): return ["yes", "no"]
    case .value(.location): return rooms.isEmpty ? field.examples : rooms.map(\.title)
    default: return field.examples
    }
  }

  func statement(before field: ItemFormField) -> String? {
    switch field.input {
    case .value(.zone), .value(.allday), .value(.flagged), .value(.location), .choice, .text, .texts, .parent:
      nil
    case .value(let name): "edit #1 set \(name.rawValue) = "
    case .repetition: "edit #1 set repeat = "
    case .until: "edit #1 set repeat = every day until "
    case .alarm, .secondAlarm: "edit #1 set alarms = "
    }
  }

  func menu(of field: ItemFormField) -> String? {
    switch field.input {
    case .repetition: form.item.anchor.map { RepeatMenu(start: $0).text }
    case .choice(.calendar):
      calendars.enumerated().map { "\($0.offset + 1) \($0.element.title)" }.joined(separator: "  ")
    case .value(.location) where form.kind == .event: reader.offer?.menu
    default: nil
    }
  }

  /// The rooms that the place of an event may be.
  private var rooms: [ConferenceRoom] { form.kind == .event ? reader.offer?.rooms ?? [] : [] }

  /// The offered calendars; empty if the store cannot be read, which the answer itself then reports.
  private var calendars: [CalendarRecord] { (try? reader.calendars(form.kind)) ?? [] }

  func isText(_ field: ItemFormField) -> Bool {
    switch field.input {
    case .text, .texts, .value(.location): true
    default: false
    }
  }

  func needsText(_ field: ItemFormField) -> Bool { field.name == .title }

  func editorText(of field: ItemFormField) -> String? { field.name == .notes ? form.item.notes ?? "" : nil }

  mutating func read(_ answer: String, _ field: ItemFormField) throws(FormFault) -> FormReply {
    try FormFault.checkCharacters(of: answer)
    return try reader.read(answer, field, into: &form)
  }

  mutating func clear(_ field: ItemFormField) throws(FormFault) { try reader.clear(field, of: &form) }
}

extension Item {
  /// Whether alarms count from a whole day.
  fileprivate var isAllDayAnchored: Bool { (due ?? anchor)?.isAllDay ?? false }
}
