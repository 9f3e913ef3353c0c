/// The words that leave any question, where they are no answer to it: nothing is changed then.
package enum LeavingWord {
  private static let all: Set<String> = ["q", "quit", "exit", "c", "cancel"]

  /// Whether an answer is one of them.
  package static func isMeant(by answer: String) -> Bool {
    all.contains(answer.filter { $0 != " " }.lowercased())
  }
}
