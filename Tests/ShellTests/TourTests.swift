import Help
import TestSupport
import Testing

@testable import Shell
@testable import Statements

/// The tour: each of its steps works, and nothing of it is kept.
@Suite struct TourTests {
  @Test func itHasTenStepsThatWork() throws {
    let shell = try SampleSession(importing: false)
    let answer = try shell.answer("tour", format: "table")
    let said = shell.said
    #expect(TourStep.all.count == 10)
    for (index, step) in TourStep.all.enumerated() {
      #expect(said.contains("\(index + 1) of 10  \(step.title)"))
      if let statement = step.statement { #expect(said.contains("kal> " + statement)) }
    }
    #expect(answer.contains("Standup") && answer.contains("Buy milk") && answer.contains("Planning"))
    #expect(said.contains("nothing of it is in your store"))
    #expect(throws: (any Error).self) { try shell.answer("backup \"x\"") }
  }
}
