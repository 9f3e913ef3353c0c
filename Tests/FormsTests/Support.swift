import Changes
import CivilTime
import Editing
import Model
import QueryEngine
import QueryLanguage
import Store
import TestSupport
import Testing

@testable import Forms

/// A store in memory with two calendars and a list, at the reference instant:
/// Wed 18 Nov 2026, 14:30 in Berlin.
final class Desk {
  let store: CalendarStore
  let workspace: Workspace
  let context: QueryContext
  private(set) var outcomes: [FormOutcome] = []

  /// `isDecided` says where new things go: to Home and Errands.
  init(lists: Bool = true, calendars: Bool = true, isDecided: Bool = true) throws {
    let berlin = try #require(zones.zone(named: "Europe/Berlin"))
    let now = try #require(ExtendedFormat.dateTime("2026-11-18T14:30".utf8))
    context = QueryContext(now: berlin.instant(of: now), zone: berlin, zones: zones)
    store = try CalendarStore.inMemory(zones: zones)
    workspace = Workspace(store, generator: SplitMix64(seed: 1))
    if calendars {
      for title in ["Home", "Work"] {
        _ = try store.addCalendar(title: title, kinds: .events, now: context.now)
      }
    }
    if lists { _ = try store.addCalendar(title: "Errands", kinds: .reminders, now: context.now) }
    guard isDecided else { return }
    for (title, kind) in [("Home", ItemKind.event), ("Errands", ItemKind.reminder)] {
      guard let calendar = try store.calendars().first(where: { $0.title == title }) else { continue }
      try store.setDefaultCalendar(calendar.id, for: kind, now: context.now)
    }
  }

  func calendar(_ title: String) throws -> CalendarRecord {
    try #require(try store.calendars().first { $0.title == title })
  }

  /// Does what a statement of the language says.
  @discardableResult
  func add(_ statement: String) throws -> ItemTarget {
    var binder = try ChangeBinder(context: context, store: store)
    guard case .add(let syntax) = try parseStatement(statement) else { throw Unexpected() }
    let addition = try binder.addition(syntax, rows: [], last: nil)
    let calendar = try addition.calendar ?? workspace.defaultCalendar(for: addition.item.kind)
    return try workspace.add(addition.item, to: calendar.id, cause: statement, now: context.now).target
  }

  func target(_ item: ItemTarget, _ key: String) throws -> ItemTarget {
    ItemTarget(item: item.item, key: OccurrenceKey(text: key))
  }

  /// Changes the title of something, all of it, as another program would.
  func retitle(_ target: ItemTarget, _ title: String) throws {
    var edit = ItemEdit(.event)
    edit.set(.title) { $0.title = title }
    _ = try workspace.save(edit, to: target, span: .all, cause: "elsewhere", now: context.now)
  }

  func item(_ target: ItemTarget) throws -> Item { try workspace.item(target) }

  func newEvent(_ statement: String? = nil) throws -> ItemEditController {
    var item = ItemForm.proposal(.event, now: context.now, zone: context.zone)
    if let statement {
      var binder = try ChangeBinder(context: context, store: store)
      guard case .add(let syntax) = try parseStatement(statement) else { throw Unexpected() }
      item = try binder.addition(syntax, rows: [], last: nil).item
    }
    return watched(ItemEditController(new: item, in: nil, workspace: workspace, moment: moment))
  }

  func newReminder() -> ItemEditController {
    watched(ItemEditController(new: Item(kind: .reminder), in: nil, workspace: workspace, moment: moment))
  }

  func editor(_ target: ItemTarget) throws -> ItemEditController {
    watched(try ItemEditController(target, workspace: workspace, moment: moment))
  }

  private var moment: () -> QueryContext { { [context] in context } }

  private func watched(_ controller: ItemEditController) -> ItemEditController {
    controller.onOutcome = { [weak self] in self?.outcomes.append($0) }
    return controller
  }

  struct Unexpected: Error {}
}

extension ItemEditController {
  /// Begins and gives answers until they are used up; the last step.
  @discardableResult
  func play(_ answers: String...) -> FormStep<FormOutcome> {
    var step = begin()
    for text in answers { step = answer(text) }
    return step
  }
}

extension FormStep {
  /// The lines as text.
  var text: [String] {
    lines.map { line in
      switch line {
      case .text(let text): text
      case .echo(let text): "→ " + text
      case .note(let text): "note: " + text
      case .keys(let steps): "keys" + (steps.map { ": " + $0 } ?? "")
      case .fault(let fault): "\(fault.code): \(fault.message)"
      }
    }
  }
}

/// The form of a new event after some answers.
func event(_ desk: Desk, _ answers: String...) throws -> ItemEditController {
  let editor = try desk.newEvent()
  _ = editor.begin()
  for answer in answers { _ = editor.answer(answer) }
  return editor
}
