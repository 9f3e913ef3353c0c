import QueryLanguage

/// The manual pages, made from the tables that `help` is made from.
package enum ManPage: String, CaseIterable, Sendable {
  case kal
  case language = "kal-language"
  case config = "kal-config"
  case lineProtocol = "kal-protocol"
  case sync = "kal-sync"

  /// Returns the page of a name, which may have its section behind it: `kal-config`, `kal-config.5` or
  /// `kal-config(5)`; nil if there is none.
  package init?(named name: String) {
    guard let page = Self.allCases.first(where: { [$0.rawValue, $0.reference, $0.fileName].contains(name) })
    else { return nil }
    self = page
  }

  /// The section of the manual: 1 for programs, 5 for files, 7 for the rest.
  package var section: Int {
    switch self {
    case .kal, .sync: 1
    case .config: 5
    case .language, .lineProtocol: 7
    }
  }

  /// What the page is about, in a few words.
  package var summary: String {
    switch self {
    case .kal: "a calendar query shell"
    case .language: "the language of kal: questions, changes, dates and errors"
    case .config: "the settings of kal and their file"
    case .lineProtocol: "how programs talk to kal"
    case .sync: "asks servers for kal, and how kal keeps calendars in sync"
    }
  }

  /// The name as other pages have it: `kal-config(5)`.
  package var reference: String { "\(rawValue)(\(section))" }

  /// The name of the page's file: `kal-config.5`.
  package var fileName: String { "\(rawValue).\(section)" }

  /// The topics of `help` that the page has, each on one page.
  ///
  /// Those that list a table (statements, fields, config, settings, errors, man) are sections of their own.
  var topics: [String] {
    switch self {
    case .kal:
      ["prompt", "keys", "completion", "forms", "files", "scripts", "alarms", "colors", "doctor"]
    case .language:
      [
        "nouns", "clauses", "conditions", "range", "dates", "repeat", "target", "flags", "formats",
        "templates",
      ]
    case .config: []
    case .lineProtocol: ["protocol"]
    case .sync: ["folders"]
    }
  }

  /// The standards that the page's subject follows, by number and title.
  var standards: [(number: String, title: String)] {
    let calendars = ("RFC 5545", "Internet Calendaring and Scheduling Core Object Specification (iCalendar)")
    switch self {
    case .kal:
      return [
        calendars, ("RFC 5546", "iCalendar Transport-Independent Interoperability Protocol (iTIP)"),
        ("RFC 8984", "JSCalendar: A JSON Representation of Calendar Data"),
      ]
    case .language:
      return [calendars, ("ISO 8601-1:2019", "Date and time: Representations for information interchange")]
    case .config: return [("TOML 1.0.0", "Tom's Obvious Minimal Language")]
    case .lineProtocol:
      return [("RFC 8259", "The JavaScript Object Notation (JSON) Data Interchange Format"), calendars]
    case .sync: return [("RFC 9110", "HTTP Semantics"), calendars]
    }
  }

  /// The page as mdoc.
  package var text: String {
    var page = MdocWriter()
    page.macro("Dd", HelpText.date)
    page.macro("Dt", rawValue.uppercased(), String(section))
    page.macro("Os", HelpText.version)
    page.section("NAME")
    page.macro("Nm", rawValue)
    page.macro("Nd", MdocText.escaped(summary))
    switch self {
    case .kal: page.writeProgram()
    case .language: page.writeLanguage()
    case .config: page.writeSettings()
    case .lineProtocol: page.writeProtocol()
    case .sync: page.writeHelper()
    }
    writeEnd(to: &page)
    return page.text
  }

  private func writeEnd(to page: inout MdocWriter) {
    page.section("SEE ALSO")
    // In the order of sections, then of names, as such lists are.
    let others = Self.allCases.filter { $0 != self }.sorted {
      ($0.section, $0.rawValue) < ($1.section, $1.rawValue)
    }
    for (index, other) in others.enumerated() {
      let name = [other.rawValue, String(other.section)] + (index < others.count - 1 ? [","] : [])
      page.macro("Xr", name.joined(separator: " "))
    }
    page.section("STANDARDS")
    for standard in standards {
      page.macro("Rs")
      page.macro("%T", MdocText.argument(standard.title))
      page.macro("%R", MdocText.argument(standard.number))
      page.macro("Re")
    }
  }
}
