/// A manual page in mdoc, written line by line.
struct MdocWriter {
  /// The most characters of a line of prose, as far as words are that short.
  private static let width = 80
  private var lines: [String] = []
  /// Whether the next paragraph is the first behind a heading, which needs no space.
  private var isBehindHeading = false

  /// The page so far.
  var text: String { lines.joined(separator: "\n") + "\n" }

  // MARK: Lines

  /// Writes a line of a macro with arguments that need no escapes.
  mutating func macro(_ name: String, _ arguments: String...) {
    lines.append(([".\(name)"] + arguments).joined(separator: " "))
  }

  /// Writes a line of macros: the pieces of words.
  mutating func macros(_ words: [[MdocPiece]]) { lines.append("." + MdocText.macros(words)) }

  /// Writes prose, wrapped; what stands in backquotes is as a program has it.
  mutating func prose(_ text: String) {
    var line = ""
    func flush(_ lines: inout [String]) {
      if !line.isEmpty { lines.append(MdocText.line(line)) }
      line = ""
    }
    for word in MdocText.words(text) {
      if case .text(let text)? = word.first, word.count == 1 {
        if line.count + text.count >= Self.width { flush(&lines) }
        line += (line.isEmpty ? "" : " ") + text
        // A sentence ends its line, so that the formatter sets the space behind it.
        if text.last.map({ ".?!".contains($0) }) == true { flush(&lines) }
      } else {
        flush(&lines)
        macros([word])
      }
    }
    flush(&lines)
    isBehindHeading = false
  }

  // MARK: Parts

  /// Begins a section.
  mutating func section(_ title: String) {
    lines.append(".Sh " + MdocText.escaped(title))
    isBehindHeading = true
  }

  /// Begins a part of a section.
  mutating func subsection(_ title: String) {
    lines.append(".Ss " + MdocText.escaped(title))
    isBehindHeading = true
  }

  /// Writes a paragraph of prose.
  mutating func paragraph(_ text: String) {
    if !isBehindHeading { lines.append(".Pp") }
    prose(text)
  }

  /// Writes a line of its own that is a form: `events [RANGE]`.
  mutating func form(_ form: String) {
    lines.append(".D1 " + MdocText.macros(MdocText.formWords(form)))
    isBehindHeading = false
  }

  /// Writes a line of its own as a program has it.
  mutating func example(_ text: String) {
    lines.append(".Dl " + MdocText.argument(text))
    isBehindHeading = false
  }

  /// Writes lines as they are.
  mutating func display(_ text: [String]) {
    lines.append(".Bd -literal -offset indent")
    lines += text.map(MdocText.line)
    lines.append(".Ed")
    isBehindHeading = false
  }

  /// Writes a list of labels with what is said about each; nothing if there are none.
  mutating func list<Item>(
    _ items: [Item], label: (Item) -> [[MdocPiece]], body: (Item, inout MdocWriter) -> Void
  ) {
    if items.isEmpty { return }
    lines.append(".Bl -tag -width Ds")
    for item in items {
      lines.append(".It " + MdocText.macros(label(item)))
      isBehindHeading = true
      body(item, &self)
    }
    lines.append(".El")
    isBehindHeading = false
  }

  /// Writes a list of labels with a sentence about each.
  mutating func list(_ rows: [(label: [[MdocPiece]], text: String)]) {
    list(rows, label: \.label) { $1.prose($0.text) }
  }

  /// Writes a list of short lines.
  mutating func lines(_ texts: [String]) {
    lines.append(".Bl -dash -compact")
    for text in texts {
      lines.append(".It")
      prose(text)
    }
    lines.append(".El")
    isBehindHeading = false
  }
}
