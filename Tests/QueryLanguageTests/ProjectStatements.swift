import TestSupport

/// The statements that the project shows: cases of data files, what README and help
/// print, transcripts and screens.
enum ProjectStatements {
  /// All of them, right and wrong ones.
  static let all: [String] = {
    let cases = GrammarCase.all(below: "Grammar") + GrammarCase.all(below: "Samples")
    var result = cases.map(\.statement)
    for path in ["README.md"] + ProjectFiles.files(below: "Samples/forms", suffix: ".form") {
      result += lines(path).compactMap(typed)
    }
    for path in ProjectFiles.files(below: "Samples/protocol", suffix: ".transcript") {
      result += lines(path).compactMap(asked)
    }
    for path in ProjectFiles.files(below: "Sources/Help", suffix: ".swift") {
      result += lines(path).compactMap(example)
    }
    var seen: Set<String> = []
    return result.filter { seen.insert($0).inserted }
  }()

  private static func lines(_ path: String) -> [Substring] {
    (ProjectFiles.text(path) ?? "").split(separator: "\n")
  }

  /// What stands behind the prompt, or is given to the program.
  private static func typed(_ line: Substring) -> String? {
    if let prompt = line.firstMatch(of: /^kal> (.+)$/) { return String(prompt.output.1) }
    guard let command = line.firstMatch(of: /^(?:\$ )?kal ([a-z'].*?)( +#.*| \|.*)?$/) else { return nil }
    let text = command.output.1
    return text.first == "'" ? String(text.dropFirst().prefix { $0 != "'" }) : String(text)
  }

  /// The question of a request.
  private static func asked(_ line: Substring) -> String? {
    guard let question = line.firstMatch(of: /"q":"((?:[^"\\]|\\.)*)"/) else { return nil }
    return String(question.output.1).replacing("\\\"", with: "\"").replacing("\\\\", with: "\\")
  }

  /// An example of the help.
  private static func example(_ line: Substring) -> String? {
    line.firstMatch(of: /^ +> (.+)$/).map { String($0.output.1) }
  }
}
