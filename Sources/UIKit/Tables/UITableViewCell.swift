import Foundation

/// A row of a table: at a terminal, its two texts on a line.
@MainActor @preconcurrency open class UITableViewCell: UIView {
  /// How the texts stand; no terminal shows the difference.
  public enum CellStyle: Int, Sendable {
    /// One text.
    case `default` = 0
    /// The second at the end.
    case value1 = 1
    /// The second in front.
    case value2 = 2
    /// The second below.
    case subtitle = 3
  }

  /// A mark at the end of a row.
  public enum AccessoryType: Int, Sendable {
    /// None.
    case none = 0
    /// Leads to more.
    case disclosureIndicator = 1
    /// Leads to more, with a button for details.
    case detailDisclosureButton = 2
    /// Chosen.
    case checkmark = 3
    /// A button for details.
    case detailButton = 4
  }

  /// The first text.
  public let textLabel: UILabel? = UILabel()
  /// The second text; nil in a cell of one text.
  public let detailTextLabel: UILabel?
  /// The texts in the place of those of the labels; nil for none.
  open var contentConfiguration: (any UIContentConfiguration)?
  /// The mark at the end; a terminal shows the one of a chosen row.
  open var accessoryType = AccessoryType.none
  /// The name of cells that replace each other.
  public let reuseIdentifier: String?

  /// Creates a cell.
  public init(style: UITableViewCell.CellStyle, reuseIdentifier: String?) {
    detailTextLabel = style == .default ? nil : UILabel()
    self.reuseIdentifier = reuseIdentifier
    super.init(frame: .zero)
  }

  /// Creates a cell as an archive would; the coder is not read.
  public required init?(coder: NSCoder) {
    (detailTextLabel, reuseIdentifier) = (nil, nil)
    super.init(coder: coder)
  }

  /// Texts that are empty yet.
  open func defaultContentConfiguration() -> UIListContentConfiguration { .cell() }

  /// The row at a terminal.
  var line: String {
    let content = contentConfiguration as? UIListContentConfiguration
    let texts = [content?.text ?? textLabel?.text, content?.secondaryText ?? detailTextLabel?.text]
      .compactMap { $0 }.filter { !$0.isEmpty }
    return texts.joined(separator: "  ") + (accessoryType == .checkmark ? "  ✓" : "")
  }
}
