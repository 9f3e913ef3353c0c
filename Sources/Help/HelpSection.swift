import Rendering

/// One meaning of a topic: an explanation, its forms, and an example that runs as it stands.
package struct HelpSection {
  package var heading: String
  package var meaning: [String]
  package var forms: [String] = []
  package var example: String?
  /// Whether the meaning is sentences, which may be wrapped anywhere.
  package var isProse = false

  package init(
    heading: String, meaning: [String], forms: [String] = [], example: String? = nil, isProse: Bool = false
  ) {
    (self.heading, self.meaning, self.forms, self.example, self.isProse) = (
      heading, meaning, forms, example, isProse
    )
  }

  /// Returns the section as printed; long lines are wrapped and indented.
  package func text(width: Int) -> String {
    var meaning = meaning
    // A text that does not fit with its line breaks is wrapped again.
    if isProse, meaning.contains(where: { CellWidth.of($0) + 2 > width }) {
      meaning = CellText.wrap(meaning.joined(separator: " "), to: max(30, width) - 2)
    }
    var lines =
      Self.wrapped(heading, width: width) + meaning.flatMap { Self.wrapped("  " + $0, width: width) }
    for form in forms {
      for (index, line) in CellText.wrap(form, to: max(30, min(width, 120) - 8)).enumerated() {
        lines.append((index == 0 ? "  " : "      ") + line)
      }
    }
    if let example { lines += Self.wrapped("  example: " + example, width: width) }
    return lines.joined(separator: "\n") + "\n"
  }

  /// Wraps a line; further lines are indented to the text, which begins after the first wide gap.
  static func wrapped(_ line: String, width: Int) -> [String] {
    let width = max(30, width)
    if CellWidth.of(line) <= width { return [line] }
    let margin = line.prefix { $0 == " " }.count
    var head = line[...]
    var indent = margin + 2
    if let gap = line.dropFirst(margin).firstRange(of: "  ") {
      let text = line[gap.upperBound...].drop { $0 == " " }
      let column = CellWidth.of(line[..<text.startIndex])
      if column < width / 2 { (head, indent) = (line[..<text.startIndex], column) }
    }
    if head.endIndex == line.endIndex { head = line.prefix(margin) }
    let lines = CellText.wrap(String(line[head.endIndex...]), to: width - indent)
    return lines.enumerated().map { index, text in
      index == 0 ? head + text : String(repeating: " ", count: indent) + text
    }
  }
}
