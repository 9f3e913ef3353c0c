import QueryLanguage
import Testing

@Suite struct SpellingTests {
  @Test(arguments: [
    ("", "", 0), ("a", "", 1), ("abc", "abc", 0), ("titel", "title", 1), ("tody", "today", 1),
    ("kitten", "sitting", 3),
    ("contians", "contains", 1), ("日本", "日木", 1),
  ]) func distance(first: String, second: String, steps: Int) {
    #expect(Spelling.distance(first, second) == steps)
    #expect(Spelling.distance(second, first) == steps)
  }

  @Test func onlyTheNearestAreOffered() {
    #expect(Spelling.suggestions(for: "titel", among: ["timed", "title", "notes"]) == ["title"])
    #expect(Spelling.suggestions(for: "Wrok", among: ["Work", "Home"]) == ["Work"])
    #expect(Spelling.suggestions(for: "xy", among: ["ab", "xz"]).isEmpty)
    #expect(Spelling.suggestions(for: "today", among: ["today"]).isEmpty)
    #expect(Spelling.suggestions(for: String(repeating: "a", count: 10_000), among: ["a"]).isEmpty)
  }
}
