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
    guard let event = controller.event else { return controller.refuse("it has no event", on: stage) }
    do {
      let form = try EventForm(event.eventStore)
      guard let target = event.draft.target else {
        for line in try form.lines(of: event) { stage.say(line) }
        return report(.done, controller)
      }
      let viewer = try form.viewer(
        of: target, allowsEditing: controller.allowsEditing, showsDay: controller.allowsCalendarPreview)
      let outcome = controller.ask(viewer, on: stage)
      guard controller.isAsked else { return }
      try finish(outcome, form, event, target, viewer.target)
    } catch {
      controller.refuse(reason(error), on: stage)
    }
  }

  /// Gives the program's event what was saved, and reports.
  private func finish(
    _ outcome: ViewOutcome, _ form: EventForm, _ event: EKEvent, _ target: ItemTarget, _ shown: ItemTarget
  ) throws(EKError) {
    let controller = controller
    switch outcome {
    case .done:
      try form.refresh(event, as: target, or: shown)
      report(.done, controller)
    case .responded:
      try form.refresh(event, as: target, or: shown)
      report(.responded, controller)
    case .deleted(.some, _, _):
      event.emptyAfterRemoval()
      report(.deleted, controller)
    case .deleted(nil, _, _):
      controller.event = nil
      controller.leave()
    }
  }

  private func report(_ action: EKEventViewAction, _ controller: EKEventViewController) {
    controller.report {
      controller.delegate.map { $0.eventViewController(controller, didCompleteWith: action) }
    }
  }
}
