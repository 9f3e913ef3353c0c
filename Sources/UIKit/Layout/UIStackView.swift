import Foundation

/// Views in a row: at a terminal, one beneath another in their order.
@MainActor @preconcurrency open class UIStackView: UIView {
  /// How the views are spread; unused.
  public enum Distribution: Int, Sendable {
    /// They fill the row.
    case fill = 0
    /// They are of one size.
    case fillEqually = 1
    /// They fill it by their sizes.
    case fillProportionally = 2
    /// The room between them is the same.
    case equalSpacing = 3
    /// Their middles are equally far apart.
    case equalCentering = 4
  }

  /// How the views are aligned; unused.
  public enum Alignment: Int, Sendable {
    /// They fill the row.
    case fill = 0
    /// At the edge where lines of text begin.
    case leading = 1
    /// At the first line of text.
    case firstBaseline = 2
    /// In the middle.
    case center = 3
    /// At the edge where lines of text end.
    case trailing = 4
    /// At the last line of text.
    case lastBaseline = 5
  }

  /// The direction; unused.
  open var axis = NSLayoutConstraint.Axis.horizontal
  /// How the views are spread; unused.
  open var distribution = Distribution.fill
  /// How the views are aligned; unused.
  open var alignment = Alignment.fill
  /// The room between the views; unused.
  open var spacing: CGFloat = 0
  /// The views in their order.
  open var arrangedSubviews: [UIView] { subviews }

  /// Creates a row of views.
  public convenience init(arrangedSubviews views: [UIView]) {
    self.init(frame: .zero)
    views.forEach(addSubview)
  }

  /// Adds a view at the end.
  open func addArrangedSubview(_ view: UIView) { addSubview(view) }

  /// Takes a view out of the row; it stays inside the view until `removeFromSuperview`.
  open func removeArrangedSubview(_ view: UIView) { view.removeFromSuperview() }

  /// Sets the room behind a view; unused.
  open func setCustomSpacing(_ spacing: CGFloat, after arrangedSubview: UIView) {}
}
