// Names and types as Apple spells them.
// swift-format-ignore-file: NeverUseImplicitlyUnwrappedOptionals

import EventKit
import UIKit

/// Lets the person add an event, or change or delete one.
///
/// The form is the one of `kal` and saves by itself. It belongs to the person, so it works whatever access the program
/// has. It reports to its delegate once and stays until it is dismissed; one without a delegate dismisses itself.
@MainActor @preconcurrency open class EKEventEditViewController: UINavigationController {
  /// Is told how the editing ended.
  open weak var editViewDelegate: (any EKEventEditViewDelegate)?

  /// The store of the event; nil takes the event's own.
  open var eventStore: EKEventStore!

  /// The event to change, or a new one with the values to begin with; nil for a new event.
  ///
  /// Once it is saved, this is the event with its identifier; once it is deleted, it is empty.
  open var event: EKEvent?

  /// Creates a controller with bars of some classes, which no terminal shows.
  public override init(navigationBarClass: AnyClass?, toolbarClass: AnyClass?) {
    super.init(navigationBarClass: navigationBarClass, toolbarClass: toolbarClass)
    dialog = EditDialog(self)
  }

  /// Creates a controller; the root is not shown.
  public override init(rootViewController: UIViewController) {
    super.init(rootViewController: rootViewController)
    dialog = EditDialog(self)
  }

  /// Creates a controller; both arguments are unused.
  public override init(nibName nibNameOrNil: String?, bundle nibBundleOrNil: Bundle?) {
    super.init(nibName: nibNameOrNil, bundle: nibBundleOrNil)
    dialog = EditDialog(self)
  }

  /// Creates a controller as an archive would; the coder is not read.
  public required init?(coder aDecoder: NSCoder) {
    super.init(coder: aDecoder)
    dialog = EditDialog(self)
  }

  /// Ends the editing without saving; the delegate is not told.
  open func cancelEditing() { endDialog() }
}
