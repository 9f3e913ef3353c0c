import Changes

/// The result of reading an answer.
public enum FormReply: Hashable, Sendable {
  /// The answer was taken; the notes report what was guessed.
  case taken(notes: [String])
  /// The answer has several meanings; each phrase is a complete answer.
  case ambiguous([String])
}

/// Reads answers into a form, by the rules of the grammar and with the names of a store.
public struct FormReader {
  /// The clock, the zone and the settings.
  public let context: QueryContext
  /// The store that has the names of calendars.
  public let store: CalendarStore
  let options: ParseOptions
  /// The rooms that a place may be; nil without a provider.
  let offer: RoomOffer?
  /// Whether the calendar can be chosen; a client that may only add sees no calendar names.
  private let choosesCalendar: Bool

  /// Creates a reader for one answer or several at one moment.
  public init(
    context: QueryContext, store: CalendarStore, options: ParseOptions = ParseOptions(),
    choosesCalendar: Bool = true, offer: RoomOffer? = nil
  ) {
    self.context = context
    self.store = store
    self.options = options
    self.choosesCalendar = choosesCalendar
    self.offer = offer
  }

  /// Takes an answer to a field.
  public func read(
    _ text: String, _ field: ItemFormField, into form: inout ItemForm
  ) throws(FormFault) -> FormReply {
    switch field.input {
    case .text(let name): return try assign(name, .text(TextSyntax(plain(text, name))), &form)
    case .texts(let name): return try assign(name, .texts(Self.texts(text)), &form)
    case .choice(.calendar): return try chooseCalendar(text, &form)
    case .choice(let name): return try choose(text, name, &form)
    case .value(.start) where form.kind == .event: return try readStart(text, &form)
    case .value(.end): return try readEnd(text, &form)
    case .value(.location) where form.kind == .event: return try readEventPlace(text, &form)
    case .value(.location): return try readPlace(text, &form)
    case .value(let name): return try assign(name, try value(text, name, form.kind), &form)
    case .repetition: return try readRepetition(text, &form)
    case .until: return try readLimit(text, &form)
    case .alarm: return try readAlarms(text, &form, from: 0)
    case .secondAlarm: return try readAlarms(text, &form, from: 1)
    case .parent: return try readParent(text, &form)
    }
  }

  /// Empties a field.
  public func clear(_ field: ItemFormField, of form: inout ItemForm) throws(FormFault) {
    switch field.input {
    case .value(.start) where form.kind == .event, .value(.end):
      throw .answer(
        Diagnostic(
          code: "bad-value", message: "an event has a start and an end", hint: ":allday makes it whole days"))
    case .text(.title): throw .empty(field.label)
    case .text(let name), .texts(let name), .value(let name):
      switch name {
      case .allday, .flagged: _ = try assign(name, .boolean(false), &form)
      case .zone: _ = try assign(name, .zone(nil), &form)
      case .location:
        _ = try assign(name, .empty, &form)
        form.leaveConference()
      default: _ = try assign(name, .empty, &form)
      }
    case .choice(.calendar):
      throw .answer(Diagnostic(code: "bad-value", message: "every item is in a calendar"))
    case .choice(.priority): _ = try assign(.priority, .priority(.none), &form)
    case .choice: _ = try assign(.availability, .availability("busy"), &form)
    case .repetition: _ = try assign(.repeat, .repeats(RepeatSyntax(.never)), &form)
    case .until: _ = try readLimit("never", &form)
    case .alarm: form.set(.alarms) { $0.alarms = [] }
    case .secondAlarm: form.set(.alarms) { $0.alarms = Array($0.alarms.prefix(1)) }
    case .parent: form.set(.parent) { $0.parentUID = nil }
    }
  }

  /// The items that answer a query, in the order of its answer.
  func items(of query: QuerySyntax) throws(FormFault) -> [ItemTarget] {
    let (found, _) = try bound { (binder) throws(QueryError) in
      try binder.targets(TargetSyntax(.query(query)), rows: [], last: nil, purpose: .evenDone)
    }
    return found.targets
  }

  // MARK: Values of the language

  func parsed<Result>(
    _ body: () throws(SyntaxError) -> Result
  ) throws(FormFault) -> Result {
    do throws(SyntaxError) {
      return try body()
    } catch {
      throw .answer(error.diagnostic)
    }
  }

  private func value(
    _ text: String, _ field: FieldName, _ kind: ItemKind
  ) throws(FormFault) -> AssignedValueSyntax {
    if FieldCatalog.entry(field, of: Noun(kind))?.type == .boolean, let word = Self.truth(text) {
      return .boolean(word)
    }
    return try parsed { () throws(SyntaxError) in
      try SyntaxFragment.value(text, of: field, Noun(kind), options: options)
    }
  }

  private static func truth(_ text: String) -> Bool? {
    switch text.lowercased() {
    case "y", "yes", "on", "true": true
    case "n", "no", "off", "false": false
    default: nil
    }
  }

  func bound<Result>(
    _ body: (inout ChangeBinder) throws(QueryError) -> Result
  ) throws(FormFault) -> (Result, [String]) {
    do throws(QueryError) {
      var binder = try ChangeBinder(context: context, store: store)
      binder.exchangesTimes = true
      binder.keepsClock = false
      let result = try body(&binder)
      return (result, binder.notes.map(\.text))
    } catch {
      throw FormFault(error)
    }
  }

  func assign(
    _ field: FieldName, _ value: AssignedValueSyntax, _ form: inout ItemForm
  ) throws(FormFault) -> FormReply {
    let assignment = AssignmentSyntax(FieldSyntax(field), .set, value)
    let item = form.item
    let (edit, notes) = try bound { (binder) throws(QueryError) in try binder.edit([assignment], of: item) }
    form.take(edit.edit)
    return .taken(notes: notes)
  }

  private func plain(_ text: String, _ field: FieldName) -> String {
    guard field == .notes, text.contains("\\") else { return text }
    var result = String.UnicodeScalarView()
    var scalars = text.unicodeScalars[...]
    while let scalar = scalars.popFirst() {
      guard scalar == "\\", let next = scalars.popFirst() else {
        result.append(scalar)
        continue
      }
      result.append(next == "n" ? "\n" : next)
    }
    return String(result)
  }

  /// Splits a text at commas; quoted text stays in its part as it is, and a doubled quotation mark stands for
  /// one.
  static func texts(_ text: String) -> [TextSyntax] {
    var parts: [String] = []
    var part = String.UnicodeScalarView()
    // How long the part is, and how much of it stays whatever follows: blanks behind it belong to no part.
    var (count, kept) = (0, 0)
    var isQuoted = false
    var last: Unicode.Scalar?
    func end() {
      if kept > 0 { parts.append(String(String.UnicodeScalarView(part.prefix(kept)))) }
      (part, count, kept) = (.init(), 0, 0)
    }
    func take(_ scalar: Unicode.Scalar) {
      part.append(scalar)
      count += 1
    }
    for scalar in text.unicodeScalars {
      defer { last = scalar }
      switch scalar {
      case "\"":
        if !isQuoted, last == "\"" { take("\"") }
        isQuoted.toggle()
        kept = count
      case "," where !isQuoted: end()
      case _ where isQuoted || !FormText.isBlank(scalar):
        take(scalar)
        kept = count
      default: if kept > 0 { take(scalar) }
      }
    }
    end()
    return parts.map { TextSyntax($0) }
  }

  /// Joins parts so that `texts` reads them back.
  static func list(_ parts: [String]) -> String {
    parts.map { part in
      let isPlain = texts(part).map(\.kind) == [.literal(part)] && !part.unicodeScalars.contains("\"")
      return isPlain
        ? part : "\"" + part.unicodeScalars.map { $0 == "\"" ? "\"\"" : String($0) }.joined() + "\""
    }.joined(separator: ", ")
  }

  // MARK: Places

  /// Reads `Café at 52.52, 13.4 radius 100m`; the name needs no quotation marks.
  func readPlace(_ text: String, _ form: inout ItemForm) throws(FormFault) -> FormReply {
    let (name, written, rest) = Self.place(text)
    do throws(FormFault) {
      return try assign(.location, try value(name + rest, .location, form.kind), &form)
    } catch {
      throw error.moved(by: written.utf8.count - name.utf8.count)
    }
  }

  /// Splits a place into its quoted name, the name as written, and the rest.
  private static func place(_ text: String) -> (name: String, written: String, rest: String) {
    // What stands in quotes may hold anything.
    let quote = endOfQuotes(text) ?? text.startIndex
    var end = text.endIndex
    if quote > text.startIndex, isCoordinates(text[quote...]) {
      end = quote
    } else if let range = text[quote...].ranges(of: " at ").last, isCoordinates(text[range.lowerBound...]) {
      end = range.lowerBound
    }
    let name = String(text[..<end])
    let isQuoted = endOfQuotes(name) == name.endIndex
    return (isQuoted ? name : Quoting.string(name), name, String(text[end...]))
  }

  /// Whether what stands behind the name of a place reads as coordinates: ` at 52.52, 13.4 radius 100m`.
  private static func isCoordinates(_ rest: Substring) -> Bool {
    guard rest.hasPrefix(" at "), let first = rest.dropFirst(4).first, let last = rest.last else {
      return false
    }
    return (first.isNumber || first == "-") && (!last.isLetter || last == "m")
  }

  /// Where the quotes end that a text begins with; nil where it begins with none, or nothing ends them.
  private static func endOfQuotes(_ text: String) -> String.Index? {
    guard text.utf8.first == UInt8(ascii: "\"") else { return nil }
    var lexer = Lexer(text)
    let token = lexer.next()
    if token.kind == .invalid(.unclosedString) { return nil }
    return text.utf8.index(text.startIndex, offsetBy: token.range.length)
  }

  /// Returns a place that reads back: its name as it is if that is understood, else quoted.
  static func place(_ name: String, _ rest: String) -> String {
    let (quoted, read) = (Quoting.string(name), place(name + rest))
    return read.name == quoted && read.rest == rest ? name + rest : quoted + rest
  }

  // MARK: Choices

  /// Returns the calendars offered for a kind of item.
  public func calendars(_ kind: ItemKind) throws(FormFault) -> [CalendarRecord] {
    if !choosesCalendar { return [] }
    return try FormFault.reading(store.calendars).filter { $0.isWritable && $0.takes(kind) }
  }

  private func chooseCalendar(_ text: String, _ form: inout ItemForm) throws(FormFault) -> FormReply {
    if !choosesCalendar { return .taken(notes: [AccessControl.ownerChooses]) }
    let calendars = try calendars(form.kind)
    if let number = Int(text), number >= 1, number <= calendars.count {
      form.setCalendar(calendars[number - 1])
      return .taken(notes: [])
    }
    let found = calendars.titledOrBegun(text)
    if found.count == 1 {
      form.setCalendar(found[0])
      return .taken(notes: [])
    }
    let name = try parsed { () throws(SyntaxError) in try SyntaxFragment.name(text, options: options) }
    let (calendar, notes) = try offered(calendars) { () throws(FormFault) in
      try bound { (binder) throws(QueryError) in try binder.calendar(name) }
    }
    guard calendars.contains(where: { $0.id == calendar.id }) else {
      throw .edit(
        calendar.isWritable
          ? .calendarTakesNo(form.kind, calendar: calendar.title) : .calendarReadOnly(calendar.title))
    }
    form.setCalendar(calendar)
    return .taken(notes: notes)
  }

  /// Finds a calendar; the advice about an unknown one is about those that the field offers.
  private func offered<Found>(
    _ calendars: [CalendarRecord], _ find: () throws(FormFault) -> Found
  ) throws(FormFault) -> Found {
    do throws(FormFault) {
      return try find()
    } catch {
      guard case .answer(var diagnostic) = error,
        diagnostic.code == StoreError.Code.unknownCalendar.rawValue,
        !calendars.contains(where: { diagnostic.hint?.contains("`\($0.title)`") == true })
      else { throw error }
      diagnostic.hint = "? lists them, and so does kal calendars"
      throw .answer(diagnostic)
    }
  }

  private func choose(
    _ text: String, _ field: FieldName, _ form: inout ItemForm
  ) throws(FormFault) -> FormReply {
    let words = FieldCatalog.entry(field, of: Noun(form.kind))?.choices ?? []
    let found = words.filter { $0.hasPrefix(text.lowercased()) }
    return try assign(field, try value(found.count == 1 ? found[0] : text, field, form.kind), &form)
  }

  // MARK: Repetitions

  private func readRepetition(_ text: String, _ form: inout ItemForm) throws(FormFault) -> FormReply {
    var text = text
    if let number = Int(text), let anchor = form.item.anchor {
      let phrases = RepeatMenu(start: anchor).phrases
      guard number >= 1, number <= phrases.count else {
        throw .answer(
          Diagnostic(
            code: "bad-value", message: "the menu has the numbers 1 to \(phrases.count)",
            hint: "? shows it; or write it in words, such as every 2 weeks",
            range: SourceRange(offset: 0, length: text.utf8.count)))
      }
      text = phrases[number - 1]
    }
    let repetition: RepeatSyntax
    do throws(SyntaxError) {
      repetition = try SyntaxFragment.repetition(text, options: options)
    } catch {
      if case .ambiguousRepeat(_, let weeks, let month) = error.problem {
        // The rest, such as an end, belongs to both phrases.
        let rest = String(decoding: text.utf8.dropFirst(error.range.end), as: UTF8.self)
        do throws(FormFault) {
          _ = try parsed { () throws(SyntaxError) in
            try SyntaxFragment.repetition(weeks + rest, options: options)
          }
        } catch {
          throw error.moved(by: text.utf8.count - (weeks + rest).utf8.count)
        }
        return .ambiguous([weeks + rest, month + rest])
      }
      throw .answer(error.diagnostic)
    }
    return try assign(.repeat, .repeats(repetition), &form)
  }

  private func readLimit(_ text: String, _ form: inout ItemForm) throws(FormFault) -> FormReply {
    guard case .repeats(let repetition)? = ItemSyntax(context).value(.repeat, of: form.item),
      case .pattern(let pattern, let limits) = repetition.kind
    else {
      throw .answer(
        Diagnostic(
          code: "bad-repeat", message: "this repetition is not one of words", hint: "answer Repeat anew"))
    }
    let others = limits.filter { !$0.isEnd }
    let found =
      text.lowercased() == "never"
      ? []
      : try parsed { () throws(SyntaxError) in try SyntaxFragment.repeatEnd(text, options: options) }
    return try assign(.repeat, .repeats(RepeatSyntax(.pattern(pattern, found + others))), &form)
  }

  // MARK: Alarms and parents

  private func readAlarms(
    _ text: String, _ form: inout ItemForm, from first: Int
  ) throws(FormFault) -> FormReply {
    let old = form.item.alarms
    var notes: [String] = []
    switch try value(text, .alarms, form.kind) {
    case .alarms(let written) where !written.isEmpty:
      let item = form.item
      let assignment = AssignmentSyntax(FieldSyntax(.alarms), .set, .alarms(written))
      let (edit, noted) = try bound { (binder) throws(QueryError) in try binder.edit([assignment], of: item) }
      notes = noted
      let new = edit.edit.values.alarms
      let kept = first == 0 && new.count == 1 ? Array(old.dropFirst()) : []
      form.set(.alarms) { $0.alarms = old.prefix(first) + new + kept }
    default: form.set(.alarms) { $0.alarms = Array(old.prefix(first)) }
    }
    return .taken(notes: notes)
  }

  private func readParent(_ text: String, _ form: inout ItemForm) throws(FormFault) -> FormReply {
    let isReference = text.hasPrefix("rm:") || text.hasPrefix("ev:") || text.hasPrefix("#")
    let target = try parsed { () throws(SyntaxError) in
      isReference ? try SyntaxFragment.target(text, options: options) : nil
    }
    let (found, notes) = try bound { (binder) throws(QueryError) in
      if let target { return try binder.targets(target, rows: [], last: nil).targets }
      let named = try binder.openReminders(titled: text)
      // A form's draft holds the UID.
      return named.isEmpty ? try binder.reminders(uid: text) : named
    }
    guard found.count == 1, let parent = found.first else {
      throw .answer(
        Diagnostic(
          code: "bad-value",
          message: found.isEmpty
            ? "no open reminder is called `\(text)`"
            : "\(found.count) open reminders are called `\(text)`",
          hint: "its id means it alone, such as rm:7kq2m9"))
    }
    let uid = try FormFault.reading { () throws(StoreError) in try store.record(parent.item)?.uid }
    form.set(.parent) { $0.parentUID = uid }
    return .taken(notes: notes)
  }
}
