import Changes

/// A table of what is no item, whose rows are all known: fitted to the terminal as those of items are.
package struct PlainTable {
  private let columns: [TableColumn]
  private let rows: [[TableCell]]

  package init(_ columns: [TableColumn], _ rows: [[TableCell]]) {
    (self.columns, self.rows) = (columns, rows)
  }

  /// Writes it; false where the signal ended that.
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
