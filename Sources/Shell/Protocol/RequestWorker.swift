import CivilTime
import LineProtocol
import Model
import QueryEngine
import QueryLanguage
import Store

/// A piece of work for a thread.
enum ProtocolJob: Sendable {
  case statement(OpenRequest, StatementSyntax, StatementRequest, RequestIdentity)
  /// Goes on with an answer that rested.
  case resume(AnswerStream, OpenRequest, LiveQuery?)
  case batch(OpenRequest, BatchRequest, RequestIdentity)
  /// The first rows of a watched query.
  case watch(LiveQuery)
  /// What changed in a watched query.
  case compare(LiveQuery)
  case hello(OpenRequest, RequestIdentity)
  /// What changed since a state, for the clients of these names.
  case survey(since: String, clients: Set<String?>)
  /// Opens what tells of changes.
  case openWatch
}

/// Does the work of requests: one on each thread that reads, one on the thread that writes.
struct RequestWorker: Sendable {
  let pool: SessionPool
  let suspended: SuspendedAnswers
  let mailbox: Mailbox
  let limits: ProtocolLimits

  /// Does the jobs of a queue until it closes, each with a session that reads.
  func read(_ jobs: JobQueue<ProtocolJob>) {
    jobs.work { read($0) }
  }

  /// Does the jobs of a queue until it closes, all with one session that writes.
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
      session.work(for: request) { welcome(request, identity, session) }
      pool.takeBack(session)
    case .survey(let state, let clients):
      guard let session = lend(nil) else { return mailbox.post(.surveyed(nil)) }
      survey(state, clients, session)
      pool.takeBack(session)
    case .openWatch:
      guard let session = lend(nil) else { return mailbox.post(.watchOpened(nil)) }
      mailbox.post(.watchOpened(OpenedWatch(session.session)))
      pool.takeBack(session)
    case .batch(let request, _, _): request.finish(.canceled)
    }
  }

  /// A session; where all are lent, those of answers that rest are made free.
  ///
  /// Nil ends the request.
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

  /// Answers a statement that only reads.
  private func answer(
    _ request: OpenRequest, _ syntax: StatementSyntax, _ statement: StatementRequest,
    _ identity: RequestIdentity, _ serving: ServingSession
  ) {
    var lines: [UInt8] = []
    var trailer: [UInt8] = []
    var view: ViewRun?
    do throws(ShellError) {
      try serving.prepare(identity, for: statement)
      let stream = try serving.work(for: request) {
        () throws(ShellError) -> AnswerStream? in
        view = try ViewRun(syntax, source: statement.text, in: serving.session)
        let (syntax, statement) = view?.replacing(statement, in: serving) ?? (syntax, statement)
        if statement.printing != nil, !statement.isCheck { return try printed(syntax, statement, serving) }
        switch syntax {
        case .query, .aggregate, .calendarView, .slots:
          let most = min(statement.limit ?? limits.rows, limits.rows)
          return try query(
            syntax, statement, request.tag, serving, most: most, isCheck: statement.isCheck, &lines)
        case .manage(let manage):
          if case .changes(let state) = manage.kind, !statement.isCheck {
            return try changes(since: state, syntax, statement, serving)
          }
          return try others(syntax, statement, serving, &trailer)
        default: return try others(syntax, statement, serving, &trailer)
        }
      }
      lines += serving.notes(request.tag)
      guard let stream else {
        pool.takeBack(serving)
        return request.finish(.ok, ok(trailer, request, rows: nil), after: lines)
      }
      go(on: stream, request, nil, lines)
    } catch {
      lines += serving.notes(request.tag)
      fail(request, view?.placed(error) ?? error, serving, after: lines)
      pool.takeBack(serving)
    }
  }

  /// A query that is understood and planned; of a check that is all.
  struct PlannedAnswer {
    /// Nil where there is nothing to run.
    var plan: QueryPlan?
    var context: QueryContext
    var store: CalendarStore
    var trailer: [UInt8]
    var most: Int
  }

  /// Understands a query and plans its answer; nil where the client may see nothing of it.
  ///
  /// `estimates` says what is to be known of a plan that has no rival.
  func planned(
    _ syntax: StatementSyntax, _ statement: StatementRequest, _ tag: RequestTag, _ serving: ServingSession,
    most: Int, isCheck: Bool = false, estimates: PlanEstimates = .none, _ lines: inout [UInt8]
  ) throws(ShellError) -> PlannedAnswer? {
    let session = serving.session
    if let diagnostic = notYet(syntax) { throw .statement(diagnostic, source: statement.text) }
    if try !session.permit(syntax) { return nil }
    let runner = StatementRunner(session: session, source: statement.text)
    let (bound, context, store, notes) = try runner.resolve(syntax)
    for note in notes { append(note, tag, to: &lines) }
    do throws(QueryError) {
      var trailer: [UInt8] = isCheck ? Array(",\"valid\":true".utf8) : []
      trailer.append(contentsOf: ",\"range\":".utf8)
      let plain = RenderContext(now: context.now, zone: context.zone, noun: bound.noun, range: bound.range)
      JSONRenderer(plain, isLines: true).appendRange(to: &trailer)
      return PlannedAnswer(
        plan: isCheck ? nil : try plan(bound, store: store, estimates: estimates), context: context,
        store: store,
        trailer: trailer, most: most)
    } catch {
      throw ShellError(error, source: statement.text)
    }
  }

  /// Starts a planned answer; of nil it is one without rows.
  func start(
    _ planned: PlannedAnswer?, _ statement: StatementRequest, _ serving: ServingSession,
    isWatched: Bool = false
  ) throws(ShellError) -> AnswerStream {
    guard var planned else {
      return AnswerStream(list: [], serving, trailer: Array(",\"access\":\"write-only\"".utf8), most: 1)
    }
    guard let plan = planned.plan else {
      return AnswerStream(list: [], serving, trailer: planned.trailer, most: 1)
    }
    do throws(QueryError) {
      let context = planned.context
      let result = try QueryEngine.run(plan, context: context, store: planned.store)
      let rendering = RenderContext(
        now: context.now, zone: context.zone, noun: plan.query.noun, columns: result.columns,
        range: plan.query.range)
      // Of the same state as the rows, as the answer holds its transaction.
      append(state: planned.store, to: &planned.trailer)
      return AnswerStream(
        result, JSONRenderer(rendering, isLines: true), serving, trailer: planned.trailer, most: planned.most,
        isWatched: isWatched)
    } catch {
      throw ShellError(error, source: statement.text)
    }
  }

  /// The answer to a query; of a check only what it was understood as, which then is the whole trailer.
  func query(
    _ syntax: StatementSyntax, _ statement: StatementRequest, _ tag: RequestTag, _ serving: ServingSession,
    most: Int, isCheck: Bool = false, isWatched: Bool = false, _ lines: inout [UInt8]
  ) throws(ShellError) -> AnswerStream {
    let planned = try planned(syntax, statement, tag, serving, most: most, isCheck: isCheck, &lines)
    return try start(planned, statement, serving, isWatched: isWatched)
  }

  /// What was created, changed and deleted since a state, a row each.
  private func changes(
    since state: String, _ syntax: StatementSyntax, _ statement: StatementRequest, _ serving: ServingSession
  ) throws(ShellError) -> AnswerStream {
    let session = serving.session
    let most = min(statement.limit ?? limits.rows, limits.rows)
    guard try session.permit(syntax), let store = try session.readableStore() else {
      return AnswerStream(list: [], serving, trailer: [], most: most)
    }
    do throws(StoreError) {
      let (changes, present) = try store.changes(since: state)
      let rows = changes.map { change in
        AnswerObject().adding("change", change.kind.rawValue).adding("id", change.id)
          .adding("calendar", PublicID.text(.calendar, change.calendar)).bytes
      }
      return AnswerStream(list: rows, serving, trailer: Array(",\"state\":\"\(present)\"".utf8), most: most)
    } catch {
      throw .store(error)
    }
  }

  /// The answer to statements that write lines; nil where all that they say is in the final line.
  private func others(
    _ syntax: StatementSyntax, _ statement: StatementRequest, _ serving: ServingSession,
    _ trailer: inout [UInt8]
  ) throws(ShellError) -> AnswerStream? {
    let most = min(statement.limit ?? limits.rows, limits.rows)
    if statement.isCheck {
      if let diagnostic = notYet(syntax) { throw .statement(diagnostic, source: statement.text) }
      return AnswerStream(list: [], serving, trailer: Array(",\"valid\":true".utf8), most: most)
    }
    try serving.session.perform(syntax, source: statement.text)
    let rows = try serving.rows(outcome: &trailer)
    return rows.isEmpty && !trailer.isEmpty
      ? nil : AnswerStream(list: rows, serving, trailer: trailer, most: most)
  }

  /// The answer to any statement as text.
  private func printed(
    _ syntax: StatementSyntax, _ statement: StatementRequest, _ serving: ServingSession
  ) throws(ShellError) -> AnswerStream {
    let session = serving.session
    if syntax.isQuery, notYet(syntax) == nil {
      guard try session.permit(syntax) else {
        return AnswerStream(list: [], serving, trailer: [], most: .max)
      }
      let query = try StatementRunner(session: session, source: statement.text).understand(syntax)
      if query.wholeItems == nil {
        do throws(QueryError) {
          let result = try QueryEngine.run(
            query.bound, context: query.context, store: query.store)
          let printer = RowPrinter(session: session, context: query.context, format: query.format)
          return AnswerStream(printing: result, printer.renderer(of: result), serving)
        } catch {
          throw ShellError(error, source: statement.text)
        }
      }
    }
    try session.perform(syntax, source: statement.text)
    var outcome: [UInt8] = []
    return AnswerStream(list: try serving.rows(outcome: &outcome), serving, trailer: [], most: .max)
  }

  // MARK: Sending

  /// Sends rows until the answer ends, is full, or the client does not read.
  func go(on stream: AnswerStream, _ request: OpenRequest, _ live: LiveQuery?, _ first: [UInt8]) {
    var lines = first
    do throws(StreamFault) {
      let pause = try stream.session.work(for: request) { () throws(StreamFault) in
        try stream.send(to: request, after: &lines, reply: limits.reply)
      }
      settle(pause, stream, request, live, lines)
    } catch {
      let session = stream.session
      stream.close()
      switch error {
      case .stopped: request.finishStopped(after: lines)
      case .rowTooLong: request.finish(.rowTooLong(limits.reply), after: lines)
      case .output(let error): fail(request, .output(error), session, after: lines)
      case .query(let error): fail(request, ShellError(error, source: ""), session, after: lines)
      }
      pool.takeBack(session)
    }
  }

  /// Sees to an answer whose sending paused: it ends, or goes on later.
  func settle(
    _ pause: AnswerStream.Pause, _ stream: AnswerStream, _ request: OpenRequest, _ live: LiveQuery?,
    _ lines: [UInt8]
  ) {
    switch pause {
    case .rests:
      request.send(lines)
      suspended.suspend(stream, request, live, now: SystemClock.monotonicNanoseconds())
      // It may have been asked to end before it rested.
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

  /// Shows the rows of a watched query for the first time, or all anew.
  private func begin(_ live: LiveQuery, _ serving: ServingSession, _ first: [UInt8] = []) {
    let request = live.request
    var lines = first
    do throws(ShellError) {
      try serving.prepare(live.identity, for: live.statement)
      let isCheck = live.statement.isCheck
      let stream = try serving.work(for: request) { () throws(ShellError) in
        try watched(live, serving, isCheck: isCheck, &lines)
      }
      lines += serving.notes(request.tag)
      go(on: stream, request, isCheck ? nil : live, lines)
    } catch {
      lines += serving.notes(request.tag)
      fail(request, error, serving, after: lines)
      pool.takeBack(serving)
    }
  }

  /// The answer to a watched question as it is now; a view is looked up anew, as it may have been saved anew.
  private func watched(
    _ live: LiveQuery, _ serving: ServingSession, isCheck: Bool = false, _ lines: inout [UInt8]
  ) throws(ShellError) -> AnswerStream {
    let view = try ViewRun(live.question, source: live.statement.text, in: serving.session)
    let (syntax, statement) =
      view?.replacing(live.statement, in: serving) ?? (live.question, live.statement)
    do throws(ShellError) {
      return try query(
        syntax, statement, live.request.tag, serving, most: limits.rows, isCheck: isCheck, isWatched: true,
        &lines)
    } catch {
      throw view?.placed(error) ?? error
    }
  }

  /// Compares a watched query with what its client knows, and sends the difference.
  private func compare(_ live: LiveQuery, _ serving: ServingSession) {
    let request = live.request
    var resync: [UInt8] = []
    ReplyLine.append(request.tag, .resync, Array("{}".utf8), to: &resync)
    if live.takeBehind() { return begin(live, serving, resync) }
    // What was said of the statement was said at the beginning.
    var notes: [UInt8] = []
    do throws(ShellError) {
      try serving.prepare(live.identity, for: live.statement)
      let stream = try serving.work(for: request) { () throws(ShellError) in
        try watched(live, serving, &notes)
      }
      let difference: (lines: [UInt8], known: [RowIdentity: Int])?
      do throws(StreamFault) {
        difference = try serving.work(for: request) { () throws(StreamFault) in
          try self.difference(stream, live.known, request)
        }
      } catch {
        stream.close()
        switch error {
        case .stopped: request.finishStopped()
        case .rowTooLong: request.finish(.rowTooLong(limits.reply))
        case .output(let error): fail(request, .output(error), serving)
        case .query(let error): fail(request, ShellError(error, source: ""), serving)
        }
        return pool.takeBack(serving)
      }
      stream.close()
      // More than is worth telling one by one: everything anew.
      guard let difference else { return begin(live, serving, resync) }
      pool.takeBack(serving)
      if difference.known.count > limits.rows { return request.finish(.tooManyRows(limits.rows)) }
      if !difference.lines.isEmpty { request.send(difference.lines) }
      live.settle(difference.known)
      mailbox.post(.compared(live))
    } catch {
      fail(request, error, serving)
      pool.takeBack(serving)
    }
  }

  /// The lines that tell what changed; nil where they would be too many.
  private func difference(
    _ stream: AnswerStream, _ known: [RowIdentity: Int], _ request: OpenRequest
  ) throws(StreamFault) -> (lines: [UInt8], known: [RowIdentity: Int])? {
    var lines: [UInt8] = []
    var comparison = RowComparison(with: known)
    while let row = try stream.next(most: limits.reply) {
      if let reason = request.stopReason { throw .stopped(reason) }
      if AnswerStream.isTooLong(row.bytes, limits.reply) { throw .rowTooLong }
      var identity = row.identity
      let change = comparison.take(&identity, row.bytes)
      if comparison.present.count > limits.rows { return ([], comparison.present) }
      guard let change else { continue }
      ReplyLine.append(request.tag, change, row.bytes, to: &lines)
      if lines.count > ReplyChannel.highWater { return nil }
    }
    for identity in comparison.removed {
      ReplyLine.append(request.tag, .removed, Array(identity.text.utf8), to: &lines)
    }
    return (lines, comparison.present)
  }
}
