import CivilTime
import QueryLanguage
import TestSupport
import Testing

@testable import QueryEngine

/// Runs `Grammar/dates`: what every form of date and range denotes.
@Suite struct DateFileTests {
  static let cases = GrammarCase.all(below: "Grammar/dates")

  @Test func theFilesAreThere() { #expect(Self.cases.count >= 100) }

  private func resolve(_ statement: String, strict: Bool) throws -> (ResolvedRange, [Note]) {
    var binder = Binder(try exampleContext(isStrict: strict), BindingErrorTests.catalog)
    let range: ResolvedRange?
    switch try parseStatement(statement) {
    // A reminder's dates are conditions; here they are what is looked at.
    case .query(let query) where query.noun == .reminders: range = try binder.range(of: query)
    case .query(let query): range = try binder.bind(query).range
    case .aggregate(let sum): range = try binder.bind(sum.query, aggregate: sum.call).range
    case .calendarView(let view): range = try binder.bind(view).range
    case .slots(let slots): range = try binder.bind(slots).range
    default: range = nil
    }
    return (try #require(range), binder.resolver.notes)
  }

  private func text(_ range: ResolvedRange) throws -> String {
    if range.isAnytime { return "anytime" }
    let zone = try exampleContext().zone
    func side(_ instant: Instant?) -> String {
      guard let instant else { return "*" }
      let local = zone.civil(at: instant)
      return "\(local.date)T\(local.time)"
    }
    return "\(side(range.start)) .. \(side(range.end))"
  }

  @Test(arguments: cases) func resolvesAsTheFileSays(item: GrammarCase) throws {
    let (range, notes) = try resolve(item.statement, strict: false)
    #expect(try text(range) == item.notes["="]?.first)
    let warnings = notes.filter { $0.kind == .warning && $0.code != "long-range" }
    #expect(warnings.count == (item.notes["~"]?.count ?? 0), "\(warnings)")
  }

  @Test(arguments: cases) func strictModeRefusesWhatIsAmbiguous(item: GrammarCase) throws {
    do {
      let (range, notes) = try resolve(item.statement, strict: true)
      #expect(item.notes["!"] == nil)
      #expect(try text(range) == item.notes["="]?.first)
      #expect(!notes.contains { $0.code == "next-weekday" || $0.code == "yearless-date" })
    } catch let error as BindingError {
      #expect(error.diagnostic.code == item.notes["!"]?.first)
    }
  }
}
