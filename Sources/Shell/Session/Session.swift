import CivilTime
import Editing
import Locking
import Model
import Platform
import QueryEngine
import QueryLanguage
import Store
import Terminal

/// One run of the shell: its settings, its store and its streams.
///
/// Statements go in, answers come out.
package final class Session {
  let environment: ProcessEnvironment
  let output: OutputBuffer
  let errors: OutputBuffer
  let paths: UserPaths
  /// The connection to the store, which other sessions may have used before.
  let connection: StoreConnection
  var settings = Settings()
  /// `--format` and its like: they hold for every statement that does not name a format itself.
  var formatOption: OutputFormat?
  /// The template of `kal next`, which answers take the place of rows in.
  var template: LineTemplate?
  var hasEnvelope = false
  var hasJSONErrors = false
  var storeOption: String?
  /// The client that statements run as; nil for the owner at a terminal.
  var client: String?
  /// Why the client asks for access.
  var clientReason: String?
  /// The server that runs the statements; nil where the store is at hand.
  var server: ServerConnection?
  /// The folder that paths are relative to, where that is a client's and not the process's own.
  var folder: String?
  /// What is printed to, where that is a client's and not the process's own.
  var screens: Screens?
  /// Whether statements are typed at the prompt.
  var isInteractive = false
  /// Whether what is more than a screen goes through a pager.
  var pages = true
  /// Whether statements come from a script, where dates must be plain.
  var isScript = false
  /// The scripts that run, each loaded by the one before.
  var scripts: [RunningScript] = []
  /// The notes that a person at the prompt is told once.
  var toldNotes: Set<Note> = []
  /// The views of which the person was told that they mean something else than when they were saved.
  var toldViews: Set<String> = []
  /// What the rows of the result last shown are, by their numbers; nil for rows that are no items.
  var shownRows: [ItemTarget?] = []
  /// How often each of them was saved when it was shown, or when this session changed it since.
  var shownRevisions: [Int?] = []
  /// The item last added or changed in this session.
  var lastTouched: ItemTarget?
  /// What UIDs of new items are made from.
  var generator: any RandomNumberGenerator = SystemRandomNumberGenerator()
  /// Programs that alarms started.
  let children = ChildProcesses()
  /// What a server does when alarms were put off or reached; nil where the statement itself rings what it reaches.
  var onAlarms: (@Sendable ([RingingAlarm]) -> Void)?
  /// Told what is said beside answers; nil writes it where errors go.
  var onSaid: ((SaidLine) -> Void)?
  /// Told when a statement begins.
  var onStatement: (() -> Void)?
  /// What ends a statement before it is done.
  var stopSignal = StopSignal() {
    didSet {
      connection.store?.stopSignal = stopSignal
      output.stopSignal = stopSignal
    }
  }
  /// Told while another program's lock on the store is waited for; nil says it to the person.
  var onLockWait: ((LockWait) -> Void)?
  /// The values of the statement's parameters.
  var parameters: [String: ParameterValue] = [:]
  /// Whether statements come from programs over the line protocol: nobody answers questions, and no files stand behind `-`.
  var isServing = false
  /// Whether rows go to a program as objects.
  var takesObjects: Bool { isServing && screens == nil }
  /// Whether statements go on behind one that failed (`--keep-going`).
  var keepsGoing = false
  /// The highest exit status of those that failed and were gone on behind.
  var worstStatus: Int32 = 0
  /// Whether `quit` was said.
  var isFinished = false

  /// A session on a connection of its own, or on one that others used before.
  init(
    _ environment: ProcessEnvironment, output: OutputBuffer, errors: OutputBuffer,
    on connection: StoreConnection? = nil
  ) {
    self.environment = environment
    self.output = output
    self.errors = errors
    paths = UserPaths(environment: environment.variable)
    self.connection =
      connection ?? StoreConnection(zones: ZoneDatabase(directory: environment.variable("TZDIR")))
    self.connection.onLockWait = lockWaitTeller
  }

  var zones: ZoneDatabase { connection.zones }

  /// Whether statements are still to be run: nobody quit, somebody reads what is written, and nothing told the process to end.
  var goesOn: Bool { !isFinished && output.isOpen }

  /// Throws the error of a statement that failed, or reports it where statements go on behind those that failed.
  func fail(_ thrown: any Error) throws {
    let error = ShellError(thrown)
    guard keepsGoing, !isInteractive, !error.endsEverything else { throw error }
    try? output.flush()
    report(error)
    worstStatus = max(worstStatus, error.exitStatus)
  }

  /// Runs statement text: one statement or several; throws at the first that fails, unless statements go on behind that.
  ///
  /// Of a file, errors say where in it; `line` is the number of the text's first line there.
  func execute(_ text: String, inFile path: String? = nil, from line: Int = 1) throws {
    if text.utf8.count > StatementSplitter.longest {
      return try fail(ShellError.statementTooLong(limit: StatementSplitter.longest))
    }
    // Each statement is read only when its turn has come, so that a script runs up to its first mistake.
    for range in ScriptText.statements(in: text) {
      let start = text.utf8.index(text.utf8.startIndex, offsetBy: range.offset)
      let end = text.utf8.index(start, offsetBy: range.length)
      let source = String(text[start..<end])
      let began = SystemClock.monotonicNanoseconds()
      onStatement?()
      do {
        try checkStopSignal()
        try execute(statement: source)
      } catch {
        let error = ShellError(error, source: source)
        try fail(path.map { error.inFile($0, text, from: line, statement: range) } ?? error)
      }
      if settings.isTiming {
        let tenths = (SystemClock.monotonicNanoseconds() - began) / 100_000
        say("Time: \(tenths / 10).\(tenths % 10) ms")
      }
      if !goesOn { return }
    }
  }

  /// Throws `interrupted` where the statement is to end; for loops that data can make long.
  func checkStopSignal() throws {
    if stopSignal.isSet { throw StoreError(.interrupted, storePath ?? "") }
  }

  private func execute(statement written: String) throws {
    var source = written
    let statement: StatementSyntax
    do throws(SyntaxError) {
      statement = try parseStatement(source, options: ParseOptions(dateOrder: settings.dateOrder))
    } catch {
      (statement, source) = try SearchedWords(session: self).reading(source, error)
    }
    if let server, !statement.facts.isAboutShell {
      try server.run(statement, source: source, for: self)
    } else {
      let wasInBatch = isInBatch
      do {
        try perform(statement, source: source)
      } catch {
        if wasInBatch, !isInBatch { note("the batch is over: nothing that it changed is kept") }
        throw error
      }
    }
    try output.flush()
  }

  /// Runs a statement that was read already, where the client may, and writes its answer.
  func perform(_ statement: StatementSyntax, source: String) throws {
    defer { leaveNoEmptyStore() }
    let manner = statement.facts.manner
    try paging(manner == .tells || manner == .writes) {
      try whileRead(manner == .tells || manner == .follows) {
        try withZoneFiles {
          let answer = try run(statement, source: source)
          switch answer {
          case .script(let path): try ScriptFile.load(path, in: self)
          case .watch(let question):
            try StoreWatch(session: self, source: source, question: question).run()
          default: try AnswerPrinter(session: self).print(answer)
          }
        }
      }
    }
  }

  /// Runs a statement that was read already, where the client may.
  func run(_ statement: StatementSyntax, source: String) throws -> Answer {
    do {
      return try answer(to: statement, source: source)
    } catch {
      throw ShellError(error, source: source)
    }
  }

  private func answer(to statement: StatementSyntax, source: String) throws -> Answer {
    if let diagnostic = notYet(statement) { throw ShellError.statement(diagnostic, source: source) }
    let facts = statement.facts
    if facts.start == .fails { try checkStore(for: statement) }
    if let view = try ViewRun(statement, source: source, in: self) { return try view.run(in: self) }
    if try !permit(facts) { return .hidden }
    return try StatementRunner(session: self, source: source).run(statement)
  }

  /// Answers a question; it ends when nobody reads the output any more, which is no error.
  private func whileRead(
    _ endsWithReader: Bool, _ body: () throws -> Void
  ) throws {
    guard endsWithReader else { return try body() }
    do {
      try OutputWatch.watching(output.descriptor, body)
    } catch {
      guard ShellError(error).isInterrupted, OutputWatch.hasEnded, ProcessSignals.status == nil else {
        throw error
      }
    }
  }

  /// Runs `body`; where the system refused to open files of zones meanwhile that is the error, whatever followed from it.
  func withZoneFiles<Result>(_ body: () throws -> Result) throws -> Result {
    let zones = zones
    let refused = zones.openRefusals.count
    func check() throws {
      let (count, last) = zones.openRefusals
      guard count > refused, let last else { return }
      throw StoreError(.unreadableFile, last.path, detail: systemReason(last.code))
    }
    let result: Result
    do {
      result = try body()
    } catch {
      try check()
      throw error
    }
    try check()
    return result
  }

  /// Sees to the permission of a client; false where it may not see what the statement would show.
  func permit(_ facts: StatementFacts) throws -> Bool {
    guard client != nil else { return true }
    if facts.writesFile { try checkConfined("write no files") }
    return try permit(accessNeeds(of: facts, try readableStore()))
  }

  /// Whether a kind can be read without asking the owner.
  func canReadUnasked(_ kind: ItemKind) -> Bool {
    guard let client else { return true }
    if let server { return server.canRead(kind) }
    guard let store = try? readableStore() else { return false }
    return (try? AccessControl(store, client: client).level(kind).canRead) ?? false
  }

  /// Sees to what a client needs; false where it may only add, so that what it reads is empty.
  func permit(_ needs: [AccessNeed]) throws -> Bool {
    guard let client else { return true }
    // Who writes first makes the store where there is none, and is its owner; where nothing is, there is nothing to see.
    let store: CalendarStore
    if let known = try readableStore() {
      store = known
    } else {
      if needs.allSatisfy({ $0.use == .read }) { return true }
      store = try writableStore()
      try store.claim(owner: client)
      // Whoever keeps nothing owns nothing.
      try store.takeForEmpty()
    }
    return try Permission(session: self, client: client, store: store).ensure(needs)
  }

}
