import LineEditor
import Platform

#if canImport(Glibc)
  import Glibc
#else
  import Darwin
#endif

/// Asks a person at the terminal, a line for a line.
struct Question {
  let session: Session

  /// Whether there is a person to ask: both ends are terminals, and no script is running.
  var isPossible: Bool {
    session.environment.inputIsTerminal && session.environment.errorIsTerminal && !session.isScript
  }

  /// Whether questions are plain lines: asked for, or no line editor can draw on this terminal.
  static func isPlain(_ session: Session) -> Bool {
    session.settings.hasPlainForms || session.environment.variable("TERM") == "dumb"
      || !session.environment.outputIsTerminal
  }

  /// The answer to a question without its line end; nil at the end of input, which always means no.
  func ask(_ text: String) -> String? {
    session.errors.append(text + " ")
    try? session.errors.flush()
    guard case .line(let answer) = readLine() else { return nil }
    return answer.lowercased().filter { $0 != " " }
  }

  /// The next line without its end, as the terminal gives it.
  func readLine() -> LineInput {
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
        session.say("")
        // It ended the question, and is not to end what runs after it.
        if isCanceled, !ProcessSignals.isToEnd { keyboardStop.reset() }
        return isCanceled ? .canceled : .endOfInput
      }
      if byte == 10 { break }
      bytes.append(byte)
    }
    if bytes.last == 13 { bytes.removeLast() }
    return .line(String(decoding: bytes, as: UTF8.self))
  }

  /// Which of some words the person means, by its first letter or whole; asks again at other answers, nil at the end.
  ///
  /// `enter` is what an empty line means; without it that is no answer.
  func choose(_ text: String, _ words: [String], enter: String? = nil) -> String? {
    while let answer = ask(text) {
      if answer.isEmpty {
        if let enter { return enter }
        continue
      }
      if let word = words.first(where: { $0.hasPrefix(answer) }) { return word }
      session.say("answer " + words.joined(separator: ", "))
    }
    return nil
  }
}
