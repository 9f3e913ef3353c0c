/// The lines of a paste after the first, which answer the following requests.
package struct PastedLines {
  private var lines: [String] = []

  package init() {}

  /// The number of lines that wait for a request.
  package var count: Int { lines.count }

  /// Keeps the lines of a text after the first; returns the first.
  package mutating func takeFirst(of text: String) -> String {
    let all = LineText.lines(text)
    lines += all.dropFirst()
    return all.first ?? ""
  }

  /// The line that answers a request; nil where none waits or the request takes none.
  package mutating func next(for request: LineRequest) -> String? {
    request.lineBreaks == .blanks || lines.isEmpty ? nil : lines.removeFirst()
  }

  /// Discards what waits.
  package mutating func drop() { lines = [] }

  /// The answer of a finished text to a request; further lines of it wait for the next ones.
  package mutating func answer(_ answer: LineAnswer, of text: String, to request: LineRequest) -> LineInput {
    switch request.lineBreaks {
    case .blanks: answer.input(LineText.joiningLines(text))
    case .kept: answer.input(LineText.lines(text).joined(separator: "\n"))
    case .answers: answer.input(takeFirst(of: text))
    }
  }
}
