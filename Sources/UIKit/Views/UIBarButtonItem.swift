import Foundation

/// What stands in a bar.
@MainActor @preconcurrency open class UIBarItem: NSObject {
  /// The text.
  open var title: String?
  /// Whether it can be chosen.
  open var isEnabled = true
  /// A number for the program's own use.
  open var tag = 0
}

/// A button in a bar: at a terminal, a numbered choice.
@MainActor @preconcurrency open class UIBarButtonItem: UIBarItem {
  /// The usual buttons.
  public enum SystemItem: Int, Sendable {
    /// Done.
    case done = 0
    /// Cancel.
    case cancel = 1
    /// Edit.
    case edit = 2
    /// Save.
    case save = 3
    /// Add.
    case add = 4
    /// Room between buttons.
    case flexibleSpace = 5
    /// Room between buttons, of a fixed width.
    case fixedSpace = 6
    /// Compose.
    case compose = 7
    /// Reply.
    case reply = 8
    /// Action.
    case action = 9
    /// Organize.
    case organize = 10
    /// Bookmarks.
    case bookmarks = 11
    /// Search.
    case search = 12
    /// Refresh.
    case refresh = 13
    /// Stop.
    case stop = 14
    /// Trash.
    case trash = 16
    /// Undo.
    case undo = 21
    /// Redo.
    case redo = 22
    /// Close.
    case close = 24
  }

  /// What the button does.
  open var primaryAction: UIAction?
  /// The choices that the button offers.
  open var menu: UIMenu?
  /// The color; no terminal shows it.
  open var tintColor: UIColor?

  /// Creates one of the usual buttons.
  public convenience init(
    systemItem: UIBarButtonItem.SystemItem, primaryAction: UIAction? = nil, menu: UIMenu? = nil
  ) {
    let name = "\(systemItem)"
    self.init(title: name.prefix(1).uppercased() + name.dropFirst(), primaryAction: primaryAction, menu: menu)
  }

  /// Creates a button with a text, or with the text of its action.
  public init(title: String? = nil, primaryAction: UIAction? = nil, menu: UIMenu? = nil) {
    (self.primaryAction, self.menu) = (primaryAction, menu)
    super.init()
    self.title = title ?? primaryAction?.title
  }

  /// The choices at a terminal; none of one that cannot be chosen or does nothing.
  var choices: [NumberedChoice] {
    guard isEnabled else { return [] }
    let name = title ?? "Button"
    let own = primaryAction.map { action in
      action.choices(named: name).map { NumberedChoice(title: name, action: $0.action) }
    }
    return (own ?? []) + (menu?.choices(named: name) ?? [])
  }
}
