import Changes
import JSON
import Rendering

/// `kal add --from FILE`, `kal edit --from FILE`, `kal delete --from FILE`: items as
/// JSON, all of them in one step.
struct JSONStatements {
  private let session: Session
  private let context: QueryContext
  private let workspace: Workspace
  private let path: String
  private let bytes: [UInt8]
  /// The span for objects without one.
  private var span: EditSpan?

  init(session: Session, path: String, bytes: [UInt8]) throws {
    self.session = session
    self.path = path
    self.bytes = bytes
    context = try session.context().context
    workspace = try session.workspace()
  }

  /// Whether a file has JSON: it begins with an object, an array or a string.
  static func isJSON(_ bytes: [UInt8]) -> Bool {
    guard let first = bytes.first(where: { ![32, 9, 10, 13, 0xEF, 0xBB, 0xBF].contains($0) }) else {
      return true
    }
    return first == UInt8(ascii: "{") || first == UInt8(ascii: "[") || first == UInt8(ascii: "\"")
  }

  /// Returns the new item described by the file, with its calendar if it names one, for a form.
  func proposal(_ kind: ItemKind) throws -> BoundAddition {
    let values = try values()
    guard values.count == 1, var object = values[0].object else {
      throw ShellError.badJSON(path: path, place: "[0]", message: "one object is expected, for one form")
    }
    if object["type"] == nil { object["type"] = .string(kind == .reminder ? "reminder" : "event") }
    _ = leaveToOwner(&object)
    let source = JSONItem(object, context: context, store: workspace.store)
    return try reading { () throws(JSONItemError) in try source.addition() }
  }

  /// Runs the statement of the words before `--from`.
  mutating func run(_ words: [String]) throws -> Answer {
    var objects = words.dropFirst().map { $0.lowercased() }
    let isDryRun = objects.suffix(2) == ["dry", "run"]
    if isDryRun { objects.removeLast(2) }
    if let place = objects.lastIndex(of: "span"), place == objects.count - 2 {
      span = EditSpan(rawValue: objects[place + 1])
      if span == nil { throw ShellError.badFrom(words.joined(separator: " ")) }
      objects.removeLast(2)
    }
    switch (words.first?.lowercased(), objects) {
    case ("add", []):
      return try change(isDryRun, "add") { (object) in try add(object, nil) }
    case ("add", ["event"]):
      return try change(isDryRun, "add") { (object) in try add(object, .event) }
    case ("add", ["reminder"]):
      return try change(isDryRun, "add") { (object) in try add(object, .reminder) }
    case ("edit", []): return try change(isDryRun, "edit") { (object) in try edit(object) }
    case ("delete", []):
      return try change(isDryRun, "delete") { (object) in try delete(object) }
    default: throw ShellError.badFrom(words.joined(separator: " "))
    }
  }

  /// The change for one object, which runs after all objects are read.
  private typealias Work = () throws(EditError) -> (outcome: EditOutcome, sentence: String)

  private func change(
    _ isDryRun: Bool, _ verb: String, _ read: (JSONObject) throws -> Work
  ) throws -> Answer {
    var work: [Work] = []
    for (number, value) in try values().enumerated() {
      var object = value.object
      // A list of ids is enough for a deletion.
      if let id = value.string { object = JSONObject(["id": .string(id)]) }
      guard let object else {
        throw ShellError.badJSON(path: path, place: "[\(number)]", message: "an object is expected")
      }
      do {
        work.append(try read(object))
      } catch {
        if case ShellError.badJSON(let path, let place, let message) = error {
          throw ShellError.badJSON(path: path, place: "[\(number)]." + place, message: message)
        }
        throw error
      }
    }
    var report = ChangeReport(session: session, context: context, isDryRun: isDryRun)
    let (now, cause) = (context.now, "\(verb) --from \(path)")
    let done = try workspace.asOneStep(cause, now: now, keeping: !isDryRun) { () throws(EditError) in
      var done: [(EditOutcome, String)] = []
      for item in work { done.append(try item()) }
      return done
    }
    for (outcome, sentence) in done { report.add(outcome, sentence) }
    return report.finish()
  }

  /// Returns the objects of the file: a single one, an array, or a sequence.
  private func values() throws -> [JSONValue] {
    do throws(JSONError) {
      let values = try JSONValue.values(of: bytes).map(\.value)
      // An envelope holds its rows.
      return values.flatMap { value in value.array ?? value["rows"]?.array ?? [value] }
    } catch {
      throw ShellError.badJSON(path: path, place: "\(error.line):\(error.column)", message: error.message)
    }
  }

  private func reading<Result>(_ body: () throws(JSONItemError) -> Result) throws -> Result {
    do throws(JSONItemError) {
      return try body()
    } catch {
      throw ShellError.badJSON(path: path, place: error.path, message: error.message)
    }
  }

  private var sentences: ItemSentences { ItemSentences(zone: context.zone) }

  private func add(_ object: JSONObject, _ kind: ItemKind?) throws -> Work {
    var object = object
    if let kind, object["type"] == nil { object["type"] = .string(kind == .reminder ? "reminder" : "event") }
    let mayOnlyAdd = leaveToOwner(&object)
    let source = JSONItem(object, context: context, store: workspace.store)
    let addition = try reading { () throws(JSONItemError) in try source.addition() }
    var item = addition.item
    let calendar: CalendarRecord
    if let named = addition.calendar {
      calendar = named
    } else {
      calendar = try workspace.defaultCalendar(for: item.kind)
    }
    if !addition.hasAlarms { item = workspace.withDefaults(of: calendar, item) }
    let (workspace, now, new) = (workspace, context.now, item)
    let place = mayOnlyAdd ? "" : ", in \(SafeText.line(calendar.title))"
    let sentence = "added \(SafeText.line(sentences.item(item)))\(place)"
    return { () throws(EditError) in
      (try workspace.add(new, to: calendar.id, cause: "add", now: now), sentence)
    }
  }

  /// Removes the members that a client may not choose if it may only add, since their effect would reveal
  /// what exists; returns whether it may only add.
  private func leaveToOwner(_ object: inout JSONObject) -> Bool {
    guard session.mayOnlyAdd(object["type"]?.string == "reminder" ? .reminder : .event) else { return false }
    if object["calendar"] != nil || object["list"] != nil {
      session.note(AccessControl.ownerChooses)
    }
    // The item gets a new UID, since one that is taken would be refused.
    for key in ["calendar", "list", "uid"] { object[key] = nil }
    return true
  }

  private func edit(_ object: JSONObject) throws -> Work {
    let source = JSONItem(object, context: context, store: workspace.store)
    let (given, span, revision) = try named(source)
    let target: ItemTarget
    var shown: Item
    target = try workspace.openOccurrence(of: given)
    shown = try workspace.item(target)
    // The row of a changed occurrence tells what its series has, which says nothing new of it.
    if shown.recurrenceID != nil, let master = try workspace.object(of: target).master {
      for field in ItemField.allCases where field.isOfSeries { shown.take(field, from: master.item) }
    }
    let known = shown
    let edit = try reading { () throws(JSONItemError) in try source.edit(of: known) }
    let calendar = try reading { () throws(JSONItemError) in try source.calendar() }
    let (workspace, now, sentences) = (workspace, context.now, sentences)
    let reached = span ?? (known.kind == .reminder ? .all : nil)
    return { () throws(EditError) in
      // Read again, since an earlier object in the file may have changed the series.
      var outcome = try workspace.save(
        edit, to: target, span: reached, ifRevision: revision, cause: "edit", now: now)
      if let calendar, try workspace.object(of: outcome.target).calendar != calendar.id {
        outcome = try workspace.move(outcome.target, into: calendar.id, span: .all, cause: "edit", now: now)
      }
      let item = try workspace.item(outcome.target)
      // A series that was named as a whole stays one.
      if given.key == nil { outcome.target.key = nil }
      return (
        outcome, (outcome.isUnchanged ? "unchanged: " : "changed ") + SafeText.line(sentences.item(item))
      )
    }
  }

  private func delete(_ object: JSONObject) throws -> Work {
    let source = JSONItem(object, context: context, store: workspace.store)
    let (target, span, revision) = try named(source)
    let (workspace, now, sentences) = (workspace, context.now, sentences)
    return { () throws(EditError) in
      let item = try workspace.item(target)
      let reached = span ?? (item.kind == .reminder ? .all : nil)
      let outcome = try workspace.remove(
        target, span: reached, ifRevision: revision, cause: "delete", now: now)
      return (outcome, "deleted " + SafeText.line(sentences.item(item)))
    }
  }

  private func named(_ source: JSONItem) throws -> (ItemTarget, EditSpan?, Int?) {
    try reading { () throws(JSONItemError) in
      guard let target = try source.target() else { throw source.missingID }
      return (target, try source.span() ?? span, try source.revision())
    }
  }
}
