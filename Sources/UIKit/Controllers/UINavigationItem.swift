import Foundation

/// What stands in the bar above a controller.
@MainActor @preconcurrency open class UINavigationItem: NSObject {
  /// The title; empty for the controller's own.
  open var title: String? { didSet { contentChanged() } }
  /// A line above the title.
  open var prompt: String?
  /// The first button on the right.
  open var rightBarButtonItem: UIBarButtonItem? {
    get { rightBarButtonItems?.first }
    set { rightBarButtonItems = newValue.map { [$0] } }
  }
  /// The first button on the left.
  open var leftBarButtonItem: UIBarButtonItem? {
    get { leftBarButtonItems?.first }
    set { leftBarButtonItems = newValue.map { [$0] } }
  }
  /// The buttons on the right.
  open var rightBarButtonItems: [UIBarButtonItem]? { didSet { contentChanged() } }
  /// The buttons on the left.
  open var leftBarButtonItems: [UIBarButtonItem]? { didSet { contentChanged() } }
  /// Sets the button on the right.
  open func setRightBarButton(_ item: UIBarButtonItem?, animated: Bool) { rightBarButtonItem = item }
  /// Sets the button on the left.
  open func setLeftBarButton(_ item: UIBarButtonItem?, animated: Bool) { leftBarButtonItem = item }
  /// Whether the button that leads back is hidden; a terminal offers the way back all the same.
  open var hidesBackButton = false

  private func contentChanged() { UIApplication.shared.stage.hasNewContent = true }

  /// Creates an item.
  public init(title: String) {
    self.title = title
    super.init()
  }
}

/// The bar above the controllers of a navigation controller.
@MainActor @preconcurrency open class UINavigationBar: UIView {
  /// Whether titles are large; no terminal shows the difference.
  open var prefersLargeTitles = false
}
