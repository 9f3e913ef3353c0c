/// A header field of a request or an answer (RFC 9110, 6.3).
package struct WebHeader: Hashable, Sendable {
  /// The name; of an answer in lower case.
  package var name: String
  package var value: String

  package init(_ name: String, _ value: String) { (self.name, self.value) = (name, value) }
}

/// The bounds of one request.
package struct WebLimits: Hashable, Sendable {
  /// The largest body of an answer in bytes, counted after decompression.
  package var mostBytes: Int
  /// The seconds without any progress after which a request fails.
  package var idleSeconds: Int
  /// The seconds after which a request fails, redirects included.
  package var totalSeconds: Int
  /// The number of redirects that are followed.
  package var mostRedirects: Int

  /// Creates limits.
  ///
  /// They default to those of a subscription: 64 MiB, 30 seconds without progress, 5 minutes in all,
  /// 5 redirects.
  package init(
    mostBytes: Int = 64 << 20, idleSeconds: Int = 30, totalSeconds: Int = 300, mostRedirects: Int = 5
  ) {
    (self.mostBytes, self.idleSeconds) = (mostBytes, idleSeconds)
    (self.totalSeconds, self.mostRedirects) = (totalSeconds, mostRedirects)
  }
}

/// A request of HTTP (RFC 9110).
package struct WebRequest: Hashable, Sendable {
  /// The method in capitals, such as GET or PROPFIND.
  package var method: String
  /// The address, with `http` or `https`.
  package var url: String
  package var headers: [WebHeader]
  /// The body; empty for none.
  package var body: [UInt8]
  package var limits: WebLimits

  package init(
    method: String = "GET", url: String, headers: [WebHeader] = [], body: [UInt8] = [],
    limits: WebLimits = WebLimits()
  ) {
    (self.method, self.url, self.headers) = (method, url, headers)
    (self.body, self.limits) = (body, limits)
  }

  /// The largest body of a request, in bytes.
  package static let mostBodyBytes = 64 << 20
  private static let mostHeaders = 100
  private static let mostAddressBytes = 8_192

  /// Throws the reason why the request cannot be sent as it is: nothing in it may end a line of HTTP early.
  package func check() throws(TransportFault) {
    let isMethod = (1...32).contains(method.utf8.count) && method.utf8.allSatisfy { $0 &- 65 < 26 }
    if !isMethod { throw TransportFault(.badRequest, host, "`\(method)` is no method") }
    let scheme = url.split(separator: ":", maxSplits: 1).first?.lowercased()
    let isAddress =
      (scheme == "http" || scheme == "https") && url.utf8.count <= Self.mostAddressBytes
      && url.utf8.allSatisfy { $0 > 32 && $0 < 127 } && !host.isEmpty
    if !isAddress { throw TransportFault(.invalidAddress, url) }
    if hasCredentials { throw TransportFault(.invalidAddress, host, "it names a user") }
    if headers.count > Self.mostHeaders { throw TransportFault(.badRequest, host, "too many headers") }
    for header in headers {
      let isName = !header.name.isEmpty && header.name.utf8.allSatisfy(Self.isTokenByte)
      let isValue = header.value.utf8.allSatisfy { $0 >= 32 && $0 != 127 || $0 == 9 }
      if !isName || !isValue || header.value.utf8.count > 8_192 {
        throw TransportFault(.badRequest, host, "the header `\(header.name)` cannot be sent")
      }
    }
    if body.count > Self.mostBodyBytes { throw TransportFault(.badRequest, host, "the body is too large") }
  }

  /// What stands between `//` and the path.
  private var authority: Substring {
    guard let start = url.firstRange(of: "://") else { return "" }
    return url[start.upperBound...].prefix { !"/?#\\".contains($0) }
  }

  /// Whether the address names a user or a password.
  private var hasCredentials: Bool { authority.contains("@") }

  /// The host with its port, as messages name it; without what stands before an `@`.
  package var host: String {
    authority.split(separator: "@", omittingEmptySubsequences: false).last.map(String.init) ?? ""
  }

  /// The scheme and the host: what decides whether a password may go along.
  package var origin: String {
    (url.split(separator: ":", maxSplits: 1).first ?? "").lowercased() + "://" + host.lowercased()
  }

  /// Whether a name of a header may have the byte (RFC 9110, 5.6.2).
  private static func isTokenByte(_ byte: UInt8) -> Bool {
    (byte | 0x20) &- 97 < 26 || byte &- 48 < 10 || "!#$%&'*+-.^_`|~".utf8.contains(byte)
  }
}
