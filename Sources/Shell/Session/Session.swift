import CivilTime
import Editing
import Model
import QueryEngine
import QueryLanguage
import Store

/// One run of the shell: its settings, its store and its streams.
///
/// Statements go in, answers come out.
public final class Session {
  let environment: ProcessEnvironment
  let output: OutputBuffer
  let errors: OutputBuffer
  let paths: UserPaths
  var zones: ZoneDatabase
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
  /// Whether the person was told that the zone rules changed.
  var hasToldZoneRules = false
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
  private var openWorkspace: Workspace?
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
      openStore?.store.stopSignal = stopSignal
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
  private var openStore: (store: CalendarStore, access: StoreAccess)?
  private var toldUnknownZones: [String] = []

  init(_ environment: ProcessEnvironment, output: OutputBuffer, errors: OutputBuffer) {
    self.environment = environment
    self.output = output
    self.errors = errors
    paths = UserPaths(environment: environment.variable)
    zones = ZoneDatabase(directory: environment.variable("TZDIR"))
  }

  /// Whether statements are still to be run: nobody quit, somebody reads what is written, and nothing told the process to end.
  var goesOn: Bool { !isFinished && output.isOpen }

  /// Throws the error of a statement that failed, or reports it where statements go on behind those that failed.
  func fail(_ error: ShellError) throws(ShellError) {
    guard keepsGoing, !isInteractive, !error.endsEverything else { throw error }
    try? output.flush()
    report(error)
    worstStatus = max(worstStatus, error.exitStatus)
  }

  /// Runs statement text: one statement or several; throws at the first that fails, unless statements go on behind that.
  ///
  /// Of a file, errors say where in it; `line` is the number of the text's first line there.
  func execute(_ text: String, inFile path: String? = nil, from line: Int = 1) throws(ShellError) {
    if text.utf8.count > StatementSplitter.longest {
      return try fail(.statementTooLong(limit: StatementSplitter.longest))
    }
    // Each statement is read only when its turn has come, so that a script runs up to its first mistake.
    for range in ScriptText.statements(in: text) {
      let start = text.utf8.index(text.utf8.startIndex, offsetBy: range.offset)
      let end = text.utf8.index(start, offsetBy: range.length)
      let source = String(text[start..<end])
      let began = SystemClock.monotonicNanoseconds()
      onStatement?()
      do throws(ShellError) {
        try checkStopSignal()
        try execute(statement: source)
      } catch {
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
  func checkStopSignal() throws(ShellError) {
    if stopSignal.isSet { throw .store(StoreError(.interrupted, storePath ?? "")) }
  }

  private func execute(statement written: String) throws(ShellError) {
    var source = written
    let statement: StatementSyntax
    do throws(SyntaxError) {
      statement = try parseStatement(source, options: ParseOptions(dateOrder: settings.dateOrder))
    } catch {
      (statement, source) = try SearchedWords(session: self).reading(source, error)
    }
    if let server, !statement.isAboutSession {
      try server.run(statement, source: source, for: self)
    } else {
      let wasInBatch = isInBatch
      do throws(ShellError) {
        try perform(statement, source: source)
      } catch {
        if wasInBatch, !isInBatch { note("the batch is over: nothing that it changed is kept") }
        throw error
      }
    }
    do throws(OutputError) {
      try output.flush()
    } catch {
      throw .output(error)
    }
  }

  /// Runs a statement that was read already, where the client may, and writes its answer.
  func perform(_ statement: StatementSyntax, source: String) throws(ShellError) {
    defer { leaveNoEmptyStore() }
    try paging(statement.onlyTells) { () throws(ShellError) in
      try whileRead(statement.endsWithReader) { () throws(ShellError) in
        try withZoneFiles { () throws(ShellError) in
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
  func run(_ statement: StatementSyntax, source: String) throws(ShellError) -> Answer {
    if let diagnostic = notYet(statement) { throw .statement(diagnostic, source: source) }
    try checkStore(for: statement)
    if let view = try ViewRun(statement, source: source, in: self) { return try view.run(in: self) }
    if try !permit(statement) { return .hidden }
    return try StatementRunner(session: self, source: source).run(statement)
  }

  /// Answers a question; it ends when nobody reads the output any more, which is no error.
  private func whileRead(
    _ endsWithReader: Bool, _ body: () throws(ShellError) -> Void
  ) throws(ShellError) {
    guard endsWithReader else { return try body() }
    do throws(ShellError) {
      try OutputWatch.watching(output, body)
    } catch {
      guard error.isInterrupted, OutputWatch.hasEnded, ProcessSignals.status == nil else { throw error }
    }
  }

  /// Runs `body`; where the system refused to open files of zones meanwhile that is the error, whatever followed from it.
  func withZoneFiles<Result>(_ body: () throws(ShellError) -> Result) throws(ShellError) -> Result {
    let zones = zones
    let refused = zones.openRefusals.count
    func check() throws(ShellError) {
      let (count, last) = zones.openRefusals
      guard count > refused, let last else { return }
      throw .store(StoreError(.unreadableFile, last.path, detail: systemReason(last.code)))
    }
    let result: Result
    do throws(ShellError) {
      result = try body()
    } catch {
      try check()
      throw error
    }
    try check()
    return result
  }

  /// Sees to the permission of a client; false where it may not see what the statement would show.
  func permit(_ statement: StatementSyntax) throws(ShellError) -> Bool {
    guard client != nil else { return true }
    try checkConfined(statement)
    let store = try readableStore()
    let kinds = { (target: TargetSyntax) in store.map { self.targetKinds(target, $0) } ?? [.event] }
    return try permit(statement.needs(dateOrder: settings.dateOrder, kinds))
  }

  /// Whether a kind can be read without asking the owner.
  func canReadUnasked(_ kind: ItemKind) -> Bool {
    guard let client else { return true }
    if let server { return server.canRead(kind) }
    guard let store = try? readableStore() else { return false }
    return (try? AccessControl(store, client: client).level(kind).canRead) ?? false
  }

  /// Sees to what a client needs; false where it may only add, so that what it reads is empty.
  func permit(_ needs: [AccessNeed]) throws(ShellError) -> Bool {
    guard let client else { return true }
    // Who writes first makes the store where there is none, and is its owner; where nothing is, there is nothing to see.
    let store: CalendarStore
    if let known = try readableStore() {
      store = known
    } else {
      if needs.allSatisfy({ $0.use == .read }) { return true }
      store = try writableStore()
      do throws(StoreError) {
        try store.claim(owner: client)
        // Whoever keeps nothing owns nothing.
        try store.takeForEmpty()
      } catch {
        throw .store(error)
      }
    }
    return try Permission(session: self, client: client, store: store).ensure(needs)
  }

  /// The kinds of item that a target may mean.
  private func targetKinds(_ target: TargetSyntax, _ store: CalendarStore) -> [ItemKind] {
    func kind(_ target: ItemTarget?) -> ItemKind? {
      target.flatMap { try? store.record($0.item)?.kind }
    }
    switch target.kind {
    case .query(let query): return [query.noun == .reminders ? .reminder : .event]
    case .last:
      let last = lastTouched ?? (try? store.lastTouchedItem()).flatMap { $0.map { ItemTarget(item: $0) } }
      return [kind(last) ?? .event]
    case .references(let references):
      let found = references.map { reference in
        switch reference {
        case .item(let identifier): identifier.text.hasPrefix("rm:") ? ItemKind.reminder : .event
        case .row(let number, _):
          kind(shownRows.indices.contains(number - 1) ? shownRows[number - 1] : nil) ?? .event
        }
      }
      return Array(Set(found)).sorted { $0 == .event && $1 != .event }
    }
  }

  // MARK: What surrounds one statement

  /// The clock, the zone and the settings, read once for a statement.
  func context() throws(ShellError) -> (context: QueryContext, notes: [Note]) {
    try withZoneFiles { () throws(ShellError) in try presentContext() }
  }

  private func presentContext() throws(ShellError) -> (context: QueryContext, notes: [Note]) {
    if !zones.isAvailable { throw .noZoneData }
    var notes: [Note] = []
    let zone = try zone(&notes)
    var context = QueryContext(
      now: try now(in: zone), zone: zone, zones: zones, weekStart: settings.weekStart,
      weekend: settings.weekend,
      rangeDays: settings.rangeDays, isStrict: settings.isStrict ?? isScript, isChecking: settings.isChecking)
    context.parameters = parameters
    context.calendarSet = settings.calendarSet
    context.seesReminders = canReadUnasked(.reminder)
    return (context, notes)
  }

  private func zone(_ notes: inout [Note]) throws(ShellError) -> Zone {
    if let name = settings.zoneName {
      guard let zone = zones.zone(named: name) else {
        if let path = zones.damagedFile(named: name) { throw .badZone(.damaged(path: path)) }
        let near = Spelling.suggestions(for: name, among: zones.identifiers).first
        throw .badSetting(
          "zone", value: name,
          choices: near.map { "did you mean `\($0)`?" } ?? "an IANA name such as Europe/Berlin")
      }
      return zone
    }
    if let fault = zoneFault {
      let zone = zones.systemZone() ?? .utc
      notes.append(Note("zone-unknown", "\(fault.message): times are in \(zone.identifier)"))
      return zone
    }
    if let value = environment.variable("TZ"), !value.isEmpty, let zone = zones.zone(forTZ: value) {
      return zone
    }
    if let zone = zones.systemZone() { return zone }
    notes.append(
      Note("zone-unknown", "the system names no time zone: times are in UTC (set zone = Europe/Berlin)"))
    return .utc
  }

  /// What is wrong with the zone that the environment names; nil where it is known, or none is named.
  ///
  /// Questions are answered in another zone, and say so; what would write times by it is refused.
  private var zoneFault: ZoneFault? {
    if settings.zoneName != nil { return nil }
    if let value = environment.variable("TZ"), !value.isEmpty {
      if zones.zone(forTZ: value) != nil { return nil }
      return zones.damagedFile(named: value).map { .damaged(path: $0) }
        ?? .unknown(variable: "TZ", name: value)
    }
    if zones.systemZone() != nil { return nil }
    return zones.damagedFile(named: "/etc/localtime").map { .damaged(path: $0) }
  }

  private func now(in zone: Zone) throws(ShellError) -> Instant {
    guard let text = settings.nowText else { return SystemClock.now() ?? Instant(seconds: 0) }
    let bytes = Array(text.utf8)
    if let wall = ExtendedFormat.dateTime(bytes) { return zone.instant(of: wall) }
    if let date = ExtendedFormat.date(bytes) { return zone.startOfDay(date) }
    if bytes.count > 16, let split = bytes.lastIndex(where: { $0 == 43 || $0 == 45 || $0 == 90 }), split > 10,
      let wall = ExtendedFormat.dateTime(bytes[..<split]), let offset = ExtendedFormat.offset(bytes[split...])
    {
      return Instant(seconds: wall.wallSeconds - offset.seconds)
    }
    throw .badSetting("now", value: text, choices: "a moment such as 2026-11-18T14:30")
  }

  // MARK: The store

  /// The store opened for reading; nil when there is none yet.
  func readableStore() throws(ShellError) -> CalendarStore? {
    if let openStore { return openStore.store }
    guard let path = storePath else { return nil }
    do throws(StoreError) {
      return try open(path, .read)
    } catch {
      if error.code == .noStore { return nil }
      throw .store(error)
    }
  }

  /// The store where one is open already.
  var openedStore: CalendarStore? { openStore?.store }

  /// Closes the store, which is opened again when it is needed.
  func leaveStore() { (openStore, openWorkspace) = (nil, nil) }

  /// Removes a store that was made for statements which kept nothing in it.
  func leaveNoEmptyStore() {
    guard let store = openStore?.store, store.isNew, store.removeIfEmpty() else { return }
    leaveStore()
  }

  /// The store opened for writing, made when there is none.
  func writableStore() throws(ShellError) -> CalendarStore {
    if let fault = zoneFault { throw .badZone(fault) }
    let store = try storeForWriting()
    store.client = client ?? AccessControl.defaultClient
    do throws(StoreError) {
      if !store.isInBatch { try store.setDurability(settings.durability) }
      return store
    } catch {
      throw .store(error)
    }
  }

  /// A connection that writes, beside the one in use where that only reads.
  func storeForRequests() throws(ShellError) -> CalendarStore {
    guard let openStore, openStore.access == .read else { return try writableStore() }
    do throws(StoreError) {
      return try CalendarStore(
        path: openStore.store.path, access: .write, zones: zones, stopSignal: stopSignal,
        onLockWait: lockWaitTeller)
    } catch {
      throw .store(error)
    }
  }

  private func storeForWriting() throws(ShellError) -> CalendarStore {
    if let openStore, openStore.access != .read { return openStore.store }
    guard let path = storePath else {
      throw .unwritable(path: "the store", reason: "neither --store nor a home folder says where it is")
    }
    openStore = nil
    do throws(StoreError) {
      return try open(path, .create)
    } catch {
      throw .store(error)
    }
  }

  /// A workspace on the store, made when there is none.
  func workspace() throws(ShellError) -> Workspace {
    let store = try writableStore()
    if openWorkspace?.store !== store { openWorkspace = Workspace(store, generator: generator) }
    let workspace = openWorkspace ?? Workspace(store, generator: generator)
    workspace.access = client.map { AccessControl(store, client: $0) }
    workspace.ownAddresses = Set(settings.ownAddresses.map { $0.lowercased() })
    return workspace
  }

  /// What this session changed itself is known to it: rows of these items can be named again.
  func refreshShown(_ items: Set<Int>, now: Instant) {
    refreshShown(
      rows: shownRows.indices.filter { shownRows[$0].map { items.contains($0.item) } ?? false }, now: now)
  }

  /// The rows are as the store has them now.
  func refreshShown(rows: [Int], now: Instant) {
    for index in rows {
      if let revision = presentRevision(ofRow: index, now: now) { shownRevisions[index] = revision }
    }
  }

  /// The rows that nobody changed since they were shown, of the first few hundred.
  func freshRows(now: Instant) -> [Int] {
    shownRows.indices.prefix(500).filter { presentRevision(ofRow: $0, now: now) == shownRevisions[$0] }
  }

  private func presentRevision(ofRow index: Int, now: Instant) -> Int? {
    guard isInteractive, let target = shownRows[index], let workspace = try? workspace(),
      let object = try? workspace.object(of: target)
    else { return nil }
    return workspace.revision(of: target, in: object)
  }

  /// Takes back a batch that nobody committed, when statements end.
  func endBatch() {
    guard isInBatch else { return }
    try? openStore?.store.rollbackBatch()
    leaveNoEmptyStore()
    note("the batch was not committed: what it changed is taken back")
  }

  /// Whether `begin` was said and neither `commit` nor `rollback` since.
  var isInBatch: Bool { openStore?.store.isInBatch ?? false }

  private func open(_ path: String, _ access: StoreAccess) throws(StoreError) -> CalendarStore {
    let store = try CalendarStore(
      path: path, access: access, zones: zones, stopSignal: stopSignal, onLockWait: lockWaitTeller)
    if let upgrade = store.upgrade { note(upgrade.message(for: path)) }
    try answerWithoutUnknownZones(store)
    openStore = (store, access)
    return store
  }

  /// Says once which zones of items nothing knows, so that questions may be answered without the series in them.
  private func answerWithoutUnknownZones(_ store: CalendarStore) throws(StoreError) {
    let unknown = try store.unknownZones()
    if unknown.isEmpty { return }
    store.leavesOutUnknownZones = true
    if toldUnknownZones == unknown { return }
    toldUnknownZones = unknown
    note(
      "the system does not know the time zone \(SafeText.line(unknown.joined(separator: ", "))), which items are in, "
        + "or its file is damaged: their times may be wrong, and series in it are left out")
  }

  private var lockWaitTeller: (LockWait) -> Void {
    { [weak self] wait in
      guard let self else { return }
      if let onLockWait { return onLockWait(wait) }
      note(SafeText.line(wait.message))
    }
  }
}
