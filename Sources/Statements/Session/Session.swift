import Changes
import Platform
import Rendering
import Settings
import Sync

/// One run of the shell: its settings, its store and its streams.
///
/// Statements go in, answers come out.
package final class Session {
  package let environment: ProcessEnvironment
  package let output: OutputBuffer
  package let errors: OutputBuffer
  package let paths: UserPaths
  /// The connection to the store, which earlier sessions may have used.
  package let connection: StoreConnection
  package var settings = SettingValues()
  /// The format of `--format` and similar options, for every statement that names none.
  package var formatOption: FormatChoice?
  package var hasEnvelope = false
  package var hasJSONErrors = false
  package var storeOption: String?
  /// The access with which statements that only read open the store.
  package var readingAccess = StoreAccess.read
  /// The files and folders that are read into a store in memory (`--in`).
  package var inputs: [String] = []
  /// The state of that store before any change; nil without one, and after its first change was noted.
  var inputState: String?
  /// The client that statements run as; nil for the owner at a terminal.
  package var client: String?
  /// The client's reason for asking for access.
  package var clientReason: String?
  /// The server that runs the statements; nil if the session has the store itself.
  package var server: (any StatementServer)?
  /// The folder of relative paths, if that is a client's and not the process's own.
  package var folder: String?
  /// The screens of the output, if they are a client's and not the process's own.
  package var screens: Screens?
  /// Whether statements are typed at the prompt.
  package var isInteractive = false
  /// Whether output longer than a screen goes through a pager.
  package var pages = true
  /// Whether statements come from a script, where dates must be unambiguous.
  package var isScript = false
  /// The running scripts, each loaded by the one before.
  package var scripts: [RunningScript] = []
  /// The facts about the store that were already reported.
  package var reported = ReportedFacts()
  /// The notes that a person at the prompt is told once.
  var reportedNotes: Set<Note> = []
  /// The views whose change of meaning was already noted.
  var reportedViews: Set<String> = []
  /// The items of the rows last shown, by row number; nil for rows other than items.
  var shownRows: [ItemTarget?] = []
  /// The revision of each of these items when it was shown, or after this session changed it.
  var shownRevisions: [Int?] = []
  /// The item last added or changed in this session.
  package var lastTouched: ItemTarget?
  /// The source of randomness for UIDs of new items.
  package var generator: any RandomNumberGenerator = SystemRandomNumberGenerator()
  /// The programs started by alarms.
  package let children = ChildProcesses()
  /// Called in a server when alarms are snoozed or reached; if nil, the statement itself rings the alarms it
  /// reaches.
  package var onAlarms: (@Sendable ([RingingAlarm]) -> Void)?
  /// Asks the person for a line with a label; Enter takes the proposal, and the line starts with `typed`.
  package typealias AskLine = (_ label: String, _ proposal: String?, _ typed: String) -> TypedLine
  package var askLine: AskLine?
  /// Called with statements that a person may want to repeat.
  package var onStatementToKeep: ((String) -> Void)?
  /// Called with the lines beside answers; if nil, they go to the error output.
  package var onSaid: ((SaidLine) -> Void)?
  /// The setting that the latest statement changed, as a line of the settings file; nil behind another statement.
  package var changedSetting: String?
  /// Called when a statement begins.
  package var onStatement: (() -> Void)?
  /// The signal that stops a statement before it is done.
  package var stopSignal = StopSignal() {
    didSet {
      connection.store?.stopSignal = stopSignal
      output.stopSignal = stopSignal
    }
  }
  /// Called while the session waits for another program's lock on the store; if nil, a note reports the wait.
  package var onLockWait: ((LockWait) -> Void)?
  /// The values of the statement's parameters.
  package var parameters: [String: ParameterValue] = [:]
  /// Whether statements come from programs over the line protocol: nobody answers questions, and `-` is no
  /// file.
  package var isServing = false
  /// Whether rows go to a program as objects.
  var takesObjects: Bool { isServing && screens == nil }
  /// Whether statements continue after a failed one (`--keep-going`).
  package var keepsGoing = false
  /// The highest exit status of failed statements after which others ran.
  package var worstStatus: Int32 = 0
  /// Whether a `quit` statement was run.
  package var isFinished = false

  /// Creates a session on its own connection, or on one that others used before.
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

  /// The way to servers, through the helper program.
  private(set) lazy var transport: any WebTransport = HelperTransport(variables: environment.variables)

  /// Throws `interrupted` if the statement is to stop; for loops that data can make long.
  package func checkStopSignal() throws {
    if stopSignal.isSet { throw StoreError(.interrupted, storePath ?? "") }
  }

  /// Runs a parsed statement, if the client may.
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
    let facts = statement.facts
    if facts.start == .fails { try checkStore(for: statement) }
    if let view = try ViewRun(statement, source: source, in: self) { return try view.admit(in: self) }
    if try !permit(facts) { return { .hidden } }
    let runner = StatementRunner(session: self, source: source)
    return { try runner.run(statement) }
  }

  /// Runs `body`; if the system refused to open zone files meanwhile, that is the error, whatever its
  /// consequences.
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

  /// Ensures the client's permission; returns false if it may not see the statement's answer.
  package func permit(_ facts: StatementFacts) throws -> Bool {
    guard client != nil else { return true }
    if facts.writesFile { try checkConfined("write no files") }
    if facts.isOwners, let client, let store = try readableStore(),
      try !AccessControl(store, client: client).isOwner()
    {
      throw ShellError.fault(AccountError.notOwner(client), at: nil, source: "")
    }
    return try permit(accessNeeds(of: facts, try readableStore()))
  }

  /// Whether a kind can be read without asking the owner.
  package func canReadUnasked(_ kind: ItemKind) -> Bool {
    guard let client else { return true }
    if let server { return server.canRead(kind) }
    guard let store = try? readableStore() else { return false }
    return (try? AccessControl(store, client: client).level(kind).canRead) ?? false
  }

  /// Ensures a client's needs; returns false if it may only add, so that it reads nothing.
  package func permit(_ needs: [AccessNeed]) throws -> Bool {
    guard let client else { return true }
    // The first client to write creates a missing store and becomes its owner; without a store there is
    // nothing to see.
    let store: CalendarStore
    if let known = try readableStore() {
      store = known
    } else {
      if needs.allSatisfy({ $0.use == .read }) { return true }
      store = try writableStore()
      try store.claim(owner: client)
      // A client that keeps nothing in the store does not own it.
      try store.takeForEmpty()
    }
    return try Permission(session: self, client: client, store: store).ensure(needs)
  }
}
