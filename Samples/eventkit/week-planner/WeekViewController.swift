import EventKit
import EventKitUI
import UIKit

class WeekViewController: UIViewController, EKEventEditViewDelegate {

  private let eventStore = EKEventStore()
  private var observer: NSObjectProtocol?

  private let countLabel: UILabel = {
    let label = UILabel()
    label.font = .preferredFont(forTextStyle: .headline)
    label.textAlignment = .center
    return label
  }()

  private let titleField: UITextField = {
    let field = UITextField()
    field.placeholder = "Title"
    field.borderStyle = .roundedRect
    return field
  }()

  private lazy var addButton: UIButton = {
    var configuration = UIButton.Configuration.filled()
    configuration.title = "Plan it"
    let action = UIAction { [weak self] _ in self?.plan() }
    let button = UIButton(configuration: configuration, primaryAction: action)
    button.layer.cornerRadius = 8
    return button
  }()

  override func viewDidLoad() {
    super.viewDidLoad()
    title = "This week"
    view.backgroundColor = .systemBackground

    let stack = UIStackView(arrangedSubviews: [countLabel, titleField, addButton])
    stack.axis = .vertical
    stack.spacing = 12
    stack.translatesAutoresizingMaskIntoConstraints = false
    view.addSubview(stack)
    NSLayoutConstraint.activate([
      stack.topAnchor.constraint(equalTo: view.safeAreaLayoutGuide.topAnchor, constant: 24),
      stack.leadingAnchor.constraint(equalTo: view.leadingAnchor, constant: 16),
      stack.trailingAnchor.constraint(equalTo: view.trailingAnchor, constant: -16),
      addButton.heightAnchor.constraint(equalToConstant: 44),
    ])

    observer = NotificationCenter.default.addObserver(
      forName: .EKEventStoreChanged, object: eventStore, queue: nil
    ) { [weak self] _ in
      guard let self else { return }
      DispatchQueue.main.async { self.reload() }
    }
    if EKEventStore.authorizationStatus(for: .event) == .fullAccess { reload() }
  }

  private func reload() {
    let week = eventStore.predicateForEvents(
      withStart: Date(), end: Date(timeIntervalSinceNow: 7 * 86_400), calendars: nil)
    countLabel.text = "\(eventStore.events(matching: week).count) planned"
  }

  private func plan() {
    eventStore.requestFullAccessToEvents { granted, _ in
      DispatchQueue.main.async {
        if granted {
          self.showEditor()
        } else {
          print("There is no access to the calendar.")
        }
      }
    }
  }

  private func showEditor() {
    let event = EKEvent(eventStore: eventStore)
    event.title = titleField.text
    event.startDate = Date(timeIntervalSinceNow: 3600)
    event.endDate = event.startDate.addingTimeInterval(3600)

    let editor = EKEventEditViewController()
    editor.eventStore = eventStore
    editor.event = event
    editor.editViewDelegate = self
    present(editor, animated: true)
  }

  func eventEditViewController(
    _ controller: EKEventEditViewController, didCompleteWith action: EKEventEditViewAction
  ) {
    if action == .saved {
      print("Planned: \(controller.event?.title ?? "Untitled")")
    }
    controller.dismiss(animated: true) {
      self.reload()
      print(self.countLabel.text ?? "")
    }
  }
}
