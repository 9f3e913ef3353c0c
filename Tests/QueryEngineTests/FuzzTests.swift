import CivilTime
import Model
import QueryLanguage
import Store
import TestSupport
import Testing

@testable import QueryEngine

#if canImport(Glibc)
  import Glibc
#else
  import Darwin
#endif

/// Random and damaged statements go through lexer, parser, printer, completion, binder and planner.
///
/// Nothing may crash, hang or grow, and what parses must be the same when it is printed and parsed
/// again. A normal run takes a few seconds; `KALENDS_FUZZ=1000000` tries as many texts, from the one
/// numbered `KALENDS_FUZZ_FROM` on.
@Suite(.serialized) struct FuzzTests {
  /// As many texts as are made from one seed, so that a failing one can be had again without all before it.
  private static let batch = 100

  @Test func nothingCrashesHangsOrGrows() throws {
    let wanted = Depth.number("KALENDS_FUZZ")
    let first = Depth.number("KALENDS_FUZZ_FROM") ?? 0
    var run = try FuzzRun()
    let begin = ProcessorTime.ofThread
    var early: Int?
    var number = first
    while number < first + (wanted ?? 20_000) {
      // Beside all other tests a normal run ends after a while, wherever it is.
      if wanted == nil, ProcessorTime.ofThread - begin > .seconds(15) { break }
      try run.batch(number / Self.batch, of: Self.batch)
      number += Self.batch
      // Caches have filled by then.
      if early == nil, number - first >= (wanted ?? 0) / 5 { early = Memory.peak }
    }
    #expect(run.parsed > (number - first) / 10, "hardly anything parses, so that hardly anything was tried")
    #expect(run.planned > 0)
    #expect(run.slowest.time < .seconds(5), "\(run.slowest.text)")
    guard wanted != nil, let early else { return }
    // Other tests run beside a normal run, and have memory of their own.
    let now = Memory.peak
    print(
      """
      \(number - first) texts in \(ProcessorTime.ofThread - begin) of the processor: \(run.parsed) parsed, \(run.planned) planned, \
      slowest \(run.slowest.time), memory \(early >> 10) MiB after a fifth, \(now >> 10) MiB at the end
      """)
    #expect(now - early < 65_536, "memory grew from \(early) to \(now) KiB")
  }
}

/// What was tried, and how it went.
private struct FuzzRun {
  private let store: CalendarStore
  private let contexts: [QueryContext]
  private let grammar: GrammarFile
  private let examples: [String]
  private let tokens: [String]
  private(set) var parsed = 0
  private(set) var planned = 0
  private(set) var slowest: (time: Duration, text: String) = (.zero, "")

  init() throws {
    store = try CalendarStore.inMemory(zones: zones)
    for name in ["work", "family"] {
      let text = ProjectFiles.text("Samples/calendars/\(name).ics")
      if let text { try store.take(text, named: "\(name).ics") }
    }
    contexts = [try exampleContext(), try exampleContext(isStrict: true)]
    grammar = try GrammarFile.load()
    examples = (GrammarCase.all(below: "Grammar")).map(\.statement)
    tokens = examples.flatMap { Lexer.tokens($0).dropLast().map(\.text) }
  }

  mutating func batch(_ seed: Int, of count: Int) throws {
    var texts = HostileTexts(examples: examples, tokens: tokens, grammar: grammar, seed: UInt64(seed))
    for _ in 0..<count {
      let text = texts.next()
      let time = try ProcessorTime.measure { try check(text) }
      if time > slowest.time { slowest = (time, text) }
    }
  }

  private mutating func check(_ text: String) throws {
    _ = Completion(text, cursor: text.utf8.count)
    _ = CompletedDate(text)
    _ = ScriptText.completeness(of: text)
    do {
      for statement in try parse(text) {
        parsed += 1
        try checkPrinted(statement, of: text)
        bindAndPlan(statement, of: text)
      }
    } catch let error as SyntaxError {
      check(error.diagnostic, text)
    }
  }

  private func checkPrinted(_ statement: StatementSyntax, of text: String) throws {
    let printed = statement.description
    do {
      let again = try parseStatement(printed)
      #expect(again == statement, "\(text.debugDescription) printed as \(printed.debugDescription)")
    } catch {
      Issue.record("\(text.debugDescription) printed as \(printed.debugDescription), which does not parse")
    }
  }

  private mutating func bindAndPlan(_ statement: StatementSyntax, of text: String) {
    for context in contexts {
      do {
        let query = try Engine(store, context).bind(statement)
        _ = try Engine(store, context).plan(query)
        planned += 1
      } catch QueryError.rejected(let diagnostic) {
        check(diagnostic, text)
      } catch {
        Issue.record("\(text.debugDescription): \(error)")
      }
    }
  }

  /// A fault has words and a place inside the text.
  private func check(_ diagnostic: Diagnostic, _ text: String) {
    #expect(
      !diagnostic.message.isEmpty && !diagnostic.rendered(source: text).isEmpty, "\(text.debugDescription)")
    guard let range = diagnostic.range else { return }
    #expect(
      range.offset >= 0 && range.length >= 0 && range.end <= text.utf8.count, "\(text.debugDescription)")
  }
}

/// What the process takes.
private enum Memory {
  /// The most it had at once, in KiB.
  static var peak: Int {
    var usage = rusage()
    // 0 is this process itself; the two systems give its name different types.
    getrusage(0, &usage)
    #if canImport(Glibc)
      return usage.ru_maxrss
    #else
      return usage.ru_maxrss / 1024
    #endif
  }
}
