import LineProtocol
import Platform
import QueryEngine
import Settings
import Statements

/// From a line to a job.
extension ProtocolServer {
  /// Handles one line of a client.
  func take(_ line: FramedLine, from connection: Connection) {
    switch line {
    case .tooLong(let tag): connection.refuse(tag, .lineTooLong(limits.line))
    case .notUTF8(let tag): connection.refuse(tag, .notUTF8)
    case .line(let text):
      guard let (tag, rest) = RequestReader.split(text) else { return connection.refuse(nil, .badTag) }
      // Its replies could not be distinguished from those of the open request.
      if connection.channel.request(tag) != nil { return connection.refuse(tag, .tagInUse(tag.text)) }
      do throws(ProtocolFault) {
        try take(Request(tag, try RequestReader(limits).body(rest)), from: connection)
      } catch {
        connection.refuse(tag, error)
      }
    }
  }

  private func take(_ request: Request, from connection: Connection) throws(ProtocolFault) {
    switch request.body {
    case .hello(let hello): return try greet(request.tag, hello, connection)
    case .quit:
      try open(request.tag, connection, timeout: nil).finish(.ok, Array("{}".utf8))
      return leave(connection, "quit")
    case .cancel, .subscribe, .statement, .cursor, .batch: break
    }
    guard let identity = connection.identity else { throw .helloRequired }
    switch request.body {
    case .hello, .quit: break
    case .cancel(let tag):
      guard let target = connection.channel.request(tag) else { throw .noSuchTag(tag.text) }
      let own = try open(request.tag, connection, timeout: nil)
      end(target, .canceled)
      own.finish(.ok, Array("{}".utf8))
    case .subscribe(.changes): try subscribe(request.tag, connection)
    case .subscribe(.alarms):
      listen(try openEndless(request.tag, connection, beside: connection.alarmSubscription), connection)
    case .statement(let statement): try run(statement, request.tag, identity, connection)
    case .cursor(let cursor):
      let open = try open(request.tag, connection, timeout: cursor.timeout, isReading: true)
      guard let stream = suspended.take(cursor.cursor, of: connection.id) else {
        return open.finish(.cursorGone(cursor.cursor))
      }
      stream.beginReply(most: min(cursor.limit ?? limits.rows, limits.rows))
      _ = open.begin()
      readers.add(.resume(stream, open, nil), of: connection.id)
    case .batch(let batch):
      writer.add(.batch(try open(request.tag, connection, timeout: batch.timeout), batch, identity))
    }
  }

  /// Opens a request.
  private func open(
    _ tag: RequestTag, _ connection: Connection, timeout: Int?, isReading: Bool = false
  ) throws(ProtocolFault) -> OpenRequest {
    let request = OpenRequest(
      tag, connection.channel, timeout: timeout, isReading: isReading, now: SystemClock.monotonicNanoseconds()
    )
    try connection.channel.open(request)
    timed.append(request)
    nextDeadline = min(nextDeadline, request.deadline)
    return request
  }

  private func greet(
    _ tag: RequestTag, _ hello: ClientHello, _ connection: Connection
  ) throws(ProtocolFault) {
    if let name = connection.name { throw .helloTwice(name) }
    let request = try open(tag, connection, timeout: nil)
    let identity = RequestIdentity(hello)
    connection.name = hello.name
    connection.identity = identity
    readers.add(.hello(request, identity), of: connection.id)
  }

  // MARK: Statements

  private func run(
    _ statement: StatementRequest, _ tag: RequestTag, _ identity: RequestIdentity, _ connection: Connection
  ) throws(ProtocolFault) {
    let syntax: StatementSyntax
    do throws(SyntaxError) {
      let order = statement.settings[Setting.dateOrder.rawValue].flatMap { DateOrder(rawValue: $0) }
      syntax = try parseStatement(statement.text, options: ParseOptions(dateOrder: order ?? .none))
    } catch {
      let request = try open(tag, connection, timeout: nil)
      let failure = ShellError.statement(error.diagnostic, source: statement.text)
      return request.finish(.bad, ErrorText.payload(failure, printing: statement.printing))
    }
    switch syntax.route(isPrinted: statement.printing != nil) {
    case .refused(let fault): throw fault
    case .writing:
      let request = try open(tag, connection, timeout: statement.timeout)
      writer.add(.statement(request, syntax, statement, identity))
    case .reading:
      let request = try open(tag, connection, timeout: statement.timeout, isReading: syntax.facts.givesRows)
      ask(.statement(request, syntax, statement, identity), connection)
    case .watching(let question):
      connection.watching.removeAll(where: \.isFinished)
      if connection.watching.count >= limits.watches { throw .tooManyWatches(limits.watches) }
      let request = try open(tag, connection, timeout: statement.timeout, isReading: true)
      connection.watching.append(request)
      ask(.watch(LiveQuery(request, question, statement, identity)), connection)
    }
  }

  /// Passes a question to a thread, or lets it wait until the client has read the bytes sent.
  private func ask(_ job: ProtocolJob, _ connection: Connection) {
    if connection.channel.unread > ReplyChannel.highWater {
      connection.waiting.append(job)
    } else {
      asked.append((job, connection.id))
    }
  }

  // MARK: Subscriptions

  /// Opens a subscription, of which there is one at a time.
  private func openEndless(
    _ tag: RequestTag, _ connection: Connection, beside known: OpenRequest?
  ) throws(ProtocolFault) -> OpenRequest {
    if let known { throw .tagInUse(known.tag.text) }
    let request = try open(tag, connection, timeout: nil)
    request.makeEndless()
    return request
  }

  private func subscribe(_ tag: RequestTag, _ connection: Connection) throws(ProtocolFault) {
    let request = try openEndless(tag, connection, beside: connection.subscription)
    connection.subscription = request
    watchers.insert(connection.id)
    lookForChanges()
    if watch == nil { unready.append(request) } else { ready(request) }
  }

  /// Reports that changes are sent from the present state on.
  func ready(_ request: OpenRequest) {
    let state = watch?.state() ?? "s0"
    if surveyed == nil { surveyed = state }
    var bytes: [UInt8] = []
    ReplyLine.append(request.tag, .ready, JSONObjectText().adding("state", state).bytes, to: &bytes)
    request.send(bytes)
  }
}
