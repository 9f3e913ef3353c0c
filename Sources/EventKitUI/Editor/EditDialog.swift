import EventKit
import Forms
import QueryEngine
import UIKit

extension EKEventEditViewController {
  /// The store that the form works on.
  var formStore: EKEventStore? { eventStore ?? event?.eventStore }
}

/// Runs the form of an editor.
@MainActor struct EditDialog: Dialog {
  /// The editor that has this dialog.
  private unowned let controller: EKEventEditViewController

  init(_ controller: EKEventEditViewController) { self.controller = controller }

  func run(on stage: Stage) {
    // Its delegate may drop the last reference to the editor.
    let controller = controller
    guard let store = controller.formStore else {
      return refuse("it has no event store", controller, stage)
    }
    if let event = controller.event, event.eventStore !== store {
      return refuse("its event belongs to another event store", controller, stage)
    }
    do {
      let form = try EventForm(store)
      let editor = try form.editor(of: controller.event, default: { defaultCalendar(for: controller) })
      let outcome = controller.ask(editor, on: stage)
      guard controller.isAsked else { return controller.leaveEnded(on: stage) }
      report(try finish(outcome, form, controller), controller)
    } catch {
      refuse(reason(error), controller, stage)
    }
  }

  private func report(_ action: EKEventEditViewAction, _ controller: EKEventEditViewController) {
    controller.report {
      controller.editViewDelegate.map { $0.eventEditViewController(controller, didCompleteWith: action) }
    }
  }

  /// Says why nothing is shown; for the program nothing was saved.
  private func refuse(_ reason: String, _ controller: EKEventEditViewController, _ stage: Stage) {
    controller.sayRefusal(reason, on: stage)
    report(.canceled, controller)
  }

  /// The calendar that the delegate names; nil for none and for one of another store.
  private func defaultCalendar(for controller: EKEventEditViewController) -> EKCalendar? {
    let calendar = controller.editViewDelegate?.eventEditViewControllerDefaultCalendar(
      forNewEvents: controller)
    return calendar?.eventStore === controller.formStore ? calendar : nil
  }

  /// Gives the program's event what was saved.
  private func finish(
    _ outcome: FormOutcome, _ form: EventForm, _ controller: EKEventEditViewController
  ) throws(EKError) -> EKEventEditViewAction {
    switch outcome {
    case .canceled: return .canceled
    case .saved(let outcome, _, _):
      controller.event = try form.event(controller.event, showing: outcome.target)
      return .saved
    case .deleted:
      controller.event?.emptyAfterRemoval()
      return .deleted
    }
  }
}
