import QueryLanguage

/// The options of the command line; one row each feeds parsing, `--help` and suggestions.
package enum Option: String, CaseIterable, Sendable {
  case format, json, color, envelope, store, set, file, from, help, man, version, connect, reason, socket
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
    case .json, .envelope, .jsonErrors, .keepGoing, .help, .version, .lineProtocol, .connect: .none
    }
  }

  /// The one-letter form; nil for most.
  package var letter: Character? {
    switch self {
    case .file: "f"
    case .help: "h"
    case .format, .json, .color, .envelope, .store, .set, .from, .version, .connect, .jsonErrors, .keepGoing,
      .actingAs,
      .lineProtocol, .reason, .socket, .input, .man:
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
    case .help: "this text"
    case .man:
      "a manual page such as kal-config, in the form that man -l - and mandoc read; help man lists them"
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
      guard argument.hasPrefix("-"), argument != "-", !isLanguage(argument) else {
        result.words.append(argument)
        continue
      }
      try result.take(argument, &rest)
    }
    return result
  }

  private static func isLanguage(_ argument: String) -> Bool {
    argument.utf8.dropFirst().first.map { $0 >= 48 && $0 <= 57 } ?? false
  }

  private mutating func take(_ argument: String, _ rest: inout ArraySlice<String>) throws {
    let isLong = argument.hasPrefix("--")
    let parts = argument.dropFirst(isLong ? 2 : 1).split(
      separator: "=", maxSplits: 1, omittingEmptySubsequences: false)
    let name = String(parts[0])
    let found = Option.allCases.first { isLong ? $0.rawValue == name : $0.letter.map(String.init) == name }
    guard let option = found else {
      throw SettingError.unknownOption(argument: String(argument.prefix { $0 != "=" }))
    }
    switch option.value {
    case .none:
      if parts.count > 1 { throw SettingError.optionTakesNoValue(option.rawValue) }
      options[option] = ""
    case .required(let kind):
      guard let value = parts.count > 1 ? String(parts[1]) : rest.popFirst() else {
        throw SettingError.optionNeedsValue(option.rawValue, kind: kind)
      }
      switch option {
      case .set: settings.append(value)
      case .input: inputs.append(value)
      default: options[option] = value
      }
    }
  }

  /// The statement text of the words: a single word as it is; of several, each with a blank or a quote
  /// becomes a STRING.
  ///
  /// The paths of `import`, `export` and `backup` are always quoted, so that `kal import a.ics` needs no
  /// quotes. A single word for which the language requires quotes, such as the title in `kal add event
  /// Dentist tomorrow`, gets them: the quotes typed in the shell do not reach the program.
  package var statement: String? {
    if words.isEmpty { return nil }
    if words.count == 1 { return words[0] }
    var result: [String] = []
    let paths = pathPositions
    for (index, word) in words.enumerated() {
      let needsQuotes = word.isEmpty || word.contains { " \t\n\"'“”".contains($0) }
      let isPath = paths.contains(index) && word != "-"
      if isPath, index > 1, paths.contains(index - 1) { result[index - 1] += "," }
      result.append(needsQuotes || isPath ? Quoting.string(word) : word)
    }
    while let index = Self.unquoted(in: result) { result[index] = Quoting.string(result[index]) }
    return result.joined(separator: " ")
  }

  /// Returns the index of the word for which parsing requires quotes; nil if there is none.
  private static func unquoted(in words: [String]) -> Int? {
    do throws(SyntaxError) {
      _ = try parseStatement(words.joined(separator: " "))
      return nil
    } catch {
      let diagnostic = error.diagnostic
      guard let range = diagnostic.range,
        [SyntaxErrorCode.unquotedTitle, .unquotedText].contains(where: { $0.rawValue == diagnostic.code })
      else { return nil }
      var offset = 0
      for (index, word) in words.enumerated() {
        if offset == range.offset, word.utf8.first != UInt8(ascii: "\"") { return index }
        offset += word.utf8.count + 1
      }
      return nil
    }
  }

  private var pathPositions: Set<Int> {
    switch words.first?.lowercased() {
    case "import":
      let end = words.firstIndex { ["into", "on", "dry"].contains($0.lowercased()) } ?? words.count
      return Set(1..<max(1, end)).filter { words[$0] != "," && !words[$0].hasSuffix(",") }
    case "export", "backup":
      guard let to = words.lastIndex(where: { $0.lowercased() == "to" }), to + 1 < words.count else {
        return []
      }
      return [to + 1]
    default: return []
    }
  }
}
