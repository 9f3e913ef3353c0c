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
      // The news stands before the prompt, between the last statement and the next.
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

  /// The file of the history; a named client may not read or write that of the owner.
  private var historyFile: String? { session.isConfined ? nil : session.paths.historyFile }

  private func greet() {
    session.say(HelpText.version + "  (help; quit or Ctrl-D to leave)")
    if session.hasNoStore {
      session.say("New here? `tour` shows it in ten steps, over a calendar of examples.")
    }
    // A client without a decision on its access is not made to ask before it needs something.
    guard session.canReadUnasked(.event) else { return }
    do {
      session.onStatement?()
      // Counting stops at a limit, since a rule of every second has no end worth waiting for.
      var questions = [("events", "events today")]
      if session.canReadUnasked(.reminder) { questions.append(("reminders", "reminders due today")) }
      for (word, question) in questions
      where try session.count("count \(question) limit \(Self.mostGreeted + 1)") ?? 0 > Self.mostGreeted {
        return session.note("there are more than \(Self.mostGreeted) \(word) today: agenda today shows them")
      }
    } catch {
      return session.report(error)
    }
    // An agenda that nobody asked for must not need a key to leave.
    session.pages = false
    defer { session.pages = true }
    execute("agenda today")
  }

  /// The greatest number of items of a kind in the greeting: an unasked agenda is a screen or two.
  private static let mostGreeted = 100

  private func execute(_ text: String) {
    // As in other shells, questions for help and backslash commands are not part of the language.
    if TypedPhrase(text) == nil, let question = PromptHelp(text) { return question.answer(in: session) }
    let command =
      text.hasPrefix("\\timing") ? "set timing = " + (session.settings.isTiming ? "off" : "on") : text
    do {
      try session.execute(command)
    } catch {
      try? session.output.flush()
      session.report(error)
    }
  }

  /// Returns a whole statement, read over as many lines as it takes; nil at the end of input.
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
