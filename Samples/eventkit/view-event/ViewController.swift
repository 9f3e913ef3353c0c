import EventKit
import EventKitUI
import UIKit

class ViewController: UITableViewController, EKEventViewDelegate {

  let eventStore = EKEventStore()
  var events: [EKEvent] = []

  override func viewDidLoad() {
    super.viewDidLoad()
    title = "The next seven days"

    Task {
      let granted = (try? await eventStore.requestFullAccessToEvents()) ?? false
      if granted {
        loadEvents()
      } else {
        print("This program may not use the calendar.")
      }
    }
  }

  func loadEvents() {
    let now = Date()
    let week = Calendar.current.date(byAdding: .day, value: 7, to: now) ?? now
    let predicate = eventStore.predicateForEvents(withStart: now, end: week, calendars: nil)
    events = eventStore.events(matching: predicate).sorted { $0.startDate < $1.startDate }
    tableView.reloadData()
    print("\(events.count) events")
  }

  override func tableView(_ tableView: UITableView, numberOfRowsInSection section: Int) -> Int {
    return events.count
  }

  override func tableView(_ tableView: UITableView, cellForRowAt indexPath: IndexPath) -> UITableViewCell {
    let cell =
      tableView.dequeueReusableCell(withIdentifier: "event")
      ?? UITableViewCell(style: .subtitle, reuseIdentifier: "event")
    let event = events[indexPath.row]
    cell.textLabel?.text = event.title
    cell.detailTextLabel?.text = event.calendar.title
    cell.accessoryType = .disclosureIndicator
    return cell
  }

  override func tableView(_ tableView: UITableView, didSelectRowAt indexPath: IndexPath) {
    let eventViewController = EKEventViewController()
    eventViewController.event = events[indexPath.row]
    eventViewController.allowsEditing = true
    eventViewController.allowsCalendarPreview = true
    eventViewController.delegate = self
    navigationController?.pushViewController(eventViewController, animated: true)
  }

  func eventViewController(
    _ controller: EKEventViewController, didCompleteWith action: EKEventViewAction
  ) {
    switch action {
    case .done:
      print("Looked at: \(controller.event.title ?? "Untitled")")
    case .responded:
      print("Answered the invitation.")
    case .deleted:
      print("Deleted the event.")
    @unknown default:
      break
    }
    navigationController?.popViewController(animated: true)
    loadEvents()
  }
}
