import Platform

#if canImport(Glibc)
  import Glibc
#else
  import Darwin
#endif

/// What came of asking for a line.
package enum TypedLine: Equatable, Sendable {
  case line(String)
  /// Ctrl-C.
  case canceled
  case endOfInput
}

/// Asks a person at the terminal, a line for a line.
package struct Question {
  private let errors: OutputBuffer

  /// Questions stand where errors go, so that answers can be piped.
  package init(_ errors: OutputBuffer) { self.errors = errors }

  /// The answer to a question without its line end; nil at the end of input, which always means no.
  package func ask(_ text: String) -> String? {
    guard case .line(let answer) = readLine(text + " ") else { return nil }
    return answer.lowercased().filter { $0 != " " }
  }

  /// The next line without its end, as the terminal gives it.
  package func readLine(_ text: String) -> TypedLine {
    errors.append(text)
    try? errors.flush()
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

  /// Which of some words the person means, by its first letter or whole; asks again at
  /// other answers, nil at the end.
  ///
  /// `enter` is what an empty line means; without it that is no answer.
  package func choose(_ text: String, _ words: [String], enter: String? = nil) -> String? {
    while let answer = ask(text) {
      if answer.isEmpty {
        if let enter { return enter }
        continue
      }
      if let word = words.first(where: { $0.hasPrefix(answer) }) { return word }
      say("answer " + words.joined(separator: ", "))
    }
    return nil
  }

  private func say(_ text: String) {
    errors.appendLine(text)
    try? errors.flush()
  }
}
