import QueryLanguage
import TestSupport
import Testing

/// Statements of earlier versions of the language: `Grammar/versions`.
@Suite struct EarlierTextTests {
  private static let cases = GrammarCase.all(below: "Grammar/versions")

  private static func version(_ item: GrammarCase) throws -> Int {
    try #require(item.file.split(separator: "-").last.flatMap { Int($0.prefix { $0.isNumber }) })
  }

  @Test func eachEarlierVersionHasAFile() throws {
    #expect(Set(try Self.cases.map(Self.version)) == Set(1..<LanguageVersion.present))
  }

  @Test(arguments: cases)
  func aStatementKeepsItsMeaning(item: GrammarCase) throws {
    let earlier = EarlierText(item.statement, language: try Self.version(item))
    #expect(earlier.text == item.notes["="]?.first ?? item.statement)
    #expect(earlier.changes.map(\.sentence) == item.notes["~"] ?? [])
    let tree = try parseStatement(earlier.text)
    if item.notes["="] != nil { #expect(tree != (try? parseStatement(item.statement))) }
  }

  /// What was saved as a view is read as the question alone.
  @Test(arguments: cases)
  func aViewIsReadAsItsQuestion(item: GrammarCase) throws {
    let lead = "save view v as "
    let parameters = item.statement.contains("$calendar") ? "save view v($calendar) as " : lead
    let earlier = EarlierText(parameters + item.statement, language: try Self.version(item))
    #expect(earlier.text == parameters + (item.notes["="]?.first ?? item.statement))
  }

  /// A text in the present language has no news.
  @Test(arguments: cases)
  func whatIsReadIsOfThePresent(item: GrammarCase) throws {
    let earlier = EarlierText(item.statement, language: try Self.version(item))
    let again = EarlierText(earlier.text, language: LanguageVersion.present)
    #expect(again.text == earlier.text)
    #expect(again.changes.isEmpty)
  }

  @Test(arguments: [
    "", "save view", "save view v as", "events in", "in May", "\u{0}", "events in May, in", "((((", "mon-",
  ])
  func anyTextIsRead(text: String) {
    _ = EarlierText(text, language: 1)
  }
}
