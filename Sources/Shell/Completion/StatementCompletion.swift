import Help
import LineEditor
import Platform
import QueryEngine
import Rendering
import Settings
import Statements

/// What Tab offers: what the parser would take at the cursor, with the names that the store, the zones, the
/// settings and the folders know.
@MainActor
struct StatementCompletion {
  let session: Session

  /// Answers Tab at the prompt.
  func reply(_ line: String, cursor: Int) -> CompletionReply {
    let found = choices(line, cursor: cursor)
    let isFolder = found.choices.count == 1 && found.choices[0].kind == .folder
    return CompletionReply(
      candidates: zip(found.choices, Self.labels(of: found.choices)).map {
        CompletionCandidate($0.text, label: $1)
      },
      replacedStart: found.start, appendsBlank: !isFolder)
  }

  /// Returns what fits at the cursor, and the byte of the line where it begins.
  func choices(_ line: String, cursor: Int) -> (start: Int, choices: [StatementChoice]) {
    let completion = Completion(line, cursor: cursor)
    let start = completion.replaced.offset
    let isQuoted = completion.prefix.first.map { "\"'“".contains($0) } ?? false
    let typed = Folding.name(isQuoted ? String(completion.prefix.dropFirst()) : completion.prefix)
    let before = line.utf8.prefix(completion.replaced.offset).split(separator: 32).map {
      String(decoding: $0, as: UTF8.self).lowercased()
    }
    if completion.expected.contains(.path) {
      return (start, paths(typed: completion.prefix, isQuoted: isQuoted))
    }
    var choices = isQuoted ? [] : settingValues(before) ?? completion.words.map { .words($0) }
    for expectation in completion.expected { choices += names(expectation) }
    choices += titles(completion, typed).map { .name($0) }
    var seen: Set<String> = []
    let matching = choices.filter { choice in
      Folding.name(choice.name).hasPrefix(typed) && seen.insert(choice.text).inserted
    }
    return (start, withDates(matching, before: String(decoding: line.utf8.prefix(start), as: UTF8.self)))
  }

  /// Returns the names of a kind; empty if the store cannot be read, since Tab cannot show an error.
  private func names(_ expectation: Expectation) -> [StatementChoice] {
    switch expectation {
    case .calendarName, .sourceName, .viewName, .setName, .viewParameter:
      // A client gets no names that it may not read.
      if !session.knowsNames { return [] }
    default: break
    }
    switch expectation {
    case .calendarName: return (try? session.names(in: .calendars))?.map { .name($0) } ?? []
    case .sourceName:
      return (try? session.readableStore()?.sources())?.map { .name($0.title) } ?? []
    case .viewName: return (try? session.names(in: .views))?.map { .name($0) } ?? []
    case .setName: return (try? session.names(in: .sets))?.map { .name($0) } ?? []
    case .viewParameter(let view):
      let folded = Folding.name(view)
      let found = (try? session.savedViews())?.first { Folding.name($0.name) == folded }
      return found?.parameters.map { .words($0, written: $0 + " =") } ?? []
    case .zone: return session.zones.identifiers.map { .words($0) }
    case .option: return Setting.allCases.map { .words($0.rawValue) }
    case .color: return CSSColorName.names.map { .words($0) }
    case .helpTopic: return HelpTopics.all.map { .words($0) }
    default: return []
    }
  }

  /// Returns the titles of open items that begin as typed, where a target begins and two letters are typed.
  private func titles(_ completion: Completion, _ typed: String) -> [String] {
    guard typed.count > 1, completion.expectsTarget, session.knowsNames, session.server == nil,
      let store = try? session.readableStore(), let (context, _) = try? session.context()
    else { return [] }
    var titles: [String] = []
    for case .title(let only) in completion.expected {
      for (noun, kind) in [(Noun.reminders, ItemKind.reminder), (.events, .event)]
      where only ?? noun == noun && session.canReadUnasked(kind) {
        let text = Quoting.string(typed)
        let question = "\(noun.rawValue) \(text) where title starts with \(text) limit \(Self.mostTitles)"
        guard let query = try? SyntaxFragment.query(question),
          let bound = try? Engine(store, context).bind(query),
          var rows = try? Engine(store, context).run(bound)
        else { continue }
        while let row = try? rows.next() {
          switch row {
          case .event(let item), .reminder(let item):
            if let title = item.record.title { titles.append(title) }
          default: continue
          }
        }
      }
    }
    return titles
  }

  /// The most titles of a kind that Tab offers.
  private static let mostTitles = 20

  /// Returns the values of the setting that `set` names; nil elsewhere.
  private func settingValues(_ before: [String]) -> [StatementChoice]? {
    guard before.count >= 2, before[0] == "set", let setting = Setting(rawValue: before[1]) else {
      return nil
    }
    if setting == .zone { return names(.zone) }
    if setting == .calendars { return [.words("all")] + names(.setName) }
    return setting.choices.map { .words($0) }
  }

  // MARK: Dates

  /// Returns the choices with what words of a date mean today, where there is more than one.
  private func withDates(_ choices: [StatementChoice], before: String) -> [StatementChoice] {
    guard choices.count > 1, let (context, _) = try? session.context() else { return choices }
    let options = ParseOptions(dateOrder: session.settings.dateOrder)
    return choices.map { choice in
      guard choice.text == choice.name, let found = CompletedDate(before + choice.text, options: options),
        let (date, _) = try? resolve(
          found.date, leansBack: found.leansBack, isAsked: !found.isOfItem, context: context)
      else { return choice }
      var choice = choice
      choice.meaning = DateLabel.text(date, now: context.now, zone: context.zone)
      return choice
    }
  }

  /// Returns what is shown for each choice; what words of a date mean has its own column.
  private static func labels(of choices: [StatementChoice]) -> [String] {
    let shown = choices.map { TerminalText.visible($0.label) }
    let width = zip(choices, shown).map { $0.meaning == nil ? 0 : CellWidth.of($1) }.max() ?? 0
    return zip(choices, shown).map { choice, label in
      choice.meaning.map { CellText.fit(label, to: width) + "  " + $0 } ?? label
    }
  }

  // MARK: Files

  /// Returns the files and folders that begin as typed; the text of a folder has its quote open, since more
  /// follows.
  private func paths(typed prefix: String, isQuoted: Bool) -> [StatementChoice] {
    FileChoice.all(isQuoted ? String(prefix.dropFirst()) : prefix, in: session).map { file in
      var text = isQuoted ? Quoting.string(file.path) : Quoting.path(file.path)
      if file.isFolder, text.last == "\"" { text.removeLast() }
      return StatementChoice(
        name: file.path, text: text, kind: file.isFolder ? .folder : .file, label: file.name)
    }
  }
}

extension Completion {
  /// Whether a target begins at the cursor, and no further word of a title.
  fileprivate var expectsTarget: Bool {
    expected.contains { expectation in
      switch expectation {
      case .target, .targetOf: true
      default: false
      }
    }
  }
}
