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
  public var code: Code {
    switch self {
    case .badTag: .badTag
    case .emptyRequest: .emptyRequest
    case .tagInUse: .tagInUse
    case .tooManyTags: .tooManyTags
    case .lineTooLong: .lineTooLong
    case .notUTF8: .notUTF8
    case .unfinishedLine: .unfinishedLine
    case .badJSON, .badMember, .unclearRequest: .badRequest
    case .helloRequired: .helloRequired
    case .helloTwice: .helloTwice
    case .badProtocol: .protocolVersion
    case .noSuchTag: .noSuchTag
    case .cursorGone: .cursorGone
    case .tooManyWatches: .tooManyWatches
    case .tooManyRows: .tooManyRows
    case .rowTooLong: .rowTooLong
    case .timeout: .timeout
    case .canceled: .canceled
    case .shutdown: .shutdown
    case .readTooSlowly: .slow
    case .notHere: .notOverProtocol
    case .rolledBack: .rolledBack
    case .notRun: .notRun
    case .batchFailed: .batchFailed
    }
  }

  /// One sentence without a capital or a full stop.
  public var message: String {
    switch self {
    case .badTag: "a request begins with a tag and a blank"
    case .emptyRequest: "nothing follows the tag"
    case .tagInUse(let tag): "a request `\(tag)` is still open"
    case .tooManyTags(let count): "\(count) requests are open, which is the most"
    case .lineTooLong(let count): "the line is longer than \(count) bytes"
    case .notUTF8: "the line is not UTF-8 text"
    case .unfinishedLine: "the input ended within a line, which was not run"
    case .badJSON(let message, _): "the request cannot be read as JSON: \(message)"
    case .badMember(let name, let expected): "`\(name)` must be \(expected)"
    case .unclearRequest: "a request has one of `q`, `batch` and `cursor`"
    case .helloRequired: "the client has not said who it is"
    case .helloTwice(let name): "the client has said that it is `\(name)`"
    case .badProtocol(let version): "this server does not speak protocol \(version)"
    case .noSuchTag(let tag): "no request `\(tag)` is open"
    case .cursorGone(let cursor): "the cursor `\(cursor)` is gone"
    case .tooManyWatches(let count): "\(count) queries are watched, which is the most"
    case .tooManyRows(let count):
      "the query has more than \(count) rows, which is the most that can be watched"
    case .rowTooLong(let count): "a row is longer than \(count) bytes"
    case .timeout(let milliseconds): "the statement took longer than \(milliseconds) ms"
    case .canceled: "the request was canceled"
    case .shutdown: "the server ends"
    case .readTooSlowly: "the reply was read too slowly and is cut short"
    case .notHere(let what, _): "\(what) has no place in the protocol"
    case .rolledBack: "the batch was taken back as a whole"
    case .notRun: "an earlier statement of the batch failed"
    case .batchFailed(let done, let failed, let isAtomic):
      isAtomic
        ? "a statement of the batch failed, and nothing was changed"
        : "\(failed) of \(done + failed) statements failed; the others are done"
    }
  }

  /// One concrete remedy.
  public var hint: String? {
    switch self {
    case .badTag: "a1 events today; a tag is 1 to \(RequestTag.longest) of letters, digits, `.`, `_` and `-`"
    case .emptyRequest: "a1 events today, or a1 {\"q\":\"events today\"}"
    case .tagInUse, .tooManyTags, .tooManyWatches: "wait for a final line, or end one with cancel TAG"
    case .lineTooLong: "part it into several requests, or import a file"
    case .notUTF8: "the protocol is UTF-8 throughout"
    case .unfinishedLine: "end every request with a line end"
    case .badJSON: "{\"q\":\"events where title contains $t\",\"bind\":{\"t\":\"standup\"}}"
    case .badMember: nil
    case .unclearRequest: "{\"q\":\"events today\"}"
    case .helloRequired:
      "h1 hello {\"protocol\":1,\"client\":\"mybar/0.3\",\"reason\":\"shows the next event\"}"
    case .helloTwice: "a connection is one client's"
    case .badProtocol: "it speaks protocol 1"
    case .noSuchTag: nil
    case .cursorGone: "cursors are kept for a short time only; ask again from the start"
    case .tooManyRows: "narrow the query or give it a limit"
    case .rowTooLong: "select fewer fields"
    case .timeout: "{\"q\":…,\"timeout\":60000} allows more"
    case .canceled: nil
    case .shutdown: "connect again, then repeat the request"
    case .readTooSlowly: "read while replies come, or ask for less with limit and cursor"
    case .notHere(_, let instead): instead
    case .rolledBack, .notRun: nil
    case .batchFailed: "the replies of its parts say why"
    }
  }

  /// Whether the request was not understood (`BAD`), rather than understood and not done (`NO`).
  public var isMisunderstood: Bool {
    switch self {
    case .badTag, .emptyRequest, .tagInUse, .tooManyTags, .lineTooLong, .notUTF8, .unfinishedLine, .badJSON,
      .badMember, .unclearRequest, .helloRequired, .helloTwice, .notHere:
      true
    case .badProtocol, .noSuchTag, .cursorGone, .tooManyWatches, .tooManyRows, .rowTooLong, .timeout,
      .canceled, .shutdown, .readTooSlowly, .rolledBack, .notRun, .batchFailed:
      false
    }
  }

  /// Whether the same request may succeed on a retry.
  public var mayRetry: Bool {
    switch self {
    case .tagInUse, .tooManyTags, .tooManyWatches, .timeout, .shutdown, .readTooSlowly, .helloRequired: true
    case .badTag, .emptyRequest, .lineTooLong, .notUTF8, .unfinishedLine, .badJSON, .badMember,
      .unclearRequest, .helloTwice, .badProtocol, .noSuchTag, .cursorGone, .tooManyRows, .rowTooLong,
      .canceled, .notHere, .rolledBack, .notRun, .batchFailed:
      false
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
