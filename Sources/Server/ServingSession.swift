import Editing
import LineProtocol
import Platform
import QueryEngine
import Rendering
import Settings
import Statements

/// The template of sessions that serve programs.
package struct SessionTemplate: Sendable {
  package var environment: ProcessEnvironment
  package var settings: SettingValues
  package var storeOption: String?
  package var zones: ZoneDatabase
  /// Ends work of sessions that belongs to no request, when the server ends.
  package var stopSignal = StopSignal()
  /// Called when alarms are snoozed or reached.
  package var onAlarms: (@Sendable ([RingingAlarm]) -> Void)?

  /// Returns a connection to the store, for sessions that use it one after another.
  package func connection() -> StoreConnection { StoreConnection(zones: zones) }

  /// Returns a session that has nobody to ask and collects its output; `errors` can lead its notes elsewhere.
  package func session(on connection: StoreConnection, errors: OutputBuffer = OutputBuffer()) -> Session {
    // No stream counts as a terminal, whatever the process has.
    var environment = environment
    environment.inputIsTerminal = false
    environment.outputIsTerminal = false
    environment.errorIsTerminal = false
    let session = Session(environment, output: OutputBuffer(), errors: errors, on: connection)
    session.settings = settings
    session.storeOption = storeOption
    session.formatOption = .named(.jsonl)
    session.isScript = true
    session.isServing = true
    session.stopSignal = stopSignal
    // Nobody reads the server's own notes.
    session.onLockWait = { _ in }
    session.onAlarms = onAlarms
    return session
  }
}

/// The client for which a request runs; `client` is nil for the person who started the server and talks to it
/// directly.
struct RequestIdentity: Hashable, Sendable {
  var client: String?
  var reason: String?
}

extension RequestIdentity {
  /// Creates the identity that a client claims; the program's own name is the owner's.
  init(_ hello: ClientHello) {
    self.init(client: hello.name == AccessControl.defaultClient ? nil : hello.name, reason: hello.reason)
  }
}

/// A connection to the store, with the session of the client that it serves now.
///
/// Safe to pass from thread to thread: its holder, a thread at work or a suspended answer, holds it alone,
/// and every transfer goes through a lock. SQLite's connections allow that.
final class ServingSession: @unchecked Sendable {
  /// The session of this request alone; it has no state of the one before.
  private(set) var session: Session
  private let template: SessionTemplate
  /// How the answer is printed; nil for objects.
  private(set) var printing: PrintRequest?
  /// The lines said since notes were last taken.
  private var said: [SaidLine] = []
  /// The channel of the request, which keeps the facts reported to its client.
  private var channel: ReplyChannel?

  init(_ template: SessionTemplate) {
    self.template = template
    session = template.session(on: template.connection())
  }

  /// Works for a request, which can end the work; `signal` can end it sooner.
  ///
  /// A wait for another program's lock is reported to the client.
  func work<Result, Failure: Error>(
    for request: OpenRequest, until signal: StopSignal? = nil, _ body: () throws(Failure) -> Result
  ) throws(Failure) -> Result {
    let earlier = session.onLockWait
    session.stopSignal = signal ?? request.stopSignal
    session.onLockWait = { wait in
      var bytes: [UInt8] = []
      let payload = JSONObjectText().adding("code", "waiting").adding("text", wait.message).bytes
      ReplyLine.append(request.tag, .note, payload, to: &bytes)
      request.send(bytes)
    }
    defer { (session.stopSignal, session.onLockWait) = (template.stopSignal, earlier) }
    return try body()
  }

  /// Begins the session of a request that came over a channel; nil for the server's own.
  func prepare(_ identity: RequestIdentity, _ channel: ReplyChannel?) {
    session = template.session(on: session.connection)
    self.channel = channel
    if let channel { session.reported = channel.reported }
    session.client = identity.client
    session.clientReason = identity.reason
    session.onSaid = { [unowned self] in said.append($0) }
    said = []
    printing = nil
  }

  /// Begins the session of a statement, with what belongs to that.
  func prepare(
    _ identity: RequestIdentity, _ channel: ReplyChannel, for statement: StatementRequest
  ) throws {
    prepare(identity, channel)
    session.parameters = statement.bind.mapValues { value in
      switch value {
      case .string(let text): .text(text)
      case .bool(let flag): .boolean(flag)
      case .number(let number): .integer(number.integer ?? 0)
      case .null, .array, .object: .text("")
      }
    }
    if let printing = statement.printing { try print(printing) }
    for (name, value) in statement.settings {
      if Setting(rawValue: name)?.isOfOneRequest == false { throw SettingError.settingOfServer(name) }
      try session.settings.set(name, to: value)
    }
    if let zone = statement.zone { session.settings.zoneName = zone }
  }

  /// Prepares the session to print answers.
  private func print(_ printing: PrintRequest) throws {
    self.printing = printing
    session.screens = Screens(printing)
    session.output.isOnTerminal = printing.output.isTerminal
    session.hasEnvelope = printing.hasEnvelope
    session.folder = printing.folder
    session.formatOption = nil
    guard let format = printing.format else { return }
    guard let choice = try FormatChoice(format) else {
      throw SettingError.badOptionValue("format", value: format, choices: FormatChoice.choices)
    }
    session.formatOption = choice
  }

  /// Returns an answer as rows: text in pieces if it is to be printed; else an object for each row of a list,
  /// and a text for each line.
  func rows(of answer: Answer) throws -> [[UInt8]] {
    if printing != nil { return try printedRows(of: answer) }
    switch answer {
    case .listing(let listing): return try listing.objects(until: session.stopSignal).map(\.bytes)
    case .text(let text): return text.text(for: session.screen).utf8.split(separator: 10).map(TextRow.row)
    // What a change did before it broke off: its members stand in the final line otherwise.
    case .change(let change): return change.objects.map(\.bytes)
    case .rows, .document, .forms, .page, .watch, .script, .tour, .nothing, .hidden, .broken: return []
    }
  }

  private func printedRows(of answer: Answer) throws -> [[UInt8]] {
    try AnswerPrinter(session: session).print(answer)
    try session.output.flush()
    return TextRow.rows(of: session.output.take())
  }

  /// Returns the notes for people since the last call, as lines of a reply.
  func notes(_ tag: RequestTag) -> [UInt8] {
    var lines: [UInt8] = []
    for line in said {
      // For people a mark at the beginning of the line distinguishes notes from answers.
      for text in (printing != nil ? line.printed : line.text).split(separator: "\n") {
        ReplyLine.append(tag, .note, JSONObjectText().adding("text", String(text)).bytes, to: &lines)
      }
    }
    said = []
    // A fact counts as reported when its note is sent: an answer that starts again repeats it.
    channel?.reported = session.reported
    return lines
  }
}

/// Sessions that read, lent out one at a time.
final class SessionPool: Sendable {
  private let template: SessionTemplate
  private let capacity: Int

  private struct State {
    var idle: [ServingSession] = []
    var lent = 0
  }

  private let state = Mutex(State())

  /// A pool of at most `capacity` sessions.
  init(_ template: SessionTemplate, capacity: Int) {
    self.template = template
    self.capacity = capacity
  }

  /// Returns a session for the caller alone; nil if all are lent.
  func lend() -> ServingSession? {
    let (known, mayMake) = state.withLock { state in
      if state.lent >= capacity { return (nil as ServingSession?, false) }
      state.lent += 1
      return (state.idle.popLast(), true)
    }
    return known ?? (mayMake ? ServingSession(template) : nil)
  }

  /// Returns a session whose store is open already; nil if none is idle.
  func lendOpened() -> ServingSession? {
    state.withLock { state in
      guard state.lent < capacity, state.idle.last?.session.openedStore != nil else { return nil }
      state.lent += 1
      return state.idle.popLast()
    }
  }

  /// Takes a session back.
  func reclaim(_ session: ServingSession) {
    state.withLock { state in
      state.lent -= 1
      state.idle.append(session)
    }
  }
}
