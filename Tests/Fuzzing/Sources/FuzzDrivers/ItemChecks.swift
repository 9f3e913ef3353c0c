import Changes
import CivilTime
import Editing
import Forms
import JSON
import Model
import QueryEngine
import Store

/// What must hold of items that somebody describes, in a store in memory that nothing is saved to.
final class ItemChecks {
  private let store: CalendarStore
  private let workspace: Workspace
  private let context: QueryContext

  init() throws {
    let zones = ZoneDatabase()
    store = try CalendarStore.inMemory(zones: zones)
    workspace = Workspace(store)
    guard let wall = ExtendedFormat.dateTime("2026-11-18T14:30".utf8) else { throw FuzzFault("no clock") }
    let zone = zones.zone(named: "Europe/Berlin") ?? .utc
    context = QueryContext(now: zone.instant(of: wall), zone: zone, zones: zones)
    for title in ["Home", "Work"] {
      _ = try store.addCalendar(title: title, kinds: .events, now: context.now)
    }
    _ = try store.addCalendar(title: "Errands", kinds: .reminders, now: context.now)
  }

  // MARK: Items as JSON

  /// An object is understood as an item, or its fault names the key and says what is wrong.
  func item(_ bytes: [UInt8]) throws {
    guard let object = (try? JSONValue(parsing: bytes))?.object else { return }
    let item = JSONItem(object, context: context, store: store)
    do throws(JSONItemError) {
      _ = try (item.target(), item.span(), item.revision(), item.kind())
      _ = try item.addition()
    } catch {
      try FuzzFault.unless(!error.message.isEmpty, "a fault without words")
    }
  }

  // MARK: Answers and drafts

  /// Answers are taken or refused with their line, and the draft that they leave makes the same form again.
  func answers(_ bytes: [UInt8]) throws {
    let text = String(decoding: bytes, as: UTF8.self)
    guard let draft = try filled(text) else { return }
    guard let again = try filled(draft) else { throw FuzzFault("its draft is refused: \(draft)") }
    try FuzzFault.unless(again == draft, "another draft of the draft: \(draft) / \(again)")
  }

  /// The draft of a fresh form with these answers; nil where they are refused or say nothing.
  private func filled(_ text: String) throws -> String? {
    let lines = text.utf8.split(separator: 10, omittingEmptySubsequences: false).count
    do throws(AnswerFile.Fault) {
      let file = try AnswerFile(parsing: text)
      let item =
        file.subject == .reminder
        ? Item(kind: .reminder) : ItemForm.proposal(.event, now: context.now, zone: context.zone)
      let controller = ItemEditController(
        new: item, in: nil, workspace: workspace, moment: { [context] in context })
      _ = controller.begin()
      try controller.fill(file.answers)
      return controller.draft
    } catch {
      let words = FormFaultText(error.fault)
      try FuzzFault.unless(!words.message.isEmpty && !words.code.isEmpty, "a fault without words")
      try FuzzFault.unless(error.line >= 0 && error.line <= lines, "a fault outside the text")
      return nil
    }
  }
}
