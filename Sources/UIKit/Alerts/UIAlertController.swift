import Foundation

/// A question with buttons: at a terminal, text and numbered actions.
@MainActor @preconcurrency open class UIAlertController: UIViewController {
  /// How an alert looks; no terminal shows the difference.
  public enum Style: Int, Sendable {
    /// A sheet.
    case actionSheet = 0
    /// A window.
    case alert = 1
  }

  /// How the alert looks.
  public private(set) var preferredStyle = Style.alert
  /// The text below the title.
  open var message: String?
  /// The buttons, in the order in which they were added.
  public private(set) var actions: [UIAlertAction] = []
  /// The button that Enter means; nil for none, if there are several.
  open var preferredAction: UIAlertAction?
  /// The fields of the alert; nil if it has none.
  public private(set) var textFields: [UITextField]?

  /// Creates an alert without actions.
  public convenience init(title: String?, message: String?, preferredStyle: UIAlertController.Style) {
    self.init(nibName: nil, bundle: nil)
    self.title = title
    self.message = message
    self.preferredStyle = preferredStyle
    dialog = AlertDialog(self)
  }

  /// Adds a button.
  open func addAction(_ action: UIAlertAction) { actions.append(action) }

  /// Adds a field, a line that is asked for before the buttons.
  open func addTextField(configurationHandler: ((UITextField) -> Void)? = nil) {
    let field = UITextField()
    textFields = (textFields ?? []) + [field]
    configurationHandler?(field)
  }
}

/// Asks an alert at the terminal.
private struct AlertDialog: Dialog {
  /// The alert that has this dialog.
  private unowned let alert: UIAlertController

  init(_ alert: UIAlertController) { self.alert = alert }

  func run(on stage: Stage) {
    // Its handler may drop the last reference to the alert.
    let alert = alert
    for text in [alert.title, alert.message].compactMap({ $0 }) {
      for line in text.split(separator: "\n") { stage.say(String(line)) }
    }
    let action = askFields(alert, on: stage) ? chosen(alert, on: stage) : cancel(alert)
    guard alert.isOnScreen else { return }
    alert.presentingViewController?.dismiss(animated: false)
    if let action { action.handler?(action) }
  }

  /// Asks for the fields; false at the end of input.
  private func askFields(_ alert: UIAlertController, on stage: Stage) -> Bool {
    for field in alert.textFields ?? [] {
      let text = field.text.flatMap { $0.isEmpty ? nil : $0 }
      guard case .line(let line) = stage.ask(field.placeholder ?? "Text", proposing: text, for: alert) else {
        return false
      }
      if !line.isEmpty { field.text = line }
    }
    return true
  }

  private func chosen(_ alert: UIAlertController, on stage: Stage) -> UIAlertAction? {
    let actions = alert.actions.filter(\.isEnabled)
    if actions.isEmpty { return nil }
    let enter = actions.firstIndex { $0 === alert.preferredAction } ?? (actions.count == 1 ? 0 : nil)
    let titles = actions.map(\.choice)
    let number = stage.choose(Stage.numbered(titles), among: titles, enter: enter, for: alert)
    return number.map { actions[$0] } ?? cancel(alert)
  }

  private func cancel(_ alert: UIAlertController) -> UIAlertAction? {
    alert.actions.first { $0.style == .cancel && $0.isEnabled }
  }
}
