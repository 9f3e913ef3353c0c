import Store

/// A table of what is no item, whose rows are all known: fitted to the terminal as those of items are.
struct PlainTable {
  private let columns: [TableColumn]
  private let rows: [[TableCell]]

  init(_ columns: [TableColumn], _ rows: [[TableCell]]) { (self.columns, self.rows) = (columns, rows) }

  /// A table whose last column gives way.
  init(_ head: [String], _ rows: [[String]]) {
    columns = head.enumerated().map { index, name in
      index + 1 < head.count ? .text(name, least: 8) : .text(name, least: 12)
    }
    self.rows = rows.map { $0.map { TableCell($0) } }
  }

  /// Writes it; false where the signal ended that.
  @discardableResult
  func write(to output: OutputBuffer, _ screen: Screen, until stopSignal: StopSignal = StopSignal()) -> Bool {
    var looks = StopLooks(stopSignal)
    let fit = TableFit(columns, rows, width: screen.isTerminal ? screen.size.columns : nil, isWhole: true)
    output.appendLine(fit.head)
    for row in rows {
      if looks.step() || !output.isOpen { return false }
      output.appendLine(fit.line(row) { _, text in text })
    }
    return true
  }
}
