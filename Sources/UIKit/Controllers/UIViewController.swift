// Names and types as Apple spells them.
// swift-format-ignore-file: NeverUseImplicitlyUnwrappedOptionals

import Foundation

/// A screen of the program.
///
/// At a terminal a controller shows its title, the labels and the table of its view, and its buttons as numbered
/// choices. One that has none of them shows nothing and lets others be presented.
@MainActor @preconcurrency open class UIViewController: UIResponder {
  // MARK: Creating

  /// Creates a controller; there are no nib files, so both arguments are unused.
  public init(nibName nibNameOrNil: String?, bundle nibBundleOrNil: Bundle?) { super.init() }

  /// Creates a controller without an archive.
  public convenience override init() { self.init(nibName: nil, bundle: nil) }

  /// Creates a controller as an archive would; the coder is not read.
  public required init?(coder: NSCoder) { super.init(coder: coder) }

  // MARK: The view

  private var loadedView: UIView?

  /// The view, made on its first use.
  open var view: UIView! {
    get {
      loadViewIfNeeded()
      return loadedView
    }
    set { loadedView = newValue }
  }

  /// The view, if it was made.
  open var viewIfLoaded: UIView? { loadedView }

  /// Whether the view was made.
  open var isViewLoaded: Bool { loadedView != nil }

  /// Makes the view.
  open func loadView() { loadedView = UIView() }

  /// Makes the view if it was not made yet.
  open func loadViewIfNeeded() {
    guard loadedView == nil else { return }
    loadView()
    if loadedView == nil { loadedView = UIView() }
    viewDidLoad()
  }

  /// The view was made; subclasses get ready here.
  open func viewDidLoad() {}
  /// The controller is about to be shown.
  open func viewWillAppear(_ animated: Bool) {}
  /// The controller is shown.
  open func viewDidAppear(_ animated: Bool) {}
  /// The controller is about to leave the screen.
  open func viewWillDisappear(_ animated: Bool) {}
  /// The controller has left the screen.
  open func viewDidDisappear(_ animated: Bool) {}
  /// Never called: a terminal lays nothing out.
  open func viewWillLayoutSubviews() {}
  /// Never called: a terminal lays nothing out.
  open func viewDidLayoutSubviews() {}
  /// Never called: no system of this kind warns of little memory.
  open func didReceiveMemoryWarning() {}

  // MARK: Title and bars

  /// The title.
  open var title: String? { didSet { UIApplication.shared.stage.hasNewContent = true } }

  /// What a navigation controller shows above the controller.
  public private(set) lazy var navigationItem = UINavigationItem(title: title ?? "")

  /// The navigation controller that holds the controller; nil if none does.
  public internal(set) weak var navigationController: UINavigationController?

  /// The controller that holds this one: its navigation controller.
  open var parent: UIViewController? { navigationController }

  // MARK: Looks

  /// How the controller is presented; no terminal shows the difference.
  open var modalPresentationStyle = UIModalPresentationStyle.automatic
  /// How the controller comes and goes; no terminal shows the difference.
  open var modalTransitionStyle = UIModalTransitionStyle.coverVertical
  /// Whether a swipe cannot dismiss the controller; a terminal has none.
  open var isModalInPresentation = false
  /// Whether the controller is bright or dark; no terminal shows the difference.
  open var overrideUserInterfaceStyle = UIUserInterfaceStyle.unspecified
  /// The preferred size; unused.
  open var preferredContentSize = CGSize.zero
  /// How a sheet is presented: always nil, as a terminal has none.
  open var sheetPresentationController: UISheetPresentationController? { nil }
  /// Where a popover points to: always nil, as a terminal has none.
  open var popoverPresentationController: UIPopoverPresentationController? { nil }

  // MARK: Presenting

  /// The controller that this one presents.
  public internal(set) var presentedViewController: UIViewController?

  /// The controller that presents this one, or the one that holds it.
  open var presentingViewController: UIViewController? {
    presenter ?? navigationController?.presentingViewController
  }

  /// The controller that presents this one itself.
  weak var presenter: UIViewController?

  /// Whether the controller is what a window shows.
  var isRoot = false

  /// Whether the controller has appeared and not yet disappeared.
  var hasAppeared = false

  /// Presents a controller over this one.
  ///
  /// It returns at once; the controller is shown, and `completion` called, when control is back in the main run loop.
  /// While another controller is presented nothing happens, and a line on standard error says so.
  open func present(
    _ viewControllerToPresent: UIViewController, animated flag: Bool, completion: (() -> Void)? = nil
  ) {
    show(presenting: viewControllerToPresent, completion)
  }

  /// Dismisses what this controller presents, or else the controller itself, if it is presented.
  ///
  /// `completion` is called when it is gone.
  open func dismiss(animated flag: Bool, completion: (() -> Void)? = nil) { close(completion) }

  // MARK: The terminal

  /// What the controller asks at a terminal while it is shown; nil for one with a title, a table and buttons at most.
  package var dialog: (any Dialog)?

  /// Whether the program has ended the dialog, although the controller is still on the screen.
  package var endsDialog = false
}
