import Changes
import JSON
import Rendering

/// Views: saving, dropping, listing and describing them.
extension StatementRunner {
  func saveView(_ syntax: SaveViewSyntax, _ statement: ManageSyntax) throws -> Answer {
    try checkName(syntax.name)
    let view = try SavedView(syntax, source: source)
    let (context, _) = try session.context()
    let store = try session.writableStore()
    let warning = try check(view, context, store)
    let text = StatementSyntax.manage(statement).description
    let known = try store.savedView(named: view.name)
    let isSame = known?.text == text && known?.language == LanguageVersion.present
    let replaced = try store.saveView(
      named: view.name, text, language: LanguageVersion.present, cause: source, now: context.now)
    session.say(
      isSame
        ? "unchanged: the view \(view.name): \(view.runText)"
        : replaced
          ? "replaced the view \(view.name) (undo brings the earlier one back): \(view.runText)"
          : "saved the view \(view.name): \(view.runText)")
    if let warning { session.note("scripts and programs cannot run it: \(warning)") }
    return .change(
      ChangeAnswer(
        JSONObjectText().adding("outcome", isSame ? "unchanged" : "saved").adding("view", view.name)
          .adding("replaced", isTrue: replaced && !isSame)))
  }

  func dropView(_ name: WordSyntax) throws -> Answer {
    let view = StoredView(try session.viewRecord(name, source: source)).name
    let (context, _) = try session.context()
    let store = try session.writableStore()
    guard let record = try store.savedView(named: view) else { return .nothing }
    try store.dropView(record, cause: source, now: context.now)
    session.say("dropped the view \(view)")
    return .change(ChangeAnswer(JSONObjectText().adding("outcome", "deleted").adding("view", view)))
  }

  func views() throws -> Answer {
    let views = try session.savedViews()
    var listing = Listing(
      views, .table("name", "parameters", "query"), ids: { [$0.name] }, object: \.object
    ) { view in
      switch view.reading {
      case .success(let readable):
        [
          view.name, readable.parameters.map { "\($0.text) (\($0.type.word))" }.joined(separator: ", "),
          SafeText.line(readable.questionText),
        ].map { TableCell($0) }
      case .failure(let error):
        [view.name, "", SafeText.line(StoredView.unreadable(error))].map { TableCell($0) }
      }
    }
    listing.empty = "no views: save view NAME as QUERY makes one"
    return .listing(listing)
  }

  func describeView(_ name: WordSyntax) throws -> Answer {
    let view = try session.savedView(name, source: source)
    return .text(
      TextAnswer(
        ["\(view.name): \(SafeText.line(view.questionText))"]
          + view.parameters.map { "  \(SafeText.line($0.text)): \($0.type.phrase)" } + [view.runText]
          + (view.news.map { [SafeText.line($0)] } ?? [])))
  }

  // MARK: Checks

  /// Throws if a name that is to be given could not be seen.
  func checkName(_ name: WordSyntax) throws {
    if !name.text.allSatisfy(\.isWhitespace), SafeText.line(name.text) == name.text { return }
    throw ShellError.statement(SavedFault.invisibleName.diagnostic(at: name.range), source: source)
  }

  /// Binds the question once, with defaults and sample values, so that its mistakes show before the first
  /// run.
  ///
  /// Returns why scripts could not run it; nil if they can.
  private func check(
    _ view: SavedView, _ context: QueryContext, _ store: CalendarStore
  ) throws -> String? {
    var context = context
    context.parameters = [:]
    for parameter in view.parameters {
      guard let value = parameter.defaultValue?.text ?? sample(parameter.type, store) else { return nil }
      context.parameters[parameter.name] = .text(value)
    }
    let samples = Set(view.parameters.filter { $0.defaultValue == nil }.map(\.name))
    do throws(QueryError) {
      _ = try Engine(store, context).bind(view.question)
    } catch {
      if case .rejected(let diagnostic) = error, !samples.isEmpty, diagnostic.dependsOnValues(samples, view) {
        return nil
      }
      throw placed(ShellError(error, source: source), view)
    }
    context.isStrict = true
    do throws(QueryError) {
      _ = try Engine(store, context).bind(view.question)
    } catch {
      guard case .rejected(let diagnostic) = error else { return nil }
      return diagnostic.message + (diagnostic.hint.map { " (\($0))" } ?? "")
    }
    return nil
  }

  /// Returns an error; one caused by a default points at the default.
  private func placed(_ error: ShellError, _ view: SavedView) -> ShellError {
    guard case .statement(var diagnostic, let source) = error,
      let use = view.uses.first(where: { $0.range == diagnostic.range }),
      let value = view.parameters.first(where: { $0.name == use.name })?.defaultValue
    else { return error }
    diagnostic.range = value.range
    diagnostic.suggestions = diagnostic.suggestions.map { .init(range: value.range, text: $0.text) }
    return .statement(diagnostic, source: source)
  }

  /// Returns a sample value of a type.
  private func sample(_ type: ParameterType, _ store: CalendarStore) -> String? {
    switch type {
    case .calendar: (try? store.calendars().first).flatMap { $0 }.map { PublicID.text(.calendar, $0.id) }
    case .set: (try? store.calendarSets().first).flatMap { $0 }?.title
    case .source: (try? store.sources().first).flatMap { $0 }?.title
    default: type.sample
    }
  }
}

extension Diagnostic {
  /// Whether the fault may come from sample values.
  fileprivate func dependsOnValues(_ samples: Set<String>, _ view: SavedView) -> Bool {
    switch BindingErrorCode(rawValue: code) {
    case .reversedRange, .emptyRange, .rangeIsPast, .rangeIsFuture, .outOfCalendar: return true
    default: return view.uses.contains { samples.contains($0.name) && $0.range == range }
    }
  }
}
