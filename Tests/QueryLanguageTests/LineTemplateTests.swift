import TestSupport
import Testing

@testable import QueryLanguage

/// Templates of lines as they are read.
@Suite struct LineTemplateTests {
  private func field(_ text: String) throws -> LineTemplate.Placeholder {
    let template = try LineTemplate(text)
    guard template.parts.count == 1, case .field(let field) = template.parts[0] else {
      throw NoField(text: text)
    }
    return field
  }

  private struct NoField: Error { let text: String }

  @Test func aPlaceholderHasNameWidthPatternAndDefault() throws {
    let found = try field("{ start :>12%H:%M|at \\| noon\\}}")
    #expect(found.name == "start")
    #expect(found.width == LineTemplate.Width(cells: 12, isRight: true))
    #expect(found.pattern?.pieces == [.letter(.hour), .text(":"), .letter(.minute)])
    #expect(found.fallback == "at | noon}")
    #expect(found.nameRange == SourceRange(offset: 2, length: 5))
    #expect(try field("{title:<30}").width == LineTemplate.Width(cells: 30, isRight: false))
    #expect(try field("{sum(duration)}").name == "sum(duration)")
    #expect(try field("{title:}").pattern == nil)
    #expect(try field("{title|}").fallback == "")
  }

  @Test(arguments: [
    ("a{{b}}c}d", "a{b}c}d"), (#"\n\t\\\{\}\|"#, "\n\t\\{}|"), ("", ""), ("ü % :", "ü % :"),
  ]) func textIsTextBetweenBraces(text: String, meaning: String) throws {
    #expect(try LineTemplate(text).parts == (meaning.isEmpty ? [] : [.text(meaning)]))
  }

  @Test(arguments: [
    ("%a %H:%M", "%a"), ("%H:%M", ""), ("at %H:%M", ""), ("%H:%M %a", "%a"), ("on %a, %H:%M h", "on %a"),
    ("%Y %H:%M %d", "%Y %d"), ("%d.%m.%Y", "%d.%m.%Y"), ("%d. %m.", "%d. %m."), ("%s", "%s"), ("day", "day"),
    ("%H", ""), ("%H%M%a%S", "%a"),
  ]) func wholeDaysHaveNoClock(pattern: String, ofDays: String) throws {
    let days = try field("{start:\(pattern)}").pattern?.piecesOfDays ?? []
    let text = days.map { piece in
      switch piece {
      case .text(let text): text
      case .letter(let letter): "%\(letter.rawValue)"
      }
    }
    #expect(text.joined() == ofDays)
  }

  @Test(arguments: [
    ("{title", TemplateError.Problem.unclosed, 0, 6), ("a {", .unclosed, 2, 1), ("{a:%H", .unclosed, 0, 5),
    ("{a|b", .unclosed, 0, 4), ("{}", .empty, 0, 2), ("x{ |a}", .empty, 1, 3),
    ("{a:0}", .badWidth("0"), 3, 1), ("{a:1001}", .badWidth("1001"), 3, 4), ("{a:<}", .badWidth("<"), 3, 1),
    ("{a:99999999999999999999}", .badWidth("99999999999999999999"), 3, 20),
    ("{a:%Q}", .badLetter("%Q", isOfLength: false), 3, 2),
    ("{a:%}", .badLetter("%", isOfLength: false), 3, 1),
    ("{a:%ü}", .badLetter("%ü", isOfLength: false), 3, 3), (#"a\d"#, .badEscape(#"\d"#), 1, 2),
    (#"a\"#, .badEscape(#"\"#), 1, 1),
  ]) func faultsHaveTheirPlace(text: String, problem: TemplateError.Problem, offset: Int, length: Int) {
    let error = #expect(throws: TemplateError.self) { _ = try LineTemplate(text) }
    #expect(error?.problem == problem)
    #expect(error?.range == SourceRange(offset: offset, length: length))
    #expect(error?.diagnostic.code == "bad-template" && error?.diagnostic.hint != nil)
  }

  @Test func clocksAreAddedWhereAPatternIsMissing() throws {
    let template = try LineTemplate("ü {start} {Start:6} {start:%a} {title} {end|-}")
    #expect(
      try template.withClocks(for: ["start", "end"]).text
        == "ü {start:%H:%M} {Start:6%H:%M} {start:%a} {title} {end:%H:%M|-}")
  }

  /// Any text is read, or refused with a place inside it.
  @Test func anyTextIsReadOrRefused() {
    let pieces = ["{", "}", "|", ":", "%", "\\", "title", "%H", "12", ">", "ü", " ", "n"]
    var random = SplitMix64(seed: 463)
    for _ in 0..<3_000 {
      let count = Int.random(in: 0...9, using: &random)
      let text = (0..<count).map { _ in pieces.randomElement(using: &random) ?? "" }.joined()
      do throws(TemplateError) {
        #expect(try LineTemplate(text).text == text)
      } catch {
        #expect(error.range.offset >= 0 && error.range.end <= text.utf8.count, "\(text)")
      }
    }
  }
}
