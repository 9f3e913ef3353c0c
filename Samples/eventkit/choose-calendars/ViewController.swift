import EventKit
import EventKitUI
import UIKit

class ViewController: UIViewController, EKCalendarChooserDelegate {

  let eventStore = EKEventStore()
  var selectedCalendars: Set<EKCalendar> = []

  override func viewDidLoad() {
    super.viewDidLoad()

    eventStore.requestFullAccessToEvents { granted, error in
      DispatchQueue.main.async {
        guard granted else {
          print("This program may not use the calendar.")
          return
        }
        self.chooseCalendars()
      }
    }
  }

  func chooseCalendars() {
    let chooser = EKCalendarChooser(
      selectionStyle: .multiple, displayStyle: .allCalendars, entityType: .event, eventStore: eventStore)
    chooser.delegate = self
    chooser.showsDoneButton = true
    chooser.showsCancelButton = true
    chooser.selectedCalendars = selectedCalendars
    present(UINavigationController(rootViewController: chooser), animated: true)
  }

  func calendarChooserSelectionDidChange(_ calendarChooser: EKCalendarChooser) {
    print("\(calendarChooser.selectedCalendars.count) chosen")
  }

  func calendarChooserDidFinish(_ calendarChooser: EKCalendarChooser) {
    selectedCalendars = calendarChooser.selectedCalendars
    for title in selectedCalendars.map({ $0.title }).sorted() {
      print(title)
    }
    dismiss(animated: true)
  }

  func calendarChooserDidCancel(_ calendarChooser: EKCalendarChooser) {
    print("Nothing was chosen.")
    dismiss(animated: true)
  }
}
