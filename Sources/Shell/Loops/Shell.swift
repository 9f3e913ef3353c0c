import LineEditor
import QueryLanguage
import Store
import Synchronization

#if canImport(Glibc)
  import Glibc
#else
  import Darwin
#endif

/// Where an interrupt from the keyboard finds the database connection to stop; 0 when there is none.
private let interruptTarget = Atomic<UInt>(0)

/// Whether the statement that runs was interrupted: SQLite forgets it between two of its own steps.
private let isInterrupted = Atomic<Bool>(false)

/// Stops the query that runs, from a signal.
func interruptStore() {
  let target = interruptTarget.load(ordering: .relaxed)
  if target != 0 { StoreInterrupt(rawValue: target)() }
}

/// The program: from its arguments to its exit status.
public enum ShellProgram {
  /// Runs `kal` with the arguments after its name, and answers the exit status.
  @MainActor
  public static func run(arguments: [String]) -> Int32 {
    signal(SIGPIPE, SIG_IGN)
    let session = Session(.current(), output: OutputBuffer(1), errors: OutputBuffer(2))
    do throws(ShellError) {
      let line = try CommandLine.parse(arguments)
      session.hasJSONErrors = line.options[.jsonErrors] != nil
      if line.options[.help] != nil { return finish(session, printing: HelpText.usage) }
      if line.options[.version] != nil { return finish(session, printing: HelpText.version + "\n") }
      try configure(session, line)
      if line.options[.lineProtocol] != nil, !line.words.isEmpty {
        throw ShellError.optionTakesNoValue(Option.lineProtocol.rawValue)
      }
      if line.options[.connect] != nil, line.options[.lineProtocol] != nil || line.words == ["serve"] {
        throw ShellError.notConnected(line.words.first ?? "--protocol")
      }
      if line.options[.lineProtocol] != nil { return try ProtocolProgram.serveCaller(session) }
      if line.words == ["serve"] { return try ProtocolProgram.serve(session, socket: line.options[.socket]) }
      try connect(session, line)
      catchInterrupts(session)
      if session.surroundings.inputIsTerminal {
        let completion = StatementCompletion(session: session)
        Prompt.shared.completer = { line, cursor in completion.reply(line, cursor: cursor) }
      }
      if let path = line.options[.from] {
        try FromFile(session: session, path: path, words: line.words).run()
      } else if let path = line.options[.file] {
        try ScriptFile.run(path, in: session)
      } else if line.words.first?.lowercased() == "next" {
        let template =
          try line.template.map { (text) throws(ShellError) in try LineTemplate(text) } ?? .standard
        try NextLine.run(line.words.dropFirst().joined(separator: " "), template: template, session)
      } else if let command = AlarmProgram.command(line.words) {
        try AlarmProgram.run(command, session)
      } else if let statement = line.statement {
        try session.execute(statement)
      } else if session.surroundings.inputIsTerminal, session.surroundings.outputIsTerminal {
        return PromptLoop(session).run()
      } else {
        try ScriptFile.run("-", in: session)
      }
      return finish(session, printing: "")
    } catch {
      try? session.output.flush()
      session.report(error)
      session.endBatch()
      return error.exitStatus
    }
  }

  private static func finish(_ session: Session, printing text: String) -> Int32 {
    session.endBatch()
    session.output.append(text)
    do throws(OutputError) {
      try session.output.flush()
      return 0
    } catch {
      session.report(.output(error))
      return 1
    }
  }

  private static func configure(_ session: Session, _ line: CommandLine) throws(ShellError) {
    if let path = session.paths.configFile, access(path, F_OK) == 0 {
      try session.settings.read(configuration: path)
    }
    for text in line.settings {
      let parts = text.split(separator: "=", maxSplits: 1, omittingEmptySubsequences: false)
      guard parts.count == 2 else { throw .optionNeedsValue("set", kind: "NAME=VALUE") }
      try session.settings.set(String(parts[0]), to: String(parts[1]))
    }
    session.storeOption = line.options[.store]
    session.client = line.options[.actingAs]
    session.clientReason = line.options[.reason]
    session.hasEnvelope = line.options[.envelope] != nil
    if line.options[.json] != nil { session.formatOption = .json }
    if line.template == nil, let name = line.options[.format] {
      session.formatOption = try choice(.format, name)
    }
    if let name = line.options[.color] { session.settings.color = try choice(.color, name) }
    if session.hasEnvelope, session.formatOption == nil { session.formatOption = .json }
  }

  /// Lets a server answer where the command line says so.
  private static func connect(_ session: Session, _ line: CommandLine) throws(ShellError) {
    guard line.options[.connect] != nil else { return }
    for option in [Option.store, .from] where line.options[option] != nil {
      throw .notConnected("--" + option.rawValue)
    }
    if AlarmProgram.command(line.words) != nil { throw .notConnected(line.words.joined(separator: " ")) }
    session.server = try ServerConnection(
      line.options[.socket] ?? ListeningSocket.defaultPath(session.surroundings), client: session.client,
      reason: session.clientReason)
  }

  private static func choice<Choice: RawRepresentable & CaseIterable>(
    _ option: Option, _ value: String
  ) throws(ShellError) -> Choice where Choice.RawValue == String {
    if let choice = Choice(rawValue: value.lowercased()) { return choice }
    throw .badOptionValue(option.rawValue, value: value, choices: Choice.allCases.map(\.rawValue))
  }

  /// Ctrl-C stops the statement that runs: its reading ends with the error `interrupted`.
  private static func catchInterrupts(_ session: Session) {
    session.server?.catchInterrupts()
    session.onStatement = { isInterrupted.store(false, ordering: .relaxed) }
    session.isUnwanted = { isInterrupted.load(ordering: .relaxed) }
    session.onStoreOpened = { interrupt in
      interruptTarget.store(interrupt.rawValue, ordering: .relaxed)
      // Who waits for Ctrl-C stops queries too.
      if StopSignal.isWaiting { return }
      signal(SIGINT) { _ in
        isInterrupted.store(true, ordering: .relaxed)
        interruptStore()
      }
    }
  }
}

extension Settings {
  /// Takes over what the settings file says.
  mutating func read(configuration path: String) throws(ShellError) {
    do {
      let file = try ConfigFile(path: path)
      try file.check(known: Setting.allCases.map(\.rawValue))
      for entry in file.entries {
        try set(entry.key, to: Self.text(entry.value))
      }
    } catch let error as ConfigError {
      throw .config(error)
    } catch let error as ShellError {
      throw error
    } catch {
      throw .unreadableScript(path: path, reason: "\(error)")
    }
  }

  private static func text(_ value: ConfigValue) -> String {
    switch value {
    case .string(let text): text
    case .integer(let number): String(number)
    case .boolean(let flag): flag ? "on" : "off"
    case .strings(let texts): texts.joined(separator: ",")
    }
  }
}
