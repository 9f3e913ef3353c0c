import Foundation
import QueryLanguage
import TestSupport
import Testing

/// The files for editors say what the tables say, and highlight what the lexer reads.
@Suite struct EditorTests {
  private static let files = [(TextMateGrammar.path, TextMateGrammar.text), (VimSyntax.path, VimSyntax.text)]

  @Test(arguments: files) func filesAreThoseOfTheTables(path: String, text: String) throws {
    if DataFileTests.isRecording { try ProjectFiles.write(text, to: path) }
    #expect(
      ProjectFiles.text(path) == text, "\(path) is not what the tables say; KALENDS_RECORD=1 makes it anew")
  }

  @Test func filesAreKnownByTheirEnding() {
    let detection = ProjectFiles.text("Grammar/editors/vim/ftdetect/kalends.vim")
    #expect(detection?.contains("*.kal setfiletype kalends") == true)
  }

  @Test func everyWordOfTheLanguageHasAClass() {
    for keyword in Keyword.allCases { #expect(WordClass(keyword.rawValue) != nil, "\(keyword)") }
    for word in ["friday", "Sept", "WEEKS", "priority", "overdue"] {
      #expect(WordClass(word) != nil, "\(word)")
    }
    for word in ["work", "meeting", "büro"] { #expect(WordClass(word) == nil, "\(word)") }
  }

  @Test(arguments: DataFileTests.examples) func examplesAreHighlightedAsTheLexerReadsThem(item: GrammarCase)
    throws
  {
    try check(item.statement)
  }

  @Test(arguments: [
    "events today -- today's only", "events in Work-Trips, Haus/Hof, O'Brien today-3d",
    "events where title matches /^a\\/b/i and notes = \"a \\\"b\\\" \\u{1F600}\" -- and so on",
    "delete ev:7kq2m9/20261118T091500~1 span this", "run standup $n 14d", "events 12/11/2026",
    "EVENTS Next Friday",
    "events 🎄 read-only 'it''s' “so” PT1H30M 2nd 17:00:30 9am 52.52 2026-W48 2026-12 2026-11-24T09:30Z",
  ]) func otherTextsToo(text: String) throws {
    try check(text)
  }

  @Test func whatIsNotClosedIsShown() throws {
    let scopes = try TextMateReader.project.scopes("events \"so")
    #expect(scopes.last == Scoped(text: "\"so", span: "invalid.illegal.unclosed"))
  }

  // MARK: Tokens against scopes

  /// Each token of a text must be one match with the span of its kind, and what stands
  /// between them none or a comment.
  private func check(_ text: String) throws {
    var found = try TextMateReader.project.scopes(text).filter { !$0.span.hasPrefix("comment") }
    var expected: [Scoped] = []
    var before: Token?
    for token in Lexer.tokens(text).dropLast() {
      if let span = Self.span(token, after: before) {
        expected.append(Scoped(text: token.text, span: span))
      }
      before = token
    }
    found.removeAll { $0.span.isEmpty }
    #expect(found == expected, "\(text)")
  }

  private static func span(_ token: Token, after before: Token?) -> String? {
    switch token.kind {
    case .word: wordScope(token, after: before)
    case .string: token.text.hasPrefix("'") ? "string.quoted.single" : "string.quoted.double"
    case .integer, .decimal: "constant.numeric"
    case .quantity: "constant.numeric.duration"
    case .ordinal: "constant.numeric.ordinal"
    case .isoDate, .isoMonth, .isoWeek, .isoDateTime, .slashDate, .dottedDate, .dashDate:
      "constant.numeric.date"
    case .clock: "constant.numeric.time"
    case .identifier: "constant.other.id"
    case .row: "variable.language.row"
    case .parameter: "variable.parameter"
    case .regex: "string.regexp"
    case .symbol(.comma), .symbol(.open), .symbol(.close), .symbol(.semicolon): "punctuation"
    case .symbol: "keyword.operator"
    case .strange, .newline, .end, .invalid: nil
    }
  }

  private static func wordScope(_ token: Token, after before: Token?) -> String? {
    if before?.keyword == .as, OutputFormat(rawValue: token.text.lowercased()) != nil {
      return "support.constant.format"
    }
    let parts = token.text.lowercased().split(separator: ".").map(String.init)
    let isPath =
      parts.count == 2
      && (FieldName(rawValue: token.text.lowercased()) != nil
        || FieldName(rawValue: parts[0]) != nil && DatePart(rawValue: parts[1]) != nil)
    if isPath { return TextMateGrammar.span(.field) }
    if (try? SyntaxFragment.duration(token.text)) != nil { return "constant.numeric.duration" }
    return WordClass(token.text).map(TextMateGrammar.span)
  }
}
