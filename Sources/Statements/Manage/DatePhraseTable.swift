import Changes
import Help
import Rendering

/// The table of `help dates`: phrases with their meaning at this moment.
struct DatePhraseTable {
  private let context: QueryContext

  /// A table for a clock, a zone and settings; a guess is shown as a person is told it.
  init(_ context: QueryContext) {
    var readable = context
    readable.isStrict = false
    self.context = readable
  }

  /// The lines of all groups.
  var text: String {
    let width = DatePhrases.groups.flatMap(\.phrases).map { CellWidth.of($0) }.max() ?? 0
    var text = "  what they mean now\n"
    for group in DatePhrases.groups {
      text += "    \(group.title)\n"
      for phrase in group.phrases {
        guard let meaning = meaning(phrase) else { continue }
        text += "      \(CellText.fit(phrase, to: width))  \(meaning)\n"
      }
    }
    return text
  }

  private func meaning(_ phrase: String) -> String? {
    guard let range = try? SyntaxFragment.when(phrase).time, let date = try? resolve(range, context: context)
    else {
      return nil
    }
    return DateLabel.text(date, now: context.now, zone: context.zone)
  }
}
