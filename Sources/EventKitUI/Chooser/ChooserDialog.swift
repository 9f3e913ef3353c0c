import EventKit
import Forms
import QueryEngine
import UIKit

/// The form of a chooser.
typealias FormChooser = CalendarChooser

/// Runs the form of a chooser.
@MainActor struct ChooserDialog: Dialog {
  /// The chooser that has this dialog.
  private unowned let controller: EKCalendarChooser

  init(_ controller: EKCalendarChooser) { self.controller = controller }

  func run(on stage: Stage) {
    // Its delegate may drop the last reference to the chooser.
    let controller = controller
    guard let store = controller.eventStore else {
      return refuse("it has no event store", controller, stage)
    }
    do {
      let form = try EventForm(store).chooser(controller, store)
      controller.form = form
      defer { controller.form = nil }
      form.onSelectionChange = { numbers in
        MainActor.assumeIsolated {
          controller.selectedCalendars = store.calendars(numbered: numbers)
          controller.delegate?.calendarChooserSelectionDidChange(controller)
        }
      }
      let outcome = controller.ask(form, on: stage)
      guard controller.isAsked else { return controller.leaveEnded(on: stage) }
      report(outcome, controller)
    } catch {
      refuse(reason(error), controller, stage)
    }
  }

  /// Says why nothing is offered; for the program the choice was canceled.
  private func refuse(_ reason: String, _ controller: EKCalendarChooser, _ stage: Stage) {
    controller.sayRefusal(reason, on: stage)
    controller.report { controller.delegate.map { $0.calendarChooserDidCancel(controller) } }
  }

  private func report(_ outcome: FormChooser.Outcome, _ controller: EKCalendarChooser) {
    switch outcome {
    case .finished where controller.showsDoneButton:
      controller.report { controller.delegate.map { $0.calendarChooserDidFinish(controller) } }
    case .canceled where controller.showsCancelButton:
      controller.report { controller.delegate.map { $0.calendarChooserDidCancel(controller) } }
    case .finished, .canceled: controller.leave()
    }
  }
}
