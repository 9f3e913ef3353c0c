import Changes
import Rendering

/// The choice among the items that a title may mean: the only one with the whole title, else the one that a
/// person chooses.
struct TitleChoice {
  let session: Session
  /// Whether nobody is asked.
  let isStrict: Bool
  /// Whether the item is shown and asked about later, so that a single one needs no question here.
  var isAskedLater = false

  /// Returns the item; nil if there is none or nobody can be asked.
  ///
  /// `verb` says what is done with it: `complete which? [1-3] [c]ancel`. Throws `canceled`.
  func chosen(_ found: TitledItems, verb: String) throws -> TitledItems.Candidate? {
    if let only = found.only { return only }
    guard session.canAsk, !isStrict, !found.candidates.isEmpty else { return nil }
    let title = SafeText.line(found.title)
    let count = found.candidates.count
    if count == 1, isAskedLater { return found.candidates[0] }
    session.say(
      found.isWhole
        ? "\(count) items are called \(title):" : "nothing is called \(title); in its title \(has(count)) it:"
    )
    for (index, item) in found.candidates.enumerated() {
      session.say("\(index + 1) \(SafeText.line(item.sentence))", indent: 2)
    }
    let question = count == 1 ? "\(verb) it? [y]es [n]o" : "\(verb) which? [1-\(count)] [c]ancel"
    let otherwise = count == 1 ? "answer yes or no" : "answer 1 to \(count), or cancel"
    let choice: Int?? = session.question.choose(question, otherwise: otherwise) { answer in
      if let number = Int(answer), found.candidates.indices.contains(number - 1) { return number - 1 }
      if count == 1, "yes".hasPrefix(answer) { return 0 }
      return ["cancel", "no"].contains { $0.hasPrefix(answer) } ? .some(nil) : nil
    }
    guard let index = choice ?? nil else { throw ShellError.canceled }
    return found.candidates[index]
  }

  private func has(_ count: Int) -> String { count == 1 ? "one item has" : "\(count) items have" }
}
