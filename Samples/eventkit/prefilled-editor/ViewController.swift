import EventKit
import EventKitUI
import UIKit

class ViewController: UIViewController, EKEventEditViewDelegate {

  let eventStore = EKEventStore()

  override func viewDidLoad() {
    super.viewDidLoad()
    addToCalendar()
  }

  func addToCalendar() {
    switch EKEventStore.authorizationStatus(for: .event) {
    case .notDetermined:
      eventStore.requestFullAccessToEvents { granted, error in
        DispatchQueue.main.async {
          if granted {
            self.showEditor()
          } else {
            self.showNoAccess()
          }
        }
      }
    case .restricted:
      showNoAccess()
    case .denied:
      showNoAccess()
    case .fullAccess, .writeOnly:
      showEditor()
    @unknown default:
      showNoAccess()
    }
  }

  func showEditor() {
    do {
      let flight = try JSONDecoder().decode(Flight.self, from: Flight.sample)
      let editor = EKEventEditViewController()
      editor.eventStore = eventStore
      editor.event = EKEvent(flight, eventStore: eventStore)
      editor.editViewDelegate = self
      present(editor, animated: true)
    } catch {
      print(error)
    }
  }

  func showNoAccess() {
    let alert = UIAlertController(
      title: "No access to the calendar",
      message: "The flight cannot be put into your calendar.", preferredStyle: .alert)
    alert.addAction(UIAlertAction(title: "OK", style: .default, handler: nil))
    present(alert, animated: true) {
      print("Said that there is no access.")
    }
  }

  func eventEditViewController(
    _ controller: EKEventEditViewController, didCompleteWith action: EKEventEditViewAction
  ) {
    if action == .saved, let event = controller.event {
      let place = event.structuredLocation?.geoLocation?.coordinate
      print("Saved: \(event.title ?? "Untitled")")
      print("Alarms: \(event.alarms?.count ?? 0)")
      print("West of Greenwich: \((place?.longitude ?? 0) < 0)")
    } else {
      print("Not saved.")
    }
    controller.dismiss(animated: true)
  }
}
