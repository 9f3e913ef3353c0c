import QueryLanguage

/// The format that an option or a setting chooses: one with a name, or a template of lines.
package enum FormatChoice: Equatable, Sendable {
  case named(OutputFormat)
  case template(LineTemplate)

  /// Reads a format; nil if the text is neither a format's name nor a template.
  package init?(_ text: String) throws(TemplateError) {
    if LineTemplate.isMeant(by: text) {
      self = .template(try LineTemplate(text))
    } else if let format = OutputFormat(rawValue: text.lowercased()) {
      self = .named(format)
    } else {
      return nil
    }
  }

  /// The format as it is written.
  package var text: String {
    switch self {
    case .named(let format): format.rawValue
    case .template(let template): template.text
    }
  }

  /// The format for lists without fields, such as `history`: there a template counts as `line`.
  package var format: OutputFormat {
    switch self {
    case .named(let format): format
    case .template: .line
    }
  }

  /// The template; nil for a format with a name.
  package var template: LineTemplate? { if case .template(let template) = self { template } else { nil } }

  /// The texts that can be read, for errors.
  package static let choices =
    OutputFormat.allCases.map(\.rawValue) + ["or a template such as '{start:%H:%M} {title}'"]
}
