import Changes
import Rendering

/// Reminders that have parts.
extension ChangeStatements {
  /// Returns the targets of a completion or deletion, with the open parts to include.
  ///
  /// A person at a terminal is asked; otherwise the parts stay, with a note. Parts come first, so that the
  /// named item becomes `last`.
  func withParts(
    _ targets: [ItemTarget], _ verb: ChangeVerb, _ tail: TailSyntax, at range: SourceRange
  ) throws -> [ItemTarget] {
    let parts = try edited(at: range) { try workspace.openParts(of: targets) }
    if parts.targets.isEmpty { return targets }
    let owner = targets.count == 1 ? try items(targets, at: range)[0].title ?? "(untitled)" : nil
    let question = session.question
    guard session.canAsk, !tail.isConfirmed, !tail.isDryRun else {
      if let warning = parts.warning(of: owner) { session.note(SafeText.line(warning)) }
      return targets
    }
    if let sentence = parts.sentence(of: owner) { session.say(SafeText.line("\(sentence): \(parts.names)")) }
    let these = targets.count == 1 ? "this" : "these"
    let total = targets.count + parts.targets.count
    let choices = "[t]\(these.dropFirst()) \(targets.count)  [a]ll \(total)  [c]ancel"
    let answers: [(String, [ItemTarget]?)] = [
      (these, targets), ("all", parts.targets + targets), ("cancel", nil),
    ]
    guard let chosen = question.choose("\(verb.rawValue): \(choices)", among: answers) ?? nil else {
      throw ShellError.canceled
    }
    return chosen
  }
}
