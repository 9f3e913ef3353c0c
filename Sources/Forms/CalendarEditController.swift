import CivilTime
import Editing
import Model
import QueryEngine
import QueryLanguage
import Store

/// Makes or changes a calendar field by field: name, account, what it holds, colour, alarm of new events.
public final class CalendarEditController: FormController {
  /// How it ended.
  public enum Outcome: Sendable {
    case saved(CalendarRecord)
    case canceled
    case deleted(CalendarRecord, items: Int)

    /// The word for it.
    public var name: String {
      switch self {
      case .saved: "saved"
      case .canceled: "canceled"
      case .deleted: "deleted"
      }
    }
  }

  private enum Field: String, CaseIterable {
    case name = "Name"
    case source = "Account"
    case kinds = "Holds"
    case color = "Color"
    case alarm = "Alarm"
    case shown = "Shown"

    var help: String {
      switch self {
      case .name: "what it is called"
      case .source: "the account it belongs to; it stays there"
      case .kinds: "events, reminders or both"
      case .color: "#rrggbb, or a name such as teal"
      case .alarm: "when new timed events ring, such as 15m; none for never"
      case .shown: "whether it is in answers that name no calendar: yes or no"
      }
    }
  }

  private enum State {
    case field(Field), review, discard, deleteName(Int), deleteConfirm, closed
  }

  private let workspace: Workspace
  private let now: () -> Instant
  private let color: (String) -> String?
  private let stored: CalendarRecord?
  private var record: CalendarRecord
  private var isSourceChosen = false
  private let sources: [SourceRecord]
  private var state = State.field(.name)
  private var typed: String?
  /// Told the outcome, once.
  public var onOutcome: ((Outcome) -> Void)?

  /// An editor of a calendar, or of a new one; `color` reads a colour as it is stored, nil for none that is known.
  public init(
    _ calendar: CalendarRecord?, workspace: Workspace, color: @escaping (String) -> String?,
    now: @escaping () -> Instant
  ) throws(FormFault) {
    self.workspace = workspace
    self.color = color
    self.now = now
    stored = calendar
    do throws(StoreError) {
      sources = try workspace.store.sources().filter { source in
        !source.limits.contains(.noCalendarChanges) && source.kind != .subscribed && source.kind != .birthdays
      }
    } catch {
      throw .store(error)
    }
    let local = sources.first { $0.kind == .local } ?? sources.first
    record =
      calendar ?? CalendarRecord(id: 0, source: local?.id ?? 0, title: "", kinds: [.events, .reminders])
    if let calendar, calendar.isImmutable { throw .store(StoreError(.immutableCalendar, calendar.title)) }
  }

  private var fields: [Field] {
    Field.allCases.filter { field in
      switch field {
      case .source: stored == nil && sources.count > 1
      case .kinds: stored == nil
      case .alarm: record.kinds.contains(.events)
      case .name, .color, .shown: true
      }
    }
  }

  private var hasChanges: Bool { stored.map { $0 != record } ?? !record.title.isEmpty }

  private func text(_ field: Field, of record: CalendarRecord) -> String {
    switch field {
    case .name: return record.title
    case .source: return sources.first { $0.id == record.source }?.title ?? ""
    case .kinds:
      return record.kinds == .events ? "events" : record.kinds == .reminders ? "reminders" : "both"
    case .color: return record.color ?? ""
    case .alarm:
      guard let seconds = record.defaultAlarm else { return "none" }
      return DurationSyntax(CalendarDuration(seconds: abs(seconds)))?.description ?? "none"
    case .shown: return record.isHidden ? "no" : "yes"
    }
  }

  // MARK: Answers

  /// The first field.
  public func begin() -> FormStep<Outcome> {
    var step = FormStep<Outcome>()
    step.say(
      (stored.map { "Editing the calendar \($0.title)" } ?? "New calendar") + "    ? help  < back  . review")
    ask(&step)
    return step
  }

  /// The step after an answer.
  public func answer(_ text: String) -> FormStep<Outcome> {
    var step = FormStep<Outcome>()
    let answer = ItemEditController.trimmed(text)
    typed = nil
    do throws(FormFault) {
      switch state {
      case .field(let field): try take(answer, field, &step)
      case .review: try takeReview(answer.lowercased(), &step)
      case .discard:
        if "yes".hasPrefix(answer.lowercased()), !answer.isEmpty {
          close(.canceled, &step)
        } else {
          state = .field(.name)
        }
      case .deleteName(let count):
        if Folding.name(answer) == Folding.name(record.title) {
          try delete(&step)
        } else {
          step.say("\(count) item\(count == 1 ? " stays" : "s stay")")
          state = .field(.name)
        }
      case .deleteConfirm:
        if "yes".hasPrefix(answer.lowercased()), !answer.isEmpty {
          try delete(&step)
        } else {
          state = .field(.name)
        }
      case .closed: break
      }
    } catch {
      if case .field = state, !ItemEditController.isCommand(answer) { typed = answer }
      step.say(error, answer: answer)
    }
    ask(&step)
    return step
  }

  /// The step after Ctrl-C.
  public func interrupt() -> FormStep<Outcome> {
    var step = FormStep<Outcome>()
    if case .discard = state { close(.canceled, &step) } else { leave(&step) }
    ask(&step)
    return step
  }

  /// The last step, when nobody answers any more: nothing is changed.
  public func endOfInput() -> FormStep<Outcome> {
    var step = FormStep<Outcome>()
    close(.canceled, &step)
    return step
  }

  private func leave(_ step: inout FormStep<Outcome>) {
    if hasChanges { state = .discard } else { close(.canceled, &step) }
  }

  private func close(_ outcome: Outcome, _ step: inout FormStep<Outcome>) {
    if case .closed = state { return }
    state = .closed
    step.outcome = outcome
    onOutcome?(outcome)
  }

  private func ask(_ step: inout FormStep<Outcome>) {
    let (label, words): (String, [String])
    switch state {
    case .closed: return
    case .field(let field):
      let words =
        switch field {
        case .source: sources.map(\.title)
        case .kinds: ["events", "reminders", "both"]
        case .shown: ["yes", "no"]
        default: [String]()
        }
      step.question = FormQuestion(
        label: field.rawValue, text: typed ?? text(field, of: record), isField: true, candidates: words)
      return
    case .review:
      (label, words) =
        stored == nil
        ? ("[S]ave [e]dit [c]ancel ?", ["save", "edit", "cancel"])
        : ("[s]ave [e]dit [d]elete [c]ancel ?", ["save", "edit", "delete", "cancel"])
    case .discard: (label, words) = ("Discard what was answered? [y/N]", ["yes", "no"])
    case .deleteName(let count):
      (label, words) = (
        "\(record.title) holds \(count) item\(count == 1 ? "" : "s"). Type its name to delete it with them",
        []
      )
    case .deleteConfirm: (label, words) = ("Delete \(record.title)? [y/N]", ["yes", "no"])
    }
    step.question = FormQuestion(label: label, text: "", isField: false, candidates: words)
  }

  private func take(_ answer: String, _ field: Field, _ step: inout FormStep<Outcome>) throws(FormFault) {
    switch answer {
    case "?": return step.say("\(field.rawValue): \(field.help)")
    case "<":
      if let index = fields.firstIndex(of: field), index > 0 { state = .field(fields[index - 1]) }
      return
    case ".": return showReview(&step)
    case ":cancel": return leave(&step)
    case ":delete" where stored != nil: return try askDeletion()
    case "-": try set(field, field == .alarm ? "none" : "", &record)
    case "", ">": break
    default: if answer != text(field, of: record) { try set(field, answer, &record) }
    }
    guard let index = fields.firstIndex(of: field), index + 1 < fields.count else { return showReview(&step) }
    state = .field(fields[index + 1])
  }

  private func set(_ field: Field, _ text: String, _ record: inout CalendarRecord) throws(FormFault) {
    let word = text.lowercased()
    switch field {
    case .name: record.title = text
    case .source:
      let found = sources.filter { Folding.name($0.title).hasPrefix(Folding.name(text)) }
      guard found.count == 1, let source = found.first else { throw .choose(sources.map(\.title)) }
      record.source = source.id
    case .kinds:
      let choices: [(String, EntityKinds)] = [
        ("events", .events), ("reminders", .reminders), ("both", [.events, .reminders]),
      ]
      guard let kinds = choices.first(where: { $0.0.hasPrefix(word) && !word.isEmpty })?.1 else {
        throw .choose(choices.map(\.0))
      }
      record.kinds = kinds
    case .color:
      if text.isEmpty {
        record.color = nil
      } else if let value = color(text) {
        record.color = value
      } else {
        throw .answer(
          Diagnostic(
            code: "bad-color", message: "`\(text)` is no colour", hint: "write #RRGGBB or a name such as teal"
          ))
      }
    case .alarm: try setAlarm(word, &record)
    case .shown:
      guard ["yes", "no"].contains(where: { $0.hasPrefix(word) && !word.isEmpty }) else {
        throw .choose(["yes", "no"])
      }
      record.isHidden = word.hasPrefix("n")
    }
  }

  private func setAlarm(_ word: String, _ record: inout CalendarRecord) throws(FormFault) {
    if word == "none" || word.isEmpty {
      record.defaultAlarm = nil
      return
    }
    let digits = word.hasPrefix("-") ? String(word.dropFirst()) : word
    do throws(SyntaxError) {
      let length = try SyntaxFragment.duration(digits).calendarDuration ?? .zero
      if length.months != 0 {
        throw SyntaxError(
          .badDuration(digits, suggestion: "days or hours"),
          at: SourceRange(offset: 0, length: digits.utf8.count))
      }
      record.defaultAlarm = -(length.days * 86_400 + length.seconds)
    } catch {
      throw .answer(error.diagnostic)
    }
  }

  // MARK: Review, saving, deleting

  private func showReview(_ step: inout FormStep<Outcome>) {
    if !hasChanges, stored != nil {
      step.say("nothing was changed")
      return close(.canceled, &step)
    }
    state = .review
    for field in fields {
      let new = text(field, of: record)
      if let stored {
        let old = text(field, of: stored)
        if old != new {
          step.say(ItemForm.line(field.rawValue, "\(old.isEmpty ? "–" : old) → \(new.isEmpty ? "–" : new)"))
        }
      } else if !new.isEmpty {
        step.say(ItemForm.line(field.rawValue, new))
      }
    }
  }

  private func takeReview(_ answer: String, _ step: inout FormStep<Outcome>) throws(FormFault) {
    let words = ["save", "edit", "cancel"] + (stored == nil ? [] : ["delete"])
    switch words.first(where: { $0.hasPrefix(answer) && !answer.isEmpty })
      ?? (answer.isEmpty && stored == nil ? "save" : nil)
    {
    case "save": try save(&step)
    case "edit": state = .field(.name)
    case "delete": try askDeletion()
    case "cancel": leave(&step)
    default: throw .choose(words)
    }
  }

  private func save(_ step: inout FormStep<Outcome>) throws(FormFault) {
    if !record.title.contains(where: { !$0.isWhitespace }) {
      state = .field(.name)
      throw .answer(Diagnostic(code: "no-title", message: "it needs a name before it is saved"))
    }
    let record = record
    do throws(EditError) {
      if stored == nil {
        var made = try workspace.addCalendar(
          title: record.title, source: record.source == 0 ? nil : record.source, color: record.color,
          kinds: record.kinds,
          now: now())
        if record.isHidden || record.defaultAlarm != nil {
          made.isHidden = record.isHidden
          made.defaultAlarm = record.defaultAlarm
          try workspace.update(made, cause: "add calendar \(Quoting.string(record.title))", now: now())
        }
        close(.saved(made), &step)
      } else {
        try workspace.update(record, cause: "edit calendar \(Quoting.word(record.title))", now: now())
        close(.saved(record), &step)
      }
    } catch {
      throw .edit(error)
    }
  }

  private func askDeletion() throws(FormFault) {
    do throws(EditError) {
      let count = try workspace.itemCount(stored ?? record)
      state = count > 0 ? .deleteName(count) : .deleteConfirm
    } catch {
      throw .edit(error)
    }
  }

  private func delete(_ step: inout FormStep<Outcome>) throws(FormFault) {
    guard let stored else { return }
    do throws(EditError) {
      let items = try workspace.delete(
        stored, cause: "delete calendar \(Quoting.word(stored.title)) yes", now: now())
      close(.deleted(stored, items: items), &step)
    } catch {
      state = .review
      throw .edit(error)
    }
  }
}
