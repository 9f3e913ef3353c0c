import Platform

/// The reason why a request has no answer.
package struct TransportFault: Fault, Hashable {
  /// The kinds of fault; raw values are the stable codes, in kebab case.
  package enum Code: String, CaseIterable, Sendable {
    /// The address is none of `http` or `https`, or it is not well formed.
    case invalidAddress = "invalid-address"
    /// The request itself cannot be sent.
    case badRequest = "unsendable-request"
    case noNetwork = "no-network"
    case hostNotFound = "host-not-found"
    case connectionRefused = "connection-refused"
    /// The connection ended before the answer was complete.
    case connectionLost = "connection-lost"
    case timedOut = "timed-out"
    /// The certificate is not of a known authority, has expired, or is another host's.
    case certificateRefused = "certificate-refused"
    /// The two sides found no common way to encrypt.
    case tlsFailed = "tls-failed"
    case proxyFailed = "proxy-failed"
    /// The answer is larger than the request allows.
    case tooLarge = "too-large"
    case tooManyRedirects = "too-many-redirects"
    /// A redirect leads from `https` to `http`, or away from both.
    case unsafeRedirect = "unsafe-redirect"
    /// The answer is not HTTP, or it is damaged.
    case badAnswer = "unreadable-answer"
    /// The program `kal-sync` is not there; the subject is the folder of kal.
    case notInstalled = "not-installed"
    /// The program `kal-sync` is of a version that speaks to kal in another way.
    case helperVersion = "helper-version"
    /// The program `kal-sync` does not do what it should.
    case helperFailed = "helper-failed"
    /// A signal ended the work.
    case interrupted
  }

  package var code: Code
  /// The host, or the address where that is the fault; the path of the program for its own faults.
  package var subject: String
  /// The reason in the words of the system or of libcurl.
  package var reason: String?

  package init(_ code: Code, _ subject: String, _ reason: String? = nil) {
    (self.code, self.subject, self.reason) = (code, subject, reason)
  }

  package var codeText: String { code.rawValue }

  package var message: String {
    switch code {
    case .invalidAddress: "`\(subject)` is not an address that can be asked" + because
    case .badRequest: "the request to `\(subject)` cannot be sent" + because
    case .noNetwork: "there is no network, so `\(subject)` cannot be asked"
    case .hostNotFound: "there is no host `\(subject)`"
    case .connectionRefused: "`\(subject)` takes no connections" + because
    case .connectionLost: "the connection to `\(subject)` broke off" + because
    case .timedOut: "`\(subject)` took too long to answer"
    case .certificateRefused: "the certificate of `\(subject)` is not trusted" + because
    case .tlsFailed: "there is no secure connection to `\(subject)`" + because
    case .proxyFailed: "the proxy on the way to `\(subject)` does not work" + because
    case .tooLarge: "the answer of `\(subject)` is larger than allowed" + because
    case .tooManyRedirects: "`\(subject)` redirects too often"
    case .unsafeRedirect: "`\(subject)` redirects to an address that is not safe" + because
    case .badAnswer: "the answer of `\(subject)` cannot be understood" + because
    case .notInstalled:
      "the program `kal-sync`, which asks servers for kal, is neither in \(subject), beside kal, nor in PATH"
    case .helperVersion: "the program `\(subject)` does not go with kal" + because
    case .helperFailed: "the program `\(subject)` failed" + because
    case .interrupted: "interrupted"
    }
  }

  private var because: String { reason.map { ": " + $0 } ?? "" }

  package var hint: String? {
    switch code {
    case .invalidAddress: "write it like `https://example.com/calendar.ics`"
    case .badRequest, .interrupted: nil
    case .noNetwork: "connect to a network and sync again"
    case .hostNotFound: "check the spelling of the address"
    case .connectionRefused, .connectionLost, .timedOut:
      "try again later; `kal-sync get URL` shows the answer"
    case .certificateRefused:
      "name the file with your own authority's certificate in SSL_CERT_FILE; never trust a stranger's"
    case .tlsFailed: "ask the server's owner; `kal-sync get URL` shows the answer"
    case .proxyFailed: "check the variables https_proxy, http_proxy and no_proxy"
    case .tooLarge, .badAnswer: "check the address; `kal-sync get URL` shows the answer"
    case .tooManyRedirects, .unsafeRedirect: "ask the publisher for the present address"
    case .notInstalled: "it is in the package `kalends`; put it beside kal or into PATH"
    case .helperVersion:
      "install both from one package `kalends`; `kal doctor` shows which programs there are"
    case .helperFailed:
      "install kal and kal-sync of the same version, and the libraries that `ldd kal-sync` calls missing"
    }
  }

  package var exitStatus: Int32 { code == .interrupted ? 130 : 1 }

  package var isInterrupted: Bool { code == .interrupted }

  package var mayRetry: Bool {
    switch code {
    case .noNetwork, .hostNotFound, .connectionRefused, .connectionLost, .timedOut, .proxyFailed,
      .interrupted:
      true
    case .invalidAddress, .badRequest, .certificateRefused, .tlsFailed, .tooLarge, .tooManyRedirects,
      .unsafeRedirect, .badAnswer, .notInstalled, .helperVersion, .helperFailed:
      false
    }
  }
}
