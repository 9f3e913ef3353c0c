import Editing
import Model
import QueryLanguage

/// Reminders that others are part of.
extension ChangeStatements {
  /// The targets of a statement that completes or deletes them, and those of their open parts that are to go along.
  ///
  /// Who can be asked is asked; elsewhere the parts stay, which is said. Parts come first, so that what was named is `last`.
  func withParts(
    _ targets: [ItemTarget], _ verb: String, _ tail: TailSyntax, at range: SourceRange
  ) throws(ShellError) -> [ItemTarget] {
    let parts = try edited(at: range) { () throws(EditError) in try workspace.openParts(of: targets) }
    if parts.isEmpty { return targets }
    let shown = try items(Array(parts.prefix(5)), at: range).map { SafeText.line($0.title ?? "(untitled)") }
    let more = parts.count > shown.count ? " and \(parts.count - shown.count) more" : ""
    let names = shown.joined(separator: ", ") + more
    let owner =
      targets.count == 1 ? try items(targets, at: range)[0].title.map(SafeText.line) ?? "(untitled)" : nil
    let count = ChangeReport.count(parts.count, "open subtask")
    let sentence = owner.map { "\($0) has \(count)" } ?? "these have \(count)"
    let question = Question(session: session)
    guard question.isPossible, !tail.isConfirmed, !tail.isDryRun else {
      session.say("note:  \(sentence), which \(parts.count == 1 ? "stays" : "stay"): \(names)")
      return targets
    }
    session.say("\(sentence): \(names)")
    let total = targets.count + parts.count
    let these = targets.count == 1 ? "[t]his 1" : "[t]hese \(targets.count)"
    switch question.choose(
      "\(verb): \(these)  [a]ll \(total)  [c]ancel", [targets.count == 1 ? "this" : "these", "all", "cancel"])
    {
    case "this", "these": return targets
    case "all": return parts + targets
    default: throw .canceled
    }
  }
}
