/// One case of a data file under `Grammar/`: a statement and what is said about it.
public struct GrammarCase: CustomStringConvertible, Sendable {
  /// The file, relative to the root.
  public var file: String
  /// The line of the statement.
  public var line: Int
  /// The text behind `> `.
  public var statement: String
  /// The whole block as it stands in the file.
  public var block: String
  /// The other lines of the block by the sign that they begin with.
  public var notes: [Character: [String]] = [:]

  /// Where it stands and what it is.
  public var description: String { "\(file):\(line) \(statement)" }

  /// All cases of the files below a folder.
  public static func all(below folder: String) -> [GrammarCase] {
    ProjectFiles.files(below: folder, suffix: ".test").flatMap { all(in: $0) }
  }

  /// All cases of one file.
  public static func all(in path: String) -> [GrammarCase] {
    cases(in: ProjectFiles.text(path) ?? "", file: path)
  }

  /// All cases of one file's text.
  public static func cases(in text: String, file: String) -> [GrammarCase] {
    var result: [GrammarCase] = []
    var block: [String] = []
    var start = 0
    func close() {
      defer { block = [] }
      guard let first = block.first, first.hasPrefix("> ") else { return }
      var item = GrammarCase(
        file: file, line: start, statement: String(first.dropFirst(2)), block: block.joined(separator: "\n"))
      for line in block.dropFirst() where line.dropFirst().first == " " {
        if let mark = line.first { item.notes[mark, default: []].append(String(line.dropFirst(2))) }
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
