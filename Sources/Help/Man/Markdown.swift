/// A part of a Markdown text, of the few kinds that the project's references are written in.
enum MarkdownBlock: Equatable {
  /// A heading, 1 for the title of the text.
  case heading(level: Int, String)
  /// Prose, with code in backquotes.
  case paragraph(String)
  /// Lines of code, which are indented by four blanks in the text.
  case code([String])
  /// The rows of a table below its heading, each with its cells.
  case table([[String]])

  /// Reads a text.
  static func blocks(of text: String) -> [MarkdownBlock] {
    var blocks: [MarkdownBlock] = []
    var block: [Substring] = []
    for line in text.split(separator: "\n", omittingEmptySubsequences: false) + [Substring()] {
      if !line.isEmpty {
        block.append(line)
      } else if !block.isEmpty {
        blocks.append(Self(block))
        block = []
      }
    }
    return blocks
  }

  /// Reads the lines between two empty ones.
  private init(_ lines: [Substring]) {
    let first = lines.first ?? ""
    let level = first.prefix { $0 == "#" }.count
    if level > 0 {
      self = .heading(level: level, String(first.dropFirst(level + 1)))
    } else if first.hasPrefix("    ") {
      self = .code(lines.map { String($0.dropFirst(4)) })
    } else if first.hasPrefix("|") {
      // Below the heading stands a line of dashes.
      self = .table(lines.dropFirst(2).map(Self.cells))
    } else {
      self = .paragraph(lines.joined(separator: " "))
    }
  }

  private static func cells(_ line: Substring) -> [String] {
    line.split(separator: "|").map { cell in
      String(cell.drop { $0 == " " }.reversed().drop { $0 == " " }.reversed())
    }
  }
}

extension MdocWriter {
  /// Writes parts of a Markdown text; chapters become sections, and the title is left out.
  mutating func markdown(_ blocks: some Sequence<MarkdownBlock>) {
    for block in blocks {
      switch block {
      case .heading(1, _): continue
      case .heading(2, let title): section(Self.sections[title] ?? title.uppercased())
      case .heading(_, let title): subsection(title)
      case .paragraph(let text): paragraph(text)
      case .code(let lines): display(lines)
      case .table(let rows):
        list(rows.map { (MdocText.words($0.first ?? ""), $0.dropFirst().joined(separator: "; ")) })
      }
    }
  }

  /// The names that manual pages have for chapters.
  private static let sections = ["Errors": "DIAGNOSTICS"]

  /// Writes the sections of kal-protocol(7).
  mutating func writeProtocol() {
    let blocks = MarkdownBlock.blocks(of: ProtocolText.markdown)
    let chapters = blocks.drop { if case .heading(2, _) = $0 { false } else { true } }
    section("DESCRIPTION")
    markdown(blocks.prefix(blocks.count - chapters.count))
    for topic in ManPage.lineProtocol.topics { self.topic(topic) }
    markdown(chapters)
  }
}
