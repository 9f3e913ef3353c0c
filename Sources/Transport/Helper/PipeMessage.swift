/// What kal and `kal-sync` say to each other over the helper's standard input and output.
///
/// A message is its length as four bytes, the most significant first, then that many bytes: one for the kind,
/// and the fields. A number is eight bytes. A text or a body is its length as four bytes and then its bytes,
/// so that it may hold any. Headers are their number, then a name and a value for each.
///
/// The helper begins with a `greeting`, which has the number of this format. Then kal sends a `request`, and
/// the helper answers with a `head`, any number of `data` and an `end`. A `fault` may come in the place of
/// each of these, and it ends the answer. Answers come in the order of requests, one at a time. The helper
/// ends when its input does.
///
/// Each side refuses a message that is longer than it allows before it takes it in, and trusts no length that
/// a message states.
package enum PipeMessage: Hashable, Sendable {
  /// The number of the format, and the name and the version of the helper.
  case greeting(format: Int, program: String)
  case request(WebRequest)
  case head(status: Int, headers: [WebHeader])
  /// A part of the body, at most `mostData` bytes.
  case data([UInt8])
  /// The address that answered, and whether it is the new one for good.
  case end(url: String, hasMoved: Bool)
  case fault(TransportFault)

  /// The number of the format.
  package static let format = 1
  /// The longest part of a body in one message, in bytes.
  package static let mostData = 65_536
  /// The longest message to kal, in bytes: headers are the longest part of it.
  static let mostBytesOfAnswer = 1 << 20
  /// The longest message to the helper, in bytes: a request with its body.
  package static let mostBytesOfRequest = WebRequest.mostBodyBytes + 1 << 20
  /// What a greeting begins with, so that another program is not taken for a helper.
  private static let mark = "kal-sync"

  private enum Kind: UInt8 { case greeting = 1, request, head, data, end, fault }

  /// The message as bytes, its length first.
  package var bytes: [UInt8] {
    var writer = FieldWriter()
    switch self {
    case .greeting(let format, let program):
      writer.begin(Kind.greeting.rawValue)
      writer.add(Self.mark)
      writer.add(format)
      writer.add(program)
    case .request(let request):
      writer.begin(Kind.request.rawValue)
      writer.add(request.method)
      writer.add(request.url)
      writer.add(request.headers)
      writer.add(request.limits.mostBytes)
      writer.add(request.limits.idleSeconds)
      writer.add(request.limits.totalSeconds)
      writer.add(request.limits.mostRedirects)
      writer.add(request.body)
    case .head(let status, let headers):
      writer.begin(Kind.head.rawValue)
      writer.add(status)
      writer.add(headers)
    case .data(let bytes):
      writer.begin(Kind.data.rawValue)
      writer.add(bytes)
    case .end(let url, let hasMoved):
      writer.begin(Kind.end.rawValue)
      writer.add(url)
      writer.add(hasMoved ? 1 : 0)
    case .fault(let fault):
      writer.begin(Kind.fault.rawValue)
      writer.add(fault.code.rawValue)
      writer.add(fault.subject)
      writer.add(fault.reason ?? "")
    }
    return writer.finished
  }

  /// Reads what follows the length; throws for anything else than exactly one message.
  init(_ bytes: ArraySlice<UInt8>) throws(PipeFault) {
    var reader = FieldReader(bytes)
    guard let kind = Kind(rawValue: try reader.byte()) else { throw .malformed }
    switch kind {
    case .greeting:
      guard try reader.text() == Self.mark else { throw .malformed }
      self = .greeting(format: try reader.number(), program: try reader.text())
      // A later format may say more in its greeting.
      return
    case .request:
      var request = WebRequest(method: try reader.text(), url: try reader.text())
      request.headers = try reader.headers()
      request.limits = WebLimits(
        mostBytes: try reader.number(), idleSeconds: try reader.number(), totalSeconds: try reader.number(),
        mostRedirects: try reader.number())
      request.body = try reader.bytes()
      self = .request(request)
    case .head: self = .head(status: try reader.number(), headers: try reader.headers())
    case .data: self = .data(try reader.bytes())
    case .end: self = .end(url: try reader.text(), hasMoved: try reader.number() == 1)
    case .fault:
      guard let code = TransportFault.Code(rawValue: try reader.text()) else { throw .malformed }
      let (subject, reason) = (try reader.text(), try reader.text())
      self = .fault(TransportFault(code, subject, reason.isEmpty ? nil : reason))
    }
    if !reader.isAtEnd { throw .malformed }
  }
}
