import Foundation

/// A choice of the person, or several.
@MainActor @preconcurrency open class UIMenuElement: NSObject {
  /// The text of the choice.
  public let title: String

  init(named title: String) {
    self.title = title
    super.init()
  }

  /// The choices at a terminal, under a name for one that has none.
  func choices(named name: String) -> [NumberedChoice] { [] }
}

/// What an action does.
public typealias UIActionHandler = @MainActor (_ action: UIAction) -> Void

/// A choice that does something.
@MainActor @preconcurrency open class UIAction: UIMenuElement {
  private let handler: UIActionHandler

  /// Creates a choice.
  public init(title: String = "", handler: @escaping UIActionHandler) {
    self.handler = handler
    super.init(named: title)
  }

  /// Does what the action is for.
  func perform() { handler(self) }

  override func choices(named name: String) -> [NumberedChoice] {
    [NumberedChoice(title: title.isEmpty ? name : title) { self.perform() }]
  }
}

/// Several choices.
@MainActor @preconcurrency open class UIMenu: UIMenuElement {
  /// The choices.
  public let children: [UIMenuElement]

  /// Creates a menu.
  public init(title: String = "", children: [UIMenuElement] = []) {
    self.children = children
    super.init(named: title)
  }

  override func choices(named name: String) -> [NumberedChoice] {
    children.flatMap { $0.choices(named: name) }
  }
}
