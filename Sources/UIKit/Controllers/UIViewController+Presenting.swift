import Foundation

extension UIViewController {
  private var stage: Stage { UIApplication.shared.stage }

  /// The controller that presents for this one: the one that holds all others around it.
  private var outermost: UIViewController { navigationController ?? self }

  /// Whether a window or another controller shows this one.
  package var isOnScreen: Bool {
    if let navigationController {
      return navigationController.viewControllers.contains(self) && navigationController.isOnScreen
    }
    return isRoot || presenter != nil
  }

  func show(presenting controller: UIViewController, _ completion: (() -> Void)?) {
    let host = outermost
    if let other = host.presentedViewController {
      return stage.complain(
        "\(Self.name(self)) does not present \(Self.name(controller)): it presents \(Self.name(other)) already"
      )
    }
    if controller === host || controller.isOnScreen {
      return stage.complain("\(Self.name(controller)) is not presented: it is on the screen already")
    }
    host.presentedViewController = controller
    controller.presenter = host
    stage.perform {
      guard controller.presenter === host else { return }
      controller.appear()
      completion?()
    }
  }

  func close(_ completion: (() -> Void)?) {
    let host = outermost
    if let presented = host.presentedViewController {
      presented.leave()
    } else if host.presenter != nil {
      host.leave()
    }
    if let completion { stage.perform(completion) }
  }

  /// Leaves the screen with everything presented over it.
  private func leave() {
    presentedViewController?.leave()
    disappear()
    presenter?.presentedViewController = nil
    presenter = nil
  }

  /// Shows the controller: its view is made, and its dialog waits for its turn.
  func appear() {
    endsDialog = false
    loadViewIfNeeded()
    if !hasAppeared {
      hasAppeared = true
      viewWillAppear(false)
      viewDidAppear(false)
    }
    content?.appear()
    if dialog != nil { stage.enter(self) }
  }

  /// Ends the dialog of a controller that is on the screen; it stays there until it is dismissed.
  package func endDialog() { endsDialog = isOnScreen }

  /// Takes the controller from the screen.
  func disappear() {
    content?.disappear()
    endsDialog = false
    guard hasAppeared else { return }
    hasAppeared = false
    viewWillDisappear(false)
    viewDidDisappear(false)
  }

  /// The controller that a container shows inside itself; nil for one that shows itself.
  private var content: UIViewController? {
    dialog == nil ? (self as? UINavigationController)?.topViewController : nil
  }

  /// The controller that the person sees: on top of what this one holds and presents.
  package var foremost: UIViewController { presentedViewController?.foremost ?? content?.foremost ?? self }

  /// The name of a controller's class, for messages.
  package static func name(_ controller: UIViewController) -> String { "\(type(of: controller))" }
}
