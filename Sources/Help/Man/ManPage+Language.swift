import QueryLanguage
import Rendering
import Settings

extension MdocWriter {
  /// Writes the sections of kal-language(7).
  mutating func writeLanguage() {
    section("DESCRIPTION")
    paragraph(HelpOverview.introduction)
    for example in HelpOverview.examples { self.example(example) }
    for topic in ManPage.language.topics {
      self.topic(topic)
      if topic == "dates" {
        help(DatePhrases.groups.map { $0.title + "  " + $0.phrases.joined(separator: "; ") })
      }
    }
    section("FIELDS")
    help(Array(HelpPages.lines("fields").prefix(1)))
    list(FieldName.allCases.flatMap { HelpTopics.fields($0.rawValue) }) {
      Self.heading($0.heading)
    } body: {
      $1.help($0)
    }
    section("WORDS")
    paragraph("Each word of the language with the forms that it stands in.")
    list(Keyword.allCases.map(\.rawValue).sorted().compactMap(HelpTopics.keyword)) {
      [[.command($0.heading)]]
    } body: {
      $1.help($0)
    }
    section("DIAGNOSTICS")
    help(HelpPages.lines("errors").filter { ErrorCatalog.entry($0) == nil })
    errors(ErrorCatalog.entries)
  }

  /// The heading of a page, `title, a field of events`, with its word set apart.
  private static func heading(_ text: String) -> [[MdocPiece]] {
    let word = text.prefix { $0 != "," }
    return [[.command(String(word)), .text(String(text.dropFirst(word.count)))]]
  }

  /// Writes the sections of kal-config(5).
  mutating func writeSettings() {
    section("DESCRIPTION")
    help(HelpPages.table["config"] ?? [])
    help(Array(HelpPages.lines("settings").prefix(1)))
    subsection("Settings")
    list(Setting.allCases, label: { [[.command($0.rawValue)]] }) { setting, page in
      page.prose(setting.help)
      if setting.choices.contains(where: { !setting.help.contains($0) }) {
        page.paragraph("Values: " + setting.choices.joined(separator: ", "))
      }
    }
    files(where: { $0 == .config })
    section("EXAMPLES")
    paragraph("A settings file with a value of each; a person's own has a few of them:")
    display(Setting.exampleFile)
  }
}
