import Testing

@testable import Forms

/// What is asked about an opened file.
@Suite struct OpenControllerTests {
  private static let question = OpenController.CalendarQuestion(
    "Calendar", proposal: "Trips (new)", titles: ["Home", "Work", "Workshop"])

  private func label(_ step: FormStep<OpenController.Outcome>) -> String? { step.question?.label }

  @Test func aFileWithNothingToDoAsksNothing() {
    let step = OpenController(["unchanged"], actions: [], calendar: nil).begin()
    #expect(step.lines == [.text("unchanged")] && step.outcome == .canceled && step.question == nil)
  }

  @Test func actionsAreOfferedAndQuitToo() {
    let form = OpenController([], actions: [.accept, .maybe, .decline, .import], calendar: nil)
    #expect(label(form.begin()) == "[a]ccept [m]aybe dec[l]ine [i]mport [q]uit")
  }

  @Test(arguments: [
    ("a", OpenController.Action.accept), ("M", .maybe), ("l", .decline), ("dec", .decline),
    (" import ", .import),
  ]) func anActionIsChosen(answer: String, action: OpenController.Action) {
    let form = OpenController([], actions: [.accept, .maybe, .decline, .import], calendar: nil)
    _ = form.begin()
    #expect(form.answer(answer).outcome == .chosen(action, calendar: nil))
  }

  @Test(arguments: ["q", "quit"]) func quitLeavesEverything(answer: String) {
    let form = OpenController([], actions: [.import], calendar: Self.question)
    _ = form.begin()
    #expect(form.answer(answer).outcome == .canceled)
  }

  @Test func whatIsNotOfferedIsRefused() {
    let form = OpenController([], actions: [.import], calendar: nil)
    _ = form.begin()
    for answer in ["a", "accept", "x", "\0"] {
      let step = form.answer(answer)
      #expect(step.outcome == nil && step.question != nil && step.lines.count == 1, "\(answer)")
    }
    #expect(form.answer("").lines.isEmpty)
    #expect(form.answer("?").lines.count == 2)
  }

  @Test(
    arguments: [
      ("", nil), ("Trips (new)", nil), ("work", "Work"), ("h", "Home"), ("worksh", "Workshop"),
    ] as [(String, String?)]) func aCalendarIsNamed(answer: String, calendar: String?)
  {
    let form = OpenController([], actions: [.import], calendar: Self.question)
    _ = form.begin()
    #expect(label(form.answer("i")) == "Calendar")
    #expect(form.answer(answer).outcome == .chosen(.import, calendar: calendar))
  }

  @Test(arguments: ["wo", "Nowhere"]) func noCalendarIsGuessed(answer: String) {
    let form = OpenController([], actions: [.import], calendar: Self.question)
    _ = form.begin()
    _ = form.answer("i")
    let step = form.answer(answer)
    #expect(step.outcome == nil && label(step) == "Calendar")
  }

  @Test func aSubscriptionTakesAnyName() {
    let question = OpenController.CalendarQuestion("Name", proposal: "holidays")
    let form = OpenController([], actions: [.subscribe], calendar: question)
    _ = form.begin()
    _ = form.answer("s")
    #expect(form.answer("Free days").outcome == .chosen(.subscribe, calendar: "Free days"))
  }

  @Test func interruptionsChangeNothing() {
    let form = OpenController([], actions: [.import], calendar: Self.question)
    _ = form.begin()
    _ = form.answer("i")
    #expect(form.interrupt().outcome == .canceled)
  }
}
