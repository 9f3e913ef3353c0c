import TestSupport
import Testing

@testable import QueryLanguage

@Suite struct GrammarTests {
  @Test func everyProductionHasItsParserFunctionAndBack() throws {
    let grammar = try GrammarFile.load()
    let productions = Set(grammar.productions.filter(\.hasFunction).map(\.name))
    var documented: Set<String> = []
    var functions: Set<String> = []
    for path in ProjectFiles.files(below: "Sources/QueryLanguage/Parsing", suffix: ".swift") {
      let lines = (ProjectFiles.text(path) ?? "").split(separator: "\n")
      for line in lines {
        if let range = line.firstRange(of: "/// Production `") {
          documented.insert(String(line[range.upperBound...].prefix { $0 != "`" }))
        }
        if let range = line.firstRange(of: "mutating func ") {
          functions.insert(String(line[range.upperBound...].prefix { $0 != "(" && $0 != "<" }))
        }
      }
    }
    // `dateClause` is read by `dateFieldClause`, the name Swift leaves free.
    #expect(productions.subtracting(documented).isEmpty, "productions without a parser function")
    #expect(documented.subtracting(productions).isEmpty, "parser functions without a production")
    #expect(
      productions.subtracting(functions).subtracting(["dateClause"]).isEmpty, "functions of another name")
  }

  @Test func everyReferenceIsDefined() throws {
    let grammar = try GrammarFile.load()
    let names = Set(grammar.productions.map(\.name))
    func references(_ node: GrammarFile.Node) -> [String] {
      switch node {
      case .literal, .value, .terminal: []
      case .reference(let name, _): [name]
      case .sequence(let parts), .choice(let parts): parts.flatMap(references)
      case .optional(let inner), .repeated(let inner), .unordered(let inner), .absent(let inner):
        references(inner)
      }
    }
    for production in grammar.productions {
      for name in references(production.body) {
        #expect(names.contains(name), "\(production.name) names \(name)")
      }
    }
  }

  @Test func everyWordOfTheGrammarIsKnown() throws {
    let grammar = try GrammarFile.load()
    let words = Set(grammar.productions.flatMap(\.body.literals)).filter { $0.first?.isLetter == true }
    let known = Set(Keyword.allCases.map(\.rawValue)).union(FieldName.allCases.map(\.rawValue))
      .union(OutputFormat.allCases.map(\.rawValue))
      .union(FieldCatalog.entries.flatMap(\.choices)).union([
        "name", "list", "description", "tag", "category", "attachment", "true", "false", "no",
      ])
    let names = Set(NamedDay.allCases.flatMap(\.phrases).joined())
    for word in words.sorted() {
      let isCalendarWord =
        CalendarWords.weekday(word) != nil || CalendarWords.month(word) != nil
        || DurationUnit(spelling: word) != nil || DateWord(rawValue: word) != nil
        || CalendarWords.season(word) != nil || names.contains(word.replacing("'", with: ""))
        || CalendarWords.isArticle(word) || ["o'clock", "oclock"].contains(word)
      #expect(known.contains(word) || isCalendarWord, "\(word)")
    }
    let unused = Set(Keyword.allCases.map(\.rawValue)).subtracting(words)
    // `occurrence`, `tag` fields and the like are tables too large for the grammar file.
    #expect(unused.subtracting(["occurrence"]).isEmpty, "keywords that no production has: \(unused.sorted())")
  }

  @Test(arguments: Depth.seeds(usually: 40)) func generatedSentencesParseAndPrintAndParse(seed: Int) throws {
    let grammar = try GrammarFile.load()
    let recognizer = try GrammarRecognizer(grammar, start: "script")
    var generator = SentenceGenerator(grammar, seed: UInt64(seed))
    var strays = 0
    for _ in 0..<150 {
      let sentence = generator.sentence("statement")
      do {
        let tree = try parseStatement(sentence)
        let printed = tree.description
        do {
          let again = try parseStatement(printed)
          #expect(again == tree, "\(sentence)\nprinted as \(printed)")
        } catch {
          Issue.record("\(sentence)\nprinted as\n\(error.diagnostic.rendered(source: printed))")
        }
      } catch {
        // The conditions that no production can say are those of `RecognizerTests`; and a terminal that looks
        // at what stands beside it may have been put where it cannot stand.
        if RecognizerTests.isCondition(error.problem) { continue }
        if !recognizer.recognizes(GrammarTokens(sentence)) {
          strays += 1
          continue
        }
        Issue.record("\(error.diagnostic.rendered(source: sentence))")
      }
    }
    #expect(strays < 30, "a fifth of what was made is no sentence")
  }
}
