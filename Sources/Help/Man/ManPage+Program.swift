import Platform
import Settings
import Transport

extension MdocWriter {
  /// Writes the sections of kal(1).
  mutating func writeProgram() {
    synopsis(HelpText.forms.map(\.form))
    section("DESCRIPTION")
    paragraph(HelpOverview.introduction)
    for example in HelpOverview.examples { self.example(example) }
    list(HelpText.forms.map { (MdocText.formWords($0.form), $0.text) })
    for topic in ManPage.kal.topics { self.topic(topic) }
    section("COMMANDS")
    list(HelpText.statements.map { (MdocText.formWords($0.form), $0.text) })
    section("OPTIONS")
    list(Option.allCases.map { (Self.label($0), $0.help) })
    variables(where: { !$0.isOfHelper })
    files(where: { !$0.isOfHelper })
    statuses(ExitStatus.allCases)
    section("EXAMPLES")
    list(TourStep.all) {
      [[.text($0.title)]]
    } body: { step, page in
      page.prose(step.text)
      if let statement = step.statement { page.example(statement) }
    }
    section("DIAGNOSTICS")
    help(HelpPages.lines("errors").filter { ErrorCatalog.entry($0) == nil })
    macro("Pp")
    macro("Xr", ManPage.language.rawValue, String(ManPage.language.section))
    prose("has them all.")
  }

  /// Writes the sections of kal-sync(1).
  mutating func writeHelper() {
    synopsis(HelperUsage.forms.map(\.form))
    section("DESCRIPTION")
    for text in [HelperUsage.summary] + HelperUsage.explanation { paragraph(text) }
    list(HelperUsage.forms.map { (MdocText.formWords($0.form), $0.text) })
    for topic in ManPage.sync.topics { self.topic(topic) }
    section("COMMANDS")
    paragraph("Statements of kal about accounts and folders:")
    list(Self.syncWords.compactMap(HelpTopics.keyword)) {
      [[.command($0.heading)]]
    } body: {
      $1.help($0)
    }
    variables(where: \.isOfHelper)
    files(where: \.isOfHelper)
    statuses(ExitStatus.allCases.filter(\.isOfHelper))
    section("DIAGNOSTICS")
    paragraph("Why a request has no answer:")
    errors(TransportFault.Code.allCases.compactMap { ErrorCatalog.entry($0.rawValue) })
  }

  /// The words of the statements that sync, link and resolve.
  private static var syncWords: [String] {
    (HelpOverview.groups.first { $0.title == "sync" }?.words ?? []) + ["account", "allow", "resolve"]
  }

  // MARK: Sections of both

  private mutating func synopsis(_ forms: [String]) {
    section("SYNOPSIS")
    for form in forms {
      let words = form.split(separator: " ", maxSplits: 1).map(String.init)
      macro("Nm", words[0])
      if words.count > 1 { macros(MdocText.formWords(words[1])) }
    }
  }

  private mutating func variables(where isIncluded: (EnvironmentVariable) -> Bool) {
    section("ENVIRONMENT")
    list(EnvironmentVariable.allCases.filter(isIncluded), label: { [[.variable($0.rawValue)]] }) {
      $1.prose($0.help)
    }
  }

  /// Writes the section of files.
  mutating func files(where isIncluded: (UserFile) -> Bool) {
    section("FILES")
    list(UserFile.allCases.filter(isIncluded), label: { [[.path($0.paths[0])]] }) { file, page in
      page.prose(file.help + file.paths.dropFirst().map { "; without the variable `\($0)`" }.joined())
    }
  }

  private mutating func statuses(_ statuses: [ExitStatus]) {
    section("EXIT STATUS")
    list(statuses, label: { [[.text(String($0.rawValue))]] }) { $1.prose($0.help) }
  }

  /// Writes the explanation of error codes.
  mutating func errors(_ entries: [ErrorCatalog.Entry]) {
    list(entries, label: { [[.code($0.code)]] }) { entry, page in
      page.prose(entry.story.joined(separator: " "))
      if let example = entry.example { page.example(example) }
    }
  }

  /// An option as it is written.
  private static func label(_ option: Option) -> [[MdocPiece]] {
    var words: [[MdocPiece]] = option.letter.map { [[.flag(String($0)), .text(",")]] } ?? []
    words.append([.flag("-" + option.rawValue)])
    if case .required(let kind) = option.value { words.append([.argument(kind)]) }
    return words
  }
}
