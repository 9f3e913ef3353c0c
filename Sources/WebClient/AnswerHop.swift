import Transport

/// The answer to one request without its redirects, as libcurl hands it on piece by piece.
final class AnswerHop {
  /// The reason to break a transfer off.
  enum Stop {
    /// The body is larger than allowed.
    case tooLarge
    /// The headers are larger than any server's.
    case badHeaders
    /// The receiver wants no more.
    case gone
    /// The rest of a redirect's body is of no use.
    case enough
  }

  /// The largest headers in bytes, and the largest body of a redirect that is read to keep the connection.
  private static let (mostHeaderBytes, mostRedirectBytes) = (256 << 10, 64 << 10)
  private let receiver: any AnswerReceiver
  private let mostBytes: Int

  private(set) var status = 0
  private(set) var headers: [WebHeader] = []
  private(set) var stop: Stop?
  private var headerBytes = 0
  private var bodyBytes = 0
  private var isInHeaders = true
  private var isHeadGiven = false

  init(to receiver: any AnswerReceiver, mostBytes: Int) {
    (self.receiver, self.mostBytes) = (receiver, mostBytes)
  }

  /// The address to which the answer redirects; nil for other answers.
  ///
  /// The body of a redirect is not handed on.
  var location: String? {
    guard [301, 302, 303, 307, 308].contains(status) else { return nil }
    return headers.first { $0.name == "location" }?.value
  }

  // MARK: What libcurl calls

  /// Takes a line of the headers, its line end included; false to break off.
  func takeLine(_ bytes: UnsafeRawBufferPointer) -> Bool {
    headerBytes += bytes.count
    if headerBytes > Self.mostHeaderBytes {
      stop = .badHeaders
      return false
    }
    let line = String(decoding: bytes, as: UTF8.self)
    if line.hasPrefix("HTTP/") {
      // Another answer begins: after 100, or after a password was asked for.
      let number = line.split(whereSeparator: \.isWhitespace).dropFirst().first ?? ""
      (status, headers, isInHeaders) = (Int(number) ?? 0, [], true)
      return true
    }
    // What follows the body of a chunked answer is left out (RFC 9110, 6.5).
    if !isInHeaders { return true }
    let text = line.filter { !$0.isNewline }
    if text.isEmpty {
      isInHeaders = false
      return true
    }
    if let first = text.first, first == " " || first == "\t", !headers.isEmpty {
      headers[headers.count - 1].value += " " + Self.trimmed(text[...])
    } else if let colon = text.firstIndex(of: ":") {
      let name = Self.trimmed(text[..<colon]).lowercased()
      headers.append(WebHeader(name, Self.trimmed(text[text.index(after: colon)...])))
    }
    return true
  }

  /// Takes a part of the body; false to break off.
  func takeData(_ bytes: UnsafeRawBufferPointer) -> Bool {
    bodyBytes += bytes.count
    if location != nil {
      if bodyBytes > Self.mostRedirectBytes { stop = .enough }
      return stop == nil
    }
    if bodyBytes > mostBytes { stop = .tooLarge }
    if stop == nil, !giveHead() || !receiver.takeData(bytes) { stop = .gone }
    return stop == nil
  }

  /// Looks at the receiver now and then; false to break off.
  func goesOn() -> Bool {
    if receiver.isGone { stop = .gone }
    return stop != .gone
  }

  /// Gives the status and the headers, once; false when the receiver wants no more.
  func giveHead() -> Bool {
    if isHeadGiven { return true }
    isHeadGiven = true
    return receiver.takeHead(status: status, headers: headers)
  }

  private static func trimmed(_ text: Substring) -> String {
    var rest = text
    while let first = rest.first, first == " " || first == "\t" { rest.removeFirst() }
    while let last = rest.last, last == " " || last == "\t" { rest.removeLast() }
    return String(rest)
  }
}
