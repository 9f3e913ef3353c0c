import Changes
import Rendering

/// The choice among the items that a title may mean: the only one with the whole title, else the one that a
/// person chooses.
struct TitleChoice {
  let session: Session
  /// Whether nobody is asked.
  let isStrict: Bool

  /// Returns the item; nil if there is none or nobody can be asked.
  ///
  /// `verb` says what is done with it: `complete which? [1-3] [c]ancel`. Throws `canceled`.
  func chosen(_ found: TitledItems, verb: String) throws -> TitledItems.Candidate? {
    if let only = found.only { return only }
    guard session.canAsk, !isStrict, !found.candidates.isEmpty else { return nil }
    let title = SafeText.line(found.title)
    let count = found.candidates.count
    session.say(
      found.isWhole
        ? "\(count) items are called \(title):" : "nothing is called \(title); in its title \(has(count)) it:"
    )
    for (index, item) in found.candidates.enumerated() {
      session.say("\(index + 1) \(SafeText.line(item.sentence))", indent: 2)
    }
    let choices = count == 1 ? "[y]es [n]o" : "[1-\(count)] [c]ancel"
    while let answer = session.question.ask("\(verb) which? \(choices)") {
      if let number = Int(answer), found.candidates.indices.contains(number - 1) {
        return found.candidates[number - 1]
      }
      if count == 1, "yes".hasPrefix(answer), !answer.isEmpty { return found.candidates[0] }
      if ["cancel", "no"].contains(where: { $0.hasPrefix(answer) }), !answer.isEmpty { break }
      session.say(count == 1 ? "answer yes or no" : "answer 1 to \(count), or cancel")
    }
    throw ShellError.canceled
  }

  private func has(_ count: Int) -> String { count == 1 ? "one item has" : "\(count) items have" }
}
