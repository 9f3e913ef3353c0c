import Dialogs
import LineEditor
import Terminal
import Testing

@testable import Forms

/// What the driver of a form makes of answers.
@Suite @MainActor struct FormDriverTests {
  private func question(_ text: String) -> FormQuestion {
    FormQuestion(label: "Title", text: text, isField: true, candidates: [], statement: nil)
  }

  @Test func aValueThatALineCannotShowIsKeptByEnter() {
    let answers = EditedAnswers(.sixteen, from: Prompt.shared)
    let hidden = question("Pay \u{202E}gpj\u{9B}31m")
    #expect(answers.note(question("Pay")) == nil)
    let note = answers.note(hidden)
    #expect(note?.contains("`Pay \\u202Egpj\\u009B31m`: Enter keeps it") == true, "\(note ?? "")")
  }
}
