import Testing

@testable import LineEditor

/// What a line comes to in which something is proposed.
@Suite @MainActor
struct LineAnswerTests {
  private func request(_ text: String?) -> LineRequest {
    var request = LineRequest(" Starts      ", mark: "> ")
    request.proposal = text.map { LineRequest.Proposal($0) }
    request.step = { text, count in
      Int(text.isEmpty ? "0" : text).map { LineRequest.Proposal(String($0 + count)) }
    }
    return request
  }

  @Test(arguments: [("", ""), ("  ", ""), ("sat 7pm", "sat 7pm"), ("?", "?"), (" .", " .")])
  func enterTakesWhatIsProposedAndWhatIsTypedTakesItsPlace(line: String, answer: String) {
    #expect(LineAnswer(request("7")).input(line) == .line(answer))
  }

  @Test func whatWasBroughtInAndEmptiedIsMeantToBeEmpty() {
    var answer = LineAnswer(request("Room 5"))
    #expect(answer.shows("") && !answer.shows("x"))
    #expect(answer.bringIn("") == "Room 5")
    #expect(!answer.shows("") && answer.bringIn("") == nil)
    #expect(answer.input("Room 6") == .line("Room 6"))
    #expect(answer.input("") == .emptied && answer.input(" ") == .emptied)
    // Where nothing is proposed an empty line is one.
    #expect(LineAnswer(request(nil)).input("") == .line(""))
  }

  @Test func aValueThatALineCannotShowIsNotBroughtIn() {
    var answer = LineAnswer(request("a\u{202E}b"))
    #expect(answer.bringIn("") == nil && answer.input("") == .line(""))
  }

  @Test func stepsChangeTheProposalOfAnEmptyLineAndTheTextOfAnother() {
    var answer = LineAnswer(request("7"))
    #expect(answer.step(1, from: "") == .proposal && answer.proposal?.text == "8")
    #expect(answer.input("") == .line("8") && answer.input("9") == .line("9"))
    #expect(answer.step(-1, from: "") == .proposal && answer.input("") == .line(""), "it is the first again")
    #expect(answer.step(-2, from: "30") == .line("28"))
    #expect(answer.step(1, from: "x") == .nothing)
    // Nothing is proposed: the steps begin somewhere.
    var none = LineAnswer(request(nil))
    #expect(none.step(1, from: "") == .proposal && none.input("") == .line("1"))
  }

  @Test func whatStoodInTheLineWhenEnterTookTheProposalIsNoOtherAnswer() {
    var answer = LineAnswer(request("7"))
    #expect(!answer.take("8") && answer.input("8") == .line("8"))
    #expect(answer.take("") && answer.input("shown") == .line(""))
  }

  /// In brackets a proposal stands before the line, cut where the terminal is narrow.
  @Test func inBracketsAProposalStandsBeforeTheLine() {
    Prompt.shared.loadHistory([])  // reads the locale that widths are counted by
    var request = request("every weekday until 31 december 2026")
    #expect(
      request.prompt(request.proposal, columns: 120)
        == " Starts      [every weekday until 31 december 2026] > ")
    #expect(request.prompt(request.proposal, columns: 40) == " Starts      [every weekd…] > ")
    #expect(request.prompt(nil, columns: 40) == " Starts      > ")
    request.look = .dim
    #expect(request.prompt(request.proposal, columns: 40) == " Starts      > ")
  }

  @Test(arguments: [
    ("Standup", 7, "Standup"), ("Standup", 6, "Stand…"), ("会議 Tokyo", 5, "会議…"), ("会議", 3, "会…"),
    ("a", 0, ""),
  ])
  func aTextIsCutBetweenCharactersByTheCellsTheyTake(text: String, cells: Int, expected: String) {
    Prompt.shared.loadHistory([])
    #expect(LineText.clipped(text, to: cells, width: LineText.width) == expected)
  }

  @Test func theLinesOfAPasteAreAsManyAsItShows() {
    #expect(LineText.lines("a\nb\r\nc\r") == ["a", "b", "c"])
    #expect(LineText.lines("a\n\n") == ["a", ""] && LineText.lines("") == [""])
  }
}
