import LineProtocol
import Platform
import QueryEngine
import Rendering
import Statements

/// A piece of work for a thread.
enum ProtocolJob: Sendable {
  case statement(OpenRequest, StatementSyntax, StatementRequest, RequestIdentity)
  /// Continues a suspended answer.
  case resume(AnswerStream, OpenRequest, LiveQuery?)
  case batch(OpenRequest, BatchRequest, RequestIdentity)
  /// The first rows of a watched query.
  case watch(LiveQuery)
  /// The changes in a watched query.
  case compare(LiveQuery)
  case hello(OpenRequest, RequestIdentity)
  /// The changes since a state, for the clients of these names.
  case survey(since: String, clients: Set<String?>)
  /// Opens the watch for changes.
  case openWatch
}

/// Works on requests: one at a time on each thread that reads, and on the thread that writes.
struct RequestWorker: Sendable {
  let pool: SessionPool
  let suspended: SuspendedAnswers
  let mailbox: Mailbox
  let limits: ProtocolLimits

  /// Runs the jobs of a queue until it closes, each with a session that reads.
  func read(_ jobs: JobQueue<ProtocolJob>) {
    jobs.work { read($0) }
  }

  /// Runs the jobs of a queue until it closes, all with one session that writes.
  func write(_ jobs: JobQueue<ProtocolJob>, _ template: SessionTemplate) {
    let session = ServingSession(template)
    while let job = jobs.next() {
      switch job {
      case .statement(let request, let syntax, let statement, let identity):
        change(request, syntax, statement, identity, session)
      case .batch(let request, let batch, let identity): run(batch, request, identity, session)
      case .resume, .watch, .compare, .hello, .survey, .openWatch: read(job)
      }
      mailbox.post(.wrote)
    }
  }

  private func read(_ job: ProtocolJob) {
    switch job {
    case .resume(let stream, let request, let live): go(on: stream, request, live, [])
    case .statement(let request, let syntax, let statement, let identity):
      guard request.begin() else { return request.finishStopped() }
      guard let session = lend(request) else { return }
      answer(request, syntax, statement, identity, session)
    case .watch(let live):
      guard live.request.begin() else { return live.request.finishStopped() }
      guard let session = lend(live.request) else { return }
      begin(live, session)
    case .compare(let live):
      guard let session = lend(live.request) else { return }
      compare(live, session)
    case .hello(let request, let identity):
      guard let session = lend(request) else { return }
      session.prepare(identity, request.channel)
      session.work(for: request) { welcome(request, identity, session) }
      pool.reclaim(session)
    case .survey(let state, let clients):
      guard let session = lend(nil) else { return mailbox.post(.surveyed(nil)) }
      survey(state, clients, session)
      pool.reclaim(session)
    case .openWatch:
      guard let session = lend(nil) else { return mailbox.post(.watchOpened(nil)) }
      mailbox.post(.watchOpened(OpenedWatch(session.session)))
      pool.reclaim(session)
    case .batch(let request, _, _): request.finish(.canceled)
    }
  }

  /// Returns a session; if all are lent, suspended answers are ended to free theirs.
  ///
  /// If none is free, ends the request and returns nil.
  private func lend(_ request: OpenRequest?) -> ServingSession? {
    while true {
      if let session = pool.lend() { return session }
      if !suspended.dropOldest() {
        request?.stop(.slow)
        request?.finishStopped()
        return nil
      }
    }
  }

  // MARK: Answers

  /// The reply to a statement that only reads.
  private enum Reply {
    case rows(AnswerStream)
    /// The members of the final line, without rows.
    case final(JSONObjectText)
  }

  /// Answers a statement that only reads.
  private func answer(
    _ request: OpenRequest, _ syntax: StatementSyntax, _ statement: StatementRequest,
    _ identity: RequestIdentity, _ serving: ServingSession
  ) {
    var lines: [UInt8] = []
    do {
      try serving.prepare(identity, request.channel, for: statement)
      let reply = try serving.work(for: request) { () -> Reply in
        try self.reply(to: syntax, statement, request.tag, serving, &lines)
      }
      lines += serving.notes(request.tag)
      switch reply {
      case .rows(let stream): go(on: stream, request, nil, lines)
      case .final(let object):
        pool.reclaim(serving)
        request.finish(.ok, ok(object, request, rows: nil), after: lines)
      }
    } catch {
      lines += serving.notes(request.tag)
      fail(request, error, serving, after: lines)
      pool.reclaim(serving)
    }
  }

  private func reply(
    to syntax: StatementSyntax, _ statement: StatementRequest, _ tag: RequestTag, _ serving: ServingSession,
    _ lines: inout [UInt8]
  ) throws -> Reply {
    let session = serving.session
    if statement.isCheck, !syntax.facts.givesRows {
      return .rows(
        AnswerStream(list: [], serving, trailer: JSONObjectText().adding("valid", isTrue: true), most: 1))
    }
    defer { session.leaveNoEmptyStore() }
    // Documents are written while they are encoded, so that both are in one watch over zone files.
    return try session.withZoneFiles {
      try encoded(try session.run(syntax, source: statement.text), syntax, statement, tag, serving, &lines)
    }
  }

  /// An answer as a reply; of a check what its question was understood as.
  private func encoded(
    _ answer: Answer, _ syntax: StatementSyntax, _ statement: StatementRequest, _ tag: RequestTag,
    _ serving: ServingSession, _ lines: inout [UInt8]
  ) throws -> Reply {
    let session = serving.session
    let most = min(statement.limit ?? limits.rows, limits.rows)
    func list(_ rows: [[UInt8]], _ trailer: JSONObjectText = JSONObjectText()) -> Reply {
      .rows(AnswerStream(list: rows, serving, trailer: trailer, most: serving.printing == nil ? most : .max))
    }
    func understood(_ rows: RowAnswer) throws -> Reply {
      for note in rows.notes { append(note, tag, to: &lines) }
      return .rows(try stream(rows, statement, serving, most: most))
    }
    let isObjects = serving.printing == nil || statement.isCheck
    switch answer {
    case .rows(let rows) where isObjects: return try understood(rows)
    case .page(let page) where isObjects: return try understood(page.rows)
    case .rows(let rows):
      let printer = AnswerPrinter(session: session)
      printer.tell(rows)
      let result = try rows.result()
      return .rows(AnswerStream(printing: result, printer.renderer(of: result, rows), serving, rows.failure))
    case .change(let change) where serving.printing == nil: return .final(change.members)
    case .document(let document) where statement.isCheck:
      if let question = document.question { return try understood(question) }
      return list([], JSONObjectText().adding("valid", isTrue: true))
    case .hidden where syntax.facts.givesRows && isObjects:
      return list([], JSONObjectText().adding("access", "write-only"))
    case .broken(let answer, let error):
      for row in try serving.rows(of: answer) { ReplyLine.append(tag, .row, row, to: &lines) }
      throw error
    case .listing(let listing) where serving.printing == nil:
      let trailer = listing.state.map { JSONObjectText().adding("state", $0) }
      return list(try serving.rows(of: answer), trailer ?? JSONObjectText())
    default: return list(try serving.rows(of: answer))
    }
  }

  /// Begins to answer a question with rows; for a check, only reports how the question was understood.
  func stream(
    _ rows: RowAnswer, _ statement: StatementRequest, _ serving: ServingSession, plan known: QueryPlan? = nil,
    most: Int, isWatched: Bool = false
  ) throws -> AnswerStream {
    let (bound, context) = (rows.bound, rows.context)
    var trailer = JSONObjectText()
    if statement.isCheck { trailer = trailer.adding("valid", isTrue: true) }
    let plain = RenderContext(now: context.now, zone: context.zone, noun: bound.noun, range: bound.range)
    trailer.add("range") { JSONRenderer(plain, isLines: true).appendRange(to: &$0) }
    if statement.isCheck { return AnswerStream(list: [], serving, trailer: trailer, most: 1) }
    let plan: QueryPlan
    if let known { plan = known } else { plan = try rows.plan(.none) }
    let result = try rows.reading { () throws(QueryError) in
      try Engine(rows.store, context).run(plan)
    }
    let rendering = RenderContext(
      now: context.now, zone: context.zone, noun: bound.noun, columns: result.columns, range: bound.range)
    // The same state as that of the rows, since the answer holds its transaction.
    add(state: rows.store, to: &trailer)
    return AnswerStream(
      result, JSONRenderer(rendering, isLines: true), serving, rows.failure, trailer: trailer, most: most,
      isWatched: isWatched)
  }

  // MARK: Sending

  /// Sends rows until the answer ends, is full, or the client does not read.
  func go(on stream: AnswerStream, _ request: OpenRequest, _ live: LiveQuery?, _ first: [UInt8]) {
    var lines = first
    do {
      let pause = try stream.session.work(for: request) {
        try stream.send(to: request, after: &lines, reply: limits.reply)
      }
      settle(pause, stream, request, live, lines)
    } catch {
      let session = stream.session
      stream.close()
      end(request, error, session, after: lines)
      pool.reclaim(session)
    }
  }

  /// Ends a request whose answer ended early.
  private func end(
    _ request: OpenRequest, _ error: any Error, _ serving: ServingSession, after lines: [UInt8] = []
  ) {
    switch error {
    case StreamFault.stopped: request.finishStopped(after: lines)
    case StreamFault.rowTooLong: request.finish(.rowTooLong(limits.reply), after: lines)
    default: fail(request, error, serving, after: lines)
    }
  }

  /// Handles a pause of an answer: it ends, or continues later.
  func settle(
    _ pause: AnswerStream.Pause, _ stream: AnswerStream, _ request: OpenRequest, _ live: LiveQuery?,
    _ lines: [UInt8]
  ) {
    switch pause {
    case .suspended:
      request.send(lines)
      suspended.suspend(stream, request, live, now: SystemClock.monotonicNanoseconds())
      // The request may have been asked to end before the answer was suspended.
      if request.stopReason != nil { _ = suspended.end(request) }
      // The client may have read everything meanwhile, or there is no more to wait for.
      mailbox.post(.needsWriting(request.channel.id))
    case .done: finish(stream, request, live, lines, cursor: nil)
    case .full:
      if let live {
        suspended.release(stream)
        live.settle([:])
        return request.finish(.tooManyRows(limits.rows), after: lines)
      }
      let trailer = stream.trailer
      let sent = stream.sent
      let now = SystemClock.monotonicNanoseconds()
      let cursor = suspended.keep(stream, for: request.channel.id, now: now)
      request.finish(.ok, ok(trailer, request, rows: sent, cursor: cursor), after: lines)
    }
  }

  private func finish(
    _ stream: AnswerStream, _ request: OpenRequest, _ live: LiveQuery?, _ lines: [UInt8], cursor: String?
  ) {
    let (trailer, sent, known) = (stream.trailer, stream.sent, stream.known)
    suspended.release(stream)
    guard let live else {
      return request.finish(.ok, ok(trailer, request, rows: sent, cursor: cursor), after: lines)
    }
    var lines = lines
    ReplyLine.append(request.tag, .ready, ok(trailer, nil, rows: sent), to: &lines)
    request.makeEndless()
    request.send(lines)
    live.settle(known ?? [:])
    mailbox.post(.watching(live))
  }

  /// Sends the rows of a watched query for the first time, or all of them again.
  private func begin(_ live: LiveQuery, _ serving: ServingSession, _ first: [UInt8] = []) {
    let request = live.request
    var lines = first
    do {
      try serving.prepare(live.identity, request.channel, for: live.statement)
      let isCheck = live.statement.isCheck
      let stream = try serving.work(for: request) {
        try watched(live, serving, &lines)
      }
      lines += serving.notes(request.tag)
      go(on: stream, request, isCheck ? nil : live, lines)
    } catch {
      lines += serving.notes(request.tag)
      fail(request, error, serving, after: lines)
      pool.reclaim(serving)
    }
  }

  /// Returns the present answer to a watched question; a view is looked up again, since it may have been
  /// redefined.
  private func watched(
    _ live: LiveQuery, _ serving: ServingSession, _ lines: inout [UInt8]
  ) throws -> AnswerStream {
    guard case .rows(let rows) = try serving.session.run(live.question, source: live.statement.text) else {
      return AnswerStream(
        list: [], serving, trailer: JSONObjectText().adding("access", "write-only"), most: 1)
    }
    for note in rows.notes { append(note, live.request.tag, to: &lines) }
    return try stream(rows, live.statement, serving, most: limits.rows, isWatched: true)
  }

  /// Compares a watched query with what its client knows, and sends the difference.
  private func compare(_ live: LiveQuery, _ serving: ServingSession) {
    let request = live.request
    var resync: [UInt8] = []
    ReplyLine.append(request.tag, .resync, Array("{}".utf8), to: &resync)
    if live.takeBehind() { return begin(live, serving, resync) }
    // Notes on the statement were sent at the beginning.
    var notes: [UInt8] = []
    do {
      try serving.prepare(live.identity, request.channel, for: live.statement)
      let stream = try serving.work(for: request) {
        try watched(live, serving, &notes)
      }
      let difference: (lines: [UInt8], known: [RowIdentity: Int])?
      do {
        difference = try serving.work(for: request) {
          try self.difference(stream, live.known, request)
        }
      } catch {
        stream.close()
        end(request, error, serving)
        return pool.reclaim(serving)
      }
      stream.close()
      // Too many changes to report one by one: all rows are sent again.
      guard let difference else { return begin(live, serving, resync) }
      pool.reclaim(serving)
      if difference.known.count > limits.rows { return request.finish(.tooManyRows(limits.rows)) }
      if !difference.lines.isEmpty { request.send(difference.lines) }
      live.settle(difference.known)
      mailbox.post(.compared(live))
    } catch {
      fail(request, error, serving)
      pool.reclaim(serving)
    }
  }

  /// Returns the lines that report the changes; nil if they would be too many.
  private func difference(
    _ stream: AnswerStream, _ known: [RowIdentity: Int], _ request: OpenRequest
  ) throws -> (lines: [UInt8], known: [RowIdentity: Int])? {
    var lines: [UInt8] = []
    var comparison = RowComparison(with: known)
    while let row = try stream.next(most: limits.reply) {
      if let reason = request.stopReason { throw StreamFault.stopped(reason) }
      if AnswerStream.isTooLong(row.bytes, limits.reply) { throw StreamFault.rowTooLong }
      var identity = row.identity
      let change = comparison.take(&identity, row.bytes)
      if comparison.present.count > limits.rows { return ([], comparison.present) }
      guard let change else { continue }
      ReplyLine.append(request.tag, ReplyKind(change), row.bytes, to: &lines)
      if lines.count > ReplyChannel.highWater { return nil }
    }
    for identity in comparison.removed {
      ReplyLine.append(request.tag, .removed, Array(identity.text.utf8), to: &lines)
    }
    return (lines, comparison.present)
  }
}

extension ReplyKind {
  fileprivate init(_ change: RowChange) {
    switch change {
    case .added: self = .added
    case .changed: self = .changed
    case .removed: self = .removed
    }
  }
}
