import JSON
import LineProtocol
import Model
import QueryLanguage
import Terminal

/// How errors look.
enum ErrorText {
  /// The object for a program; for one that prints, with what it prints and its exit status.
  static func payload(_ error: ShellError, current: [UInt8]? = nil, printing: PrintRequest?) -> [UInt8] {
    var bytes = Array(json(error, current: current).utf8)
    guard let printing else { return bytes }
    let text =
      printing.hasJSONErrors
      ? String(decoding: bytes, as: UTF8.self)
      : plain(error, prompt: printing.prompt, colors: ColorDepth(printing.errors.colors))
    bytes.removeLast()
    bytes.append(contentsOf: ",\"print\":".utf8)
    JSONText.append(text, to: &bytes)
    bytes.append(contentsOf: ",\"exit\":\(error.exitStatus)}".utf8)
    return bytes
  }

  /// The user's line with carets where the statement is to blame; message, code and hint.
  static func plain(_ error: ShellError, prompt: String, colors: ColorDepth) -> String {
    let places = error.unfolded.places
    // The innermost place stands in the message.
    let way = places.dropFirst().map { "\nat:    " + SafeText.line($0.text) }.joined()
    if let (diagnostic, source) = error.placed, diagnostic.range != nil {
      return TerminalText.visible(diagnostic.rendered(source: source, prompt: prompt)) + way
    }
    var text = ANSIStyle(foreground: RGBColor("red"), isBold: true).apply(to: "error:", colors)
    text += " " + SafeText.line(error.placedMessage) + "  [" + error.code + "]"
    if let hint = error.hint { text += "\nhint:  " + SafeText.line(hint) }
    return text + way
  }

  /// One JSON object: code, message, hint, whether to try again, and the place in the statement with what would do there.
  ///
  /// `current` is an object for the key of that name: what the error is about, as it is now.
  static func json(_ error: ShellError, current: [UInt8]? = nil) -> String {
    let (inner, places) = error.unfolded
    var bytes = Array("{\"code\":".utf8)
    JSONText.append(error.code, to: &bytes)
    bytes.append(contentsOf: ",\"message\":".utf8)
    JSONText.append(inner.message, to: &bytes)
    bytes.append(contentsOf: ",\"hint\":".utf8)
    JSONText.append(error.hint, to: &bytes)
    bytes.append(contentsOf: ",\"retry\":\(error.mayRetry)".utf8)
    if let current {
      bytes.append(contentsOf: ",\"current\":".utf8)
      bytes.append(contentsOf: current)
    }
    if let place = places.first {
      bytes.append(contentsOf: ",\"file\":".utf8)
      bytes +=
        AnswerObject().adding("path", place.path).adding("line", place.line)
        .adding("col", place.column).bytes
    }
    if let (diagnostic, source) = inner.placed, let range = diagnostic.range {
      let column = Diagnostic.column(ofByte: range.offset, in: source)
      bytes.append(
        contentsOf: ",\"at\":{\"offset\":\(range.offset),\"length\":\(range.length),\"col\":\(column)}".utf8)
      bytes.append(contentsOf: ",\"expected\":[".utf8)
      for (index, word) in diagnostic.expected.enumerated() {
        if index > 0 { bytes.append(UInt8(ascii: ",")) }
        JSONText.append(word, to: &bytes)
      }
      bytes.append(contentsOf: "],\"suggest\":[".utf8)
      for (index, suggestion) in diagnostic.suggestions.enumerated() {
        if index > 0 { bytes.append(UInt8(ascii: ",")) }
        let place = suggestion.range
        bytes.append(contentsOf: "{\"offset\":\(place.offset),\"length\":\(place.length),\"text\":".utf8)
        JSONText.append(suggestion.text, to: &bytes)
        bytes.append(UInt8(ascii: "}"))
      }
      bytes.append(UInt8(ascii: "]"))
    }
    bytes.append(UInt8(ascii: "}"))
    return String(decoding: bytes, as: UTF8.self)
  }
}

extension ShellError {
  /// The error at its place in the statement; nil where it has none.
  fileprivate var placed: (Diagnostic, source: String)? {
    let (inner, places) = unfolded
    switch inner {
    case .statement(var diagnostic, let source):
      diagnostic.message = placedMessage(diagnostic.message, places)
      return (diagnostic, source)
    case .fault(_, let range?, let source), .confirmationRequired(_, _, let range, let source):
      let message = placedMessage(inner.message, places)
      return (Diagnostic(code: code, message: message, hint: hint, range: range), source)
    default: return nil
    }
  }

  /// The message behind the place in the script where the fault is.
  fileprivate var placedMessage: String {
    let (inner, places) = unfolded
    return placedMessage(inner.message, places)
  }

  private func placedMessage(_ message: String, _ places: [ScriptPlace]) -> String {
    (places.first.map { $0.text + ": " } ?? "") + message
  }
}
