/// A fault that the protocol itself finds in a request, apart from its statement, with its wording.
public enum ProtocolFault: Error, Hashable, Sendable {
  /// A line that does not begin with a tag and a blank.
  case badTag
  case emptyRequest
  case tagInUse(String)
  case tooManyTags(Int)
  case lineTooLong(Int)
  case notUTF8
  /// The input ended within a line.
  case unfinishedLine
  /// A request in JSON that cannot be read; the offset in bytes from the beginning of the JSON.
  case badJSON(String, offset: Int)
  /// A member of a request with a value that is not allowed.
  case badMember(String, expected: String)
  /// A request with none of `q`, `batch` and `cursor`, or with several of them.
  case unclearRequest
  case helloRequired
  case helloTwice(String)
  case badProtocol(Int)
  case noSuchTag(String)
  case cursorGone(String)
  case tooManyWatches(Int)
  case tooManyRows(Int)
  case rowTooLong(Int)
  case timeout(Int)
  case canceled
  /// The server shuts down.
  case shutdown
  /// The server needs the room for others, because this client reads its reply too slowly.
  case readTooSlowly
  /// A statement that the protocol does not allow.
  case notHere(String, instead: String)
  /// Statements of a batch that was rolled back as a whole.
  case rolledBack
  case notRun
  case batchFailed(done: Int, failed: Int, isAtomic: Bool)

  /// The stable codes.
  public enum Code: String, CaseIterable, Sendable {
    case badTag = "bad-tag"
    case emptyRequest = "empty-request"
    case tagInUse = "tag-in-use"
    case tooManyTags = "too-many-tags"
    case lineTooLong = "line-too-long"
    case notUTF8 = "not-utf8"
    case unfinishedLine = "unfinished-line"
    case badRequest = "bad-request"
    case helloRequired = "hello-required"
    case helloTwice = "hello-twice"
    case protocolVersion = "protocol-version"
    case noSuchTag = "no-such-tag"
    case cursorGone = "cursor-gone"
    case tooManyWatches = "too-many-watches"
    case tooManyRows = "too-many-rows"
    case rowTooLong = "row-too-long"
    case timeout
    case canceled
    case shutdown
    case slow
    case notOverProtocol = "not-over-protocol"
    case rolledBack = "rolled-back"
    case notRun = "not-run"
    case batchFailed = "batch-failed"
  }

  /// The stable code.
  public var code: Code { row.code }

  /// One sentence without a capital or a full stop.
  public var message: String { row.message }

  /// One concrete remedy.
  public var hint: String? { row.hint }

  /// Whether the request was not understood (`BAD`), rather than understood and not done (`NO`).
  public var isMisunderstood: Bool { row.reply == .bad }

  /// Whether the same request may succeed on a retry.
  public var mayRetry: Bool { row.mayRetry }

  /// What a client is told of a fault.
  private struct Row {
    let code: Code
    let reply: ReplyKind
    let message: String
    let hint: String?
    let mayRetry: Bool

    init(_ code: Code, _ reply: ReplyKind, _ message: String, hint: String? = nil, mayRetry: Bool = false) {
      (self.code, self.reply, self.message, self.hint, self.mayRetry) = (code, reply, message, hint, mayRetry)
    }
  }

  private var row: Row {
    let waits = "wait for a final line, or end one with cancel TAG"
    switch self {
    case .badTag:
      return Row(
        .badTag, .bad, "a request begins with a tag and a blank",
        hint: "a1 events today; a tag is 1 to \(RequestTag.longest) of letters, digits, `.`, `_` and `-`")
    case .emptyRequest:
      return Row(
        .emptyRequest, .bad, "nothing follows the tag",
        hint: "a1 events today, or a1 {\"q\":\"events today\"}")
    case .tagInUse(let tag):
      return Row(.tagInUse, .bad, "a request `\(tag)` is still open", hint: waits, mayRetry: true)
    case .tooManyTags(let count):
      return Row(
        .tooManyTags, .bad, "\(count) requests are open, which is the most", hint: waits, mayRetry: true)
    case .lineTooLong(let count):
      return Row(
        .lineTooLong, .bad, "the line is longer than \(count) bytes",
        hint: "part it into several requests, or import a file")
    case .notUTF8:
      return Row(.notUTF8, .bad, "the line is not UTF-8 text", hint: "the protocol is UTF-8 throughout")
    case .unfinishedLine:
      return Row(
        .unfinishedLine, .bad, "the input ended within a line, which was not run",
        hint: "end every request with a line end")
    case .badJSON(let message, _):
      return Row(
        .badRequest, .bad, "the request cannot be read as JSON: \(message)",
        hint: "{\"q\":\"events where title contains $t\",\"bind\":{\"t\":\"standup\"}}")
    case .badMember(let name, let expected):
      return Row(.badRequest, .bad, "`\(name)` must be \(expected)")
    case .unclearRequest:
      return Row(
        .badRequest, .bad, "a request has one of `q`, `batch` and `cursor`", hint: "{\"q\":\"events today\"}")
    case .helloRequired:
      return Row(
        .helloRequired, .bad, "the client has not said who it is",
        hint: "h1 hello {\"protocol\":1,\"client\":\"mybar/0.3\",\"reason\":\"shows the next event\"}",
        mayRetry: true)
    case .helloTwice(let name):
      return Row(
        .helloTwice, .bad, "the client has said that it is `\(name)`", hint: "a connection is one client's")
    case .badProtocol(let version):
      return Row(
        .protocolVersion, .no, "this server does not speak protocol \(version)", hint: "it speaks protocol 1")
    case .noSuchTag(let tag): return Row(.noSuchTag, .no, "no request `\(tag)` is open")
    case .cursorGone(let cursor):
      return Row(
        .cursorGone, .no, "the cursor `\(cursor)` is gone",
        hint: "cursors are kept for a short time only; ask again from the start")
    case .tooManyWatches(let count):
      return Row(
        .tooManyWatches, .no, "\(count) queries are watched, which is the most", hint: waits, mayRetry: true)
    case .tooManyRows(let count):
      return Row(
        .tooManyRows, .no, "the query has more than \(count) rows, which is the most that can be watched",
        hint: "narrow the query or give it a limit")
    case .rowTooLong(let count):
      return Row(.rowTooLong, .no, "a row is longer than \(count) bytes", hint: "select fewer fields")
    case .timeout(let milliseconds):
      return Row(
        .timeout, .no, "the statement took longer than \(milliseconds) ms",
        hint: "{\"q\":…,\"timeout\":60000} allows more", mayRetry: true)
    case .canceled: return Row(.canceled, .no, "the request was canceled")
    case .shutdown:
      return Row(
        .shutdown, .no, "the server ends", hint: "connect again, then repeat the request", mayRetry: true)
    case .readTooSlowly:
      return Row(
        .slow, .no, "the reply was read too slowly and is cut short",
        hint: "read while replies come, or ask for less with limit and cursor", mayRetry: true)
    case .notHere(let what, let instead):
      return Row(.notOverProtocol, .bad, "\(what) has no place in the protocol", hint: instead)
    case .rolledBack: return Row(.rolledBack, .no, "the batch was taken back as a whole")
    case .notRun: return Row(.notRun, .no, "an earlier statement of the batch failed")
    case .batchFailed(let done, let failed, let isAtomic):
      return Row(
        .batchFailed, .no,
        isAtomic
          ? "a statement of the batch failed, and nothing was changed"
          : "\(failed) of \(done + failed) statements failed; the others are done",
        hint: "the replies of its parts say why")
    }
  }

  /// The fault as the JSON of a final line.
  public var payload: [UInt8] { payload(about: nil) }

  /// The fault as JSON; with a tag if the line itself cannot carry it.
  public func payload(about tag: RequestTag?) -> [UInt8] {
    var object = JSONObjectText()
    if let tag { object = object.adding("tag", tag.text) }
    object = object.adding("code", code.rawValue).adding("message", message).adding("hint", hint)
      .adding("retry", isTrue: mayRetry)
    if case .badJSON(_, let offset) = self {
      object = object.adding("at", JSONObjectText().adding("offset", offset).adding("length", 0))
    }
    if case .batchFailed(let done, let failed, let isAtomic) = self {
      object = object.adding("done", isAtomic ? 0 : done).adding("failed", failed)
    }
    return object.bytes
  }
}
