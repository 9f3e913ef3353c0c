import EventKit
import Forms
import QueryEngine
import UIKit

/// Runs the form of a viewer.
@MainActor struct ViewDialog: Dialog {
  /// The viewer that has this dialog.
  private unowned let controller: EKEventViewController

  init(_ controller: EKEventViewController) { self.controller = controller }

  func run(on stage: Stage) {
    // Its delegate may drop the last reference to the viewer.
    let controller = controller
    guard let event = controller.event else { return refuse("it has no event", controller, stage) }
    do {
      let form = try EventForm(event.eventStore)
      guard let target = event.draft.target else {
        for line in try form.lines(of: event) { stage.say(line) }
        return report(.done, controller)
      }
      let viewer = try form.viewer(
        of: target, allowsEditing: controller.allowsEditing, showsDay: controller.allowsCalendarPreview)
      let before = try form.draft(target)
      let outcome = controller.ask(viewer, on: stage)
      guard controller.isAsked else { return controller.leaveEnded(on: stage) }
      switch outcome {
      case .done, .responded: try form.refresh(event, shown: before, as: target, or: viewer.target)
      case .deleted(.some, _, _): event.emptyAfterRemoval()
      case .deleted(nil, _, _): controller.event = nil
      }
      finish(outcome, controller)
    } catch {
      refuse(reason(error), controller, stage)
    }
  }

  /// Says why nothing is shown; for the program the person is done.
  private func refuse(_ reason: String, _ controller: EKEventViewController, _ stage: Stage) {
    controller.sayRefusal(reason, on: stage)
    report(.done, controller)
  }

  /// Reports, or leaves without a report where the event has gone meanwhile.
  private func finish(_ outcome: ViewOutcome, _ controller: EKEventViewController) {
    switch outcome {
    case .done: report(.done, controller)
    case .responded: report(.responded, controller)
    case .deleted(.some, _, _): report(.deleted, controller)
    case .deleted(nil, _, _): controller.leave()
    }
  }

  private func report(_ action: EKEventViewAction, _ controller: EKEventViewController) {
    controller.report {
      controller.delegate.map { $0.eventViewController(controller, didCompleteWith: action) }
    }
  }
}
