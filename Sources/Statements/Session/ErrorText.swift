import Changes
import JSON
import Rendering

/// The text of errors.
package enum ErrorText {
  /// Returns the user's line with carets if the fault has a place in it, then message, code and hint.
  package static func plain(_ error: ShellError, prompt: String, colors: ColorDepth) -> String {
    let places = error.unfolded.places
    // The message has the innermost place.
    let way = places.dropFirst().map { "\nat:    " + SafeText.line($0.text) }.joined()
    if let (diagnostic, source) = error.placed, diagnostic.range != nil {
      return TerminalText.visible(diagnostic.rendered(source: source, prompt: prompt)) + way
    }
    var text = ANSIStyle(foreground: RGBColor("red"), isBold: true).apply(to: "error:", colors)
    text += " " + SafeText.line(error.placedMessage) + "  [" + error.code + "]"
    if let hint = error.hint { text += "\nhint:  " + SafeText.line(hint) }
    return text + way
  }

  /// Returns a JSON object: code, message, hint, whether to try again, and the place in the statement with
  /// suggestions for it.
  ///
  /// `current` is the object under the key `current`: the present state of the item in question.
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
    // Places in a template are told beside it: all others are places in the statement.
    if case .template = inner { object = object.adding("template", source) }
    let column = Diagnostic.column(ofByte: range.offset, in: source)
    return object.adding("at", place(range).adding("col", column)).adding("expected", diagnostic.expected)
      .adding("suggest", diagnostic.suggestions.map { place($0.range).adding("text", $0.text) })
  }
}

extension ShellError {
  /// The error with its place in the statement; nil without a place.
  fileprivate var placed: (Diagnostic, source: String)? {
    let (inner, places) = unfolded
    switch inner {
    case .statement(var diagnostic, let source):
      diagnostic.message = placedMessage(diagnostic.message, places)
      return (diagnostic, source)
    case .template(let error):
      var diagnostic = error.diagnostic
      diagnostic.message = placedMessage(diagnostic.message, places)
      return (diagnostic, error.template)
    case .fault(_, let range?, let source), .confirmationRequired(_, _, let range, let source):
      let message = placedMessage(inner.message, places)
      return (Diagnostic(code: code, message: message, hint: hint, range: range), source)
    default: return nil
    }
  }

  /// The message, after the place of the fault in the script.
  fileprivate var placedMessage: String {
    let (inner, places) = unfolded
    return placedMessage(inner.message, places)
  }

  private func placedMessage(_ message: String, _ places: [ScriptPlace]) -> String {
    (places.first.map { $0.text + ": " } ?? "") + message
  }
}
