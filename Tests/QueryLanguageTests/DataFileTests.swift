import QueryLanguage
import TestSupport
import Testing

/// Runs the data files of `Grammar/` that the parser alone can answer.
///
/// With `KALENDS_RECORD=1` the files are written anew from what the parser says now; read the difference.
@Suite struct DataFileTests {
  static let examples = GrammarCase.all(below: "Grammar/examples")
  static let errors = GrammarCase.all(below: "Grammar/errors").filter { !$0.file.contains("/binding") }
  static let bound =
    GrammarCase.all(below: "Grammar/dates")
    + GrammarCase.all(below: "Grammar/errors").filter { $0.file.contains("/binding") }

  static let isRecording = ProjectFiles.isRecording

  @Test func theFilesAreThere() {
    #expect(Self.examples.count >= 250)
    #expect(Self.errors.count >= 120)
    #expect(Self.bound.count >= 80)
  }

  @Test(.enabled(if: !isRecording), arguments: examples) func examplesParseToTheirText(item: GrammarCase)
    throws
  {
    let tree: StatementSyntax
    do {
      tree = try parseStatement(item.statement)
    } catch {
      Issue.record("\(error.diagnostic.rendered(source: item.statement))")
      return
    }
    #expect(tree.description == item.notes["="]?.first)
    if let expected = item.notes[":"]?.first { #expect(TreeText.text(tree) == expected) }
    #expect(try parseStatement(tree.description) == tree)
    #expect(tree.range.offset == 0)
  }

  @Test(.enabled(if: !isRecording), arguments: errors) func errorsSayExactlyThis(item: GrammarCase) {
    #expect(throws: SyntaxError.self) { try parseStatement(item.statement) }
    do {
      _ = try parseStatement(item.statement)
    } catch {
      #expect(error.diagnostic.rendered(source: item.statement) == item.block)
      #expect(error.range.offset >= 0 && error.range.end <= item.statement.utf8.count)
    }
  }

  /// What stands in backquotes in a hint about dates may be written in the place of
  /// the fault, or of the whole range.
  @Test(.enabled(if: !isRecording), arguments: errors.filter { $0.file.hasSuffix("/dates.test") })
  func whatHintsSayIsTaken(item: GrammarCase) {
    do {
      _ = try parseStatement(item.statement)
    } catch {
      let parts = (error.diagnostic.hint ?? "").split(separator: "`", omittingEmptySubsequences: false)
      let bytes = Array(item.statement.utf8)
      for index in stride(from: 1, to: parts.count, by: 2) {
        let mended = bytes[..<error.range.offset] + Array(parts[index].utf8) + bytes[error.range.end...]
        let text = String(decoding: mended, as: UTF8.self)
        let isTaken = [text, "events \(parts[index])"].contains { (try? parseStatement($0)) != nil }
        #expect(isTaken, "\(text)")
      }
    }
  }

  @Test(arguments: bound) func statementsForTheBinderParse(item: GrammarCase) throws {
    do {
      _ = try parseStatement(item.statement)
    } catch {
      Issue.record("\(error.diagnostic.rendered(source: item.statement))")
    }
  }

  @Test func everyCodeHasAnExample() {
    let codes = Set(
      Self.errors.compactMap { item -> String? in
        guard let open = item.block.lastIndex(of: "[") else { return nil }
        return String(item.block[item.block.index(after: open)...].prefix { $0 != "]" })
      })
    let missing = SyntaxErrorCode.allCases.map(\.rawValue).filter { !codes.contains($0) }
    #expect(missing.isEmpty, "codes without an example: \(missing)")
  }

  @Test(.enabled(if: isRecording)) func record() throws {
    for folder in ["Grammar/examples", "Grammar/errors"] {
      for path in ProjectFiles.files(below: folder, suffix: ".test") where !path.contains("/binding") {
        let old = (ProjectFiles.text(path) ?? "").split(separator: "\n", omittingEmptySubsequences: false)
        var lines: [String] = []
        var wantsTree = path.hasSuffix("trees.test")
        for line in old {
          if line.hasPrefix("# trees") { wantsTree = true }
          if line.isEmpty || line.hasPrefix("#") { lines.append(String(line)) }
          guard line.hasPrefix("> ") else { continue }
          lines += answer(String(line.dropFirst(2)), wantsTree: wantsTree)
        }
        try ProjectFiles.write(lines.joined(separator: "\n"), to: path)
      }
    }
  }

  private func answer(_ statement: String, wantsTree: Bool) -> [String] {
    do {
      let tree = try parseStatement(statement)
      return ["> " + statement, "= " + tree.description] + (wantsTree ? [": " + TreeText.text(tree)] : [])
    } catch {
      return [error.diagnostic.rendered(source: statement)]
    }
  }
}
