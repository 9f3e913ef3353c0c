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

  /// A possible text at the cursor.
  private struct Choice {
    /// The name that is compared with the typed text.
    var name: String
    /// The text that is written.
    var text: String

    init(_ name: String, written text: String? = nil) {
      self.name = name
      self.text = text ?? name
    }

    /// Returns the choice of a name, in quotes if it needs them.
    static func name(_ name: String) -> Choice { Choice(name, written: Quoting.word(name)) }
  }

  func reply(_ line: String, cursor: Int) -> CompletionReply {
    let completion = Completion(line, cursor: cursor)
    let isQuoted = completion.prefix.first.map { "\"'“".contains($0) } ?? false
    let typed = Folding.name(isQuoted ? String(completion.prefix.dropFirst()) : completion.prefix)
    let before = line.utf8.prefix(completion.replaced.offset).split(separator: 32).map {
      String(decoding: $0, as: UTF8.self).lowercased()
    }
    if expectsPath(completion) { return paths(typed: completion, isQuoted: isQuoted) }
    var choices = isQuoted ? [] : settingValues(before) ?? completion.words.map { Choice($0) }
    for expectation in completion.expected { choices += names(expectation) }
    choices += titles(completion, typed).map { .name($0) }
    var seen: Set<String> = []
    let matching = choices.filter { choice in
      Folding.name(choice.name).hasPrefix(typed) && seen.insert(choice.text).inserted
    }
    let labels = labels(of: matching, typed: line, from: completion.replaced.offset)
    return CompletionReply(
      candidates: zip(matching, labels).map { CompletionCandidate($0.text, label: $1) },
      replacedStart: completion.replaced.offset, appendsBlank: true)
  }

  /// Returns the names of a kind; empty if the store cannot be read, since Tab cannot show an error.
  private func names(_ expectation: Expectation) -> [Choice] {
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
    case .viewName: return (try? session.names(in: .views))?.map { Choice($0) } ?? []
    case .setName: return (try? session.names(in: .sets))?.map { .name($0) } ?? []
    case .viewParameter(let view):
      let folded = Folding.name(view)
      let found = (try? session.savedViews())?.first { Folding.name($0.name) == folded }
      return found?.parameters.map { Choice($0, written: $0 + " =") } ?? []
    case .zone: return session.zones.identifiers.map { Choice($0) }
    case .option: return Setting.allCases.map { Choice($0.rawValue) }
    case .color: return CSSColorName.names.map { Choice($0) }
    case .helpTopic: return HelpTopics.all.map { Choice($0) }
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
  private func settingValues(_ before: [String]) -> [Choice]? {
    guard before.count >= 2, before[0] == "set", let setting = Setting(rawValue: before[1]) else {
      return nil
    }
    if setting == .zone { return names(.zone) }
    if setting == .calendars { return [Choice("all")] + names(.setName) }
    return setting.choices.map { Choice($0) }
  }

  // MARK: Dates

  /// Returns the label of each choice: its name, and beside the words of a date their meaning today.
  private func labels(of choices: [Choice], typed line: String, from start: Int) -> [String] {
    guard choices.count > 1, let (context, _) = try? session.context() else {
      return choices.map { TerminalText.visible($0.name) }
    }
    let choices = choices.map { Choice(TerminalText.visible($0.name), written: $0.text) }
    let before = String(decoding: line.utf8.prefix(start), as: UTF8.self)
    let options = ParseOptions(dateOrder: session.settings.dateOrder)
    let days = choices.map { choice -> String? in
      guard choice.text == choice.name, let found = CompletedDate(before + choice.text, options: options),
        let (date, _) = try? resolve(
          found.date, leansBack: found.leansBack, isAsked: !found.isOfItem, context: context)
      else { return nil }
      return DateLabel.text(date, now: context.now, zone: context.zone)
    }
    // The days have their own column.
    let width = zip(choices, days).map { $1 == nil ? 0 : CellWidth.of($0.name) }.max() ?? 0
    return zip(choices, days).map { choice, day in
      day.map { CellText.fit(choice.name, to: width) + "  " + $0 } ?? choice.name
    }
  }

  // MARK: Files

  private func expectsPath(_ completion: Completion) -> Bool {
    completion.expected.contains(.path)
  }

  /// Completes the path of a file or folder.
  private func paths(typed completion: Completion, isQuoted: Bool) -> CompletionReply {
    let typed = isQuoted ? String(completion.prefix.dropFirst()) : completion.prefix
    let folder = typed.lastIndex(of: "/").map { String(typed[...$0]) } ?? ""
    let start = typed.dropFirst(folder.count)
    var candidates: [CompletionCandidate] = []
    var isFolder = false
    for entry in entries(of: folder.isEmpty ? "." : session.paths.expandingTilde(folder)) {
      guard entry.name.hasPrefix(start), start.first == "." || entry.name.first != "." else { continue }
      isFolder = entry.isFolder
      let path = folder + entry.name + (entry.isFolder ? "/" : "")
      var text = isQuoted ? Quoting.string(path) : Quoting.path(path)
      // The quote stays open after a folder, since more follows.
      if entry.isFolder, text.last == "\"" { text.removeLast() }
      candidates.append(CompletionCandidate(text, label: TerminalText.visible(entry.name)))
    }
    return CompletionReply(
      candidates: candidates, replacedStart: completion.replaced.offset,
      appendsBlank: candidates.count != 1 || !isFolder)
  }

  private func entries(of folder: String) -> [(name: String, isFolder: Bool)] {
    (Files.names(in: folder) ?? []).map { ($0, Files.isFolder(folder + "/" + $0)) }
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
