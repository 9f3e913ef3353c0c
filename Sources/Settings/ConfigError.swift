import Platform

/// A fault in a settings file, with its position.
package struct ConfigError: Error, Equatable, Sendable {
  /// The things that can be wrong.
  package enum Problem: Equatable, Sendable {
    /// The file exists but cannot be read; the system's error number.
    case unreadable(code: Int32)
    /// The bytes are not UTF-8.
    case notUTF8
    /// A line begins with something that cannot be a key.
    case expectedKey(found: String)
    /// No `=` after a key.
    case expectedEquals(key: String)
    /// No value after `=`.
    case expectedValue(key: String)
    /// A text without quotes.
    case unquoted(text: String)
    /// TOML that settings do not use, by its name.
    case unsupported(String)
    /// A text that does not end on its line.
    case unclosedString
    /// A backslash before a character that cannot be escaped.
    case unknownEscape(String)
    /// `[` of a table without its `]`.
    case unclosedHeader
    /// `[` of a list without its `]`.
    case unclosedList
    /// A number beyond 64 bits.
    case numberTooLarge(String)
    /// A list with an element other than a text.
    case listHoldsOther
    /// Text after a complete value.
    case trailing(String)
    /// A key that was set before, on another line.
    case duplicate(key: String, firstLine: Int)
    /// No setting has this name; the nearest that has.
    case unknownKey(String, suggestion: String?)
    /// A value that the setting does not take, in the words of the setting.
    case badValue(message: String, fix: String?)
  }

  /// The file as named by the caller.
  package let file: String
  /// Line and column, in characters, both from 1.
  package let line, column: Int
  /// The fault.
  package let problem: Problem

  /// Creates an error.
  init(file: String, line: Int, column: Int, problem: Problem) {
    self.file = file
    self.line = line
    self.column = column
    self.problem = problem
  }

  /// The position as editors read it: `file:line:column`.
  package var place: String { file + ":" + String(line) + ":" + String(column) }

  /// The fault in words.
  package var message: String {
    switch problem {
    case .unreadable(let code): return "the settings cannot be read: \(systemReason(code))"
    case .notUTF8: return "the settings are not UTF-8 text"
    case .expectedKey(let found): return "expected the name of a setting, found `\(found)`"
    case .expectedEquals(let key): return "expected `=` after `\(key)`"
    case .expectedValue(let key): return "`\(key)` has no value"
    case .unquoted(let text): return "`\(text)` is not a value"
    case .unsupported(let name): return "settings have no \(name)"
    case .unclosedString: return "the text is not closed on its line"
    case .unknownEscape(let text): return "`\(text)` means nothing inside a text"
    case .unclosedHeader: return "the name of the table is not closed"
    case .unclosedList: return "the list is not closed"
    case .numberTooLarge(let text): return "`\(text)` is too large"
    case .listHoldsOther: return "a list holds texts only"
    case .trailing(let text): return "unexpected `\(text)` after the value"
    case .duplicate(let key, let line): return "`\(key)` is already set on line \(line)"
    case .unknownKey(let key, _): return "there is no setting `\(key)`"
    case .badValue(let message, _): return message
    }
  }

  /// A remedy; nil if it would add nothing to the message.
  package var fix: String? {
    switch problem {
    case .unreadable: return "check the permissions of the file"
    case .notUTF8: return "save the file as UTF-8"
    case .expectedKey: return "write a setting as `name = value`; a comment begins with #"
    case .expectedEquals(let key): return "write `\(key) = value`"
    case .expectedValue(let key): return "write `\(key) = \"text\"`, a number, true or false"
    case .unquoted(let text): return "put text in quotes: \"\(text)\""
    case .unsupported: return "use texts, whole numbers, true, false and lists of texts"
    case .unclosedString: return "add a closing quote"
    case .unknownEscape: return "write \\\\ for a backslash, or put the text in 'single quotes'"
    case .unclosedHeader: return "add `]`"
    case .unclosedList: return "add `]` after the last text"
    case .numberTooLarge: return nil
    case .listHoldsOther: return "put every entry in quotes, with commas between them"
    case .trailing: return "put each setting on a line of its own"
    case .duplicate: return "keep one of the two lines"
    case .unknownKey(_, let suggestion): return suggestion.map { "did you mean `\($0)`?" }
    case .badValue(_, let fix): return fix
    }
  }
}
