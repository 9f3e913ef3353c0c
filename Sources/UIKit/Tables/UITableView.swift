import Foundation

/// A list of rows in sections: at a terminal, a numbered list.
///
/// Choosing a number is choosing a row, if the table has a delegate.
@MainActor @preconcurrency open class UITableView: UIView {
  /// How the sections look; no terminal shows the difference.
  public enum Style: Int, Sendable {
    /// One list.
    case plain = 0
    /// Groups.
    case grouped = 1
    /// Groups with a margin.
    case insetGrouped = 2
  }

  /// How rows come and go; no terminal shows the difference.
  public enum RowAnimation: Int, Sendable {
    /// By fading.
    case fade = 0
    /// From or to the right.
    case right = 1
    /// From or to the left.
    case left = 2
    /// From or to the top.
    case top = 3
    /// From or to the bottom.
    case bottom = 4
    /// Not at all.
    case none = 5
    /// As the system decides.
    case automatic = 100
  }

  /// What the table takes its rows from.
  open weak var dataSource: (any UITableViewDataSource)?
  /// What is told of chosen rows.
  open weak var delegate: (any UITableViewDelegate)?
  /// How the sections look.
  public let style: Style

  /// Creates a table.
  public init(frame: CGRect, style: UITableView.Style) {
    self.style = style
    super.init(frame: frame)
  }

  /// Creates a table as an archive would; the coder is not read.
  public required init?(coder: NSCoder) {
    style = .plain
    super.init(coder: coder)
  }

  /// Shows the list anew.
  open func reloadData() { contentChanged() }
  /// Shows the list anew.
  open func deleteRows(at indexPaths: [IndexPath], with animation: UITableView.RowAnimation) {
    contentChanged()
  }
  /// Shows the list anew.
  open func insertRows(at indexPaths: [IndexPath], with animation: UITableView.RowAnimation) {
    contentChanged()
  }
  /// Shows the list anew.
  open func reloadRows(at indexPaths: [IndexPath], with animation: UITableView.RowAnimation) {
    contentChanged()
  }
  /// Nothing to do: the list is shown anew once all its changes are made.
  open func beginUpdates() {}
  /// Shows the list anew.
  open func endUpdates() { contentChanged() }
  /// Nothing to do: a row is chosen for a moment only.
  open func deselectRow(at indexPath: IndexPath, animated: Bool) {}

  /// Nothing to do: cells are of one class.
  open func register(_ cellClass: AnyClass?, forCellReuseIdentifier identifier: String) {}

  /// A fresh cell of the usual class, whatever was registered.
  open func dequeueReusableCell(
    withIdentifier identifier: String, for indexPath: IndexPath
  ) -> UITableViewCell {
    UITableViewCell(style: .default, reuseIdentifier: identifier)
  }

  /// Always nil: no cell waits to be used again.
  open func dequeueReusableCell(withIdentifier identifier: String) -> UITableViewCell? { nil }
}

/// Gives a table its rows.
@MainActor @preconcurrency public protocol UITableViewDataSource: NSObjectProtocol {
  /// The number of rows in a section, from 0.
  func tableView(_ tableView: UITableView, numberOfRowsInSection section: Int) -> Int
  /// The cell of a row.
  func tableView(_ tableView: UITableView, cellForRowAt indexPath: IndexPath) -> UITableViewCell
  /// The number of sections.
  func numberOfSections(in tableView: UITableView) -> Int
  /// The title of a section; nil for none.
  func tableView(_ tableView: UITableView, titleForHeaderInSection section: Int) -> String?
}

extension UITableViewDataSource {
  /// One section.
  public func numberOfSections(in tableView: UITableView) -> Int { 1 }
  /// No title.
  public func tableView(_ tableView: UITableView, titleForHeaderInSection section: Int) -> String? { nil }
}

/// Is told of chosen rows.
@MainActor @preconcurrency public protocol UITableViewDelegate: NSObjectProtocol {
  /// A row was chosen.
  func tableView(_ tableView: UITableView, didSelectRowAt indexPath: IndexPath)
}

extension UITableViewDelegate {
  /// Does nothing.
  public func tableView(_ tableView: UITableView, didSelectRowAt indexPath: IndexPath) {}
}

extension IndexPath {
  /// The path to a row of a section, both from 0.
  public init(row: Int, section: Int) { self.init(indexes: [section, row]) }

  /// The section, from 0.
  public var section: Int {
    get { count > 0 ? self[0] : 0 }
    set { self = IndexPath(row: row, section: newValue) }
  }

  /// The row, from 0.
  public var row: Int {
    get { count > 1 ? self[1] : 0 }
    set { self = IndexPath(row: newValue, section: section) }
  }
}
