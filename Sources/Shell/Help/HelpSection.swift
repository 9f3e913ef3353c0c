/// One meaning of a topic: what it is, how it is written, and an example that runs as it stands.
struct HelpSection {
  var heading: String
  var meaning: [String]
  var forms: [String] = []
  var example: String?

  /// The section as it is printed; what is longer than the line goes on below, indented.
  func text(width: Int) -> String {
    var lines = [heading] + meaning.map { "  " + $0 }
    for form in forms {
      for (index, line) in CellText.wrap(form, to: max(40, width - 8)).enumerated() {
        lines.append((index == 0 ? "  " : "      ") + line)
      }
    }
    if let example { lines.append("  example: " + example) }
    return lines.joined(separator: "\n") + "\n"
  }
}
