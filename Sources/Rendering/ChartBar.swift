/// Draws bars of one scale, to an eighth of a cell; what is below zero goes to the left of an axis.
struct ChartBar {
  /// The cells of the longest bars on both sides, with the axis between them.
  let cells: Int
  private let scale: Double
  /// The cells to the left of the axis; without an axis none.
  private let left: Int
  private let hasAxis: Bool

  private static let eighths = ["", "▏", "▎", "▍", "▌", "▋", "▊", "▉"]

  /// A scale on which the least and the greatest of the values, and zero, fit into as many cells.
  init(values: [Double], cells: Int) {
    let least = min(0, values.min() ?? 0)
    let greatest = max(0, values.max() ?? 0)
    hasAxis = least < 0
    let room = Double(hasAxis ? cells - 1 : cells)
    scale = greatest > least ? room / (greatest - least) : 0
    left = hasAxis ? Int((-least * scale).rounded(.up)) : 0
    self.cells = cells
  }

  /// What a missing value leaves free.
  var blanks: Int { left + (hasAxis ? 1 : 0) }

  /// The bar of a value; zero has none, and anything else at least its thinnest.
  func text(_ value: Double) -> String {
    let length = max(value == 0 ? 0 : 1, Int((abs(value) * scale * 8).rounded()))
    if value >= 0 {
      let bar = String(repeating: "█", count: length / 8) + Self.eighths[length % 8]
      return hasAxis ? String(repeating: " ", count: left) + "│" + bar : bar
    }
    // There are no eighths that grow to the left; halves and the thinnest are all that fonts have.
    let rest = length % 8
    var bar = (rest == 0 ? "" : rest < 4 ? "▕" : "▐") + String(repeating: "█", count: length / 8)
    bar = String(repeating: " ", count: max(0, left - bar.count)) + bar
    return bar + "│"
  }
}
