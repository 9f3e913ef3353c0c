import TestSupport
import Testing

@testable import QueryEngine

@Suite struct PatternTests {
  @Test(arguments: [
    ("a", "cat", true), ("^a", "cat", false), ("t$", "cat", true), ("^cat$", "cat", true), ("", "x", true),
    ("c.t", "cat", true), ("c.t", "c\nt", false), ("[a-c]x", "bx", true), ("[^a-c]x", "bx", false),
    ("[]x]", "]", true), ("[a-]", "-", true), ("a|b|", "zzz", true), ("(re)?view", "preview", true),
    ("^(re)?view", "preview", false), ("^(?:re)?view", "review", true), ("ab{2}c", "abbc", true),
    ("ab{2}c", "abc", false), ("ab{1,2}c", "abbbc", false), ("ab{2,}c", "abbbbbc", true),
    ("^a{0}b$", "b", true), ("\\d+", "room 12", true), ("^\\D+$", "room 12", false), ("\\w+", "é", true),
    ("\\s", "a b", true), ("\\S", "  ", false), ("\\bcat\\b", "a cat!", true), ("\\bcat\\b", "concat", false),
    ("\\Bcat", "concat", true), ("\\.", "a.b", true), ("^\\.$", "a", false), ("a+?b", "aab", true),
    ("日本", "東京、日本", true), ("^.$", "é", true), ("\\/", "a/b", true), ("(a*)*", "b", true),
    ("(a|ab)(c|bcd)(d*)$", "abcd", true), ("x*", "", true), ("^$", "", true), ("a{3}{2}", "aaaaaa", true),
  ]) func finds(pattern: String, text: String, isFound: Bool) throws {
    #expect(try RegularExpression(pattern).isFound(in: text) == isFound)
  }

  @Test(arguments: [
    ("^review", "REVIEW it", true), ("[a-z]+", "ABC", true), ("[A-Z]+", "abc", true), ("^[^a]$", "A", false),
    ("É", "é", true), ("STRASSE", "strasse", true), ("[É]", "é", true), ("ΟΔΟΣ$", "οδος", true),
    ("^οδος$", "ΟΔΟΣ", true), ("[Σ]$", "λόγος", true), ("[α-ω]", "Σ", true),
    ("ς", "σ", true), ("ſ", "S", true), ("İ", "İ", true),
  ]) func findsWhateverTheCase(pattern: String, text: String, isFound: Bool) throws {
    #expect(try RegularExpression(pattern, ignoresCase: true).isFound(in: text) == isFound)
  }

  @Test(arguments: [
    ("(", PatternFault.Kind.unclosedGroup, 0), ("a(b", .unclosedGroup, 1), ("a)", .unopenedGroup, 1),
    ("[a", .unclosedClass, 0), ("*a", .nothingToRepeat, 0), ("a|+", .nothingToRepeat, 2),
    ("a{2,1}", .badRepeat, 1), ("a{1001}", .badRepeat, 1), ("a{x}", .badRepeat, 1),
    ("(a)\\1", .backReference, 3), ("\\q", .unknownEscape("\\q"), 0), ("(?=a)", .unsupportedGroup, 0),
    ("[z-a]", .emptyRange, 1), ("(a{1000}){1000}", .tooLarge, 0), ("\\", .unknownEscape("\\"), 0),
  ]) func refuses(pattern: String, kind: PatternFault.Kind, position: Int) {
    do throws(PatternFault) {
      _ = try RegularExpression(pattern)
      Issue.record("accepted")
    } catch {
      #expect(error.kind == kind)
      if kind != .tooLarge { #expect(error.position == position) }
      #expect(error.message.contains("character"))
    }
  }

  @Test func deepNestingIsRefused() {
    #expect(throws: PatternFault.self) {
      try RegularExpression(String(repeating: "(", count: 100_000) + String(repeating: ")", count: 100_000))
    }
  }

  @Test(
    .timeLimit(.minutes(10)),
    arguments: ["^(a+)+$", "(a|a)*b", "(a*)*c", "(.*)(.*)(.*)(.*)(.*)x", "^(a|aa)+$"])
  func neverHangs(pattern: String) throws {
    let text = String(repeating: "a", count: 20_000) + "!"
    #expect(try !RegularExpression(pattern).isFound(in: text))
  }

  /// Compares with a plain backtracking matcher on small patterns and texts.
  @Test func agreesWithBacktracking() throws {
    var random = SplitMix64(seed: 7)
    func node(_ depth: Int) -> PatternNode {
      switch Int.random(in: 0..<(depth > 0 ? 8 : 4), using: &random) {
      case 0: return .scalar("a")
      case 1: return .scalar("b")
      case 2: return .anyButNewline
      case 3: return random.pick([.textStart, .textEnd, .wordEdge, .empty])
      case 4: return .sequence([node(depth - 1), node(depth - 1)])
      case 5: return .alternatives([node(depth - 1), node(depth - 1)])
      case 6: return .repeated(node(depth - 1), atLeast: 0, atMost: nil, position: 0)
      default:
        let least = Int.random(in: 0...2, using: &random)
        return .repeated(
          node(depth - 1), atLeast: least, atMost: random.chance(50) ? least + 1 : nil, position: 0)
      }
    }
    func ends(_ node: PatternNode, _ text: [Unicode.Scalar], _ at: Int) -> Set<Int> {
      func isWord(_ index: Int) -> Bool { text.indices.contains(index) && ScalarSet.isWord(text[index]) }
      switch node {
      case .empty: return [at]
      case .scalar(let scalar): return at < text.count && text[at] == scalar ? [at + 1] : []
      case .anyButNewline: return at < text.count && text[at] != "\n" ? [at + 1] : []
      case .set(let set): return at < text.count && set.contains(text[at], orLower: text[at]) ? [at + 1] : []
      case .textStart: return at == 0 ? [at] : []
      case .textEnd: return at == text.count ? [at] : []
      case .wordEdge: return isWord(at - 1) != isWord(at) ? [at] : []
      case .noWordEdge: return isWord(at - 1) == isWord(at) ? [at] : []
      case .sequence(let parts):
        return parts.reduce([at]) { places, part in Set(places.flatMap { ends(part, text, $0) }) }
      case .alternatives(let parts): return Set(parts.flatMap { ends($0, text, at) })
      case .repeated(let part, let least, let most, _):
        var places: Set<Int> = [at]
        for _ in 0..<least { places = Set(places.flatMap { ends(part, text, $0) }) }
        var all = places
        for _ in 0..<((most ?? (least + text.count + 1)) - least) {
          places = Set(places.flatMap { ends(part, text, $0) })
          all.formUnion(places)
        }
        return all
      }
    }
    for _ in 0..<3000 {
      let pattern = node(3)
      let text = (0..<Int.random(in: 0...5, using: &random)).map { _ in
        random.pick(["a", "b", " "] as [Unicode.Scalar])
      }
      var compiler = PatternCompiler()
      try compiler.emit(pattern)
      var machine = PatternMachine(compiler.finished())
      var string = String.UnicodeScalarView()
      string.append(contentsOf: text)
      let expected = (0...text.count).contains { !ends(pattern, text, $0).isEmpty }
      #expect(machine.search(string, ignoresCase: false) == expected, "\(pattern) in \(String(string))")
    }
  }
}

@Suite struct TextTests {
  @Test(arguments: [
    (TextTest.Operation.equals, "buro", "Büro", true), (.equals, "buro", "Büros", false),
    (.contains, "RO", "Büro", true), (.startsWith, "bu", "Büro", true), (.endsWith, "RO", "Büro", true),
    (.exactly, "Büro", "Büro", true), (.exactly, "buro", "Büro", false),
    (.exactly, "Bu\u{308}ro", "Büro", true), (.has, "budget", "The budget, reviewed", true),
    (.has, "budg", "The budget", false), (.has, "budget review", "Budget – Review!", true),
    (.has, "review budget", "Budget – Review!", false), (.has, "", "x", false), (.like, "b*o", "Büro", true),
    (.like, "b?ro", "Büro", true), (.like, "b?o", "Büro", false), (.like, "*", "", true),
    (.like, "*a*b*", "xaxbx", true), (.contains, "", "x", true),
  ]) func tests(operation: TextTest.Operation, text: String, value: String, passes: Bool) {
    #expect(TextTest(operation, text).passes(value) == passes)
  }

  @Test(.timeLimit(.minutes(10))) func globsNeverHang() {
    let pattern = String(repeating: "*a", count: 200) + "b"
    #expect(!TextTest(.like, pattern).passes(String(repeating: "a", count: 5000)))
  }
}
