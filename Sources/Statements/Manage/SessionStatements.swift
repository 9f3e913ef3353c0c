import Changes
import Help
import Rendering
import Settings

extension StatementRunner {
  func sessionStatement(_ syntax: SessionSyntax) throws -> Answer {
    switch syntax.kind {
    case .set(let option, let value):
      try set(option, to: text(value))
      return .nothing
    case .showOptions:
      let rows = Setting.allCases.map { [$0.rawValue, session.text($0), $0.help] }
      return .text(TextAnswer { $0.list(rows, most: [16, 16]) })
    case .show(let option):
      guard let setting = Setting(rawValue: option.lowercased()) else {
        throw SettingError.unknownSetting(option)
      }
      return .text(TextAnswer([session.text(setting)]))
    case .describe(let noun): return describe(noun)
    case .describeView(let name): return try describeView(name)
    case .describeSet(let name): return try describeSet(name)
    case .help(let topic): return try help(topic)
    case .load(let path): return .script(path: literal(path))
    case .tour: return .tour
    case .quit:
      session.isFinished = true
      return .nothing
    }
  }

  /// Changes a setting; a value with which no statement could work is refused at once.
  private func set(_ option: String, to value: String) throws {
    if Setting(rawValue: option.lowercased()) == .store {
      throw SettingError.badSetting(
        option, value: value, choices: "start kal with --store FILE, or name it in the settings file")
    }
    let before = session.settings
    try session.settings.set(option, to: value)
    do {
      try session.checkSettings(since: before)
      _ = try session.context()
      if let set = session.settings.calendarSet, set != before.calendarSet { try checkSet(set) }
      session.changedSetting = Setting(rawValue: option.lowercased())?.line(value)
    } catch {
      session.settings = before
      throw error
    }
  }

  /// Refuses an unknown set now, not in each query.
  private func checkSet(_ title: String) throws {
    let titles: [String]
    if let server = session.server {
      titles = try server.names(in: .sets)
    } else {
      titles = try session.mayLearnNames() ? try session.calendarSets().map(\.title) : []
    }
    if titles.contains(where: { Folding.name($0) == Folding.name(title) }) { return }
    let near = Spelling.suggestions(for: title, among: titles).first
    throw SettingError.badSetting(
      Setting.calendars.rawValue, value: title,
      choices: near.map { "did you mean `\($0)`?" } ?? "all, or a set that sets lists")
  }

  /// Returns a setting's value as it was written.
  private func text(_ value: LooseValueSyntax) -> String {
    switch value.kind {
    case .word(let text), .string(let text), .parameter(let text): return text
    case .integer(let number): return String(number)
    case .decimal, .duration, .date:
      let start = source.utf8.index(source.utf8.startIndex, offsetBy: value.range.offset)
      let end = source.utf8.index(start, offsetBy: value.range.length)
      return String(source[start..<end])
    }
  }

  private func describe(_ noun: Noun) -> Answer {
    let entries = FieldCatalog.queryable(noun)
    let width = entries.map { $0.name.rawValue.count }.max() ?? 0
    let fields = entries.map {
      ["  " + CellText.fit($0.name.rawValue, to: width), CellText.fit(typeName($0.type), to: 9), $0.help]
    }
    let flags = QueryFlag.allCases.filter { $0.nouns.contains(noun) }.map {
      ["  " + CellText.fit($0.rawValue, to: width), $0.help]
    }
    return .text(
      TextAnswer { screen in
        "The fields of \(noun.rawValue):\n" + screen.list(fields, most: [40, 9])
          + (flags.isEmpty ? "" : "The flags of \(noun.rawValue):\n" + screen.list(flags, most: [40]))
      })
  }

  private func typeName(_ type: FieldType) -> String {
    switch type {
    case .text: "text"
    case .date: "date"
    case .number: "number"
    case .choice: "choice"
    case .boolean: "yes/no"
    case .structure: "structure"
    }
  }

  private func help(_ topic: String?) throws -> Answer {
    guard let topic else { return .text(TextAnswer { HelpOverview.text(width: $0.helpWidth) }) }
    // The existence of a page does not depend on the screen.
    if HelpText.text(about: topic, width: session.screen.helpWidth) == nil {
      throw UnknownTopic(topic)
    }
    let phrases =
      topic.lowercased() == "dates" ? (try? session.context()).map { DatePhraseTable($0.context).text } : nil
    return .text(TextAnswer { (HelpText.text(about: topic, width: $0.helpWidth) ?? "") + (phrases ?? "") })
  }
}
