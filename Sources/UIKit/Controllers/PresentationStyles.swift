import Foundation

/// How a controller is presented.
public enum UIModalPresentationStyle: Int, Sendable {
  /// Over the whole screen.
  case fullScreen = 0
  /// As a page.
  case pageSheet = 1
  /// As a form.
  case formSheet = 2
  /// In the place of the presenter.
  case currentContext = 3
  /// As the program says.
  case custom = 4
  /// Over the whole screen, which stays visible.
  case overFullScreen = 5
  /// Over the presenter, which stays visible.
  case overCurrentContext = 6
  /// As a popover.
  case popover = 7
  /// Not at all.
  case none = -1
  /// As the system decides.
  case automatic = -2
}

/// How a presented controller comes and goes.
public enum UIModalTransitionStyle: Int, Sendable {
  /// From below.
  case coverVertical = 0
  /// By turning over.
  case flipHorizontal = 1
  /// By fading.
  case crossDissolve = 2
  /// By turning a page.
  case partialCurl = 3
}

/// Whether a screen is bright or dark.
public enum UIUserInterfaceStyle: Int, Sendable {
  /// As the system decides.
  case unspecified = 0
  /// Bright.
  case light = 1
  /// Dark.
  case dark = 2
}

/// Where a popover points to, which no controller of a terminal has.
@MainActor @preconcurrency open class UIPopoverPresentationController: NSObject {
  /// The view to point to.
  open var sourceView: UIView?
  /// The place in the view.
  open var sourceRect = CGRect.zero
  /// The button to point to.
  open var barButtonItem: UIBarButtonItem?
}

/// How a sheet is presented, which no controller of a terminal has.
@MainActor @preconcurrency open class UISheetPresentationController: NSObject {
  /// The height of a sheet.
  @MainActor @preconcurrency open class Detent: NSObject {
    /// Half of the screen.
    public class func medium() -> Detent { Detent() }
    /// The screen.
    public class func large() -> Detent { Detent() }
  }

  /// The heights that the person can choose.
  open var detents: [Detent] = []
  /// Whether a mark shows that the sheet can be moved.
  open var prefersGrabberVisible = false
}
