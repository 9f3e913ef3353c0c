import Foundation

/// Holds a stack of controllers, of which the last is shown.
@MainActor @preconcurrency open class UINavigationController: UIViewController {
  /// What is told of the controllers shown.
  open weak var delegate: (any UINavigationControllerDelegate)?

  /// The bar above the controllers.
  public let navigationBar = UINavigationBar()

  private var stack: [UIViewController] = []

  /// Creates a controller with a first one in it.
  public init(rootViewController: UIViewController) {
    super.init(nibName: nil, bundle: nil)
    viewControllers = [rootViewController]
  }

  /// Creates a controller with bars of some classes, which no terminal shows.
  public init(navigationBarClass: AnyClass?, toolbarClass: AnyClass?) {
    super.init(nibName: nil, bundle: nil)
  }

  /// Creates an empty controller; both arguments are unused.
  public override init(nibName nibNameOrNil: String?, bundle nibBundleOrNil: Bundle?) {
    super.init(nibName: nibNameOrNil, bundle: nibBundleOrNil)
  }

  /// Creates an empty controller as an archive would; the coder is not read.
  public required init?(coder aDecoder: NSCoder) { super.init(coder: aDecoder) }

  // MARK: The stack

  /// The controllers, the shown one last.
  open var viewControllers: [UIViewController] {
    get { stack }
    set { replace(by: newValue) }
  }

  /// The controller on top of the stack.
  open var topViewController: UIViewController? { stack.last }

  /// The controller that the person sees: the presented one, else the top one.
  open var visibleViewController: UIViewController? { presentedViewController ?? topViewController }

  /// Replaces the stack.
  open func setViewControllers(_ viewControllers: [UIViewController], animated: Bool) {
    replace(by: viewControllers)
  }

  /// Puts a controller on top; one that is on the stack already stays where it is.
  open func pushViewController(_ viewController: UIViewController, animated: Bool) {
    guard !stack.contains(viewController) else { return }
    replace(by: stack + [viewController])
  }

  /// Takes the top controller away and returns it; the last one stays, and the answer is nil.
  @discardableResult
  open func popViewController(animated: Bool) -> UIViewController? {
    guard stack.count > 1 else { return nil }
    let top = stack.last
    replace(by: stack.dropLast())
    return top
  }

  /// Takes all but the first controller away and returns them; nil if there is nothing to take away.
  @discardableResult
  open func popToRootViewController(animated: Bool) -> [UIViewController]? {
    guard stack.count > 1 else { return nil }
    let gone = Array(stack.dropFirst())
    replace(by: stack.prefix(1))
    return gone
  }

  private func replace(by controllers: some Sequence<UIViewController>) {
    let before = stack
    stack = Array(controllers)
    for controller in stack { controller.navigationController = self }
    let gone = before.filter { !stack.contains($0) }
    for controller in gone {
      controller.disappear()
      controller.navigationController = nil
    }
    guard let top = stack.last, top !== before.last, hasAppeared else { return }
    UIApplication.shared.stage.perform { [weak self] in
      guard let self, top === self.topViewController, self.isOnScreen else { return }
      top.appear()
      self.delegate?.navigationController(self, didShow: top, animated: false)
    }
  }

  // MARK: Looks

  /// Whether the bar is hidden; a terminal shows the title all the same.
  open var isNavigationBarHidden = false
  /// Whether the lower bar is hidden; a terminal has none.
  open var isToolbarHidden = true
  /// Hides or shows the bar.
  open func setNavigationBarHidden(_ hidden: Bool, animated: Bool) { isNavigationBarHidden = hidden }
  /// Hides or shows the lower bar.
  open func setToolbarHidden(_ hidden: Bool, animated: Bool) { isToolbarHidden = hidden }
}

/// Is told of the controllers that a navigation controller shows.
@MainActor @preconcurrency public protocol UINavigationControllerDelegate: NSObjectProtocol {
  /// Another controller is shown.
  func navigationController(
    _ navigationController: UINavigationController, didShow viewController: UIViewController, animated: Bool)
}

extension UINavigationControllerDelegate {
  /// Does nothing.
  public func navigationController(
    _ navigationController: UINavigationController, didShow viewController: UIViewController, animated: Bool
  ) {}
}
