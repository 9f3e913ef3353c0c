import Changes
import Rendering

/// `quick`, and `add` without quotes: an item from plain text, whose reading is shown before it is saved.
///
/// A sure reading is saved at once. An unsure one needs a person's consent, and is refused elsewhere with the
/// statements that it may mean.
extension ChangeStatements {
  /// Saves `Lunch fri 12:30 for 1h /Work`.
  func quick(_ syntax: TextSyntax, at range: SourceRange) throws -> Answer {
    let text = StatementRunner(session: session, source: source).literal(syntax)
    var options = ParseOptions(dateOrder: session.settings.dateOrder)
    if options.dateOrder == .none, let order = try DateOrderQuestion(session)?.order(ofPlain: text) {
      options.dateOrder = order
    }
    let titles = Set(try workspace.store.calendars().map { Folding.name($0.title) })
    let readings = SpokenItem.readings(of: text, options: options) { titles.contains(Folding.name($0)) }
      .map(box.binder.withNextHours)
    guard let best = readings.first else { return .nothing }
    var chosen = best
    if let doubt = best.doubts.first {
      guard session.canAsk else {
        throw ShellError.statement(diagnostic(doubt, readings, at: range), source: source)
      }
      chosen = try consented(readings)
    }
    let statement = StatementSyntax.add(chosen.add).description
    if best.doubts.isEmpty { session.say("= " + SafeText.line(statement)) }
    var statements = try ChangeStatements(session: session, source: statement)
    statements.namesUndo = true
    do {
      // What is saved is what was shown.
      return try statements.run(try parseStatement(statement, options: options))
    } catch let error as SyntaxError {
      throw ShellError.statement(error.diagnostic, source: statement)
    } catch {
      throw ShellError(error, source: statement).namingQuotes
    }
  }

  /// Shows the readings one after another until the person takes one.
  private func consented(_ readings: [SpokenItem]) throws -> SpokenItem {
    var place = 0
    while true {
      let reading = readings[place]
      session.say("= " + SafeText.line(StatementSyntax.add(reading.add).description))
      if let doubt = reading.doubts.first {
        session.say(SafeText.line(doubt.message(among: reading.doubts)) + ".")
      }
      var choices: [(word: String, choice: ReadingChoice)] = [("yes", .yes), ("no", .no), ("edit", .edit)]
      let hasNext = readings.count > 1
      if hasNext { choices.append(("other", .other)) }
      let question = "Save it so? [Y]es [n]o [e]dit" + (hasNext ? " [o]ther (Tab)" : "")
      switch session.question.choose(question, among: choices, enter: .yes, tab: hasNext ? .other : nil) {
      case .yes: return reading
      case .edit:
        var edited = reading
        edited.add.opensForm = true
        return edited
      case .other: place = (place + 1) % readings.count
      case .no, nil: throw ShellError.canceled
      }
    }
  }

  /// The doubt, placed at its words in the statement if they stand there as in the text, with what the text may
  /// mean.
  private func diagnostic(
    _ doubt: SpokenDoubt, _ readings: [SpokenItem], at range: SourceRange
  ) -> Diagnostic {
    var place = range
    let statement = Array(source.utf8)
    let words = Array(doubt.words.utf8)
    let last = min(range.end, statement.count) - words.count
    if !words.isEmpty, range.offset <= last,
      let start = (range.offset...last).first(where: { statement[$0..<$0 + words.count].elementsEqual(words) }
      )
    {
      place = SourceRange(offset: start, length: words.count)
    }
    let meanings = readings.filter { $0.isComplete || $0.doubts.isEmpty }.prefix(Self.mostMeanings).map {
      StatementSyntax.add($0.add).description
    }
    let hint = ([doubt.hint] + meanings).joined(separator: "; ")
    return Diagnostic(
      code: doubt.code, message: doubt.message(among: readings.first?.doubts ?? []), hint: hint,
      range: place)
  }

  private static let mostMeanings = 2
}

/// What becomes of a reading that is in doubt.
private enum ReadingChoice { case yes, no, edit, other }

extension ShellError {
  /// The error of an unknown calendar, with a hint on how to keep `in` and the word after it in the title.
  fileprivate var namingQuotes: ShellError {
    guard case .statement(var diagnostic, let source) = self, diagnostic.code == "unknown-calendar",
      diagnostic.hint == nil
    else { return self }
    diagnostic.hint = "calendars lists them; words in quotes stay in the title"
    return .statement(diagnostic, source: source)
  }
}
