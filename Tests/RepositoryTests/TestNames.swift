import TestSupport

/// Names of tests as `Checklist.md` and `Defects.md` write them, and whether they stand for something.
enum TestNames {
  /// A test function: where it is, in which suite, and whether it is in the suite as
  /// `Suite/function` or `File/function` says.
  private struct Function: Hashable {
    var target: String
    var file: String
    var suite: String
    var name: String
    /// Whether it runs only where something holds; a run that records does not count.
    var isConditional = false
  }

  private static let functions: Set<Function> = {
    var result: Set<Function> = []
    for path in ProjectFiles.files(below: "Tests", suffix: ".swift") {
      let parts = path.split(separator: "/").map(String.init)
      guard parts.count >= 3, parts[1].hasSuffix("Tests"), let file = parts.last?.dropLast(6) else {
        continue
      }
      for test in tests(in: Checkout.code(path)) {
        result.insert(
          Function(
            target: parts[1], file: String(file), suite: test.suite, name: test.name,
            isConditional: test.isConditional))
      }
    }
    return result
  }()

  /// The names of all suites, of the files that have tests, and of the targets they are in.
  static let groups = Set(functions.flatMap { [$0.target, $0.file, $0.suite] })

  /// The test functions of a file with the types that hold them, in order.
  static func tests(in lines: [String]) -> [(suite: String, name: String, isConditional: Bool)] {
    var result: [(String, String, Bool)] = []
    var suite = ""
    var isMarked = false
    // A condition stands between its `@Suite` or `@Test` and the name of what it is for.
    var hasCondition = false
    var isSuiteConditional = false
    for line in lines {
      // Most lines hold none of it.
      let bytes = Array(line.utf8)
      guard bytes.first != 32 || marks.contains(where: { Checkout.contains($0, in: bytes) }) else { continue }
      if line.contains("@Test") { isMarked = true }
      if line.contains(".enabled(if:"), !line.contains("!isRecording") { hasCondition = true }
      // Suites stand at the margin; what is within them is no suite.
      if !line.hasPrefix(" "),
        let name = declared("struct ", line) ?? declared("extension ", line) ?? declared("class ", line)
      {
        suite = name
        isSuiteConditional = hasCondition
        hasCondition = false
      }
      guard let name = declared("func ", line) else { continue }
      if isMarked { result.append((suite, name, isSuiteConditional || hasCondition)) }
      isMarked = false
      hasCondition = false
    }
    return result
  }

  private static let marks = [Array("@Test".utf8), Array("func ".utf8), Array(".enabled(if:".utf8)]

  /// The name behind a word that declares something.
  private static func declared(_ word: String, _ line: String) -> String? {
    guard let range = line.firstRange(of: word) else { return nil }
    if range.lowerBound > line.startIndex, line[line.index(before: range.lowerBound)] != " " { return nil }
    let name = line[range.upperBound...].prefix { $0.isLetter || $0.isNumber || $0 == "_" }
    return name.isEmpty ? nil : String(name)
  }

  /// Why a name stands for nothing; nil where it stands for a test.
  ///
  /// `Target/File/function` and `Suite/function` are tests in Swift; `Tests/scripts/x.sh: words` and
  /// `scripts/x.sh: words` are checks of a script; `forms/NAME` is a transcript of `Samples/forms`;
  /// `Samples/x/y.test: statement` is a case of a data file, named by how its statement begins; and the
  /// path of a file alone is all of it.
  static func fault(_ name: String) -> String? {
    if name.hasPrefix("forms/") {
      let text = ProjectFiles.text("Samples/\(name).form")
      return text?.contains("\n---\n") == true ? nil : "no such transcript"
    }
    if name.hasPrefix("Samples/") || name.hasPrefix("Grammar/") { return dataFault(name) }
    let path = name.prefix { $0 != ":" }
    if path.hasSuffix(".sh") || path.hasSuffix(".py") {
      guard path != name else { return "a check of a script has its words behind a colon" }
      let file = path.hasPrefix("Tests/") ? String(path) : "Tests/" + path
      guard let text = ProjectFiles.text(file) else { return "no such script" }
      let words = name[name.index(after: path.endIndex)...].drop { $0 == " " }
      return text.contains("\"\(words)\"") || text.contains("\"\(words): ")
        ? nil : "the script has no such check"
    }
    let found = functions(named: name)
    if found.isEmpty { return "no such test" }
    // A name that two tests have says nothing of either.
    return found.count == 1 ? nil : "\(found.count) tests have that name"
  }

  private static func functions(named name: String) -> Set<Function> {
    let parts = name.split(separator: "/", omittingEmptySubsequences: false).map(String.init)
    switch parts.count {
    case 2: return functions.filter { $0.name == parts[1] && ($0.suite == parts[0] || $0.file == parts[0]) }
    case 3:
      return functions.filter {
        $0.name == parts[2] && $0.target == parts[0] && ($0.suite == parts[1] || $0.file == parts[1])
      }
    default: return []
    }
  }

  /// Whether a name stands for a test that runs only where something is there, such
  /// as foreign data or a small disk.
  static func isConditional(_ name: String) -> Bool {
    functions(named: name).contains(where: \.isConditional)
  }

  private static func dataFault(_ name: String) -> String? {
    let path = String(name.prefix { $0 != ":" })
    guard let text = ProjectFiles.text(path) else { return "no such file" }
    if path == name { return nil }
    let words = name.dropFirst(path.count + 1).drop { $0 == " " }
    let isThere = text.split(separator: "\n").contains { line in
      cases.contains { line.hasPrefix($0 + words) }
    }
    return isThere ? nil : "no case of the file begins so"
  }

  /// What a case of a data file begins with.
  private static let cases = ["> ", "C: ", "C+ "]

  /// Whether a name means all of a data file that is made of cases, so that
  /// nobody knows which of them is meant.
  static func isAllOfManyCases(_ name: String) -> Bool {
    guard name.hasPrefix("Samples/") || name.hasPrefix("Grammar/"), !name.contains(":") else { return false }
    let lines = (ProjectFiles.text(name) ?? "").split(separator: "\n")
    return lines.count { line in cases.contains { line.hasPrefix($0) } } > 1
  }
}
