import LineProtocol
import Platform
import QueryEngine
import Rendering
import Statements

/// An answer on its way to a client, row by row; it can be suspended while the client reads, or until a
/// cursor asks for more.
///
/// Safe to pass from thread to thread, as its session is: one thread holds it at a time, or it is one of the
/// `SuspendedAnswers`, whose lock orders the transfer.
final class AnswerStream: @unchecked Sendable {
  /// Why sending stopped.
  enum Pause {
    /// There are no more rows.
    case done
    /// The reply has its greatest number of rows, and there are more.
    case full
    /// The client has not read the bytes sent, or the time of this thread is over.
    case suspended
  }

  let session: ServingSession
  /// A query's rows and their renderer; nil for rows that are already known.
  private var result: QueryResult?
  private var renderer: JSONRenderer?
  private var list: ArraySlice<[UInt8]> = []
  /// The renderer of printed rows, and its output; nil for answers of objects.
  private var printer: (renderer: any Renderer, output: OutputBuffer)?
  /// The members of the final line besides rows, cursor and time.
  let trailer: JSONObjectText
  /// Turns an error of the question into one of the statement.
  private let failure: (QueryError) -> ShellError
  /// The number of rows in this reply so far.
  private(set) var sent = 0
  /// The greatest number of rows in this reply.
  private var most: Int
  /// A row read ahead to find out whether there is one.
  private var ahead: (bytes: [UInt8], identity: RowIdentity)?
  /// The hash of each row, if the query is watched; nil for answers.
  private(set) var known: [RowIdentity: Int]?

  /// Creates the answer to a query.
  init(
    _ result: QueryResult, _ renderer: JSONRenderer, _ session: ServingSession,
    _ failure: @escaping (QueryError) -> ShellError, trailer: JSONObjectText, most: Int,
    isWatched: Bool = false
  ) {
    (self.result, self.renderer, self.session, self.failure) = (result, renderer, session, failure)
    (self.trailer, self.most) = (trailer, most)
    if isWatched { known = [:] }
  }

  /// Creates the answer to a query as text.
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

  /// Creates an answer of rows that are already known.
  init(list: [[UInt8]], _ session: ServingSession, trailer: JSONObjectText, most: Int) {
    (self.list, self.session, self.trailer, self.most) = (list[...], session, trailer, most)
    failure = { ShellError($0, source: "") }
  }

  /// Releases the state of the store from which the rows are read.
  func close() {
    result = nil
    renderer = nil
    printer = nil
    list = []
    ahead = nil
  }

  /// Continues with the next rows, as a separate reply.
  func beginReply(most: Int) {
    sent = 0
    self.most = most
  }

  /// Sends rows to a request until a pause; `lines` come first, and keep the bytes not sent yet.
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

  /// Collects rows without sending any, until there are many of them or a moment of the monotonic clock is
  /// over.
  func collect(
    for request: OpenRequest, into lines: inout [UInt8], reply limit: Int, deadline: UInt64
  ) throws -> Pause {
    while true {
      if let pause = try add(to: &lines, request, limit) { return pause }
      if lines.count >= 32_768 || SystemClock.monotonicNanoseconds() > deadline { return .suspended }
    }
  }

  /// Adds the next row; returns a pause if no row can be added.
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

  /// Whether the line of a row exceeds the limit of a reply.
  static func isTooLong(_ row: [UInt8], _ limit: Int) -> Bool {
    row.count + RequestTag.longest + 4 > limit
  }

  private func remember(_ identity: RowIdentity, _ bytes: [UInt8]) {
    var identity = identity
    while known?[identity] != nil { identity.copy += 1 }
    known?[identity] = bytes.hashValue
  }

  /// Returns the next row with its identity; nil after the last.
  ///
  /// A row of more than `most` bytes is incomplete.
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

  /// Returns the next piece of text as a row; nil after the last.
  private func nextText() throws -> [UInt8]? {
    if let row = list.popFirst() { return row }
    guard let output = printer?.output else { return nil }
    // Another request may continue the answer.
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

  /// Throws if the printed output is incomplete.
  private func check(_ output: OutputBuffer) throws {
    try output.flush()
    if output.stopSignal.isSet { throw StoreError(.interrupted, "") }
  }
}

/// Text as rows of a reply: `{"type":"text","text":…}`.
enum TextRow {
  /// The greatest number of bytes of text in a row.
  static let longest = 16_384

  /// Returns the row of a text.
  static func row(_ text: some Collection<UInt8>) -> [UInt8] {
    JSONObjectText().adding("type", "text").adding("text", String(decoding: text, as: UTF8.self)).bytes
  }

  /// Returns rows whose texts, one after another, are the text.
  static func rows(of text: [UInt8]) -> [[UInt8]] {
    var rows: [[UInt8]] = []
    var rest = text[...]
    while !rest.isEmpty {
      var end = min(rest.endIndex, rest.startIndex + longest)
      // Not within a character, which has at most three bytes after its first.
      for _ in 0..<3 where end < rest.endIndex && rest[end] & 0xC0 == 0x80 { end -= 1 }
      rows.append(row(rest[..<end]))
      rest = rest[end...]
    }
    return rows
  }
}

/// The reasons besides an error of the statement that end an answer early.
enum StreamFault: Error {
  case stopped(StopReason)
  case rowTooLong
}
