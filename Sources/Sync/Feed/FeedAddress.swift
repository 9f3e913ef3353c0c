/// The address of a published calendar, as it is asked.
///
/// ```swift
/// let address = try FeedAddress("webcal://Example.com/team.ics")
/// print(address.url)  // https://example.com/team.ics
/// ```
package struct FeedAddress: Hashable, Sendable {
  /// The address with `https` or `http`, the host in lower case, without a fragment.
  package let url: String

  /// Reads an address with `webcal`, `webcals`, `https` or `http`; throws `invalidAddress` and
  /// `passwordInAddress`.
  ///
  /// `webcal` means `https`: an address that works without encryption alone is written with `http`. Blanks
  /// and letters outside ASCII in the path are encoded (RFC 3986, 2.1).
  package init(_ text: String) throws(FeedFault) {
    let text = text.filter { !$0.isNewline }.trimmingBlanks
    guard let colon = text.firstRange(of: "://") else { throw .invalidAddress(text) }
    let scheme: String
    switch text[..<colon.lowerBound].lowercased() {
    case "webcal", "webcals", "https": scheme = "https"
    case "http": scheme = "http"
    default: throw .invalidAddress(text)
    }
    let rest = text[colon.upperBound...].prefix { $0 != "#" }
    let authority = rest.prefix { !"/?\\".contains($0) }
    if let at = authority.lastIndex(of: "@") {
      throw .passwordInAddress(host: String(authority[authority.index(after: at)...]))
    }
    let host = authority.lowercased()
    let path = rest[authority.endIndex...]
    // Some programs take a backslash for a slash and others do not, so that they would ask different hosts.
    if !Self.isHost(host) || text.contains("\\") { throw .invalidAddress(text) }
    url = scheme + "://" + host + (path.hasPrefix("/") ? "" : "/") + Self.encoded(path)
    if url.utf8.count > 8_000 { throw .invalidAddress(String(text.prefix(100)) + "…") }
  }

  /// The host with its port.
  package var host: String { String(url.split(separator: "/", maxSplits: 2).dropFirst().first ?? "") }

  /// Whether a text in lower case is a host, and a port if there is one (RFC 3986, 3.2.2).
  private static func isHost(_ text: String) -> Bool {
    let isLiteral = text.hasPrefix("[")
    let end = isLiteral ? text.firstIndex(of: "]").map { text.index(after: $0) } : text.firstIndex(of: ":")
    let name = text[..<(end ?? text.endIndex)]
    let port = text[name.endIndex...]
    let isPort =
      port.isEmpty
      || port.hasPrefix(":") && port.utf8.dropFirst().allSatisfy { $0 &- 48 < 10 }
        && Int(port.dropFirst()).map { (1...65_535).contains($0) } == true
    let others = isLiteral ? "[]:." : "-._~"
    let isName = name.utf8.allSatisfy { byte in
      byte &- 97 < 26 || byte &- 48 < 10 || others.utf8.contains(byte)
    }
    return isPort && isName && name.contains { $0.isLetter || $0.isNumber } && (!isLiteral || end != nil)
  }

  private static func encoded(_ path: Substring) -> String {
    var result = ""
    for byte in path.utf8 {
      if byte > 32, byte < 127, !"\"<>\\^`{|}".utf8.contains(byte) {
        result.unicodeScalars.append(Unicode.Scalar(byte))
      } else {
        result += "%" + (byte < 16 ? "0" : "") + String(byte, radix: 16, uppercase: true)
      }
    }
    return result
  }
}

extension String {
  /// The text without blanks around it.
  fileprivate var trimmingBlanks: String {
    var rest = self[...]
    while rest.first?.isWhitespace == true { rest.removeFirst() }
    while rest.last?.isWhitespace == true { rest.removeLast() }
    return String(rest)
  }
}
