// Names and types as Apple spells them.
// swift-format-ignore-file: NeverUseImplicitlyUnwrappedOptionals

import Foundation

/// A part of a screen.
///
/// A terminal shows the labels, tables and buttons among the views of a controller.
@MainActor @preconcurrency open class UIView: UIResponder {
  /// The place in the view around it; unused.
  open var frame: CGRect
  /// The view's own coordinates; unused.
  open var bounds: CGRect {
    get { CGRect(origin: .zero, size: frame.size) }
    set { frame.size = newValue.size }
  }
  /// The color behind the view; no terminal shows it.
  open var backgroundColor: UIColor?
  /// The color of what can be chosen; no terminal shows it.
  open var tintColor: UIColor! = .systemBlue
  /// A number for the program's own use.
  open var tag = 0
  /// The opacity, 0…1; no terminal shows it.
  open var alpha: CGFloat = 1
  /// Whether the view is left out, with those inside it.
  open var isHidden = false { didSet { if isHidden != oldValue { contentChanged() } } }
  /// Whether sizes come from the view's place; unused.
  open var translatesAutoresizingMaskIntoConstraints = true

  /// How the view is drawn; no terminal does that.
  public let layer = CALayer()
  /// Whether what reaches over the edges is cut; unused.
  open var clipsToBounds = false

  /// The views inside this one.
  public private(set) var subviews: [UIView] = []
  /// The view around this one.
  public private(set) weak var superview: UIView?

  /// Creates a view.
  public init(frame: CGRect) {
    self.frame = frame
    super.init()
  }

  /// Creates a view without a size.
  public convenience override init() { self.init(frame: .zero) }

  /// Creates a view as an archive would; the coder is not read.
  public required init?(coder: NSCoder) {
    frame = .zero
    super.init(coder: coder)
  }

  /// Puts a view inside this one, behind those that are there.
  open func addSubview(_ view: UIView) {
    view.removeFromSuperview()
    subviews.append(view)
    view.superview = self
    contentChanged()
  }

  /// Takes the view out of the one around it.
  open func removeFromSuperview() {
    guard let superview else { return }
    superview.subviews.removeAll { $0 === self }
    self.superview = nil
    superview.contentChanged()
  }

  /// Ends the editing of a field inside the view: true, as nothing is edited while the program runs.
  @discardableResult
  open func endEditing(_ force: Bool) -> Bool { true }

  /// The view inside this one, or this one, with a tag.
  open func viewWithTag(_ tag: Int) -> UIView? {
    if self.tag == tag { return self }
    return subviews.lazy.compactMap { $0.viewWithTag(tag) }.first
  }

  /// Has what is on the screen shown anew, if it is shown.
  func contentChanged() { UIApplication.shared.stage.hasNewContent = true }

  /// The view with all views inside it that are not left out.
  var shown: [UIView] { isHidden ? [] : [self] + subviews.flatMap(\.shown) }
}

/// The window of a program.
@MainActor @preconcurrency open class UIWindow: UIView {
  /// The controller that the window shows.
  open var rootViewController: UIViewController? {
    didSet {
      oldValue?.isRoot = false
      if isKeyWindow { showRoot() }
    }
  }

  /// Creates a window of a scene.
  public convenience init(windowScene: UIWindowScene) { self.init(frame: UIScreen.main.bounds) }

  /// Whether the window is the one that the person sees.
  open var isKeyWindow: Bool { UIApplication.shared.keyWindow === self }

  /// The scene of the window.
  open var windowScene: UIWindowScene? {
    UIApplication.shared.connectedScenes.lazy.compactMap { $0 as? UIWindowScene }.first
  }

  /// Shows the window and its controller.
  open func makeKeyAndVisible() {
    let application = UIApplication.shared
    application.windows.removeAll { $0 === self }
    application.windows.append(self)
    showRoot()
  }

  private func showRoot() {
    guard let root = rootViewController else { return }
    root.isRoot = true
    root.appear()
  }
}

/// The screen of the device.
@MainActor @preconcurrency open class UIScreen: NSObject {
  /// The one screen.
  public class var main: UIScreen { only }
  private static let only = UIScreen()

  /// The size of the screen, which is none of a terminal's business.
  open var bounds: CGRect { CGRect(x: 0, y: 0, width: 390, height: 844) }
}
