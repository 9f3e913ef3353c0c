import Help
import LineEditor
import Platform
import QueryEngine
import Statements

/// The readline prompt: today's agenda, then statements until Ctrl-D or `quit`.
@MainActor
struct PromptLoop {
  private let session: Session
  private let prompt = Prompt.shared

  init(_ session: Session) { self.session = session }

  /// Runs the loop; the exit status is 0 however the person leaves.
  func run() -> Int32 {
    session.isInteractive = true
    session.onStatementToKeep = { [prompt] statement in
      MainActor.assumeIsolated { prompt.addHistory(statement) }
    }
    if let path = historyFile, let lines = try? HistoryFile(path: path).load() {
      prompt.loadHistory(lines)
    }
    let notices = StoreNotices(session)
    prompt.notice = { notices.next() }
    greet()
    func tell() { if let notice = notices.next() { session.say(notice) } }
    while !session.isFinished {
      // Before the prompt, so that it stands between what was done and what comes.
      tell()
      guard let text = readStatement() else { break }
      if text.allSatisfy({ $0 == " " || $0 == "\n" || $0 == "\t" }) { continue }
      prompt.addHistory(text)
      tell()
      execute(text)
    }
    session.endBatch()
    saveHistory()
    return 0
  }

  /// Where the history is kept: that of the owner is no client's to read or write.
  private var historyFile: String? { session.isConfined ? nil : session.paths.historyFile }

  private func greet() {
    session.say(HelpText.version + "  (help; quit or Ctrl-D to leave)")
    // A client that has not been given its access yet is not asked for it before it wants something.
    guard session.canReadUnasked(.event) else { return }
    do {
      session.onStatement?()
      // Counting ends where there are too many, as a rule of every second has no end that anybody waits for.
      var questions = [("events", "events today")]
      if session.canReadUnasked(.reminder) { questions.append(("reminders", "reminders due today")) }
      for (word, question) in questions
      where try count("count \(question) limit \(Self.mostGreeted + 1)") ?? 0 > Self.mostGreeted {
        return session.note("there are more than \(Self.mostGreeted) \(word) today: agenda today shows them")
      }
    } catch {
      return session.report(error)
    }
    // What nobody asked for is not to be left with a key.
    session.pages = false
    defer { session.pages = true }
    execute("agenda today")
  }

  /// How many events the greeting shows at most: what nobody asked for is a screen or two.
  private static let mostGreeted = 100

  /// What a statement that counts answers; nil where there is no store yet.
  private func count(_ text: String) throws -> Int? {
    if let server = session.server { return try server.count(text, for: session) }
    guard try session.readableStore() != nil else { return nil }
    // The number is not shown, so that the person's format has no say: one for items alone would refuse it.
    let option = session.formatOption
    session.formatOption = .jsonl
    defer { session.formatOption = option }
    do {
      guard case .rows(let rows) = try session.run(try parseStatement(text), source: text) else { return nil }
      var result = try rows.result()
      guard case .group(let values)? = try result.next(), case .integer(let count)? = values.first else {
        return nil
      }
      return count
    } catch {
      throw ShellError(error, source: text)
    }
  }

  private func execute(_ text: String) {
    // As in other shells, these are no part of the language: what asks for help, and backslash commands.
    if let question = PromptHelp(text) { return question.answer(in: session) }
    let command =
      text.hasPrefix("\\timing") ? "set timing = " + (session.settings.isTiming ? "off" : "on") : text
    do {
      try session.execute(command)
    } catch {
      try? session.output.flush()
      session.report(error)
    }
  }

  /// A whole statement, read over as many lines as it takes; nil at the end of input.
  private func readStatement() -> String? {
    var text = ""
    while true {
      switch prompt.read(text.isEmpty ? "kal> " : "...> ") {
      case .line(let line):
        text += text.isEmpty ? line : "\n" + line
        switch ScriptText.completeness(of: text) {
        case .complete: return text
        case .openParenthesis, .trailingBackslash: continue
        }
      case .canceled, .emptied: text = ""
      case .endOfInput: return nil
      }
    }
  }

  private func saveHistory() {
    guard let path = historyFile, !prompt.newHistory.isEmpty else { return }
    if UserPaths.createFolder(of: path) != 0 { return }
    do throws(HistoryError) {
      try prompt.saveHistory(to: HistoryFile(path: path))
    } catch {
      session.note("the history could not be saved: \(error)")
    }
  }
}
