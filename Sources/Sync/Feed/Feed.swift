import Store
import Transport

/// A published calendar at an address (a subscription): one file that is fetched whole.
package struct Feed: Sendable {
  package let address: FeedAddress
  /// The largest feed, in bytes.
  package static let mostBytes = 64 << 20
  /// The longest validator that is sent back, in bytes.
  private static let mostValidatorBytes = 1_000

  package init(_ address: FeedAddress) { self.address = address }

  /// What the server answered.
  package struct Answer: Sendable {
    /// The calendar; nil when it is as it was.
    package var content: FeedContent?
    /// The validators of the content (RFC 9110, 8.8): the entity tag, and Last-Modified as it was written.
    package var tag: String?, modified: String?
    /// The address to which the publisher moved the calendar for good; nil when it did not.
    package var movedTo: String?
  }

  /// The request for the calendar.
  ///
  /// The validators of `state` go along, unless what they belong to was not taken in whole: on a first sync,
  /// and while deletions are held.
  package func request(since state: CollectionState) -> WebRequest {
    var headers = [WebHeader("Accept", "text/calendar, text/plain;q=0.9, */*;q=0.5")]
    let isConditional = state.seenChange > 0 && (state.condition == .inSync || state.condition == .gone)
    if isConditional, let tag = state.tag { headers.append(WebHeader("If-None-Match", tag)) }
    if isConditional, let modified = state.modified {
      headers.append(WebHeader("If-Modified-Since", modified))
    }
    return WebRequest(url: address.url, headers: headers, limits: WebLimits(mostBytes: Self.mostBytes))
  }

  /// Asks for the calendar, with one request; throws the reason why there is no complete calendar.
  package func fetch(
    since state: CollectionState, by transport: some WebTransport
  ) throws(FeedFault) -> Answer {
    let request = request(since: state)
    let reply: WebAnswer
    do throws(TransportFault) { reply = try transport.answer(request) } catch { throw .transport(error) }
    var answer = Answer(movedTo: reply.hasMoved ? reply.url : nil)
    switch reply.status {
    case 200:
      answer.content = try FeedContent(reply.body, from: address.host)
      answer.tag = Self.validator(reply.header("etag"))
      answer.modified = Self.validator(reply.header("last-modified"))
    case 304 where request.headers.count > 1: (answer.tag, answer.modified) = (state.tag, state.modified)
    default: throw fault(reply)
    }
    return answer
  }

  private func fault(_ reply: WebAnswer) -> FeedFault {
    let (host, status) = (address.host, reply.status)
    switch status {
    case 404, 410: return .notThere(host: host, status: status)
    case 401, 403: return .noAccess(host: host, status: status)
    case 429, 503: return .tryLater(host: host, status: status, retryAfter: reply.header("retry-after"))
    case 500...: return .serverFailed(host: host, status: status)
    default: return .oddAnswer(host: host, status: status)
    }
  }

  /// A validator that can be sent back; nil for another.
  private static func validator(_ text: String?) -> String? {
    guard let text, !text.isEmpty, text.utf8.count <= mostValidatorBytes,
      text.utf8.allSatisfy({ $0 >= 32 && $0 < 127 })
    else { return nil }
    return text
  }
}
