import Changes
import Rendering

/// Reads what a person types that is no statement: a range alone as its agenda, the name of a saved view as
/// its run, a question in everyday words, and other text as a search.
///
/// The statement that is meant is shown. Scripts, pipes and programs must be exact; arguments of the shell may
/// be ranges and questions, but no names and no text to search for, as a wrong word of a script would be one.
package struct TypedWords {
  private let session: Session
  private let source: String

  /// What a person types as `source`, which is no statement.
  package init(_ source: String, session: Session) {
    (self.source, self.session) = (source, session)
  }

  /// Returns the statement, and the text that it is read from; throws the fault if there is none.
  package func reading(_ fault: SyntaxError) throws -> (StatementSyntax, String) {
    guard session.isGuessing else { throw ShellError.statement(fault.diagnostic, source: source) }
    if let statement = try settled(source, fault) { return statement }
    if let range = Self.agenda(source, options) { return told(range) }
    if let statement = try settled(Self.agenda(source)) { return statement }
    guard fault.isAtStart(of: source) else { return try searchedWords(fault) }
    if let arguments = shellArguments { return try reading(of: arguments) }
    if let view = try run() { return told(view) }
    if let phrase = TypedPhrase(source) { return told(try statement(of: phrase)) }
    let words = Self.words(source)
    guard let first = words.first, fault.isAboutWords else { return try searchedWords(fault) }
    var hint = try Misspelling(session).hint(first, alone: true)
    if hint == nil {
      let text = words.joined(separator: " ")
      if session.isInteractive { return told(try search(text)) }
      hint = "`events \(Quoting.string(text))` searches for it"
    }
    let diagnostic = fault.diagnostic
    throw ShellError.statement(
      diagnostic.hint == nil ? diagnostic.hinting(hint ?? "") : diagnostic, source: source)
  }

  /// Whether a text is a range, whose agenda it asks for.
  package static func isRange(_ text: String) -> Bool { agenda(text, ParseOptions()) != nil }

  /// The agenda of a text that begins with a range; nil if it does not.
  private static func agenda(_ text: String, _ options: ParseOptions) -> (StatementSyntax, String)? {
    let agenda = agenda(text)
    guard let statement = try? parseStatement(agenda, options: options),
      case .calendarView(let view) = statement, let time = view.time,
      time.range.offset == agenda.utf8.count - text.utf8.drop(while: { $0 == UInt8(ascii: " ") }).count
    else { return nil }
    return (statement, agenda)
  }

  private static func agenda(_ text: String) -> String { "agenda " + text }

  /// The statement whose only faults are dates with two readings, as a person reads them; nil for other texts.
  private func settled(_ text: String, _ fault: SyntaxError? = nil) throws -> (StatementSyntax, String)? {
    var fault = fault
    if fault == nil {
      do throws(SyntaxError) { _ = try parseStatement(text, options: options) } catch { fault = error }
    }
    guard let fault, let settled = try DateOrderQuestion(session)?.settled(text, fault) else { return nil }
    return try reading(of: settled)
  }

  /// What stands behind `kal` in a line for the shell that was typed at the prompt; nil for other lines.
  private var shellArguments: String? {
    let words = source.split(separator: " ", maxSplits: 1)
    guard session.isInteractive, words.count == 2, words[0] == "kal", words[1].first != "-" else {
      return nil
    }
    return String(words[1])
  }

  private func reading(of text: String) throws -> (StatementSyntax, String) {
    do throws(SyntaxError) {
      return told((try parseStatement(text, options: options), text))
    } catch {
      return try TypedWords(text, session: session).reading(error)
    }
  }

  private var options: ParseOptions { ParseOptions(dateOrder: session.settings.dateOrder) }

  private func searchedWords(_ fault: SyntaxError) throws -> (StatementSyntax, String) {
    try SearchedWords(session: session).reading(source, fault)
  }

  /// Shows the statement that is meant.
  private func told(_ reading: (StatementSyntax, String)) -> (StatementSyntax, String) {
    if session.isInteractive || session.canAsk { session.say("= " + SafeText.line(reading.1)) }
    return reading
  }

  private func parsed(_ text: String) throws -> (StatementSyntax, String) {
    do throws(SyntaxError) {
      return (try parseStatement(text, options: options), text)
    } catch {
      throw ShellError.statement(error.diagnostic, source: text)
    }
  }

  /// The run of the saved view whose name the text begins with; nil if there is none.
  private func run() throws -> (StatementSyntax, String)? {
    guard session.isInteractive else { return nil }
    let text = "run " + source
    guard let statement = try? parseStatement(text, options: options), case .manage(let manage) = statement,
      case .runView(let run) = manage.kind,
      try session.names(in: .views).contains(where: { Folding.name($0) == Folding.name(run.name.text) })
    else { return nil }
    return (statement, text)
  }

  private func statement(of phrase: TypedPhrase) throws -> (StatementSyntax, String) {
    switch phrase {
    case .statement(let text): try parsed(text)
    case .search(let text): try search(text)
    }
  }

  // MARK: Searching

  /// The search for a text: in titles, and in other fields if no title has it; for reminders if no event has it.
  private func search(_ text: String) throws -> (StatementSyntax, String) {
    let quoted = Quoting.string(Quoting.text(text) ?? text)
    for condition in ["\(quoted) where title contains \(quoted)", quoted] {
      let hasEvents = try count("events \(condition)", upTo: 1) > 0
      let reminders = try count("reminders \(condition)", upTo: Self.mostCounted)
      if hasEvents {
        if reminders > 0 {
          let number = reminders == Self.mostCounted ? "\(reminders) or more" : "\(reminders)"
          session.note(
            "\(number) reminder\(reminders == 1 ? "" : "s") too: reminders \(SafeText.line(condition))")
        }
        return try parsed("events \(condition)")
      }
      if reminders > 0 { return try parsed("reminders \(condition)") }
    }
    return try parsed("events \(quoted)")
  }

  /// The most reminders that are counted.
  private static let mostCounted = 100

  /// The number of answers, up to a limit; 0 if they cannot be read unasked.
  private func count(_ query: String, upTo limit: Int) throws -> Int {
    let kind: ItemKind = query.hasPrefix("reminders") ? .reminder : .event
    guard session.canReadUnasked(kind) else { return 0 }
    return try session.count("count \(query) limit \(limit)") ?? 0
  }

  private static func words(_ text: String) -> [String] {
    text.split { $0 == " " || $0 == "\n" || $0 == "\t" }.map(String.init)
  }
}

extension SyntaxError {
  /// Whether the fault is a word, a number or a text in quotes, and no sign that means nothing.
  fileprivate var isAboutWords: Bool {
    guard case .unexpected(.text(let text), _) = problem, let first = text.unicodeScalars.first else {
      return false
    }
    return first.properties.isAlphabetic || first.properties.numericType != nil
      || "\"'\u{201C}".unicodeScalars.contains(first)
  }

  /// Whether the first word of a text is the fault.
  fileprivate func isAtStart(of text: String) -> Bool {
    range.offset == text.utf8.prefix { $0 == UInt8(ascii: " ") || $0 == UInt8(ascii: "\n") }.count
  }
}
