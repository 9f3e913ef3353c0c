import Testing

@testable import Forms
@testable import Interaction

/// What the driver of a form makes of answers.
@Suite struct FormDriverTests {
  private func question(_ text: String) -> FormQuestion {
    FormQuestion(label: "Title", text: text, isField: true, candidates: [], statement: nil)
  }

  @Test func aValueThatALineCannotShowIsKeptByEnter() {
    let answers = EditedAnswers(.sixteen)
    let hidden = question("Pay \u{202E}gpj\u{9B}31m")
    #expect(answers.note(question("Pay")) == nil)
    let note = answers.note(hidden)
    #expect(note?.contains("`Pay \\u202Egpj\\u009B31m`: Enter keeps it") == true, "\(note ?? "")")
  }
}
