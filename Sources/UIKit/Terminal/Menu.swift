import Foundation

/// What a controller without a dialog of its own shows at a terminal: title, labels, table, and buttons as choices.
@MainActor struct Menu {
  private let controller: UIViewController
  private let lines: [String]
  private let choices: [NumberedChoice]

  init(_ controller: UIViewController) {
    self.controller = controller
    let views = controller.view?.shown ?? []
    let tables = views.compactMap { $0 as? UITableView }
    let stage = UIApplication.shared.stage
    var choices = Self.buttons(of: controller) + views.compactMap { Self.choice($0, controller, stage) }
    var lines = Self.head(of: controller)
    lines += views.compactMap { ($0 as? UILabel)?.text }.filter { !$0.isEmpty }
    for table in tables { lines += Self.lines(of: table, &choices) }
    self.lines = lines
    self.choices = choices
  }

  /// Shows the controller and does what the person chooses; false if there is nothing to choose, and when the person
  /// leaves the program.
  func ask(on stage: Stage) -> Bool {
    stage.hasNewContent = false
    for line in lines { stage.say(line) }
    if choices.isEmpty, !isCovering { return false }
    let buttons = choices.enumerated().filter { !$0.element.isRow }
    let words = buttons.map { "\($0.offset + 1) \($0.element.title)" } + [isCovering ? "q back" : "q quit"]
    let chosen = stage.choose(
      words.joined(separator: "  "), among: choices.map(\.title), enter: nil, words: ["q": -1],
      for: controller, endsWhenChanged: true)
    guard let chosen else { return !controller.isOnScreen || stage.hasNewContent }
    if chosen < 0 { return leave() }
    choices[chosen].action()
    return true
  }

  /// Whether the controller covers another one, to which the person can go back.
  private var isCovering: Bool {
    let depth = controller.navigationController?.viewControllers.count ?? 0
    return depth > 1 || controller.presentingViewController != nil
  }

  /// Goes back to the controller beneath; false if there is none.
  private func leave() -> Bool {
    guard isCovering else { return false }
    if controller.navigationController?.popViewController(animated: false) == nil {
      controller.presentingViewController?.dismiss(animated: false)
    }
    return true
  }

  // MARK: Parts

  private static func head(of controller: UIViewController) -> [String] {
    let title = controller.navigationItem.title.flatMap { $0.isEmpty ? nil : $0 } ?? controller.title
    return [controller.navigationItem.prompt, title].compactMap { $0 }.filter { !$0.isEmpty }
  }

  /// What the person can do with a view; nil for one to look at.
  private static func choice(_ view: UIView, _ controller: UIViewController, _ stage: Stage)
    -> NumberedChoice?
  {
    switch view {
    case let button as UIButton: return button.choice
    case let field as UITextField where field.isEnabled:
      let text = field.text.flatMap { $0.isEmpty ? nil : $0 }
      return NumberedChoice(title: field.label + (text.map { " [\($0)]" } ?? "")) {
        guard case .line(let line) = stage.ask(field.label, proposing: text, for: controller) else { return }
        field.take(line)
      }
    case let turned as UISwitch where turned.isEnabled:
      return NumberedChoice(title: turned.isOn ? "Switch off" : "Switch on") {
        turned.isOn.toggle()
        for action in turned.actions { action.perform() }
      }
    default: return nil
    }
  }

  private static func buttons(of controller: UIViewController) -> [NumberedChoice] {
    let item = controller.navigationItem
    return ((item.leftBarButtonItems ?? []) + (item.rightBarButtonItems ?? [])).flatMap(\.choices)
  }

  /// The sections and rows of a table; rows of one with a delegate are choices.
  private static func lines(of table: UITableView, _ choices: inout [NumberedChoice]) -> [String] {
    guard let source = table.dataSource else { return [] }
    var lines: [String] = []
    for section in 0..<max(0, source.numberOfSections(in: table)) {
      if let header = source.tableView(table, titleForHeaderInSection: section) { lines.append(header) }
      for row in 0..<max(0, source.tableView(table, numberOfRowsInSection: section)) {
        let path = IndexPath(row: row, section: section)
        let text = source.tableView(table, cellForRowAt: path).line
        guard let delegate = table.delegate else {
          lines.append("   " + text)
          continue
        }
        choices.append(
          NumberedChoice(title: text, isRow: true) { delegate.tableView(table, didSelectRowAt: path) })
        lines.append("\(choices.count < 10 ? " " : "")\(choices.count) " + text)
      }
    }
    return lines
  }
}
