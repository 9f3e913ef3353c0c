import Foundation

/// A button: at a terminal, a numbered choice, if it has an action.
@MainActor @preconcurrency open class UIButton: UIControl {
  /// The kind of a button; no terminal shows the difference.
  public enum ButtonType: Int, Sendable {
    /// As the program says.
    case custom = 0
    /// As the system's.
    case system = 1
    /// A plus sign.
    case contactAdd = 5
    /// A cross.
    case close = 7
  }

  private var title: String?
  /// How the button looks; its title is the button's, unless `setTitle` gave another.
  open var configuration: UIButton.Configuration? { didSet { contentChanged() } }

  /// Creates a button that does something.
  public convenience init(frame: CGRect = .zero, primaryAction: UIAction?) {
    self.init(frame: frame)
    actions = primaryAction.map { [$0] } ?? []
  }

  /// Creates a button of a look that does something.
  public convenience init(configuration: UIButton.Configuration, primaryAction: UIAction? = nil) {
    self.init(frame: .zero, primaryAction: primaryAction)
    self.configuration = configuration
  }

  /// Creates a button of a kind that does something.
  public convenience init(type buttonType: ButtonType, primaryAction: UIAction? = nil) {
    self.init(frame: .zero, primaryAction: primaryAction)
  }

  /// Sets the text of the button, whatever its state.
  open func setTitle(_ title: String?, for state: UIControl.State) {
    self.title = title
    contentChanged()
  }

  /// The text of the button for a state.
  open func title(for state: UIControl.State) -> String? { title }

  /// Sets the color of the text, which no terminal shows.
  open func setTitleColor(_ color: UIColor?, for state: UIControl.State) {}

  /// The button as a choice; nil if it cannot be chosen or does nothing.
  var choice: NumberedChoice? {
    guard isEnabled, !actions.isEmpty else { return nil }
    let choices = actions.flatMap { $0.choices(named: "Button") }
    return NumberedChoice(title: title ?? configuration?.title ?? choices.first?.title ?? "") {
      for choice in choices { choice.action() }
    }
  }
}
