/// Draws bars on one scale, to an eighth of a cell; negative values go to the left of an axis.
struct ChartBar {
  /// The cells of the longest bars on both sides, with the axis between them.
  let cells: Int
  private let scale: Double
  /// The cells to the left of the axis; 0 without an axis.
  private let left: Int
  private let hasAxis: Bool

  private static let eighths = ["", "▏", "▎", "▍", "▌", "▋", "▊", "▉"]

  /// Creates a scale on which zero, the least and the greatest value fit into `cells` cells.
  init(values: [Double], cells: Int) {
    let least = min(0, values.min() ?? 0)
    let greatest = max(0, values.max() ?? 0)
    hasAxis = least < 0
    let room = Double(hasAxis ? cells - 1 : cells)
    scale = greatest > least ? room / (greatest - least) : 0
    left = hasAxis ? Int((-least * scale).rounded(.up)) : 0
    self.cells = cells
  }

  /// The blank cells of a missing value.
  var blanks: Int { left + (hasAxis ? 1 : 0) }

  /// Returns the bar of a value: empty for zero, else at least the thinnest bar.
  func text(_ value: Double) -> String {
    let length = max(value == 0 ? 0 : 1, Int((abs(value) * scale * 8).rounded()))
    if value >= 0 {
      let bar = String(repeating: "█", count: length / 8) + Self.eighths[length % 8]
      return hasAxis ? String(repeating: " ", count: left) + "│" + bar : bar
    }
    // Fonts have no eighths that grow to the left, only halves and the thinnest bar.
    let rest = length % 8
    var bar = (rest == 0 ? "" : rest < 4 ? "▕" : "▐") + String(repeating: "█", count: length / 8)
    bar = String(repeating: " ", count: max(0, left - bar.count)) + bar
    return bar + "│"
  }
}
