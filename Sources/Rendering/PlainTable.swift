import Changes

/// A table of rows other than items, all of them known; it is fitted to the terminal as tables of items are.
package struct PlainTable {
  private let columns: [TableColumn]
  private let rows: [[TableCell]]

  package init(_ columns: [TableColumn], _ rows: [[TableCell]]) {
    (self.columns, self.rows) = (columns, rows)
  }

  /// Writes the table; returns false if the signal or a closed output ended that.
  @discardableResult
  package func write(to output: OutputBuffer, _ screen: Screen, until stopSignal: StopSignal = StopSignal())
    -> Bool
  {
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
