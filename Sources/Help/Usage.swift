import Platform
import Rendering
import Settings

extension HelpText {
  /// The ways to start the program, one row each: the command line, and what it does.
  package static let forms: [(form: String, text: String)] = [
    ("kal [OPTION…] [STATEMENT…]", "runs a statement, such as events today"),
    ("kal", "the prompt, on a terminal; else statements from standard input"),
    ("kal -f FILE", "runs the statements of a file"),
    ("kal --in FILE STATEMENT…", "statements about a calendar file, without a store"),
    ("kal next", "the next event as one line, such as --format '{start} {title} {in}'"),
    ("kal serve", "the line protocol for programs, on a Unix socket"),
    ("kal alarms watch [once]", "rings alarms; once looks once"),
    ("kal doctor", "what is installed, and what is wrong with it; exits 1 for a problem"),
  ]

  /// The programs that are no statements: the words that start them, and what they do.
  package static var programs: [(words: [String], text: String)] {
    forms.compactMap { row in
      let words = row.form.split(separator: " ").dropFirst().map { $0.filter { !"[]".contains($0) } }
      let isProgram = words.allSatisfy { $0.allSatisfy { $0.isLowercase } } && !words.isEmpty
      return isProgram ? (words, row.text) : nil
    }
  }

  /// The text of `--help`.
  package static var usage: String {
    var text = "kal: \(ManPage.kal.summary)\n\nUsage:\n"
    for row in forms { text += "  " + CellText.fit(row.form, to: 28) + row.text + "\n" }
    text += "\nOptions:\n"
    for option in Option.allCases {
      let name = (option.letter == nil ? "    " : "") + spelling(option)
      text += "  " + CellText.fit(name, to: 26) + option.help + "\n"
    }
    let statuses = ExitStatus.allCases.map { "\($0.rawValue) \($0.help)" }
    let closing = [
      "Exit status: " + statuses.joined(separator: ", ") + ".",
      "`kal help` tells about the language, `kal help templates` about --format '{title} …', `man kal` has all of it.",
    ]
    return text + "\n" + closing.flatMap { CellText.wrap($0, to: 110) }.joined(separator: "\n") + "\n"
  }

  /// An option as it is written, with its letter first and its value behind it.
  private static func spelling(_ option: Option) -> String {
    let name = (option.letter.map { "-\($0), " } ?? "") + "--" + option.rawValue
    return if case .required(let kind) = option.value { name + " " + kind } else { name }
  }
}
