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
    guard case .query(let query) = try parseStatement(statement) else {
      throw BindingError(.emptyRange, at: .none)
    }
    var binder = Binder(try exampleContext(isStrict: strict), Catalogue(calendars: [], sources: []))
    let range = try binder.range(of: query)
    return (range, binder.resolver.notes)
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
