import EventKit
import UIKit

/// Lets the person choose one calendar or several.
///
/// With access that only adds, the choice is a single one among the calendars that take changes, whatever was asked for.
/// A chooser that shows neither button ends with Enter and reports nothing but changes of the selection.
@MainActor @preconcurrency open class EKCalendarChooser: UIViewController {
  /// Whether one calendar is chosen or several.
  open private(set) var selectionStyle: EKCalendarChooserSelectionStyle
  let displayStyle: EKCalendarChooserDisplayStyle
  let entityType: EKEntityType
  let eventStore: EKEventStore?

  /// Is told of the choice.
  open weak var delegate: (any EKCalendarChooserDelegate)?

  /// Whether the person can say that the choice is made.
  open var showsDoneButton = false

  /// Whether the person can take the choice back.
  open var showsCancelButton = false

  /// The chosen calendars, a set even if one alone can be chosen.
  ///
  /// The delegate is told of changes by the person alone.
  open var selectedCalendars: Set<EKCalendar> = [] {
    didSet { form?.selectedCalendars = Set(selectedCalendars.map(\.record.id)) }
  }

  /// The form while it is shown.
  var form: FormChooser?

  /// Creates a chooser among the calendars for events.
  public init(
    selectionStyle: EKCalendarChooserSelectionStyle, displayStyle: EKCalendarChooserDisplayStyle,
    eventStore: EKEventStore
  ) {
    (self.selectionStyle, self.displayStyle) = (selectionStyle, displayStyle)
    (entityType, self.eventStore) = (.event, eventStore)
    super.init(nibName: nil, bundle: nil)
    dialog = ChooserDialog(self)
  }

  /// Creates a chooser among the calendars for events or the lists for reminders.
  public init(
    selectionStyle style: EKCalendarChooserSelectionStyle, displayStyle: EKCalendarChooserDisplayStyle,
    entityType: EKEntityType, eventStore: EKEventStore
  ) {
    (selectionStyle, self.displayStyle) = (style, displayStyle)
    (self.entityType, self.eventStore) = (entityType, eventStore)
    super.init(nibName: nil, bundle: nil)
    dialog = ChooserDialog(self)
  }

  /// Creates a chooser without a store, which has nothing to choose from; both arguments are unused.
  public override init(nibName nibNameOrNil: String?, bundle nibBundleOrNil: Bundle?) {
    (selectionStyle, displayStyle, entityType, eventStore) = (.single, .allCalendars, .event, nil)
    super.init(nibName: nibNameOrNil, bundle: nibBundleOrNil)
    dialog = ChooserDialog(self)
  }

  /// Creates a chooser without a store, as an archive would; the coder is not read.
  public required init?(coder aDecoder: NSCoder) {
    (selectionStyle, displayStyle, entityType, eventStore) = (.single, .allCalendars, .event, nil)
    super.init(coder: aDecoder)
    dialog = ChooserDialog(self)
  }
}
