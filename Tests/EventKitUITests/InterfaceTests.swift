import EventKitUI
import Foundation
import Testing

/// Numbers and initializers of the interface.
@Suite(.serialized) @MainActor struct InterfaceTests {
  @Test func theNumbersAreApples() {
    #expect([EKEventViewAction.done, .responded, .deleted].map(\.rawValue) == [0, 1, 2])
    #expect([EKEventEditViewAction.canceled, .saved, .deleted].map(\.rawValue) == [0, 1, 2])
    #expect(EKEventEditViewAction.cancelled == .canceled && EKEventViewAction(rawValue: 3) == nil)
    #expect([EKCalendarChooserSelectionStyle.single, .multiple].map(\.rawValue) == [0, 1])
    #expect([EKCalendarChooserDisplayStyle.allCalendars, .writableCalendarsOnly].map(\.rawValue) == [0, 1])
    #expect(EKUI_IS_IOS == 0 && EKUI_IS_SIMULATOR == 0 && EventKitUIBundle() == nil)
  }

  @Test func everyInitializerMakesAController() throws {
    let desk = try Desk()
    let root = UIViewController()
    let editors = [
      EKEventEditViewController(), EKEventEditViewController(nibName: nil, bundle: nil),
      EKEventEditViewController(navigationBarClass: nil, toolbarClass: nil),
      EKEventEditViewController(rootViewController: root), EKEventEditViewController(coder: NSCoder()),
    ]
    #expect(editors.allSatisfy { $0?.event == nil && $0?.eventStore == nil && $0?.editViewDelegate == nil })
    let viewers = [
      EKEventViewController(), EKEventViewController(nibName: nil, bundle: nil),
      EKEventViewController(coder: NSCoder()),
    ]
    #expect(viewers.allSatisfy { $0?.allowsEditing == false && $0?.allowsCalendarPreview == false })
    let chooser = EKCalendarChooser(
      selectionStyle: .multiple, displayStyle: .allCalendars, eventStore: desk.store)
    #expect(chooser.selectionStyle == .multiple && chooser.selectedCalendars.isEmpty)
    #expect(!chooser.showsDoneButton && !chooser.showsCancelButton && chooser.delegate == nil)
    #expect(EKCalendarChooser(nibName: nil, bundle: nil).selectionStyle == .single)
    #expect(EKCalendarChooser(coder: NSCoder()) != nil && EKCalendarChooser().selectionStyle == .single)
  }
}
