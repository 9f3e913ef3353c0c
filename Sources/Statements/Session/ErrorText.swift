import Changes
import JSON
import Rendering

/// How errors look.
package enum ErrorText {
  /// The user's line with carets where the statement is to blame; message, code and hint.
  package static func plain(_ error: ShellError, prompt: String, colors: ColorDepth) -> String {
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

  /// One JSON object: code, message, hint, whether to try again, and the place in the
  /// statement with what would do there.
  ///
  /// `current` is an object for the key of that name: what the error is about, as it is now.
  package static func object(_ error: ShellError, current: [UInt8]? = nil) -> JSONObjectText {
    let (inner, places) = error.unfolded
    var object = JSONObjectText().adding("code", error.code).adding("message", inner.message)
      .adding("hint", error.hint).adding("retry", isTrue: error.mayRetry)
    if let current { object.add("current") { $0 += current } }
    if let place = places.first {
      let file = JSONObjectText().adding("path", place.path).adding("line", place.line)
      object = object.adding("file", file.adding("col", place.column))
    }
    guard let (diagnostic, source) = inner.placed, let range = diagnostic.range else { return object }
    func place(_ range: SourceRange) -> JSONObjectText {
      JSONObjectText().adding("offset", range.offset).adding("length", range.length)
    }
    let column = Diagnostic.column(ofByte: range.offset, in: source)
    return object.adding("at", place(range).adding("col", column)).adding("expected", diagnostic.expected)
      .adding("suggest", diagnostic.suggestions.map { place($0.range).adding("text", $0.text) })
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
