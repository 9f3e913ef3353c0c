import Changes
import Platform
import Rendering
import Settings

/// One run of the shell: its settings, its store and its streams.
///
/// Statements go in, answers come out.
package final class Session {
  package let environment: ProcessEnvironment
  package let output: OutputBuffer
  package let errors: OutputBuffer
  package let paths: UserPaths
  /// The connection to the store, which other sessions may have used before.
  package let connection: StoreConnection
  package var settings = SettingValues()
  /// `--format` and its like: they hold for every statement that does not name a format itself.
  package var formatOption: OutputFormat?
  /// The template of `kal next`, which answers take the place of rows in.
  package var template: LineTemplate?
  package var hasEnvelope = false
  package var hasJSONErrors = false
  package var storeOption: String?
  /// The client that statements run as; nil for the owner at a terminal.
  package var client: String?
  /// Why the client asks for access.
  package var clientReason: String?
  /// The server that runs the statements; nil where the store is at hand.
  package var server: (any StatementServer)?
  /// The folder that paths are relative to, where that is a client's and not the process's own.
  package var folder: String?
  /// What is printed to, where that is a client's and not the process's own.
  package var screens: Screens?
  /// Whether statements are typed at the prompt.
  package var isInteractive = false
  /// Whether what is more than a screen goes through a pager.
  package var pages = true
  /// Whether statements come from a script, where dates must be plain.
  package var isScript = false
  /// The scripts that run, each loaded by the one before.
  package var scripts: [RunningScript] = []
  /// What the person or the client was told about the store.
  package var reported = ReportedFacts()
  /// The notes that a person at the prompt is told once.
  var reportedNotes: Set<Note> = []
  /// The views of which the person was told that they mean something else than when they were saved.
  var reportedViews: Set<String> = []
  /// What the rows of the result last shown are, by their numbers; nil for rows that are no items.
  var shownRows: [ItemTarget?] = []
  /// How often each of them was saved when it was shown, or when this session changed it since.
  var shownRevisions: [Int?] = []
  /// The item last added or changed in this session.
  package var lastTouched: ItemTarget?
  /// What UIDs of new items are made from.
  package var generator: any RandomNumberGenerator = SystemRandomNumberGenerator()
  /// Programs that alarms started.
  package let children = ChildProcesses()
  /// What a server does when alarms were put off or reached; nil where the
  /// statement itself rings what it reaches.
  package var onAlarms: (@Sendable ([RingingAlarm]) -> Void)?
  /// Asks the person for a line with a label: a proposal that Enter takes, and what stands
  /// in the line from the beginning.
  package typealias AskLine = (_ label: String, _ proposal: String?, _ typed: String) -> TypedLine
  package var askLine: AskLine?
  /// Told statements that a person may want to say again.
  package var onStatementToKeep: ((String) -> Void)?
  /// Told what is said beside answers; nil writes it where errors go.
  package var onSaid: ((SaidLine) -> Void)?
  /// Told when a statement begins.
  package var onStatement: (() -> Void)?
  /// What ends a statement before it is done.
  package var stopSignal = StopSignal() {
    didSet {
      connection.store?.stopSignal = stopSignal
      output.stopSignal = stopSignal
    }
  }
  /// Told while another program's lock on the store is waited for; nil says it to the person.
  package var onLockWait: ((LockWait) -> Void)?
  /// The values of the statement's parameters.
  package var parameters: [String: ParameterValue] = [:]
  /// Whether statements come from programs over the line protocol: nobody answers questions,
  /// and no files stand behind `-`.
  package var isServing = false
  /// Whether rows go to a program as objects.
  var takesObjects: Bool { isServing && screens == nil }
  /// Whether statements go on behind one that failed (`--keep-going`).
  package var keepsGoing = false
  /// The highest exit status of those that failed and were gone on behind.
  package var worstStatus: Int32 = 0
  /// Whether `quit` was said.
  package var isFinished = false

  /// A session on a connection of its own, or on one that others used before.
  package init(
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

  package var zones: ZoneDatabase { connection.zones }

  /// Throws `interrupted` where the statement is to end; for loops that data can make long.
  package func checkStopSignal() throws {
    if stopSignal.isSet { throw StoreError(.interrupted, storePath ?? "") }
  }

  /// Runs a parsed statement if the client may.
  package func run(_ statement: StatementSyntax, source: String) throws -> Answer {
    try admit(statement, source: source)()
  }

  /// Asks for everything that a statement needs, and returns the work.
  ///
  /// It asks the owner for permission and the person for the values of a view's parameters.
  /// A question to a person and the request for access, which is a write, are not ended when nobody reads
  /// the answer; the run itself may be.
  package func admit(_ statement: StatementSyntax, source: String) throws -> () throws -> Answer {
    let run: () throws -> Answer
    do {
      run = try admitted(statement, source: source)
    } catch {
      throw ShellError(error, source: source)
    }
    return {
      do {
        return try run()
      } catch {
        throw ShellError(error, source: source)
      }
    }
  }

  private func admitted(_ statement: StatementSyntax, source: String) throws -> () throws -> Answer {
    if let diagnostic = notYet(statement) { throw ShellError.statement(diagnostic, source: source) }
    let facts = statement.facts
    if facts.start == .fails { try checkStore(for: statement) }
    if let view = try ViewRun(statement, source: source, in: self) { return try view.admit(in: self) }
    if try !permit(facts) { return { .hidden } }
    let runner = StatementRunner(session: self, source: source)
    return { try runner.run(statement) }
  }

  /// Runs `body`; where the system refused to open files of zones meanwhile that is the
  /// error, whatever followed from it.
  package func withZoneFiles<Result>(_ body: () throws -> Result) throws -> Result {
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
  package func permit(_ facts: StatementFacts) throws -> Bool {
    guard client != nil else { return true }
    if facts.writesFile { try checkConfined("write no files") }
    return try permit(accessNeeds(of: facts, try readableStore()))
  }

  /// Whether a kind can be read without asking the owner.
  package func canReadUnasked(_ kind: ItemKind) -> Bool {
    guard let client else { return true }
    if let server { return server.canRead(kind) }
    guard let store = try? readableStore() else { return false }
    return (try? AccessControl(store, client: client).level(kind).canRead) ?? false
  }

  /// Sees to what a client needs; false where it may only add, so that what it reads is empty.
  package func permit(_ needs: [AccessNeed]) throws -> Bool {
    guard let client else { return true }
    // Who writes first makes the store where there is none, and is its owner; where
    // nothing is, there is nothing to see.
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
