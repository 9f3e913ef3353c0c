import Platform
import Transport

/// The reason why a published calendar brought nothing; the calendar keeps what it has.
package enum FeedFault: Fault, Hashable {
  /// The text is no address of a calendar.
  case invalidAddress(String)
  /// The address has a user or a password in it, which would be shown and stored with it.
  case passwordInAddress(host: String)
  /// There is no answer.
  case transport(TransportFault)
  /// The server has no such calendar any more, or never had: 404 or 410.
  case notThere(host: String, status: Int)
  /// The server wants a password, or refuses: 401 or 403.
  case noAccess(host: String, status: Int)
  /// The server wants to be asked later: 429 or 503. `retryAfter` is as the server wrote it
  /// (RFC 9110, 10.2.3).
  case tryLater(host: String, status: Int, retryAfter: String?)
  /// The server failed: another status from 500 on.
  case serverFailed(host: String, status: Int)
  /// An answer with another status, which says nothing about the calendar.
  case oddAnswer(host: String, status: Int)
  /// The answer is a page for people.
  case webPage(host: String)
  /// The answer is something else than a calendar.
  case notCalendar(host: String)
  /// The calendar has no end.
  case truncated(host: String)
  /// The calendar is UTF-16.
  case wrongEncoding(host: String)

  /// The stable codes of faults of its own.
  package enum Code: String, CaseIterable, Sendable {
    case passwordInAddress = "password-in-address"
    case noSuchFeed = "no-such-feed"
    case feedRefused = "feed-refused"
    case feedBusy = "feed-busy"
    case feedServerFailed = "feed-server-failed"
    case oddAnswer = "odd-answer"
    case webPage = "web-page"
    case notACalendar = "not-a-calendar"
    case truncated
    case wrongEncoding = "wrong-encoding"
  }

  package var codeText: String {
    switch self {
    case .invalidAddress: TransportFault.Code.invalidAddress.rawValue
    case .transport(let fault): fault.codeText
    case .passwordInAddress: Code.passwordInAddress.rawValue
    case .notThere: Code.noSuchFeed.rawValue
    case .noAccess: Code.feedRefused.rawValue
    case .tryLater: Code.feedBusy.rawValue
    case .serverFailed: Code.feedServerFailed.rawValue
    case .oddAnswer: Code.oddAnswer.rawValue
    case .webPage: Code.webPage.rawValue
    case .notCalendar: Code.notACalendar.rawValue
    case .truncated: Code.truncated.rawValue
    case .wrongEncoding: Code.wrongEncoding.rawValue
    }
  }

  package var message: String {
    switch self {
    case .invalidAddress(let text): "`\(text)` is not the address of a calendar"
    case .passwordInAddress(let host): "the address of `\(host)` has a user name in it"
    case .transport(let fault): fault.message
    case .notThere(let host, let status): "`\(host)` has no such calendar (status \(status))"
    case .noAccess(let host, let status): "`\(host)` does not show this calendar (status \(status))"
    case .tryLater(let host, let status, _): "`\(host)` wants to be asked later (status \(status))"
    case .serverFailed(let host, let status): "`\(host)` has failed (status \(status))"
    case .oddAnswer(let host, let status): "`\(host)` answered with status \(status)"
    case .webPage(let host): "the answer of `\(host)` is a web page and not a calendar"
    case .notCalendar(let host): "the answer of `\(host)` is not a calendar"
    case .truncated(let host): "the calendar of `\(host)` breaks off"
    case .wrongEncoding(let host): "the calendar of `\(host)` is UTF-16; iCalendar is UTF-8"
    }
  }

  package var hint: String? {
    switch self {
    case .invalidAddress: "write it like `webcal://example.com/team.ics`"
    case .passwordInAddress(let host): "leave it out, and write `\(Self.netrc(host))` into ~/.netrc"
    case .transport(let fault): fault.hint
    case .notThere: "check the address, or ask the publisher for the present one"
    case .noAccess(let host, _): "check the address; a password goes into ~/.netrc: `\(Self.netrc(host))`"
    case .tryLater, .serverFailed, .truncated: "nothing to do: it is asked again later"
    case .oddAnswer: "check the address; `kal-sync get URL` shows the answer"
    case .webPage: "look on that page for the link to the calendar, often named iCal, ICS or subscribe"
    case .notCalendar: "check the address; `kal-sync get URL` shows the answer"
    case .wrongEncoding: "tell the publisher"
    }
  }

  /// The line for a host, which has no port there.
  private static func netrc(_ host: String) -> String {
    var name = host[...]
    if let colon = host.lastIndex(of: ":"), !host.hasSuffix("]") { name = host[..<colon] }
    return "machine \(name) login NAME password SECRET"
  }

  package var exitStatus: Int32 {
    switch self {
    case .invalidAddress, .passwordInAddress: 2
    case .transport(let fault): fault.exitStatus
    default: 1
    }
  }

  package var isInterrupted: Bool {
    if case .transport(let fault) = self { fault.isInterrupted } else { false }
  }

  package var mayRetry: Bool {
    switch self {
    case .transport(let fault): fault.mayRetry
    case .tryLater, .serverFailed, .truncated: true
    default: false
    }
  }
}
