import EventKit
import EventKitUI
import UIKit

class ViewController: UIViewController, EKEventEditViewDelegate {

  let eventStore = EKEventStore()

  override func viewDidLoad() {
    super.viewDidLoad()

    eventStore.requestFullAccessToEvents { granted, error in
      DispatchQueue.main.async {
        if granted, error == nil {
          self.showEditor()
        } else {
          print("This program may not use the calendar.")
        }
      }
    }
  }

  func showEditor() {
    let editor = EKEventEditViewController()
    editor.event = makeEvent()
    editor.eventStore = eventStore
    editor.editViewDelegate = self
    present(editor, animated: true, completion: nil)
  }

  func makeEvent() -> EKEvent {
    let day = DateComponents(year: 2035, month: 5, day: 7, hour: 12, minute: 30)
    let event = EKEvent(eventStore: eventStore)
    event.title = "Lunch with Ana"
    event.location = "Café Central"
    event.startDate = Calendar.current.date(from: day)
    event.endDate = event.startDate.addingTimeInterval(60 * 60)
    event.addAlarm(EKAlarm(relativeOffset: -15 * 60))
    return event
  }

  func eventEditViewController(
    _ controller: EKEventEditViewController, didCompleteWith action: EKEventEditViewAction
  ) {
    switch action {
    case .canceled:
      print("Nothing was saved.")
    case .saved:
      print("Saved: \(controller.event?.title ?? "Untitled")")
      print("It has an identifier: \(controller.event?.eventIdentifier != nil)")
    case .deleted:
      print("Deleted.")
    @unknown default:
      break
    }
    controller.dismiss(animated: true) {
      print("The editor is closed.")
    }
  }
}
