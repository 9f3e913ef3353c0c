import Editing
import LineProtocol
import Platform
import QueryEngine
import Statements

/// Statements that write, final lines, and surveys of changes.
extension RequestWorker {
  // MARK: One statement

  /// Runs a statement that may write.
  func change(
    _ request: OpenRequest, _ syntax: StatementSyntax, _ statement: StatementRequest,
    _ identity: RequestIdentity, _ serving: ServingSession
  ) {
    guard request.begin() else { return request.finishStopped() }
    var lines: [UInt8] = []
    do {
      try serving.prepare(identity, request.channel, for: statement)
      serving.session.lastTouched = request.channel.last
      let payload = try outcome(request, syntax, statement, serving, &lines)
      request.channel.last = serving.session.lastTouched
      request.finish(.ok, payload, after: lines)
    } catch {
      lines += serving.notes(request.tag)
      fail(request, error, serving, after: lines)
    }
  }

  /// Returns the reply to a statement that writes: its notes and rows as lines, and the object of its final
  /// line.
  private func outcome(
    _ request: OpenRequest, _ syntax: StatementSyntax, _ statement: StatementRequest,
    _ serving: ServingSession, _ lines: inout [UInt8]
  ) throws -> [UInt8] {
    let session = serving.session
    let dryRun = statement.isCheck ? syntax.facts.dryRun : nil
    if statement.isCheck, dryRun == nil {
      return ok(JSONObjectText().adding("valid", isTrue: true), request, rows: nil)
    }
    return try serving.work(for: request) {
      try open(session, waiting: request)
      return try self.answer(dryRun ?? syntax, statement, request, request.tag, serving, &lines)
    }
  }

  /// Runs a statement and encodes its answer, whose documents are written while they are encoded.
  private func answer(
    _ syntax: StatementSyntax, _ statement: StatementRequest, _ request: OpenRequest, _ tag: RequestTag,
    _ serving: ServingSession, _ lines: inout [UInt8]
  ) throws -> [UInt8] {
    let session = serving.session
    func run() throws -> Answer {
      defer { session.leaveNoEmptyStore() }
      return try session.run(syntax, source: statement.text)
    }
    return try session.withZoneFiles {
      try encoded(try run(), tag, serving, isCheck: statement.isCheck, request, &lines)
    }
  }

  /// Encodes an answer as a reply: notes and rows as lines, the effect of a change as members of the final
  /// line.
  private func encoded(
    _ answer: Answer, _ tag: RequestTag, _ serving: ServingSession, isCheck: Bool, _ request: OpenRequest,
    _ lines: inout [UInt8]
  ) throws -> [UInt8] {
    lines += serving.notes(tag)
    var trailer = JSONObjectText()
    if isCheck { trailer = trailer.adding("valid", isTrue: true) }
    if case .change(let change) = answer, serving.printing == nil { trailer.add(change.members) }
    var (said, failure) = (answer, nil as ShellError?)
    if case .broken(let inner, let error) = answer { (said, failure) = (inner, error) }
    let isInFinalLine = if case .change = answer { serving.printing == nil } else { false }
    let rows = isInFinalLine ? [] : try serving.rows(of: said)
    for row in rows { ReplyLine.append(tag, .row, row, to: &lines) }
    if let failure { throw failure }
    if let store = serving.session.openedStore { add(state: store, to: &trailer) }
    return ok(trailer, request, rows: rows.isEmpty ? nil : rows.count)
  }

  /// Opens the store for writing, if there is one, and waits for another writer no longer than the request
  /// may take.
  private func open(_ session: Session, waiting request: OpenRequest) throws {
    guard try session.readableStore() != nil else { return }
    let store = try session.writableStore()
    let spent = Int((SystemClock.monotonicNanoseconds() &- request.began) / 1_000_000)
    store.setBusyTimeout(milliseconds: max(1, request.timeout - spent))
  }

  // MARK: Batches

  /// Runs the statements of a batch in order; an atomic batch is committed as a whole or not at all.
  func run(
    _ batch: BatchRequest, _ request: OpenRequest, _ identity: RequestIdentity, _ serving: ServingSession
  ) {
    guard request.begin() else { return request.finishStopped() }
    let parts = batch.statements.map { BatchPart($0) }
    var replies: [PartReply] = []
    if batch.isAtomic { serving.prepare(identity, request.channel) }
    serving.session.lastTouched = request.channel.last
    do {
      if batch.isAtomic {
        try serving.work(for: request) {
          try begin(parts, request, serving.session)
        }
      }
    } catch {
      serving.session.leaveNoEmptyStore()
      return fail(request, error, serving)
    }
    for (index, part) in parts.enumerated() {
      let tag = request.tag.part(index + 1)
      let hasFailed = replies.contains { !$0.isDone }
      if request.stopReason != nil || (batch.isAtomic && hasFailed) {
        replies.append(PartReply(tag, ProtocolFault.notRun))
        continue
      }
      replies.append(reply(to: part, tag, request, identity, serving))
      if !batch.isAtomic {
        request.send(replies[index].bytes)
      }
    }
    var failed = replies.count { !$0.isDone }
    if batch.isAtomic {
      // A batch that was reported as ended leaves no changes.
      if failed == 0, request.stopReason == nil {
        do throws(StoreError) {
          try serving.session.openedStore?.commitBatch()
          serving.session.leaveNoEmptyStore()
        } catch {
          serving.session.rollBack()
          return fail(request, error, serving)
        }
      } else {
        serving.session.rollBack()
        for index in replies.indices where replies[index].isDone {
          replies[index] = PartReply(replies[index].tag, ProtocolFault.rolledBack)
        }
        failed = replies.count { !$0.wasNotRun }
      }
    }
    let done = replies.count { $0.isDone }
    if !batch.isAtomic || done > 0 { request.channel.last = serving.session.lastTouched }
    let lines = batch.isAtomic ? replies.flatMap(\.bytes) : []
    if request.stopReason != nil, done < replies.count { return request.finishStopped(after: lines) }
    if failed > 0 {
      let faulty = replies.count { !$0.isDone && !$0.wasNotRun }
      return request.finish(.batchFailed(done: done, failed: faulty, isAtomic: batch.isAtomic), after: lines)
    }
    var trailer = JSONObjectText().adding("done", done).adding("failed", 0)
    if let store = serving.session.openedStore { add(state: store, to: &trailer) }
    request.finish(.ok, ok(trailer, request, rows: nil), after: lines)
  }

  /// Asks for the permissions of all statements while requests can still be written, then begins the batch.
  private func begin(
    _ parts: [BatchPart], _ request: OpenRequest, _ session: Session
  ) throws {
    for part in parts { if let syntax = part.syntax { _ = try session.permit(syntax.facts) } }
    try open(session, waiting: request)
    let store = try session.writableStore()
    let now = try session.context().context.now
    try store.beginBatch(cause: "batch", now: now)
  }

  private func reply(
    to part: BatchPart, _ tag: RequestTag, _ request: OpenRequest, _ identity: RequestIdentity,
    _ serving: ServingSession
  ) -> PartReply {
    let last = serving.session.lastTouched
    if let fault = part.fault { return PartReply(tag, fault) }
    var lines: [UInt8] = []
    do {
      try serving.prepare(identity, request.channel, for: part.statement)
      serving.session.lastTouched = last
      guard let syntax = part.syntax else { throw part.error ?? .canceled }
      let payload = try serving.work(for: request) {
        if !serving.session.isInBatch { try open(serving.session, waiting: request) }
        return try self.answer(syntax, part.statement, request, tag, serving, &lines)
      }
      ReplyLine.append(tag, .ok, payload, to: &lines)
      return PartReply(tag: tag, bytes: lines, isDone: true)
    } catch {
      lines += serving.notes(tag)
      let (kind, payload) = refusal(ShellError(error), request, serving)
      ReplyLine.append(tag, kind, payload, to: &lines)
      return PartReply(tag: tag, bytes: lines, isDone: false)
    }
  }

  // MARK: Final lines

  /// Returns the object of a final `OK`: rows, the statement's members, cursor, and the elapsed milliseconds.
  func ok(_ trailer: JSONObjectText, _ request: OpenRequest?, rows: Int?, cursor: String? = nil)
    -> [UInt8]
  {
    var object = JSONObjectText()
    if let rows { object = object.adding("rows", rows) }
    object.add(trailer)
    if let cursor { object = object.adding("cursor", cursor) }
    if let request {
      object = object.adding("ms", Int((SystemClock.monotonicNanoseconds() &- request.began) / 1_000_000))
    }
    return object.bytes
  }

  /// Ends a request with an error of its statement.
  func fail(
    _ request: OpenRequest, _ error: any Error, _ serving: ServingSession, after lines: [UInt8] = []
  ) {
    let error = ShellError(error)
    if error.isInterrupted { return request.finishStopped(after: lines) }
    let (kind, payload) = refusal(error, request, serving)
    request.finish(kind, payload, after: lines)
  }

  private func refusal(
    _ error: ShellError, _ request: OpenRequest, _ serving: ServingSession
  ) -> (ReplyKind, [UInt8]) {
    var current: [UInt8]?
    if case .stale(let id, _, _)? = error.fault(as: EditError.self) {
      current = row(of: id, request, serving)
    }
    let payload = ErrorText.payload(error, current: current, printing: serving.printing)
    return (error.exitStatus == 2 ? .bad : .no, payload)
  }

  /// Returns the present row of an item; nil if it is gone.
  private func row(of id: String, _ request: OpenRequest, _ serving: ServingSession) -> [UInt8]? {
    let noun = id.hasPrefix("rm:") ? "reminders" : "events"
    let statement = StatementRequest("\(noun) anytime where id = \"\(id)\"")
    // The row is an object whatever format the client's answers have.
    serving.session.formatOption = .named(.jsonl)
    guard let syntax = try? parseStatement(statement.text),
      case .rows(let rows)? = try? serving.session.run(syntax, source: statement.text),
      let stream = try? stream(rows, statement, serving, most: 1)
    else { return nil }
    defer { stream.close() }
    return (try? stream.next(most: limits.reply))?.bytes
  }

  // MARK: Notes and states

  /// Appends a note as a line of a reply.
  func append(_ note: Note, _ tag: RequestTag, to lines: inout [UInt8]) {
    let payload = JSONObjectText().adding("code", note.code).adding("text", note.text).bytes
    ReplyLine.append(tag, .note, payload, to: &lines)
  }

  /// Adds the name of the store's present state.
  func add(state store: CalendarStore, to trailer: inout JSONObjectText) {
    if let state = try? store.state() { trailer = trailer.adding("state", state) }
  }

  /// Reports a client's access.
  func welcome(_ request: OpenRequest, _ identity: RequestIdentity, _ serving: ServingSession) {
    do {
      var object = JSONObjectText().adding("client", identity.client ?? AccessControl.defaultClient)
      func access(_ events: AccessLevel, _ reminders: AccessLevel) -> JSONObjectText {
        JSONObjectText().adding("events", events.name).adding("reminders", reminders.name)
      }
      guard let store = try serving.session.readableStore() else {
        return request.finish(
          .ok, object.adding("access", access(.undetermined, .undetermined)).bytes)
      }
      let control = AccessControl(store, client: identity.client)
      object = object.adding("access", access(try control.level(.event), try control.level(.reminder)))
      add(state: store, to: &object)
      request.finish(.ok, object.bytes)
    } catch {
      fail(request, error, serving)
    }
  }

  /// Finds the changes since a state, and the kinds that each client may know.
  func survey(_ state: String, _ clients: Set<String?>, _ serving: ServingSession) {
    serving.prepare(RequestIdentity(), nil)
    guard let store = try? serving.session.readableStore(),
      let (changes, present) = try? store.changes(since: state)
    else { return mailbox.post(.surveyed(nil)) }
    var kinds: Set<ChangeSurvey.Kind> = []
    for change in changes {
      switch change.subject {
      case .item(_, let kind): kinds.insert(kind == .reminder ? .reminder : .event)
      case .calendar: kinds.insert(.calendar)
      }
    }
    let readable = ChangeSurvey.readable(by: clients, in: store)
    mailbox.post(.surveyed(ChangeSurvey(state: present, kinds: kinds, readable: readable)))
  }
}

/// One parsed statement of a batch.
private struct BatchPart {
  var statement: StatementRequest
  var syntax: StatementSyntax?
  var fault: ProtocolFault?
  var error: ShellError?

  init(_ statement: StatementRequest) {
    self.statement = statement
    do throws(SyntaxError) {
      let syntax = try parseStatement(statement.text)
      switch syntax.route() {
      case .writing: self.syntax = syntax
      case .reading: fault = .notHere("a question in a batch", instead: "ask it by itself")
      case .watching: fault = .notHere("`watch` in a batch", instead: "watch by itself")
      case .refused(let reason): fault = reason
      }
    } catch {
      self.error = .statement(error.diagnostic, source: statement.text)
    }
  }
}

/// The reply to one statement of a batch.
private struct PartReply {
  var tag: RequestTag
  var bytes: [UInt8]
  var isDone: Bool
  var wasNotRun = false

  init(tag: RequestTag, bytes: [UInt8], isDone: Bool) {
    (self.tag, self.bytes, self.isDone) = (tag, bytes, isDone)
  }

  init(_ tag: RequestTag, _ fault: ProtocolFault) {
    self.tag = tag
    bytes = []
    ReplyLine.append(tag, fault.isMisunderstood ? .bad : .no, fault.payload, to: &bytes)
    isDone = false
    wasNotRun = fault == .notRun || fault == .rolledBack
  }
}

extension Session {
  /// Rolls back an uncommitted batch.
  fileprivate func rollBack() {
    guard let store = openedStore, store.isInBatch else { return }
    // Nothing was committed, whatever the result.
    try? store.rollbackBatch()
    leaveNoEmptyStore()
  }
}
