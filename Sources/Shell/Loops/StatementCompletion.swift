import LineEditor
import Model
import QueryLanguage
import Store

/// What Tab offers: what the parser would take at the cursor, and the names that the store knows.
@MainActor
struct StatementCompletion {
  let session: Session

  /// The names in the store; none where it cannot be read, since Tab is no place for an error.
  private var names: (calendars: [String], sources: [String]) {
    guard let store = try? session.readableStore() else { return ([], []) }
    return ((try? store.calendars().map(\.title)) ?? [], (try? store.sources().map(\.title)) ?? [])
  }

  func reply(_ line: String, cursor: Int) -> CompletionReply {
    let completion = Completion(line, cursor: cursor)
    var words: [String] = completion.words
    for expectation in completion.expected {
      switch expectation {
      case .calendarName: words += names.calendars.map(Quoting.word)
      case .sourceName: words += names.sources.map(Quoting.word)
      default: continue
      }
    }
    let prefix = completion.prefix.lowercased()
    var seen: Set<String> = []
    let matching = words.filter { $0.lowercased().hasPrefix(prefix) && seen.insert($0).inserted }
    return CompletionReply(
      candidates: matching.map { CompletionCandidate($0) }, replacedStart: completion.replaced.offset,
      appendsBlank: true)
  }
}
