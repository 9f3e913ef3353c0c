import TestSupport

/// One case of a data file under `Grammar/`: a statement and what is said about it.
struct GrammarCase: CustomStringConvertible, Sendable {
  var file: String
  var line: Int
  var statement: String
  /// The whole block as it stands in the file.
  var block: String
  /// Lines by their first character.
  var notes: [Character: String] = [:]

  var description: String { "\(file):\(line) \(statement)" }

  /// All cases of the files below a folder.
  static func all(below folder: String) -> [GrammarCase] {
    ProjectFiles.files(below: folder, suffix: ".test").flatMap { path in
      cases(in: ProjectFiles.text(path) ?? "", file: path)
    }
  }

  static func cases(in text: String, file: String) -> [GrammarCase] {
    var result: [GrammarCase] = []
    var block: [String] = []
    var start = 0
    func close() {
      defer { block = [] }
      guard let first = block.first, first.hasPrefix("> ") else { return }
      var item = GrammarCase(
        file: file, line: start, statement: String(first.dropFirst(2)), block: block.joined(separator: "\n"))
      for line in block.dropFirst() where line.dropFirst().first == " " {
        if let mark = line.first, item.notes[mark] == nil { item.notes[mark] = String(line.dropFirst(2)) }
      }
      result.append(item)
    }
    for (index, line) in text.split(separator: "\n", omittingEmptySubsequences: false).enumerated() {
      if line.isEmpty {
        close()
      } else if !line.hasPrefix("#") {
        if block.isEmpty { start = index + 1 }
        block.append(String(line))
      }
    }
    close()
    return result
  }
}
