/// A line for a row, with placeholders for its fields: `{start:%H:%M} {title:30|(no title)}`.
///
/// It knows no rows: the fields depend on the question, and are checked with it.
package struct LineTemplate: Hashable, Sendable {
  /// A number of terminal cells that a value is cut or filled to.
  package struct Width: Hashable, Sendable {
    /// The cells, from 1 to `most`.
    package var cells: Int
    /// Whether blanks stand before the value.
    package var isRight: Bool

    /// The most cells that a value can be filled to.
    package static let most = 1_000
  }

  /// A field between braces.
  package struct Placeholder: Hashable, Sendable {
    /// The field or column, as it is written.
    package var name: String
    package var width: Width?
    /// How a date or a length is written; nil for the usual way.
    package var pattern: TimePattern?
    /// The text in place of a missing value.
    package var fallback: String
    /// The place of the name in the template.
    package var nameRange: SourceRange
    /// The place of width and pattern, behind the colon; an empty one behind the name without them.
    package var layoutRange: SourceRange
  }

  /// A piece of the line.
  package enum Part: Hashable, Sendable {
    case text(String)
    case field(Placeholder)
  }

  /// The pieces in order.
  package let parts: [Part]
  /// The template as it is written.
  package let text: String

  /// Reads a template; throws its first fault.
  package init(_ text: String) throws(TemplateError) {
    var reader = TemplateReader(text)
    parts = try reader.parts()
    self.text = text
  }

  /// Whether a text is meant as a template and not as the name of a format.
  package static func isMeant(by text: String) -> Bool { text.contains("{") }

  /// Returns the template in which times of some fields without a pattern are written as clock times.
  package func withClocks(for names: Set<String>) throws(TemplateError) -> LineTemplate {
    var bytes = Array(text.utf8)
    for part in parts.reversed() {
      guard case .field(let field) = part, field.pattern == nil, names.contains(field.name.lowercased())
      else { continue }
      let clock = field.width == nil ? ":%H:%M" : "%H:%M"
      bytes.insert(contentsOf: clock.utf8, at: field.layoutRange.end)
    }
    return try LineTemplate(String(decoding: bytes, as: UTF8.self))
  }
}

/// A fault in a template of lines, with its place there.
package struct TemplateError: Error, Hashable, Sendable {
  /// The stable code of all such faults.
  package static let code = "bad-template"

  /// The things that can be wrong.
  package enum Problem: Hashable, Sendable {
    case unclosed, empty
    /// Not a field of the rows; `owner` is their name, and `fields` are theirs.
    case unknownField(String, owner: String, fields: [String])
    case badWidth(String)
    /// `%` before a letter that means nothing there; in lengths fewer letters mean something.
    case badLetter(String, isOfLength: Bool)
    /// A pattern behind a field that is neither date nor length.
    case patternOfOther(field: String)
    case badEscape(String)
  }

  package var problem: Problem
  /// The place in the template.
  package var range: SourceRange
  /// The template.
  package var template: String

  package init(_ problem: Problem, at range: SourceRange, in template: String) {
    (self.problem, self.range, self.template) = (problem, range, template)
  }

  /// The fault in words.
  package var diagnostic: Diagnostic {
    Diagnostic(code: Self.code, message: message, hint: hint, range: range, suggestions: suggestions)
  }

  private var message: String {
    switch problem {
    case .unclosed: "the brace is not closed"
    case .empty: "no field stands in the braces"
    case .unknownField(let name, let owner, _): "\(owner) have no `\(name)`"
    case .badWidth(let text): "`\(text)` is no width"
    case .badLetter(let text, let isOfLength):
      "`\(text)` is no part of a \(isOfLength ? "length" : "date or time")"
    case .patternOfOther(let field): "`\(field)` is no date and no length"
    case .badEscape(let text): "`\(text)` means nothing in a template"
    }
  }

  private var hint: String {
    switch problem {
    case .unclosed: "a field is written {title}; {{ is a brace itself"
    case .empty: "a field is written {title}; {{ and }} are braces themselves"
    case .unknownField(_, _, let fields):
      (near.map { "did you mean `\($0)`? " } ?? "") + "there are " + fields.joined(separator: ", ")
    case .badWidth:
      "a width is a number of cells from 1 to \(LineTemplate.Width.most): {title:30}, {title:>30}"
    case .badLetter(_, let isOfLength):
      TimeLetter.allCases.filter { !isOfLength || $0.unit != nil }.map { "%\($0.rawValue)" }
        .joined(separator: " ") + "; %% is a percent sign"
    case .patternOfOther: "behind the colon it takes a width, as {title:30} and {title:>30}"
    case .badEscape: #"\n is a line end, \t a tab, \\ a backslash; \| and \} stand in a default"#
    }
  }

  /// The field that is likely meant; nil without one.
  private var near: String? {
    guard case .unknownField(let name, _, let fields) = problem else { return nil }
    return Spelling.suggestions(for: name, among: fields).first
  }

  private var suggestions: [Diagnostic.Suggestion] { near.map { [.init(range: range, text: $0)] } ?? [] }
}
