/// The answer to a request, after redirects.
package struct WebAnswer: Hashable, Sendable {
  /// The status, such as 200 (RFC 9110, 15).
  package var status: Int
  /// The headers, names in lower case, in the order of the answer.
  package var headers: [WebHeader]
  /// The body, decompressed.
  package var body: [UInt8]
  /// The address that answered.
  package var url: String
  /// Whether there were redirects, and every one of them said that the address has moved for good (301, 308).
  package var hasMoved: Bool

  init(
    status: Int, headers: [WebHeader] = [], body: [UInt8] = [], url: String, hasMoved: Bool = false
  ) {
    (self.status, self.headers, self.body) = (status, headers, body)
    (self.url, self.hasMoved) = (url, hasMoved)
  }

  /// The value of the first header of a name in lower case; nil when there is none.
  package func header(_ name: String) -> String? { headers.first { $0.name == name }?.value }
}
