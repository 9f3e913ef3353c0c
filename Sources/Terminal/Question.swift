import Platform

#if canImport(Glibc)
  import Glibc
#else
  import Darwin
#endif

/// The result of asking for a line.
package enum TypedLine: Equatable, Sendable {
  case line(String)
  /// Ctrl-C.
  case canceled
  case endOfInput

  /// The line without the sequences that cursor keys leave in it where nothing edits it, and without other controls.
  package var withoutKeys: TypedLine {
    guard case .line(let line) = self, line.utf8.contains(where: { $0 < 32 || $0 == 127 }) else {
      return self
    }
    // Cursor keys are `ESC [ A`, or `ESC O A`, which is no sequence of text.
    var text = line.replacing("\t", with: " ")[...]
    var result = ""
    while let mark = text.firstRange(of: "\u{1B}O") {
      result += text[..<mark.lowerBound]
      text = text[mark.upperBound...].dropFirst()
    }
    return .line(SafeText.line(result + text))
  }
}

/// Asks a person at the terminal, who answers with a line each time.
package struct Question {
  private let errors: OutputBuffer

  /// Questions go to the stream of errors, so that answers can be piped.
  package init(_ errors: OutputBuffer) { self.errors = errors }

  /// The answer to a question, in lower case without blanks; nil at the end of input and on Ctrl-C, which
  /// always mean no.
  ///
  /// With `tabEnds` the key Tab ends the answer as Enter does, and is its last character.
  package func ask(_ text: String, tabEnds: Bool = false) -> String? {
    guard case .line(let answer) = readLine(text + " ", tabEnds: tabEnds) else { return nil }
    return answer.lowercased().filter { $0 != " " }
  }

  /// The next line without its end, as the terminal gives it.
  package func readLine(_ text: String, tabEnds: Bool = false) -> TypedLine {
    errors.append(text)
    try? errors.flush()
    let keys = tabEnds ? Self.endLines(at: Self.tab) : nil
    defer { if var keys { tcsetattr(0, TCSANOW, &keys) } }
    // Ctrl-C ends the question; elsewhere it stops a query and reading goes on.
    var earlier = sigaction()
    sigaction(SIGINT, nil, &earlier)
    var ending = earlier
    ending.sa_flags &= ~SA_RESTART
    sigaction(SIGINT, &ending, nil)
    defer { sigaction(SIGINT, &earlier, nil) }
    var bytes: [UInt8] = []
    while true {
      var byte: UInt8 = 0
      let count = read(0, &byte, 1)
      if count <= 0 {
        let isCanceled = count < 0 && errno == EINTR
        say("")
        // Ctrl-C ended the question and must not end the work after it.
        if isCanceled, !ProcessSignals.isToEnd { keyboardStop.reset() }
        return isCanceled ? .canceled : .endOfInput
      }
      if byte == 10 { break }
      bytes.append(byte)
      if tabEnds, byte == Self.tab {
        say("")
        break
      }
    }
    if bytes.last == 13 { bytes.removeLast() }
    return .line(String(decoding: bytes, as: UTF8.self))
  }

  private static let tab: UInt8 = 9

  /// Lets a key end a line at the terminal; the answer is how it was before, nil where there is none.
  private static func endLines(at key: UInt8) -> termios? {
    var before = termios()
    guard tcgetattr(0, &before) == 0 else { return nil }
    var keys = before
    // The characters for keys are a tuple in Swift.
    withUnsafeMutableBytes(of: &keys.c_cc) { $0[Int(VEOL)] = key }
    tcsetattr(0, TCSANOW, &keys)
    return before
  }

  /// Which of some answers the person means, by the first letter of its word or the whole; asks again at
  /// other answers, nil at the end of input, on Ctrl-C and at a `LeavingWord`.
  ///
  /// `enter` is what an empty line means; without it that is no answer.
  package func choose<Choice: RawRepresentable<String> & CaseIterable>(
    _ text: String, _ choices: Choice.Type, enter: Choice? = nil
  ) -> Choice? {
    choose(text, among: Choice.allCases.map { ($0.rawValue, $0) }, enter: enter)
  }

  /// The same where what is asked gives the answers their words; `tab` is what the key Tab means.
  package func choose<Choice>(
    _ text: String, among choices: [(word: String, choice: Choice)], enter: Choice? = nil, tab: Choice? = nil
  ) -> Choice? {
    let words = choices.map(\.word).joined(separator: ", ")
    return choose(text, enter: enter, tab: tab, otherwise: "answer \(words)") { answer in
      choices.first { $0.word.hasPrefix(answer) }?.choice
    }
  }

  /// The same where `meaning` tells what an answer means, nil for one that is none; `otherwise` is said then.
  package func choose<Choice>(
    _ text: String, enter: Choice? = nil, tab: Choice? = nil, otherwise: String,
    meaning: (String) -> Choice?
  ) -> Choice? {
    while let answer = ask(text, tabEnds: tab != nil) {
      if answer.hasSuffix("\t"), let tab { return tab }
      if answer.isEmpty {
        if let enter { return enter }
        continue
      }
      if let found = meaning(answer) { return found }
      if LeavingWord.isMeant(by: answer) { return nil }
      say(otherwise)
    }
    return nil
  }

  /// Whether the person says yes; nil where the question is left.
  package func agrees(_ text: String) -> Bool? { choose(text, among: [("yes", true), ("no", false)]) }

  private func say(_ text: String) {
    errors.appendLine(text)
    try? errors.flush()
  }
}
