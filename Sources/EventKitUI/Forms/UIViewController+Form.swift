import Dialogs
import EventKit
import Forms
import Platform
import QueryEngine
import Terminal
import UIKit

extension UIViewController {
  /// Whether the person still has the form before them: not once the program has ended or closed it.
  package var isAsked: Bool { isOnScreen && !endsDialog }

  /// Runs a form until it ends, or until the program ends or closes it, as at the end of input.
  func ask<Form: FormController>(_ form: Form, on stage: Stage) -> Form.Outcome {
    let person = TerminalPerson(
      ProcessEnvironment.current(), errors: stage.output, colors: ColorDepth.none, wantsPlainForms: true,
      draftFolder: nil, checkPrograms: {},
      report: { error in MainActor.assumeIsolated { stage.say(reason(error)) } })
    let answers = (stage.lines as? any FormLines)?.answers(for: self, on: stage)
    return FormDriver(person, answers ?? LineAnswers(controller: self, stage: stage)).run(form)
  }

  /// Tells the delegate; without one, and on a navigation controller's stack, the controller leaves by itself.
  func report(_ tell: () -> Void?) {
    let hasDelegate = tell() != nil
    let isOnStack = (navigationController?.viewControllers.count ?? 0) > 1
    if !hasDelegate || isOnStack { leave() }
  }

  /// Leaves the screen, if it is still there.
  func leave() {
    if let navigationController, navigationController.viewControllers.count > 1 {
      guard navigationController.topViewController === self else { return }
      navigationController.popViewController(animated: false)
    } else {
      presentingViewController?.dismiss(animated: false)
    }
  }

  /// Says why a controller shows nothing.
  func sayRefusal(_ reason: String, on stage: Stage) {
    stage.say("EventKitUI: \(Self.name(self)) shows nothing: \(reason)")
  }

  /// Takes away a controller whose dialog the program ended, unless the program does: nobody else can leave it.
  func leaveEnded(on stage: Stage) {
    stage.perform { [self] in if isOnScreen, endsDialog { leave() } }
  }
}

/// What is wrong, for a person.
func reason(_ error: any Error) -> String {
  switch error {
  case let error as EKError: error.clause
  case FormFault.edit(let error): error.message
  case FormFault.store(let error): error.message
  case FormFault.answer(let diagnostic): diagnostic.message
  default: error.localizedDescription
  }
}
