/// A part of a page of `help`, as its lines show it: manual pages set it in other ways than a terminal.
enum HelpBlock: Equatable {
  /// A line of prose, or one that leads to what follows it.
  case paragraph(String)
  /// Lines of their own, such as examples.
  case lines([String])
  /// A column of words with what each means beside it.
  case rows([Row])

  /// A word or form with its meaning.
  struct Row: Equatable {
    var label: String
    var text: String
  }

  /// Reads the lines of a page.
  ///
  /// A gap of two blanks stands between the columns of a row. A line that is deeply indented, or more than the
  /// row above it, goes on with that row.
  static func blocks(of lines: [String]) -> [HelpBlock] {
    var blocks: [HelpBlock] = []
    var margin = 0
    for line in lines {
      let text = String(line.drop { $0 == " " })
      let indent = line.count - text.count
      if let row = row(text) {
        if case .rows(let rows)? = blocks.last {
          blocks[blocks.count - 1] = .rows(rows + [row])
        } else {
          blocks.append(.rows([row]))
        }
        margin = indent
      } else if case .rows(var rows)? = blocks.last, indent > margin + 2, let last = rows.popLast() {
        blocks[blocks.count - 1] = .rows(rows + [Row(label: last.label, text: last.text + " " + text)])
      } else if text.hasSuffix(":") || text.hasSuffix(".") {
        blocks.append(.paragraph(text))
      } else if case .lines(let others)? = blocks.last {
        blocks[blocks.count - 1] = .lines(others + [text])
      } else {
        blocks.append(.lines([text]))
      }
    }
    return blocks.map {
      if case .lines(let texts) = $0, texts.count == 1 { .paragraph(texts[0]) } else { $0 }
    }
  }

  private static func row(_ line: String) -> Row? {
    guard let gap = line.firstRange(of: "  ") else { return nil }
    let text = line[gap.upperBound...].drop { $0 == " " }
    return Row(label: String(line[..<gap.lowerBound]), text: String(text))
  }
}

extension MdocWriter {
  /// Writes the lines of a page of `help`.
  mutating func help(_ lines: [String]) {
    for block in HelpBlock.blocks(of: lines) {
      switch block {
      case .paragraph(let text): paragraph(text)
      case .lines(let texts): self.lines(texts)
      case .rows(let rows): list(rows.map { (MdocText.formWords($0.label), $0.text) })
      }
    }
  }

  /// Writes a topic of `help` as a part of a section, with its example.
  mutating func topic(_ name: String) {
    subsection(name.prefix(1).uppercased() + name.dropFirst())
    help(HelpPages.lines(name))
    if let example = HelpPages.examples[name] { self.example(example) }
  }

  /// Writes the meaning of a word with its forms and its example.
  mutating func help(_ section: HelpSection) {
    prose(section.meaning.joined(separator: section.isProse ? " " : "; "))
    for form in section.forms { self.form(form) }
    if let example = section.example, !section.forms.contains(example) {
      prose("For example:")
      self.example(example)
    }
  }
}
