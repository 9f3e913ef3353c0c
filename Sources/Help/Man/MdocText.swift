/// A part of a line of mdoc, with the macro that it stands in.
enum MdocPiece: Equatable {
  /// Plain text.
  case text(String)
  /// A word of a command, or other text as a program has it.
  case command(String)
  /// What stands for a value.
  case argument(String)
  /// An option, without its first dash.
  case flag(String)
  /// A variable of the environment.
  case variable(String)
  /// The path of a file.
  case path(String)
  /// The code of an error.
  case code(String)

  /// The macro that sets it.
  var macro: String {
    switch self {
    case .text: "No"
    case .command: "Ic"
    case .argument: "Ar"
    case .flag: "Fl"
    case .variable: "Ev"
    case .path: "Pa"
    case .code: "Er"
    }
  }

  /// The text as an argument of a macro.
  var argument: String {
    switch self {
    case .text(let text), .command(let text), .argument(let text), .flag(let text),
      .variable(let text), .path(let text), .code(let text):
      MdocText.argument(text)
    }
  }
}

/// Plain text as mdoc.
enum MdocText {
  /// What stands for characters that are no letters: keys and the sign of what goes on.
  private static let substitutes: [Unicode.Scalar: String] = [
    "…": "...", "↑": "Up", "↓": "Down", "←": "Left", "→": "Right",
  ]

  /// Returns text with all characters that roff changes or takes for its own in their escaped form.
  ///
  /// Characters beyond ASCII are escaped too, so that the page needs no encoding. Every hyphen is that of the
  /// keyboard: most stand in dates, options and codes that are copied from the page.
  static func escaped(_ text: String) -> String {
    var result = ""
    let scalars = Array(text.unicodeScalars)
    for (index, scalar) in scalars.enumerated() {
      if let plain = substitutes[scalar] {
        result += plain
        continue
      }
      switch scalar {
      case "\\": result += "\\e"
      case "-": result += "\\-"
      case "'": result += "\\(aq"
      case "`": result += "\\(ga"
      case "^": result += "\\(ha"
      case "~": result += "\\(ti"
      case "\"": result += "\\(dq"
      // Long forms and objects without blanks may be broken there.
      case "|": result += "|\\:"
      case "," where index + 1 < scalars.count && scalars[index + 1] != " ": result += ",\\:"
      case "\0"..<" ", "\u{7F}": result += " "
      case _ where scalar.isASCII: result.unicodeScalars.append(scalar)
      default:
        let digits = String(scalar.value, radix: 16, uppercase: true)
        result += "\\[u" + String(repeating: "0", count: max(0, 4 - digits.count)) + digits + "]"
      }
    }
    return result
  }

  /// Returns text as a line, which is no request even if it begins with a dot.
  static func line(_ text: String) -> String {
    let text = escaped(text)
    return text.hasPrefix(".") ? "\\&" + text : text
  }

  /// Returns text as one argument of a macro, which is neither a macro itself nor punctuation.
  static func argument(_ text: String) -> String {
    let isPlain = text.allSatisfy { $0.isLetter || $0.isNumber } && text.first?.isUppercase == false
    let text = (isPlain ? "" : "\\&") + escaped(text)
    return text.contains(" ") ? "\"" + text + "\"" : text
  }

  /// Returns the words of prose, each in its pieces; what stands in backquotes is one piece.
  static func words(_ text: String) -> [[MdocPiece]] {
    var words: [[MdocPiece]] = []
    var word: [MdocPiece] = []
    let parts = text.split(separator: "`", omittingEmptySubsequences: false)
    for (index, part) in parts.enumerated() {
      // A single backquote at the end opens nothing.
      if index % 2 == 1, index < parts.count - 1 {
        word.append(.command(String(part)))
        continue
      }
      let text = index % 2 == 1 ? "`" + part : String(part)
      for (number, run) in text.split(separator: " ", omittingEmptySubsequences: false).enumerated() {
        if number > 0, !word.isEmpty {
          words.append(word)
          word = []
        }
        if !run.isEmpty { word.append(.text(String(run))) }
      }
    }
    return word.isEmpty ? words : words + [word]
  }

  /// Returns the words of a form, such as `events [RANGE] [in CALENDARS] …`, each in its pieces: words in
  /// capitals stand for values, what begins with a dash is an option, other words are commands.
  static func formWords(_ form: String) -> [[MdocPiece]] {
    form.split(separator: " ").map { word in
      if word.hasPrefix("-"), word.count > 1, !word.contains("…") { return [.flag(String(word.dropFirst()))] }
      var pieces: [MdocPiece] = []
      var rest = word[...]
      while let first = rest.first {
        let letters = rest.prefix { $0.isLetter || $0 == "_" }
        if letters.isEmpty {
          let signs = rest.prefix { !$0.isLetter && $0 != "_" }
          pieces.append(.text(String(signs)))
          rest = rest.dropFirst(signs.count)
        } else {
          let isValue = first.isUppercase && letters.allSatisfy { !$0.isLowercase }
          pieces.append(isValue ? .argument(String(letters)) : .command(String(letters)))
          rest = rest.dropFirst(letters.count)
        }
      }
      return pieces
    }
  }

  /// Returns the pieces of words as one line of macros: words with blanks between them, their pieces without.
  static func macros(_ words: [[MdocPiece]]) -> String {
    words.map { word in word.map { $0.macro + " " + $0.argument }.joined(separator: " Ns ") }.joined(
      separator: " ")
  }
}
