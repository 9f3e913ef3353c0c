import CivilTime
import JSON
import QueryLanguage
import TestSupport
import Testing

@testable import QueryEngine
@testable import QueryEngineTests

/// Phrases for ranges as people type them: most are read as they are meant, and none is read wrong.
@Suite struct PhraseTests {
  /// A phrase and its meaning: local bounds, half-open.
  struct Phrase: Sendable {
    var text: String
    var from: String
    var to: String

    init?(line: Substring) throws {
      guard let object = try JSONValue(parsing: Array(line.utf8)).object,
        let text = object["text"]?.string, let from = object["from"]?.string, let to = object["to"]?.string
      else { return nil }
      (self.text, self.from, self.to) = (text, from, to)
    }
  }

  private static func phrases(_ text: String) throws -> [Phrase] {
    try text.split(separator: "\n").compactMap { try Phrase(line: $0) }
  }

  /// What a phrase means behind `events`; nil if it is refused.
  private func meaning(_ phrase: String) throws -> String? {
    do {
      guard case .query(let query) = try parseStatement("events " + phrase) else { return nil }
      var binder = Binder(try exampleContext(), BindingErrorTests.catalog)
      guard let range = try binder.bind(query).range, let start = range.start, let end = range.end else {
        return nil
      }
      let zone = try exampleContext().zone
      func local(_ instant: Instant) -> String {
        let wall = zone.civil(at: instant)
        return "\(wall.date)T\(wall.time.description.prefix(5))"
      }
      return "\(local(start)) \(local(end))"
    } catch is SyntaxError {
      return nil
    } catch is BindingError {
      return nil
    }
  }

  private func check(_ phrases: [Phrase]) throws {
    var refused: [String] = []
    for phrase in phrases {
      switch try meaning(phrase.text) {
      case nil: refused.append(phrase.text)
      case let found?: #expect(found == "\(phrase.from) \(phrase.to)", "\(phrase.text)")
      }
    }
    #expect(refused.count * 20 <= phrases.count, "more than 5 % are refused")
    if !refused.isEmpty { print("refused of \(phrases.count): \(refused)") }
  }

  @Test func ownPhrasesAreReadAsMeant() throws {
    let phrases = try Self.phrases(try #require(ProjectFiles.text("Samples/phrases/dates.jsonl")))
    #expect(phrases.count >= 50)
    try check(phrases)
  }

  @Test(.enabled(if: ProjectFiles.corpora != nil, "KALENDS_CORPORA is not set"))
  func foreignPhrasesAreReadAsMeant() throws {
    let folder = try #require(ProjectFiles.corpora)
    let bytes = try #require(ProjectFiles.bytes(folder + "/phrases/dates.jsonl"))
    try check(try Self.phrases(String(decoding: bytes, as: UTF8.self)))
  }
}
