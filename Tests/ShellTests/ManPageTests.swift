import Foundation
import Platform
import QueryLanguage
import TestSupport
import Testing
import Transport

@testable import Help
@testable import Rendering
@testable import Settings

/// Manual pages have all of what their tables have.
@Suite struct ManPageTests {
  private func items(_ page: ManPage) -> Set<String> {
    Set(page.text.split(separator: "\n").filter { $0.hasPrefix(".It ") }.map { String($0.dropFirst(4)) })
  }

  /// The labels of a list as the page has them.
  private func labels(_ pieces: [MdocPiece]) -> Set<String> { Set(pieces.map { MdocText.macros([[$0]]) }) }

  private func forms(_ forms: [String]) -> Set<String> {
    Set(forms.map { MdocText.macros(MdocText.formWords($0)) })
  }

  @Test func everyTopicOfHelpIsOnOnePage() {
    let sections = ["statements", "fields", "config", "settings", "errors", "man"]
    let topics = ManPage.allCases.flatMap(\.topics) + sections
    #expect(topics.sorted() == HelpPages.names.sorted())
    for page in ManPage.allCases {
      for topic in page.topics {
        #expect(page.text.contains("\n.Ss \(topic.prefix(1).uppercased())\(topic.dropFirst())\n"), "\(topic)")
      }
    }
  }

  @Test func theProgramHasAllOptionsStatementsVariablesFilesAndStatuses() {
    let items = items(.kal)
    let options = items.filter { $0.hasPrefix("Fl ") }
    for option in Option.allCases {
      let name = MdocText.macros([[.flag("-" + option.rawValue)]])
      #expect(options.contains { ($0 + " ").contains(name + " ") }, "--\(option.rawValue)")
    }
    #expect(items.isSuperset(of: forms(HelpText.statements.map(\.form))))
    #expect(items.isSuperset(of: forms(HelpText.forms.map(\.form))))
    let variables = EnvironmentVariable.allCases.filter { !$0.isOfHelper }
    #expect(items.isSuperset(of: labels(variables.map { .variable($0.rawValue) })))
    #expect(
      items.isSuperset(of: labels(UserFile.allCases.filter { !$0.isOfHelper }.map { .path($0.paths[0]) })))
    #expect(items.isSuperset(of: labels(ExitStatus.allCases.map { .text(String($0.rawValue)) })))
  }

  @Test func theLanguageHasAllWordsFieldsFlagsFormatsAndErrors() {
    let items = items(.language)
    let words = Keyword.allCases.map(\.rawValue).filter { HelpTopics.keyword($0) != nil }
    let others =
      Noun.allCases.map(\.rawValue) + QueryFlag.allCases.map(\.rawValue)
      + OutputFormat.allCases.map(\.rawValue)
    #expect(items.isSuperset(of: labels((words + Expectation.statement.words).map(MdocPiece.command))))
    #expect(items.isSuperset(of: forms(others)))
    #expect(items.isSuperset(of: labels(ErrorCatalog.entries.map { .code($0.code) })))
    for field in FieldName.allCases where !HelpTopics.fields(field.rawValue).isEmpty {
      let label = MdocText.macros([[.command(field.rawValue)]]) + " Ns No "
      #expect(items.contains { $0.hasPrefix(label) }, "\(field)")
    }
  }

  @Test func theSettingsAreAllThereAndTheirExampleIsAFile() throws {
    #expect(items(.config).isSuperset(of: labels(Setting.allCases.map { .command($0.rawValue) })))
    let path = NSTemporaryDirectory() + "kalends-" + UUID().uuidString
    defer { try? FileManager.default.removeItem(atPath: path) }
    try Setting.exampleFile.joined(separator: "\n").write(toFile: path, atomically: true, encoding: .utf8)
    var values = SettingValues()
    try values.read(configuration: path)
    #expect(values.rangeDays == 7 && values.store != nil)
  }

  @Test func theHelperHasItsOwn() {
    let items = items(.sync)
    #expect(items.isSuperset(of: forms(HelperUsage.forms.map(\.form))))
    let variables = EnvironmentVariable.allCases.filter(\.isOfHelper)
    #expect(items.isSuperset(of: labels(variables.map { .variable($0.rawValue) })))
    #expect(items.isSuperset(of: labels(TransportFault.Code.allCases.map { .code($0.rawValue) })))
    for row in variables { #expect(HelperUsage.text.contains(row.rawValue)) }
  }

  @Test func theProtocolIsThatOfItsReference() throws {
    let path = "Sources/Help/ProtocolText.swift"
    let reference = try #require(ProjectFiles.text("Grammar/protocol.md"))
    let lines = reference.split(separator: "\n", omittingEmptySubsequences: false).dropLast()
    let head = [
      "/// The reference of the line protocol, for its manual page.", "///",
      "/// Made from `Grammar/protocol.md` by a test, which compares it; KALENDS_RECORD=1 makes it anew.",
      "enum ProtocolText {", "  /// The file, in Markdown.", "  static let markdown = #\"\"\"",
    ]
    let text = (head + lines.map { $0.isEmpty ? "" : "    " + $0 } + ["    \"\"\"#", "}", ""])
      .joined(separator: "\n")
    if ProjectFiles.isRecording { try ProjectFiles.write(text, to: path) }
    #expect(ProjectFiles.text(path) == text, "KALENDS_RECORD=1 makes \(path) anew")
    let page = ManPage.lineProtocol.text
    for line in lines where line.hasPrefix("## ") && line != "## Errors" {
      #expect(page.contains("\n.Sh \(line.dropFirst(3).uppercased())\n"), "\(line)")
    }
    #expect(page.contains("\n.Sh DIAGNOSTICS\n"))
  }

  @Test func pagesNameOneAnother() {
    for page in ManPage.allCases {
      for other in ManPage.allCases where other != page {
        #expect(page.text.contains("\n.Xr \(other.rawValue) \(other.section)"))
      }
      for name in [page.rawValue, page.reference, page.fileName] { #expect(ManPage(named: name) == page) }
      #expect(HelpText.text(about: "man", width: 80)?.contains(page.reference) == true)
    }
    #expect(ManPage(named: "kal-nothing") == nil)
  }

  /// What stands in the tables is what the sources read.
  @Test func variablesAndFilesAreThoseThatAreRead() throws {
    let rooms = [
      "Platform", "Terminal", "Transport", "WebClient", "LineEditor", "Dialogs", "Interaction", "Statements",
      "Server", "Shell",
    ]
    var found: Set<String> = []
    for path in rooms.flatMap({ ProjectFiles.files(below: "Sources/" + $0, suffix: ".swift") }) {
      let pattern =
        /(?:environment|variable|variables|folder|file|number|value)[(\[]"(?<name>[A-Z][A-Z_]+)"/
      for match in (ProjectFiles.text(path) ?? "").matches(of: pattern) { found.insert(String(match.name)) }
    }
    // libcurl reads these itself.
    let others: [EnvironmentVariable] = [.secureProxy, .proxy, .noProxy]
    #expect(found.union(others.map(\.rawValue)) == Set(EnvironmentVariable.allCases.map(\.rawValue)))

    let folders = UserPaths { $0.hasPrefix("XDG_") ? "/" + $0 : nil }
    let home = UserPaths { $0 == "HOME" ? "/h" : nil }
    func paths(_ file: UserFile) -> [String] {
      file.paths.map { $0.replacing("$", with: "/").replacing("~", with: "/h") }
    }
    #expect(paths(.config) == [folders.configFile, home.configFile])
    #expect(paths(.store) == [folders.defaultStore, home.defaultStore])
    #expect(paths(.history) == [folders.historyFile, home.historyFile])
    #expect(paths(.drafts) == [folders.stateFolder, home.stateFolder].map { ($0 ?? "") + "/draft-PROCESS" })
  }

  /// The pages have the day of the newest version in the list of changes that has one.
  @Test func pagesHaveTheDayOfTheirVersion() throws {
    let changes = try #require(ProjectFiles.text("CHANGELOG.md"))
    let version = HelpText.version.dropFirst("kal ".count)
    guard
      let match = changes.firstMatch(of: /\n## (?<version>[0-9.]+)[^\n]*(?<day>[0-9]{4}-[0-9]{2}-[0-9]{2})/),
      match.version == version
    else { return }
    let parts = match.day.split(separator: "-").compactMap { Int($0) }
    let month = CalendarWords.months[parts[1] - 1]
    #expect(HelpText.date == "\(month.prefix(1).uppercased())\(month.dropFirst()) \(parts[2]), \(parts[0])")
  }

  // MARK: Text

  @Test(arguments: [
    (".x", "\\&.x"), ("a\\b", "a\\eb"), ("-1d", "\\-1d"), ("'q'", "\\(aqq\\(aq"), ("`~^", "\\(ga\\(ti\\(ha"),
    ("a\nb", "a b"), ("a …", "a ..."), ("↑", "Up"), ("a,b, c|d", "a,\\:b, c|\\:d"), ("é", "\\[u00E9]"),
    ("😀", "\\[u1F600]"),
  ])
  func textIsNoRequestAndNoEscape(text: String, mdoc: String) { #expect(MdocText.line(text) == mdoc) }

  @Test(arguments: [
    ("word", "word"), ("Nm", "\\&Nm"), (",", "\\&,"), ("two words", "\"\\&two words\""),
    ("a\"b", "\\&a\\(dqb"),
  ])
  func anArgumentIsNoMacroAndNoPunctuation(text: String, mdoc: String) {
    #expect(MdocText.argument(text) == mdoc)
  }

  @Test(arguments: [
    ("events [RANGE]", "Ic events No \\&[ Ns Ar \\&RANGE Ns No \\&]"),
    ("kal -f FILE", "Ic kal Fl f Ar \\&FILE"),
    ("#3", "No \\&#3"), ("add … alarm", "Ic add No \\&... Ic alarm"),
  ])
  func formsTellWordsFromValues(form: String, mdoc: String) {
    #expect(MdocText.macros(MdocText.formWords(form)) == mdoc)
  }

  @Test(
    arguments: [
      ("see `a b`, too", [[.text("see")], [.command("a b"), .text(",")], [.text("too")]]),
      ("(`x`) `", [[.text("("), .command("x"), .text(")")], [.text("`")]]),
    ] as [(String, [[MdocPiece]])])
  func backquotesSetCodeApart(text: String, words: [[MdocPiece]]) { #expect(MdocText.words(text) == words) }

  @Test func linesOfHelpAreRowsListsAndProse() {
    let blocks = HelpBlock.blocks(of: [
      "at the prompt:", "  Tab   completes", "        a word", "one", "two", "A sentence.", "last",
    ])
    #expect(
      blocks == [
        .paragraph("at the prompt:"), .rows([.init(label: "Tab", text: "completes a word")]),
        .lines(["one", "two"]), .paragraph("A sentence."), .paragraph("last"),
      ])
  }

  @Test func theReferenceIsReadAsItsParts() {
    let text = "# T\n\nOne\ntwo `c`.\n\n    code\n      more\n\n## S\n\n| a | b |\n|---|---|\n| `x` | y |\n"
    #expect(
      MarkdownBlock.blocks(of: text) == [
        .heading(level: 1, "T"), .paragraph("One two `c`."), .code(["code", "  more"]),
        .heading(level: 2, "S"), .table([["`x`", "y"]]),
      ])
  }
}
