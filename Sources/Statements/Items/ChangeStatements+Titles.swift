import Changes
import Rendering

/// Titles in the place of targets: where several items may be meant, a person chooses.
extension ChangeStatements {
  /// Returns a target with the id of an item in place of a title.
  ///
  /// `isAskedLater` says that the item will be shown and asked about.
  func withoutTitle(
    _ syntax: TargetSyntax, _ verb: ChangeVerb, isAskedLater: Bool = false
  ) throws -> TargetSyntax {
    guard case .title(let title) = syntax.kind else { return syntax }
    let purpose: QueryPurpose = verb == .reopen ? .evenDone : .answer
    var found = try bound { (binder) throws(QueryError) in
      try binder.checkExact(syntax)
      return try binder.items(titled: title, of: verb.kind, purpose: purpose)
    }
    // What is only looked at may be done.
    if verb == .show, context.seesReminders, found.candidates.isEmpty || !found.isWhole {
      let done = try bound { (binder) throws(QueryError) in
        try binder.items(titled: title, of: .reminder, purpose: .evenDone)
      }
      if done.isWhole, !done.candidates.isEmpty { found = done }
    }
    let choice = TitleChoice(session: session, isStrict: context.isStrict, isAskedLater: isAskedLater)
    if let item = try choice.chosen(found, verb: verb.rawValue) { return target(item, at: syntax.range) }
    return try bound { (binder) throws(QueryError) in throw binder.rejected(found, at: syntax.range) }
  }

  private func target(_ item: TitledItems.Candidate, at range: SourceRange) -> TargetSyntax {
    let id = IdentifierSyntax(item.target.id(item.kind), range: range)
    return TargetSyntax(.references([.item(id)]), range: range)
  }

  /// Shows what a deletion by title would delete, and asks; nothing is asked where nobody is there or the
  /// statement says `yes`.
  func confirmDeletion(_ items: [Item], of syntax: TargetSyntax, _ tail: TailSyntax) throws {
    guard case .title = syntax.kind, session.canAsk, !tail.isConfirmed, !tail.isDryRun else { return }
    for item in items {
      let isMeant = session.question.agrees("delete \(SafeText.line(sentences.item(item)))? [y]es [n]o")
      guard isMeant == true else { throw ShellError.canceled }
    }
  }

  /// Refuses an hour that may be in either half of the day where nobody sees how it is read.
  func checkHour(_ destination: MoveSyntax.Destination) throws {
    guard case .toHour(let hour) = destination, HourReadings(hour.hour).hours.count > 1 else { return }
    if session.canAsk, !context.isStrict { return }
    throw ShellError.statement(
      BindingError(.bareHour(hour.hour), at: hour.range).diagnostic, source: source)
  }
}

extension ChangeVerb {
  /// The kind of items that it is about; nil for both.
  var kind: ItemKind? {
    switch self {
    case .complete, .reopen, .under: .reminder
    case .accept, .maybe, .decline, .send: .event
    case .change, .delete, .move, .duplicate, .show: nil
    }
  }
}
