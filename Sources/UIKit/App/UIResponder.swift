import Foundation

/// An object that takes part in a program with a screen.
///
/// A class that has a designated initializer of its own writes `required init?(coder:)` too: `main()` makes the
/// application's delegate by that one.
@MainActor @preconcurrency open class UIResponder: NSObject {
  /// Creates a responder.
  public override init() { super.init() }

  /// Creates a responder as an archive would; there are no archives of screens, so the coder is not read.
  public required init?(coder: NSCoder) { super.init() }
}
