// Names and types as Apple spells them.
// swift-format-ignore-file: NeverUseImplicitlyUnwrappedOptionals

import EventKit
import UIKit

/// Shows an event, and lets the person answer, change or delete it.
///
/// It works whatever access the program has. It reports to its delegate once and stays until it is dismissed; one
/// without a delegate, and one on a navigation controller's stack, goes away by itself.
@MainActor @preconcurrency open class EKEventViewController: UIViewController {
  /// Is told how the viewing ended.
  open weak var delegate: (any EKEventViewDelegate)?

  /// The event; nil shows nothing.
  ///
  /// It becomes nil when the event was deleted elsewhere.
  open var event: EKEvent!

  /// Whether the person may change and delete the event.
  ///
  /// That is offered for a saved event of a calendar that takes changes, and changing one only if nobody else
  /// organizes it.
  open var allowsEditing = false

  /// Whether the day of an invitation can be looked at.
  open var allowsCalendarPreview = false

  /// Creates a controller; both arguments are unused.
  public override init(nibName nibNameOrNil: String?, bundle nibBundleOrNil: Bundle?) {
    super.init(nibName: nibNameOrNil, bundle: nibBundleOrNil)
    dialog = ViewDialog(self)
  }

  /// Creates a controller as an archive would; the coder is not read.
  public required init?(coder: NSCoder) {
    super.init(coder: coder)
    dialog = ViewDialog(self)
  }
}
