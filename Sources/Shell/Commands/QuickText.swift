import QueryLanguage

/// Finds the statement that quick text means.
enum QuickText {
  /// An `add` statement: of an event where the text says when it is, else of a reminder.
  ///
  /// Where it says a time that cannot be, the statement is the one whose error tells so.
  static func statement(_ text: String, dateOrder: DateOrder) -> String {
    var words = text.split(separator: " ").map(String.init)
    var calendar = ""
    // The calendar is the word behind a slash, wherever it stands.
    if let index = words.lastIndex(where: { $0.hasPrefix("/") && $0.count > 1 }) {
      calendar = " in " + NameSyntax(String(words[index].dropFirst())).description
      words.remove(at: index)
    }
    for count in stride(from: 1, to: words.count, by: 1) {
      let title = Quoting.string(words[..<count].joined(separator: " "))
      let rest = words[count...].joined(separator: " ")
      for kind in ["event", "reminder"] {
        let statement = "add \(kind) \(title) \(rest)\(calendar)"
        do throws(SyntaxError) {
          let parsed = try parseStatement(statement, options: ParseOptions(dateOrder: dateOrder))
          guard case .add(let add) = parsed, kind == "reminder" || add.parts.contains(where: \.isTime) else {
            continue
          }
          return statement
        } catch {
          if case .ambiguousDash = error.problem { return statement }
        }
      }
    }
    return "add reminder " + Quoting.string(words.joined(separator: " ")) + calendar
  }
}

extension ItemPartSyntax {
  /// Whether it says when an event is.
  fileprivate var isTime: Bool { if case .when = kind { true } else { false } }
}
