import Editing
import LineProtocol
import Model
import QueryEngine
import QueryLanguage
import Store

/// Statements that write, final lines, and what changed for everybody.
extension RequestWorker {
  // MARK: One statement

  /// Runs a statement that may write.
  func change(
    _ request: OpenRequest, _ syntax: StatementSyntax, _ statement: StatementRequest,
    _ identity: RequestIdentity, _ serving: ServingSession
  ) {
    guard request.begin() else { return request.finishStopped() }
    var lines: [UInt8] = []
    do throws(ShellError) {
      try serving.prepare(identity, for: statement)
      serving.session.lastTouched = request.channel.last
      let payload = try outcome(request, syntax, statement, serving, &lines)
      request.channel.last = serving.session.lastTouched
      request.finish(.ok, payload, after: lines)
    } catch {
      lines += serving.notes(request.tag)
      fail(request, error, serving, after: lines)
    }
  }

  /// What a statement that writes has to say: its notes and rows as lines, and the object of its final line.
  private func outcome(
    _ request: OpenRequest, _ syntax: StatementSyntax, _ statement: StatementRequest,
    _ serving: ServingSession, _ lines: inout [UInt8]
  ) throws(ShellError) -> [UInt8] {
    let session = serving.session
    if statement.isCheck, syntax.dryRun == nil {
      if let diagnostic = notYet(syntax) { throw .statement(diagnostic, source: statement.text) }
      return ok(Array(",\"valid\":true".utf8), request, rows: nil)
    }
    let run = statement.isCheck ? syntax.dryRun ?? syntax : syntax
    try serving.work(for: request) { () throws(ShellError) in
      try open(session, waiting: request)
      try session.perform(run, source: statement.text)
    }
    return try told(request.tag, serving, isCheck: statement.isCheck, request, &lines)
  }

  /// What a statement said and wrote: notes and rows as lines, the object of a change as members of the final line.
  private func told(
    _ tag: RequestTag, _ serving: ServingSession, isCheck: Bool, _ request: OpenRequest,
    _ lines: inout [UInt8]
  ) throws(ShellError) -> [UInt8] {
    lines += serving.notes(tag)
    var trailer: [UInt8] = isCheck ? Array(",\"valid\":true".utf8) : []
    let rows = try serving.rows(outcome: &trailer)
    for row in rows { ReplyLine.append(tag, .row, row, to: &lines) }
    if let store = serving.session.openedStore { append(state: store, to: &trailer) }
    return ok(trailer, request, rows: rows.isEmpty ? nil : rows.count)
  }

  /// Opens the store to write, where there is one, and waits for another writer no longer than the request may take.
  private func open(_ session: Session, waiting request: OpenRequest) throws(ShellError) {
    guard try session.readableStore() != nil else { return }
    let store = try session.writableStore()
    let spent = Int((SystemClock.monotonicNanoseconds() &- request.began) / 1_000_000)
    store.setBusyTimeout(milliseconds: max(1, request.timeout - spent))
  }

  // MARK: Batches

  /// Runs the statements of a batch in order; an atomic one is kept whole or not at all.
  func run(
    _ batch: BatchRequest, _ request: OpenRequest, _ identity: RequestIdentity, _ serving: ServingSession
  ) {
    guard request.begin() else { return request.finishStopped() }
    let parts = batch.statements.map { BatchPart($0) }
    var replies: [PartReply] = []
    let session = serving.session
    session.lastTouched = request.channel.last
    do throws(ShellError) {
      if batch.isAtomic {
        serving.prepare(identity)
        try serving.work(for: request) { () throws(ShellError) in try begin(parts, request, session) }
      }
    } catch {
      session.leaveNoEmptyStore()
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
      // Whoever was told that it ended finds nothing of it.
      if failed == 0, request.stopReason == nil {
        do throws(StoreError) {
          try session.openedStore?.commitBatch()
          session.leaveNoEmptyStore()
        } catch {
          session.rollBack()
          return fail(request, .store(error), serving)
        }
      } else {
        session.rollBack()
        for index in replies.indices where replies[index].isDone {
          replies[index] = PartReply(replies[index].tag, ProtocolFault.rolledBack)
        }
        failed = replies.count { !$0.wasNotRun }
      }
    }
    let done = replies.count { $0.isDone }
    if !batch.isAtomic || done > 0 { request.channel.last = session.lastTouched }
    let lines = batch.isAtomic ? replies.flatMap(\.bytes) : []
    if request.stopReason != nil, done < replies.count { return request.finishStopped(after: lines) }
    if failed > 0 {
      let faulty = replies.count { !$0.isDone && !$0.wasNotRun }
      return request.finish(.batchFailed(done: done, failed: faulty, isAtomic: batch.isAtomic), after: lines)
    }
    var trailer = Array(",\"done\":\(done),\"failed\":0".utf8)
    if let store = session.openedStore { append(state: store, to: &trailer) }
    request.finish(.ok, ok(trailer, request, rows: nil), after: lines)
  }

  /// Asks for what the statements need while that can still be written, then begins to keep changes back.
  private func begin(
    _ parts: [BatchPart], _ request: OpenRequest, _ session: Session
  ) throws(ShellError) {
    for part in parts { if let syntax = part.syntax { _ = try session.permit(syntax) } }
    try open(session, waiting: request)
    let store = try session.writableStore()
    let now = try session.context().context.now
    do throws(StoreError) {
      try store.beginBatch(cause: "batch", now: now)
    } catch {
      throw .store(error)
    }
  }

  private func reply(
    to part: BatchPart, _ tag: RequestTag, _ request: OpenRequest, _ identity: RequestIdentity,
    _ serving: ServingSession
  ) -> PartReply {
    let last = serving.session.lastTouched
    if let fault = part.fault { return PartReply(tag, fault) }
    var lines: [UInt8] = []
    do throws(ShellError) {
      try serving.prepare(identity, for: part.statement)
      serving.session.lastTouched = last
      guard let syntax = part.syntax else { throw part.error ?? .canceled }
      try serving.work(for: request) { () throws(ShellError) in
        if !serving.session.isInBatch { try open(serving.session, waiting: request) }
        try serving.session.perform(syntax, source: part.statement.text)
      }
      let payload = try told(tag, serving, isCheck: false, request, &lines)
      ReplyLine.append(tag, .ok, payload, to: &lines)
      return PartReply(tag: tag, bytes: lines, isDone: true)
    } catch {
      lines += serving.notes(tag)
      let (kind, payload) = refusal(error, request, serving)
      ReplyLine.append(tag, kind, payload, to: &lines)
      return PartReply(tag: tag, bytes: lines, isDone: false)
    }
  }

  // MARK: Final lines

  /// The object of a final `OK`: rows, cursor, what a statement adds, and the milliseconds it took.
  func ok(_ trailer: [UInt8], _ request: OpenRequest?, rows: Int?, cursor: String? = nil) -> [UInt8] {
    var bytes = trailer
    if let rows { bytes = Array(",\"rows\":\(rows)".utf8) + bytes }
    if let cursor { bytes.append(contentsOf: ",\"cursor\":\"\(cursor)\"".utf8) }
    if let request {
      let spent = (SystemClock.monotonicNanoseconds() &- request.began) / 1_000_000
      bytes.append(contentsOf: ",\"ms\":\(spent)".utf8)
    }
    if bytes.isEmpty { return Array("{}".utf8) }
    bytes[0] = UInt8(ascii: "{")
    bytes.append(UInt8(ascii: "}"))
    return bytes
  }

  /// Ends a request with an error of its statement.
  func fail(
    _ request: OpenRequest, _ error: ShellError, _ serving: ServingSession, after lines: [UInt8] = []
  ) {
    if error.isInterrupted { return request.finishStopped(after: lines) }
    let (kind, payload) = refusal(error, request, serving)
    request.finish(kind, payload, after: lines)
  }

  private func refusal(
    _ error: ShellError, _ request: OpenRequest, _ serving: ServingSession
  ) -> (ReplyKind, [UInt8]) {
    var current: [UInt8]?
    if case .edit(.stale(let id, _, _), _, _) = error { current = row(of: id, request, serving) }
    let payload = ErrorText.payload(error, current: current, printing: serving.printing)
    return (error.exitStatus == 2 ? .bad : .no, payload)
  }

  /// The row of an item as it is now; nil where it is gone.
  private func row(of id: String, _ request: OpenRequest, _ serving: ServingSession) -> [UInt8]? {
    let noun = id.hasPrefix("rm:") ? "reminders" : "events"
    let statement = StatementRequest("\(noun) anytime where id = \"\(id)\"")
    var lines: [UInt8] = []
    guard let syntax = try? parseStatement(statement.text),
      let stream = try? query(syntax, statement, request.tag, serving, most: 1, &lines)
    else { return nil }
    defer { stream.close() }
    return (try? stream.next(most: limits.reply))?.bytes
  }

  // MARK: Notes and states

  /// Appends a note as a line of a reply.
  func append(_ note: Note, _ tag: RequestTag, to lines: inout [UInt8]) {
    let payload = AnswerObject().adding("code", note.code).adding("text", note.text).bytes
    ReplyLine.append(tag, .note, payload, to: &lines)
  }

  /// Appends the name of the store's present state.
  func append(state store: CalendarStore, to trailer: inout [UInt8]) {
    guard let state = try? store.state() else { return }
    trailer.append(contentsOf: ",\"state\":\"\(state)\"".utf8)
  }

  /// Tells a client what it may do.
  func welcome(_ request: OpenRequest, _ identity: RequestIdentity, _ serving: ServingSession) {
    serving.prepare(identity)
    do throws(ShellError) {
      var bytes = Array(",\"client\":".utf8)
      JSONText.append(identity.client ?? AccessControl.defaultClient, to: &bytes)
      guard let store = try serving.session.readableStore() else {
        bytes.append(
          contentsOf: ",\"access\":{\"events\":\"undetermined\",\"reminders\":\"undetermined\"}".utf8)
        return request.finish(.ok, ok(bytes, nil, rows: nil))
      }
      let control = AccessControl(store, client: identity.client)
      do throws(EditError) {
        let (events, reminders) = (try control.level(.event), try control.level(.reminder))
        bytes.append(
          contentsOf: ",\"access\":{\"events\":\"\(events.name)\",\"reminders\":\"\(reminders.name)\"}".utf8)
      } catch {
        throw .edit(error, range: nil, source: "")
      }
      append(state: store, to: &bytes)
      request.finish(.ok, ok(bytes, nil, rows: nil))
    } catch {
      fail(request, error, serving)
    }
  }

  /// Finds out what changed since a state, and who may know.
  func survey(_ state: String, _ clients: Set<String?>, _ serving: ServingSession) {
    serving.prepare(RequestIdentity())
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

/// One statement of a batch, read.
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

/// What one statement of a batch answers.
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
  /// Takes a batch back that was not kept.
  fileprivate func rollBack() {
    guard let store = openedStore, store.isInBatch else { return }
    // Nothing of it was kept, whatever this says.
    try? store.rollbackBatch()
    leaveNoEmptyStore()
  }
}
