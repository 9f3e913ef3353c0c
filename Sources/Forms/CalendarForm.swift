import Changes

/// How an answer to a field of a calendar is read.
public enum CalendarInput: Hashable, Sendable {
  case name, account, kinds, color, alarm, shown
}

/// A calendar being created or edited: its stored values, its new values, and the text of its fields.
///
/// A value type: answers change the form; nothing is saved here.
struct CalendarForm: FieldForm {
  typealias Field = FormField<CalendarInput>

  /// The calendar as it is stored; nil for a new one.
  let stored: CalendarRecord?
  /// The calendar as it was read, or the proposal for a new one.
  private(set) var base: CalendarRecord
  /// The calendar as it would be saved.
  var record: CalendarRecord
  /// The accounts that a new calendar can belong to.
  let sources: [SourceRecord]

  /// A form for a calendar, or for a new one.
  init(_ calendar: CalendarRecord?, sources: [SourceRecord]) {
    let home = sources.first { $0.kind == .local } ?? sources.first
    stored = calendar
    base = calendar ?? CalendarRecord(id: 0, source: home?.id ?? 0, title: "", kinds: [.events, .reminders])
    record = base
    self.sources = sources
  }

  /// Whether there are changes to lose.
  var hasChanges: Bool { record != base }

  /// The form before any answer.
  var unchanged: CalendarForm {
    var form = self
    form.record = base
    return form
  }

  /// Takes the stored values for fields not changed here; changed fields keep their values.
  mutating func refresh(_ fresh: CalendarRecord) {
    var mine = fresh
    if record.title != base.title { mine.title = record.title }
    if record.color != base.color { mine.color = record.color }
    if record.defaultAlarm != base.defaultAlarm { mine.defaultAlarm = record.defaultAlarm }
    if record.isHidden != base.isHidden { mine.isHidden = record.isHidden }
    (base, record) = (fresh, mine)
  }

  var isNew: Bool { stored == nil }

  let allFields: [Field] = [
    Field(.name, "Name", .name, short: true, "what it is called", "Garden"),
    Field(
      .account, "Account", .account, short: true, "the account it belongs to; it stays there", "Local"),
    Field(.holds, "Holds", .kinds, short: true, "events, reminders or both", "events", "both"),
    Field(.color, "Color", .color, short: true, "#rrggbb, or a name such as teal", "#2e8b57", "teal"),
    Field(
      .alarm, "Alarm", .alarm, short: true, "when new timed events ring, such as 15m; none for never", "15m",
      "none"),
    Field(
      .shown, "Shown", .shown, short: true, "whether it is in answers that name no calendar", "yes", "no"),
  ]

  var fields: [Field] {
    allFields.filter { field in
      switch field.input {
      case .account: isNew && sources.count > 1
      case .kinds: isNew
      case .alarm: record.kinds.contains(.events)
      case .name, .color, .shown: true
      }
    }
  }

  // MARK: Field values

  func text(of field: Field) -> String {
    switch field.input {
    case .name: return record.title
    case .account: return sources.first { $0.id == record.source }?.title ?? ""
    case .kinds: return Self.kinds.first { $0.1 == record.kinds }?.0 ?? ""
    case .color: return record.color.map(Self.colorText) ?? ""
    case .alarm:
      guard let seconds = record.defaultAlarm else { return "none" }
      return DurationSyntax(CalendarDuration(seconds: abs(seconds)))?.description ?? "none"
    case .shown: return record.isHidden ? "no" : "yes"
    }
  }

  /// The colors that Up and Down go through, chosen to be easy to distinguish.
  private static let palette = [
    "tomato", "orange", "gold", "olive", "seagreen", "teal", "steelblue", "royalblue", "purple", "orchid",
    "sienna", "gray",
  ]

  /// Returns a color's name if it has one, else the color as stored.
  private static func colorText(_ stored: String) -> String {
    guard let color = RGBColor(stored) else { return stored }
    let name = CSSColorName.nearest(to: color)
    return RGBColor(name) == color ? name : stored
  }

  private static let kinds: [(String, EntityKinds)] = [
    ("events", .events), ("reminders", .reminders), ("both", [.events, .reminders]),
  ]

  func echo(of field: Field) -> String? { nil }

  func candidates(for field: Field) -> [String] {
    switch field.input {
    case .account: sources.map(\.title)
    case .kinds: Self.kinds.map(\.0)
    case .shown: ["yes", "no"]
    case .color: CSSColorName.names
    case .name, .alarm: []
    }
  }

  func statement(before field: Field) -> String? { nil }

  func menu(of field: Field) -> String? {
    field.input == .account ? sources.map(\.title).joined(separator: "  ") : nil
  }

  func isText(_ field: Field) -> Bool { field.input == .name }

  func steps(of field: Field) -> FormSteps {
    switch field.input {
    case .account, .kinds, .shown: .choices(candidates(for: field))
    case .alarm: .choices(["none", "0m", "5m", "10m", "15m", "30m", "1h", "1d"])
    case .color: .choices(Self.palette)
    case .name: .nothing
    }
  }

  func needsText(_ field: Field) -> Bool { field.input == .name }

  func editorText(of field: Field) -> String? { nil }

  /// The non-empty fields, one line each.
  var card: [String] {
    fields.compactMap { field in
      let text = text(of: field)
      return text.isEmpty ? nil : FormText.line(field.label, text)
    }
  }

  // MARK: Answers

  mutating func clear(_ field: Field) throws(FormFault) {
    switch field.input {
    case .name: throw .empty(field.label)
    case .color: record.color = nil
    case .alarm: record.defaultAlarm = nil
    case .account, .kinds, .shown:
      throw .answer(
        Diagnostic(code: "bad-value", message: "`\(field.label)` cannot be empty", hint: field.help))
    }
  }

  mutating func read(_ answer: String, _ field: Field) throws(FormFault) -> FormReply {
    try FormFault.checkCharacters(of: answer)
    switch field.input {
    case .name: record.title = answer
    case .account:
      let found = sources.titledOrBegun(answer)
      guard found.count == 1, let source = found.first else { throw .choose(sources.map(\.title)) }
      record.source = source.id
    case .kinds: record.kinds = try Self.choice(answer, Self.kinds)
    case .color:
      guard let color = RGBColor(answer) else {
        let near = Spelling.suggestions(for: answer, among: CSSColorName.names).first
        throw .answer(
          Diagnostic(
            code: "bad-color", message: "`\(answer)` is no color",
            hint: near.map { "did you mean `\($0)`? #RRGGBB is understood too" }
              ?? "write #RRGGBB or a name such as teal"))
      }
      record.color = color.hex
    case .alarm: record.defaultAlarm = try Self.alarm(answer.lowercased())
    case .shown: record.isHidden = try Self.choice(answer, [("yes", false), ("no", true)])
    }
    return .taken(notes: [])
  }

  private static func choice<Value>(
    _ answer: String, _ choices: [(String, Value)]
  ) throws(FormFault) -> Value {
    let found = choices.filter { $0.0.hasPrefix(answer.lowercased()) }
    guard found.count == 1 else { throw .choose(choices.map(\.0)) }
    return found[0].1
  }

  /// Returns seconds from the start, negative before it; nil for no alarm.
  private static func alarm(_ word: String) throws(FormFault) -> Int? {
    if word == "none" { return nil }
    let text = word.hasPrefix("-") ? String(word.dropFirst()) : word
    do throws(SyntaxError) {
      let length = try SyntaxFragment.duration(text).calendarDuration ?? .zero
      if length.months != 0 {
        throw SyntaxError(
          .badDuration(text, suggestion: "days or hours"),
          at: SourceRange(offset: 0, length: text.utf8.count))
      }
      return -(length.days * 86_400 + length.seconds)
    } catch {
      throw .answer(error.diagnostic)
    }
  }
}
