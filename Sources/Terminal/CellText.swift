/// Fits text into a number of terminal cells.
package enum CellText {
  /// The side on which the text is aligned when there is room.
  package enum Alignment: Sendable { case left, right }

  /// The text cut to at most `cells` cells; cut text ends in `…`.
  ///
  /// Only whole grapheme clusters are kept, so a wide character that would not fit leaves a cell free.
  package static func truncate(_ text: String, to cells: Int) -> String {
    guard CellWidth.of(text) > cells else { return text }
    guard cells > 0 else { return "" }
    var result = ""
    var used = 0
    for cluster in text {
      let width = CellWidth.of(cluster)
      if used + width > cells - 1 { break }
      result.append(cluster)
      used += width
    }
    result.append("…")
    return result
  }

  /// The text in exactly `cells` cells: cut with `…`, or filled with blanks.
  package static func fit(_ text: String, to cells: Int, _ alignment: Alignment = .left) -> String {
    let text = truncate(text, to: cells)
    let missing = cells - CellWidth.of(text)
    guard missing > 0 else { return text }
    let blanks = String(repeating: " ", count: missing)
    switch alignment {
    case .left: return text + blanks
    case .right: return blanks + text
    }
  }

  /// The text broken at blanks into lines of at most `cells` cells; a longer word is cut between clusters.
  package static func wrap(_ text: String, to cells: Int) -> [String] {
    let cells = max(1, cells)
    var lines: [String] = []
    var line = ""
    var used = 0
    for word in text.split(separator: " ") {
      let width = CellWidth.of(word)
      if !line.isEmpty, used + 1 + width <= cells {
        line += " " + word
        used += 1 + width
        continue
      }
      if !line.isEmpty { lines.append(line) }
      line = ""
      used = 0
      for cluster in word {
        let width = CellWidth.of(cluster)
        if used + width > cells, !line.isEmpty {
          lines.append(line)
          line = ""
          used = 0
        }
        line.append(cluster)
        used += width
      }
    }
    if !line.isEmpty || lines.isEmpty { lines.append(line) }
    return lines
  }
}
