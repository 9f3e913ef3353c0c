import QueryLanguage

/// The options of the command line; one row each feeds parsing, `--help` and suggestions.
package enum Option: String, CaseIterable, Sendable {
  case format, json, color, envelope, store, set, file, from, wait, help, man, complete, version, connect,
    reason,
    socket
  case jsonErrors = "json-errors"
  case keepGoing = "keep-going"
  case actingAs = "as"
  case input = "in"
  case lineProtocol = "protocol"

  /// The value that an option takes.
  package enum Value: Sendable {
    case none
    case required(String)
  }

  package var value: Value {
    switch self {
    case .format: .required("FORMAT")
    case .color: .required("WHEN")
    case .store, .file, .from: .required("FILE")
    case .input: .required("PATH")
    case .set: .required("NAME=VALUE")
    case .actingAs: .required("CLIENT")
    case .reason: .required("TEXT")
    case .socket: .required("PATH")
    case .man: .required("PAGE")
    case .complete: .required("SHELL")
    case .json, .envelope, .jsonErrors, .keepGoing, .wait, .help, .version, .lineProtocol, .connect: .none
    }
  }

  /// The one-letter form; nil for most.
  package var letter: Character? {
    switch self {
    case .file: "f"
    case .help: "h"
    case .format, .json, .color, .envelope, .store, .set, .from, .wait, .version, .connect, .jsonErrors,
      .keepGoing,
      .actingAs,
      .lineProtocol, .reason, .socket, .input, .man, .complete:
      nil
    }
  }

  package var help: String {
    switch self {
    case .format:
      OutputFormat.listed
        + ", or a template such as '{start:%H:%M} {title}' (default: table on a terminal, else json)"
    case .json: "the same as --format json"
    case .color: "auto, always or never; NO_COLOR is honored"
    case .envelope: "JSON with a head: format version, range, zone and notes"
    case .jsonErrors: "errors as JSON on standard error"
    case .keepGoing: "go on behind a statement that fails; the exit status is the highest of all"
    case .store:
      "the store to use (default: $KALENDS_STORE, the settings, the data folder); :memory: is an empty one that is not kept"
    case .input:
      "answer from calendar files or folders instead of the store, and keep nothing; - is standard input; may be repeated"
    case .set: "a setting for this run, such as zone=Europe/Berlin; may be repeated"
    case .actingAs: "run as a client of the store, with the permissions that its owner gave it"
    case .reason: "why the client asks for access, for the owner to read"
    case .file: "run the statements of a file; - is standard input"
    case .from: "items as JSON for add, edit or delete, in the shape that queries print; - is standard input"
    case .lineProtocol: "speak the line protocol on standard input and output"
    case .socket:
      "where kal serve listens, and --connect looks for it (default: kalends/kal.sock in the runtime directory)"
    case .connect: "have a running server answer, in the same words"
    case .wait:
      "at a terminal wait for Enter at the end, so that a window of its own can be read; not behind what was canceled"
    case .help: "this text"
    case .man:
      "a manual page such as kal-config, in the form that man -l - and mandoc read; help man lists them"
    case .complete:
      "how a command line that ends at the cursor may go on, for the completions of bash, zsh and fish; help completion tells how they are installed"
    case .version: "the versions of kal, SQLite, the line editor, the time zones and the store's format"
    }
  }
}

/// The options and words that the program was started with.
package struct Invocation: Equatable, Sendable {
  package var options: [Option: String] = [:]
  /// The NAME=VALUE of each `--set`, in order.
  package var settings: [String] = []
  /// The PATH of each `--in`, in order.
  package var inputs: [String] = []
  /// The words that make up the statement, as the system gave them.
  package var words: [String] = []

  /// Reads the arguments after the program's name.
  ///
  /// Options may stand anywhere before `--`. `-` followed by a digit is language, as in `events from -1d`.
  package static func parse(_ arguments: [String]) throws -> Invocation {
    var result = Invocation()
    var rest = arguments[...]
    while let argument = rest.popFirst() {
      if argument == "--" {
        result.words += rest
        break
      }
      guard isOption(argument) else {
        result.words.append(argument)
        continue
      }
      try result.take(argument, &rest)
    }
    return result
  }

  /// Whether an argument before `--` is an option.
  static func isOption(_ argument: String) -> Bool {
    argument.hasPrefix("-") && argument != "-" && !isLanguage(argument)
  }

  private static func isLanguage(_ argument: String) -> Bool {
    argument.utf8.dropFirst().first.map { $0 >= 48 && $0 <= 57 } ?? false
  }

  /// Reads an argument as an option, with its value if that is a part of it; nil if there is no such option.
  static func option(_ argument: String) -> (option: Option, value: String?)? {
    let isLong = argument.hasPrefix("--")
    let parts = argument.dropFirst(isLong ? 2 : 1).split(
      separator: "=", maxSplits: 1, omittingEmptySubsequences: false)
    let name = String(parts[0])
    let found = Option.allCases.first { isLong ? $0.rawValue == name : $0.letter.map(String.init) == name }
    return found.map { ($0, parts.count > 1 ? String(parts[1]) : nil) }
  }

  /// Takes an option, and its value from the arguments behind it if it is not a part of it.
  mutating func take(_ argument: String, _ rest: inout ArraySlice<String>) throws {
    guard let (option, attached) = Self.option(argument) else {
      throw SettingError.unknownOption(argument: String(argument.prefix { $0 != "=" }))
    }
    switch option.value {
    case .none:
      if attached != nil { throw SettingError.optionTakesNoValue(option.rawValue) }
      options[option] = ""
    case .required(let kind):
      guard let value = attached ?? rest.popFirst() else {
        throw SettingError.optionNeedsValue(option.rawValue, kind: kind)
      }
      switch option {
      case .set: settings.append(value)
      case .input: inputs.append(value)
      default: options[option] = value
      }
    }
  }
}
