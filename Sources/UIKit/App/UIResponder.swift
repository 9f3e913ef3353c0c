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

  /// Begins the editing of a field: true, and a terminal waits until the field is chosen.
  @discardableResult
  open func becomeFirstResponder() -> Bool { true }

  /// Ends the editing of a field: true, as nothing is edited while the program runs.
  @discardableResult
  open func resignFirstResponder() -> Bool { true }
}
