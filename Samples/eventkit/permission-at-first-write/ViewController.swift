import EventKit
import EventKitUI
import UIKit

class ViewController: UIViewController, EKEventEditViewDelegate {

  let eventStore = EKEventStore()

  override func viewDidLoad() {
    super.viewDidLoad()
    title = "Dinner at the usual place"
    navigationItem.rightBarButtonItem = UIBarButtonItem(
      systemItem: .add,
      primaryAction: UIAction { [weak self] _ in
        self?.add()
      })
    print("Nothing was asked.")
  }

  func add() {
    switch EKEventStore.authorizationStatus(for: .event) {
    case .fullAccess, .writeOnly:
      write()
    case .notDetermined:
      eventStore.requestWriteOnlyAccessToEvents { granted, error in
        DispatchQueue.main.async {
          if granted {
            self.write()
          } else {
            self.showHowToAllow()
          }
        }
      }
    default:
      showHowToAllow()
    }
  }

  func write() {
    let evening = DateComponents(year: 2035, month: 5, day: 7, hour: 19)
    guard let start = Calendar.current.date(from: evening) else { return }
    let event = makeEvent(title: "Dinner", start: start, end: start.addingTimeInterval(-90 * 60))

    let editor = EKEventEditViewController()
    editor.event = event
    editor.eventStore = eventStore
    editor.editViewDelegate = self
    present(editor, animated: true, completion: nil)
  }

  /// Start and end may come in either order, and the end may be missing.
  func makeEvent(title: String, start: Date, end: Date?) -> EKEvent {
    let event = EKEvent(eventStore: eventStore)
    event.title = title
    event.startDate = start
    event.endDate = end ?? start
    if event.endDate < event.startDate {
      (event.startDate, event.endDate) = (event.endDate, event.startDate)
    }
    event.calendar = eventStore.defaultCalendarForNewEvents
    return event
  }

  func showHowToAllow() {
    let alert = UIAlertController(
      title: "No Calendar Access",
      message: "Please allow this program to add events to your calendar.", preferredStyle: .alert)
    alert.addAction(UIAlertAction(title: "Cancel", style: .cancel))
    alert.addAction(
      UIAlertAction(title: "Settings", style: .default) { _ in
        guard let url = URL(string: UIApplication.openSettingsURLString) else { return }
        UIApplication.shared.open(url, options: [:], completionHandler: nil)
      })
    self.present(alert, animated: true)
  }

  func eventEditViewController(
    _ controller: EKEventEditViewController, didCompleteWith action: EKEventEditViewAction
  ) {
    defer {
      dismiss(animated: true, completion: nil)
    }
    guard action == .saved, let event = controller.event else { return }
    do {
      try controller.eventStore.save(event, span: .thisEvent)
      print("Saved, \(Int(event.endDate.timeIntervalSince(event.startDate) / 60)) minutes long.")
    } catch {
      print("Not saved: \(error.localizedDescription)")
    }
  }
}
