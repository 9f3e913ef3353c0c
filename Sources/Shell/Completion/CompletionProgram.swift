import Platform
import QueryEngine
import Rendering
import Settings
import Statements

/// `kal --complete SHELL LINE [REPLACED]`: what the completions of a shell ask.
///
/// Reads and writes nothing but the answer: a store that is not there, is damaged or has another format gives
/// no names, and no error.
@MainActor
enum CompletionProgram {
  /// Returns a line for each text that fits: the text, a tab, and what it means.
  ///
  /// `arguments` are the command line up to the cursor, as it is typed, and the end of it that the shell
  /// replaces, if that is less than its last word. Throws `bad-option` for another shell.
  static func answer(_ shell: String, _ arguments: [String], _ environment: ProcessEnvironment) throws
    -> String
  {
    guard let shell = CommandShell(rawValue: shell) else {
      throw SettingError.badOptionValue(
        Option.complete.rawValue, value: shell, choices: CommandShell.allCases.map(\.rawValue))
    }
    guard let text = arguments.first else { return "" }
    let line = ShellLine(text, of: shell, variable: environment.variable)
    if !line.hasProgram { return "" }
    let choices = choices(line.words.map(\.text), last: line.last.text, environment)
    let answer = CompletionAnswer(shell: shell, word: line.last, replaced: arguments.dropFirst().first)
    return answer.lines(choices).map { $0 + "\n" }.joined()
  }

  /// Returns what the word at the cursor may become, behind the words before it.
  static func choices(_ words: [String], last: String, _ environment: ProcessEnvironment) -> [WordChoice] {
    let line = UnfinishedInvocation(words, last: last)
    let session = Session(environment, output: OutputBuffer(), errors: OutputBuffer())
    configure(session, line.invocation)
    defer { session.leaveStore() }
    return CommandLineCompletion(session: session, line: line, last: last).choices()
  }

  /// Gives the session the settings and the store of the line, as far as they can be understood.
  private static func configure(_ session: Session, _ line: Invocation) {
    session.readingAccess = .glance
    if let path = session.paths.configFile { try? session.settings.read(configuration: path) }
    for text in line.settings {
      let parts = text.split(separator: "=", maxSplits: 1, omittingEmptySubsequences: false)
      if parts.count == 2 { try? session.settings.set(String(parts[0]), to: String(parts[1])) }
    }
    // A server and files in the place of a store are not asked on each Tab.
    let isElsewhere = line.options[.connect] != nil || !line.inputs.isEmpty
    session.storeOption = isElsewhere ? CalendarStore.memoryPath : line.options[.store]
    session.client = line.options[.actingAs]
  }
}
