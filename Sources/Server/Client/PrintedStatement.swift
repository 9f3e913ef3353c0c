import LineProtocol
import Platform
import QueryEngine
import Rendering
import Settings
import Statements

#if canImport(Glibc)
  import Glibc
#else
  import Darwin
#endif

extension ServerConnection {
  /// Lets the server run a statement, and prints the output.
  package func run(
    _ statement: StatementSyntax, source: String, for session: Session, isPaged: Bool
  ) throws {
    if isPaged, case .manage(let manage) = statement, case .watch(let question) = manage.kind {
      return try ServerWatch(self, session: session, source: source, question: question).run()
    }
    let request = try request(source, for: session)
      .adding("timeout", ProtocolLimits.standard.longestTimeout)
      .adding("print") { session.printing.append(to: &$0) }.bytes
    try session.paging(isPaged && [.tells, .writes].contains(statement.facts.manner)) {
      () throws in
      _ = try ask(request) { (line) in
        guard let text = line.payload["text"]?.string else { return }
        if line.word == ReplyKind.note.rawValue { return session.say(text) }
        // The server wrote it for this very screen, with colors.
        session.output.append(styled: text)
        // The reader of the output may be gone.
        if !session.output.isOpen { throw ShellError.reported("", status: 0) }
      }
    }
  }
}

extension ServerConnection {
  /// Lets the server check a statement without running it.
  package func check(_ text: String, for session: Session) throws {
    let request = try request(text, for: session).adding("check", isTrue: true)
      .adding("print") { session.printing.append(to: &$0) }
    _ = try ask(request.bytes) { (line) in
      if line.word == ReplyKind.note.rawValue, let text = line.payload["text"]?.string { session.say(text) }
    }
  }

  /// Returns the number that answers a `count` statement.
  package func count(_ text: String, for session: Session) throws -> Int? {
    let request = try request(text, for: session).bytes
    var count: Int?
    _ = try ask(request) { (line) in count = line.payload["count"]?.integer ?? count }
    return count
  }

  /// Sends a `watch` statement and passes each line to `body`, or nil when none has come for a moment.
  package func watch(
    _ text: String, for session: Session, until signal: KeyboardInterrupt,
    _ body: (ReceivedLine?) throws -> Void
  ) throws {
    let request = try request(text, for: session).bytes
    try follow(request, until: signal, output: session.output, body)
  }

  /// Returns a request: the statement and its settings.
  private func request(_ text: String, for session: Session) throws -> JSONObjectText {
    let settings = JSONValue.object(try session.settingsOfRequests())
    return JSONObjectText().adding("q", text).adding("set") { settings.append(to: &$0) }
  }
}

extension Session {
  /// The way in which this process wants answers printed.
  fileprivate var printing: PrintRequest {
    var printing = PrintRequest()
    printing.format = formatOption?.text
    printing.folder = Files.currentFolder
    printing.output = PrintRequest.Stream(screen)
    printing.errors = PrintRequest.Stream(errorScreen)
    printing.prompt = isInteractive ? "> " : ""
    printing.hasEnvelope = hasEnvelope
    printing.hasJSONErrors = hasJSONErrors
    return printing
  }

  /// Returns the settings for a statement: the ones that this process knows better than its server.
  fileprivate func settingsOfRequests() throws -> JSONObject {
    var object = JSONObject()
    for setting in Setting.allCases where setting.isOfOneRequest {
      object[setting.rawValue] = .string(settings.text(setting))
    }
    let zone = try context().context.zone
    object[Setting.zone.rawValue] = zones.zone(named: zone.identifier) == nil ? nil : .string(zone.identifier)
    object[Setting.now.rawValue] = settings.nowText.map { .string($0) }
    object[Setting.datesStrict.rawValue] = .string(settings.isStrict ?? isScript ? "on" : "off")
    object[Setting.csvSafe.rawValue] = .string(writesSafeCells ? "on" : "off")
    return object
  }
}

extension PrintRequest.Stream {
  fileprivate init(_ screen: Screen) {
    self.init(
      isTerminal: screen.isTerminal, columns: min(screen.size.columns, 10_000),
      colors: PrintRequest.Colors(screen.colors))
  }
}
