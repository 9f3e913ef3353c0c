import QueryLanguage
import Rendering

/// The one screen, by topics, that `help` alone prints.
package enum HelpOverview {
  /// The words by their purpose; each has its own page.
  package static let groups: [(title: String, words: [String])] = [
    (
      "look",
      [
        "events", "reminders", "agenda", "day", "week", "month", "year", "free", "busy", "conflicts",
        "alarms", "series",
        "count", "view", "watch", "explain",
      ]
    ),
    (
      "change",
      [
        "add", "quick", "edit", "move", "complete", "reopen", "delete", "duplicate", "accept", "send",
        "snooze",
        "undo", "redo",
        "history", "begin",
      ]
    ),
    ("calendars", ["calendars", "sources", "choose", "rename", "default", "show", "hide", "sets"]),
    ("sync", ["sync", "accounts", "link", "unlink"]),
    ("files", ["import", "open", "export", "backup", "load", "duplicates", "changes", "check", "reindex"]),
    ("keep", ["save", "run", "views", "drop", "describe"]),
    ("session", ["set", "access", "location", "help", "tour", "quit"]),
  ]

  /// What a statement is, in a sentence before `examples`.
  static let introduction = "A statement is a noun and clauses, or a verb:"
  static let examples = [
    "events this week in Work where title contains review", "add event \"Lunch\" friday 12:30 for 1h",
  ]

  package static func text(width: Int) -> String {
    let room = max(30, min(width, 80))
    let label = 11
    func row(_ title: String, _ words: [String]) -> [String] {
      let lines = CellText.wrap(words.joined(separator: "  "), to: room - label)
      // Counts the words of each line and joins them again.
      var rest = words[...]
      return lines.enumerated().map { index, line in
        let count = line.split(separator: " ").count
        defer { rest = rest.dropFirst(count) }
        return CellText.fit(index == 0 ? title : "", to: label) + rest.prefix(count).joined(separator: " ")
      }
    }
    func prose(_ text: String) -> [String] { CellText.wrap(text, to: room) }
    var lines = prose(introduction)
    lines += examples.flatMap { CellText.wrap($0, to: room - 2) }.map { "  " + $0 } + [""]
    for group in groups { lines += row(group.title, group.words) }
    lines += [""] + row("topics", HelpPages.names.filter { $0 != "alarms" }) + [""]
    lines += prose(
      "help WORD tells about any word, topic, field, setting or error code; help add lists the parts of an event. "
        + "At the prompt ? shows what can stand there, Tab completes it. man kal and help man have the manual pages."
    )
    return lines.joined(separator: "\n") + "\n"
  }
}
