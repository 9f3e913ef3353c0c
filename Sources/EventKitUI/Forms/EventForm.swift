import Editing
import EventKit
import Forms
import QueryEngine
import UIKit

/// Makes the forms of a program's event, which see and change everything, as the person does.
@MainActor struct EventForm {
  private let store: EKEventStore
  private let workspace: Workspace

  /// Opens the store of a program for the person; throws the reason why it cannot be opened.
  init(_ store: EKEventStore) throws(EKError) {
    self.store = store
    workspace = try store.personsWorkspace()
    // A screen reader follows whole questions, one line after another.
    let stage = UIApplication.shared.stage
    if store.options.hasPlainForms, stage.lines is any FormLines { stage.lines = PlainLines() }
  }

  private var moment: () -> QueryContext { { [store] in store.context } }

  // MARK: Editing

  /// The editor of an event; of a new one, with its values or with none.
  func editor(
    of event: EKEvent?, default calendar: @escaping @MainActor () -> EKCalendar?
  ) throws(EKError) -> ItemEditController {
    // What a save would refuse is not taken into a form either.
    try event?.checkValues()
    let editor = try madeEditor(of: event, default: calendar)
    editor.offer = rooms
    return editor
  }

  /// The rooms of the person's provider.
  private var rooms: RoomOffer? {
    store.options.conferenceCommand.map { RoomOffer(InterruptibleProvider($0)) }
  }

  private func madeEditor(
    of event: EKEvent?, default calendar: @escaping @MainActor () -> EKCalendar?
  ) throws(EKError) -> ItemEditController {
    let draft = event?.draft
    if let draft, let target = draft.target, !draft.isRemoved {
      return try reported { () throws(EditError) in
        let editor = try ItemEditController(target, workspace: workspace, moment: moment)
        editor.propose(draft.itemEdit, in: draft.isMoved ? try record(draft.calendar) : nil)
        return editor
      }
    }
    let own = try reported { () throws(EditError) in try record(draft?.calendar) }
    let editor = ItemEditController(new: proposal(draft), in: own, workspace: workspace, moment: moment)
    editor.defaultCalendar = { [workspace] in
      guard let number = MainActor.assumeIsolated({ calendar()?.record.id }) else { return nil }
      return try? workspace.calendar(number)
    }
    return editor
  }

  /// The calendar with a number; nil for none, and for the one that stands for all where events can only be added.
  private func record(_ number: Int?) throws(EditError) -> CalendarRecord? {
    guard let number else { return nil }
    return try workspace.calendar(number)
  }

  /// The values that a new event begins with: those of the program, and the usual ones where it says nothing.
  private func proposal(_ draft: ItemDraft?) -> Item {
    let context = store.context
    let usual = ItemForm.proposal(.event, now: context.now, zone: context.zone)
    guard let draft, !draft.isRemoved else { return usual }
    var item = draft.item
    if item.start == nil { item.start = usual.start }
    if draft.times.end == nil, !item.isAllDay { (item.length, item.end) = (usual.length, nil) }
    return item
  }

  // MARK: Viewing

  /// The viewer of a saved event.
  func viewer(
    of target: ItemTarget, allowsEditing: Bool, showsDay: Bool
  ) throws(EKError) -> ItemViewController {
    let viewer = try reported { () throws(EditError) in
      try ItemViewController(
        target, allowsEditing: allowsEditing, showsDay: showsDay, workspace: workspace, moment: moment)
    }
    viewer.offer = rooms
    return viewer
  }

  /// An event that was never saved, in lines.
  func lines(of event: EKEvent) throws(EKError) -> [String] {
    let calendar = try reported { () throws(EditError) in try record(event.draft.calendar) }
    return ItemForm(new: event.draft.item, in: calendar).card(store.context)
  }

  // MARK: Choosing

  /// The form of a chooser.
  ///
  /// Throws without access: what is chosen is told to the program.
  func chooser(_ controller: EKCalendarChooser, _ store: EKEventStore) throws -> FormChooser {
    let status = store.status(for: controller.entityType)
    guard status == .fullAccess || status == .writeOnly else {
      throw EKError(
        .eventStoreNotAuthorized, "not-permitted",
        "the program has no access to " + (controller.entityType == .reminder ? "reminders" : "events"))
    }
    let form = try FormChooser(
      controller.title ?? (controller.entityType == .reminder ? "Lists" : "Calendars"),
      selection: controller.selectionStyle == .single ? .single : .multiple,
      display: controller.displayStyle == .allCalendars ? .all : .writableOnly,
      kinds: EntityKinds(controller.entityType.kind),
      selected: Set(controller.selectedCalendars.map(\.record.id)),
      isWriteOnly: store.status(for: controller.entityType) == .writeOnly, store: workspace.store)
    // A terminal has no other way out.
    form.showsDone = controller.showsDoneButton || !controller.showsCancelButton
    form.showsCancel = controller.showsCancelButton
    return form
  }

  // MARK: What was saved

  /// The program's event with what is stored at a place, or another object that shows it.
  func event(_ event: EKEvent?, showing target: ItemTarget) throws(EKError) -> EKEvent? {
    guard let draft = try draft(target) else { return event }
    guard let event else { return EKEvent(draft, store: store) }
    event.put(draft)
    return event
  }

  /// Gives an event what was changed while a form showed it, and keeps what the program has edited.
  ///
  /// After a change that made it another item, that is what the event shows. Where nothing was changed it stays as it is.
  func refresh(
    _ event: EKEvent, shown before: ItemDraft?, as target: ItemTarget, or other: ItemTarget
  ) throws(EKError) {
    guard let stored = try draft(target) else {
      if let stored = try draft(other) { event.put(stored) }
      return
    }
    if let before, before.showsSame(as: stored) { return }
    var merged = event.draft
    _ = try reported { () throws(EditError) in try workspace.refresh(&merged) }
    event.put(merged)
  }

  /// What is stored at a place; nil where nothing is.
  func draft(_ target: ItemTarget) throws(EKError) -> ItemDraft? {
    try reported { () throws(EditError) in try workspace.draft(target, viewer: store.viewer) }
  }
}

extension ItemDraft {
  /// Whether the stored values of another draft of the same item are the same.
  fileprivate func showsSame(as other: ItemDraft) -> Bool {
    storedCalendar == other.storedCalendar
      && ItemField.allCases.allSatisfy { stored.agrees(with: other.stored, on: $0) }
  }
}
