import LineProtocol
import QueryEngine
import Rendering
import Statements

/// Watches a question that a server answers.
///
/// The server reports the changes; for people, the whole answer is requested on a separate connection.
struct ServerWatch {
  private let session: Session
  private let source: String
  private let question: StatementSyntax
  private let server: ServerConnection

  init(_ server: ServerConnection, session: Session, source: String, question: StatementSyntax) {
    (self.server, self.session, self.source, self.question) = (server, session, source, question)
  }

  /// Runs until Ctrl-C, as `StoreWatch` does.
  func run() throws {
    // Faults are reported as those of the question itself.
    try server.check(written, for: session)
    let signal = KeyboardInterrupt()
    let watching = try server.another()
    let printing = try server.another()
    var printer = try WatchPrinter(session, format: format) {
      try printing.run(question, source: written, for: session, isPaged: false)
    }
    var hasChanged = false
    do {
      try watching.watch(StatementSyntax.plainWatch(question), for: session, until: signal) {
        (line) in
        guard let line else {
          // No further line has come: the round is over.
          if hasChanged { try printer.finish() }
          hasChanged = false
          return
        }
        switch ReplyKind(rawValue: line.word) {
        case .row: printer.present(Self.identity(line), Self.bytes(line), name: Self.name(line.payload))
        case .ready: try printer.ready()
        case .resync: printer.resync()
        case .added, .changed, .removed:
          hasChanged = true
          if let change = RowChange(rawValue: line.word) {
            printer.change(change, Self.identity(line), Self.bytes(line), name: Self.name(line.payload))
          }
        case .note, .ok, .no, .bad, nil: break
        }
      }
    } catch {
      guard signal.hasCome else { throw error }
    }
    if signal.hasCome, !session.isInteractive { throw ShellError.reported("", status: 130) }
    if signal.hasCome { session.say("") }
  }

  /// The question as it was written.
  private var written: String {
    let start = source.utf8.index(source.utf8.startIndex, offsetBy: question.range.offset)
    return String(source[start...])
  }

  /// The format that the question names, else the session's.
  private var format: OutputFormat {
    question.namedFormat ?? session.format
  }

  /// Returns the name of a row for people, as `RowName` has it.
  private static func name(_ row: JSONObject) -> String {
    let titles = row["titles"]?.array?.compactMap(\.string).joined(separator: ", ")
    // Free and busy time has a beginning and a type, and nothing else to be called by.
    let type = row["id"] == nil && row["start"] != nil ? row["type"]?.string : nil
    if let title = row["title"]?.string ?? row["name"]?.string ?? titles ?? type {
      let time = ["start", "due", "time"].lazy.compactMap { row[$0]?.string }.first
      return RowName.text(title, time.map { String($0.prefix(16)).replacing("T", with: " ") })
    }
    let values = row.members.compactMap { $0.value.string ?? $0.value.integer.map(String.init) }
    return String(SafeText.line(values.joined(separator: "  ")).prefix(72))
  }

  private static func bytes(_ line: ReceivedLine) -> [UInt8] {
    var bytes: [UInt8] = []
    JSONValue.object(line.payload).append(to: &bytes)
    return bytes
  }

  /// Returns the ids of a row, by which its removal identifies it.
  private static func identity(_ line: ReceivedLine) -> String {
    let payload = line.payload
    let ids = ["id", "occurrenceId", "number"].compactMap { key in
      payload[key]?.string ?? payload[key]?.integer.map(String.init)
    }
    return payload["id"] == nil ? String(decoding: bytes(line), as: UTF8.self) : ids.joined(separator: "/")
  }
}

extension StatementSyntax {
  /// Returns `watch QUESTION` without the format, since rows for programs have none.
  fileprivate static func plainWatch(_ question: StatementSyntax) -> String {
    var plain = question.withoutFormat
    if case .manage(var manage) = plain, case .runView(var run) = manage.kind {
      run.format = nil
      manage.kind = .runView(run)
      plain = .manage(manage)
    }
    return "watch " + plain.description
  }

  /// The format that a question or a run names.
  fileprivate var namedFormat: OutputFormat? {
    switch self {
    case .query(let query): return query.format
    case .aggregate(let aggregate): return aggregate.query.format
    case .slots(let slots): return slots.format
    case .manage(let manage):
      guard case .runView(let run) = manage.kind else { return nil }
      return run.format
    default: return nil
    }
  }
}
