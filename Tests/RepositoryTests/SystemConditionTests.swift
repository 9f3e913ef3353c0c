import TestSupport
import Testing

/// What is compiled for one system alone stands in files of its own, so that it is known what a build on Linux
/// has never seen.
@Suite struct SystemConditionTests {
  private static let words = ["canImport(", "os(", "targetEnvironment(", "__APPLE__", "__linux__"]

  /// The import of the C library, which has another name on each system.
  private static let imports = ["#if canImport(Glibc)", "import Glibc", "#else", "import Darwin", "#endif"]

  private static let files =
    Checkout.sources + [".c", ".h"].flatMap { ProjectFiles.files(below: "Sources", suffix: $0) }

  /// The files of one system: `Name+Darwin.swift` and `Name+Linux.swift`.
  private static func files(of system: String) -> [String] {
    files.filter { $0.contains("+\(system).") }.sorted()
  }

  @Test func conditionsForASystemStandInFilesOfThatSystem() {
    var found: [String] = []
    for path in Self.files where !path.contains("+Darwin.") && !path.contains("+Linux.") {
      let lines = Checkout.code(path).map { $0.trimmed(of: "@preconcurrency ") }
      for (number, line) in lines.enumerated()
      where line.hasPrefix("#") && Self.words.contains(where: line.contains) {
        if lines[number...].starts(with: Self.imports) { continue }
        found.append("\(path):\(number + 1): \(line)")
      }
    }
    #expect(found == [])
  }

  @Test(arguments: [
    ("Darwin", "#if canImport(Darwin)", "#ifdef __APPLE__"),
    ("Linux", "#if !canImport(Darwin)", "#ifndef __APPLE__"),
  ])
  func aFileOfOneSystemIsOfItWhole(system: String, swift: String, c: String) {
    let files = Self.files(of: system)
    #expect(!files.isEmpty)
    for path in files {
      let lines = Checkout.code(path).map { $0.trimmed() }.filter { !$0.isEmpty }
      #expect(lines.first == (path.hasSuffix(".swift") ? swift : c), "\(path)")
      #expect(lines.last == "#endif", "\(path)")
      #expect(lines.count { $0.hasPrefix("#if") || $0.hasPrefix("#el") } == 1, "\(path)")
    }
  }

  @Test func eachFileOfOneSystemHasASisterForTheOther() {
    let sisters = Self.files(of: "Linux").map { $0.replacing("+Linux.", with: "+Darwin.") }
    #expect(sisters.sorted() == Self.files(of: "Darwin"))
  }

  @Test func theGuideForMacOSListsWhatLinuxDoesNotCompile() throws {
    let guide = try #require(ProjectFiles.text("Samples/guide/macos.md"))
    let heading = try #require(guide.firstRange(of: "\n## What Linux does not compile\n"))
    let section = guide[heading.upperBound...].split(separator: "\n## ", maxSplits: 1).first ?? ""
    let listed = section.split(separator: "\n").filter { $0.hasPrefix("- `Sources/") }
      .map { String($0.dropFirst(3).prefix { $0 != "`" }) }
    #expect(listed.sorted() == Self.files(of: "Darwin"))
  }

  @Test func theReadmeNamesThemAndHowManyThereAre() throws {
    let readme = try #require(ProjectFiles.text("README.md"))
    let files = Self.files(of: "Darwin")
    for path in files { #expect(readme.contains("`\(path.split(separator: "/").last ?? "")`"), "\(path)") }
    #expect(files.count == 5 && readme.contains("stands in five files"))
  }
}

extension String {
  /// The line without the blanks at its ends, and without a word before it.
  fileprivate func trimmed(of word: String = "") -> String {
    let blanks: (Character) -> Bool = { $0 == " " || $0 == "\t" }
    let text = drop(while: blanks).reversed().drop(while: blanks).reversed()
    let line = String(text)
    return line.hasPrefix(word) ? String(line.dropFirst(word.count)) : line
  }
}
