import Terminal

/// One of several things that the person can choose.
struct NumberedChoice {
  let title: String
  /// Whether the choice stands on a line of its own and not on the line of choices.
  var isRow = false
  let action: @MainActor () -> Void
}

extension Stage {
  /// The choice that the person makes by its number or the beginning of its title; nil at the end of input, and when the
  /// controller is closed.
  ///
  /// `enter` is what an empty line means; `words` are further answers, which the label has to name. With
  /// `endsWhenChanged` nil also when what is shown changes, as the numbers may then mean something else.
  func choose(
    _ label: String, among titles: [String], enter: Int?, words: [String: Int] = [:],
    for controller: UIViewController, endsWhenChanged: Bool = false
  ) -> Int? {
    while case .line(let line) = ask(label, for: controller, endsWhenChanged: endsWhenChanged) {
      let answer = line.trimmingCharacters(in: .whitespaces).lowercased()
      if answer.isEmpty, let enter { return enter }
      if let word = words[answer] { return word }
      if let number = Int(answer), titles.indices.contains(number - 1) { return number - 1 }
      let fitting = titles.indices.filter { !answer.isEmpty && titles[$0].lowercased().hasPrefix(answer) }
      if fitting.count == 1 { return fitting.first }
      say(
        titles.isEmpty
          ? "Please type the letter."
          : "Please type a number from 1 to \(titles.count), or the beginning of a choice.")
    }
    return nil
  }

  /// The choices on a line: `1 Settings  2 Cancel`.
  static func numbered(_ titles: [String], from first: Int = 1) -> String {
    titles.enumerated().map { "\($0.offset + first) \($0.element)" }.joined(separator: "  ")
  }
}
