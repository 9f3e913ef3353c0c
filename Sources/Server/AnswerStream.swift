import LineProtocol
import Platform
import QueryEngine
import Rendering
import Statements

/// An answer on its way to a client, row by row; it can rest while the client reads,
/// or until a cursor asks for more.
///
/// Sound to hand from thread to thread as its session is: it is held by one of them at a time, or is one of
/// the `SuspendedAnswers`, whose lock orders the hand-over.
final class AnswerStream: @unchecked Sendable {
  /// Why sending stopped.
  enum Pause {
    /// There are no more rows.
    case done
    /// The reply has as many rows as it may have, and there are more.
    case full
    /// The client has not read what was sent, or the time of this thread is over.
    case suspended
  }

  let session: ServingSession
  /// A query's rows and what writes them; nil for rows that are known already.
  private var result: QueryResult?
  private var renderer: JSONRenderer?
  private var list: ArraySlice<[UInt8]> = []
  /// What prints rows, and what it has printed; nil for answers that are objects.
  private var printer: (renderer: any Renderer, output: OutputBuffer)?
  /// What the final line says besides rows, cursor and time.
  let trailer: JSONObjectText
  /// The error of the statement that an error of its question is.
  private let failure: (QueryError) -> ShellError
  /// The rows of this reply so far.
  private(set) var sent = 0
  /// The most rows of this reply.
  private var most: Int
  /// A row that was read ahead to see whether there is one.
  private var ahead: (bytes: [UInt8], identity: RowIdentity)?
  /// What each row looked like, where the query is watched; nil for answers.
  private(set) var known: [RowIdentity: Int]?

  /// The answer to a query.
  init(
    _ result: QueryResult, _ renderer: JSONRenderer, _ session: ServingSession,
    _ failure: @escaping (QueryError) -> ShellError, trailer: JSONObjectText, most: Int,
    isWatched: Bool = false
  ) {
    (self.result, self.renderer, self.session, self.failure) = (result, renderer, session, failure)
    (self.trailer, self.most) = (trailer, most)
    if isWatched { known = [:] }
  }

  /// The answer to a query as text.
  init(
    printing result: QueryResult, _ renderer: any Renderer, _ session: ServingSession,
    _ failure: @escaping (QueryError) -> ShellError
  ) {
    (self.result, self.session, self.failure) = (result, session, failure)
    (trailer, most) = (JSONObjectText(), .max)
    var renderer = renderer
    let output = OutputBuffer()
    output.isOnTerminal = session.session.screen.isTerminal
    renderer.begin(to: output)
    printer = (renderer, output)
  }

  /// Rows that are known already.
  init(list: [[UInt8]], _ session: ServingSession, trailer: JSONObjectText, most: Int) {
    (self.list, self.session, self.trailer, self.most) = (list[...], session, trailer, most)
    failure = { ShellError($0, source: "") }
  }

  /// Lets go of the store's state that the rows are read from.
  func close() {
    result = nil
    renderer = nil
    printer = nil
    list = []
    ahead = nil
  }

  /// Goes on with the next rows as a reply of their own.
  func beginReply(most: Int) {
    sent = 0
    self.most = most
  }

  /// Sends rows to a request until something ends that; `lines` come first and keep what was not sent yet.
  func send(
    to request: OpenRequest, after lines: inout [UInt8], reply limit: Int
  ) throws -> Pause {
    while true {
      if let pause = try add(to: &lines, request, limit) { return pause }
      if lines.count >= 32_768 {
        request.send(lines)
        lines.removeAll(keepingCapacity: true)
        if request.channel.unread > ReplyChannel.highWater { return .suspended }
      }
    }
  }

  /// Collects rows without sending any, until there are many of them or a moment
  /// of the monotonic clock is over.
  func collect(
    for request: OpenRequest, into lines: inout [UInt8], reply limit: Int, deadline: UInt64
  ) throws -> Pause {
    while true {
      if let pause = try add(to: &lines, request, limit) { return pause }
      if lines.count >= 32_768 || SystemClock.monotonicNanoseconds() > deadline { return .suspended }
    }
  }

  /// Adds the next row; a pause where there is none to be added.
  private func add(to lines: inout [UInt8], _ request: OpenRequest, _ limit: Int) throws
    -> Pause?
  {
    if let reason = request.stopReason { throw StreamFault.stopped(reason) }
    guard let row = try next(most: limit) else { return .done }
    if sent >= most {
      ahead = row
      return .full
    }
    if Self.isTooLong(row.bytes, limit) { throw StreamFault.rowTooLong }
    ReplyLine.append(request.tag, .row, row.bytes, to: &lines)
    sent += 1
    if known != nil { remember(row.identity, row.bytes) }
    return nil
  }

  /// Whether the line of a row would be longer than a reply may be.
  static func isTooLong(_ row: [UInt8], _ limit: Int) -> Bool {
    row.count + RequestTag.longest + 4 > limit
  }

  private func remember(_ identity: RowIdentity, _ bytes: [UInt8]) {
    var identity = identity
    while known?[identity] != nil { identity.copy += 1 }
    known?[identity] = bytes.hashValue
  }

  /// The next row with its identity; nil after the last.
  ///
  /// One of more bytes than so many is not whole.
  func next(most: Int) throws -> (bytes: [UInt8], identity: RowIdentity)? {
    if let row = ahead {
      ahead = nil
      return row
    }
    if result == nil { return list.popFirst().map { ($0, RowIdentity(text: "")) } }
    if printer != nil { return try nextText().map { ($0, RowIdentity(text: "")) } }
    do throws(QueryError) {
      guard let row = try result?.next(),
        let bytes = try renderer?.object(row, most: most, until: session.session.stopSignal)
      else { return nil }
      return (bytes, known == nil ? RowIdentity(text: "") : RowIdentity(row, bytes))
    } catch {
      throw failure(error)
    }
  }

  /// The next piece of text as a row; nil after the last.
  private func nextText() throws -> [UInt8]? {
    if let row = list.popFirst() { return row }
    guard let output = printer?.output else { return nil }
    // Another request may go on with it.
    output.stopSignal = session.session.stopSignal
    while true {
      guard let row = try nextRow() else {
        printer?.renderer.end(to: output)
        try check(output)
        list = TextRow.rows(of: output.take())[...]
        (printer, result) = (nil, nil)
        return list.popFirst()
      }
      printer?.renderer.row(row, to: output)
      try check(output)
      if output.held >= TextRow.longest / 2 {
        let rows = TextRow.rows(of: output.take())
        list += rows.dropFirst()
        return rows.first
      }
    }
  }
}

extension AnswerStream {
  private func nextRow() throws -> ResultRow? {
    do throws(QueryError) {
      return try result?.next()
    } catch {
      throw failure(error)
    }
  }

  /// Throws where what was printed is not whole.
  private func check(_ output: OutputBuffer) throws {
    try output.flush()
    if output.stopSignal.isSet { throw StoreError(.interrupted, "") }
  }
}

/// Text as rows of a reply: `{"type":"text","text":…}`.
enum TextRow {
  /// The most bytes of text in a row.
  static let longest = 16_384

  /// The row of a text.
  static func row(_ text: some Collection<UInt8>) -> [UInt8] {
    JSONObjectText().adding("type", "text").adding("text", String(decoding: text, as: UTF8.self)).bytes
  }

  /// Rows whose texts behind one another are the text.
  static func rows(of text: [UInt8]) -> [[UInt8]] {
    var rows: [[UInt8]] = []
    var rest = text[...]
    while !rest.isEmpty {
      var end = min(rest.endIndex, rest.startIndex + longest)
      // Not within a character, which has three bytes at most behind its first.
      for _ in 0..<3 where end < rest.endIndex && rest[end] & 0xC0 == 0x80 { end -= 1 }
      rows.append(row(rest[..<end]))
      rest = rest[end...]
    }
    return rows
  }
}

/// What ends an answer early, besides an error of its statement.
enum StreamFault: Error {
  case stopped(StopReason)
  case rowTooLong
}
