import Help
import LineEditor
import Platform
import QueryEngine
import Rendering
import Server
import Settings
import Statements

#if canImport(Glibc)
  import Glibc
#else
  import Darwin
#endif

/// The program: from its arguments to its exit status.
public enum ShellProgram {
  /// Runs `kal` with the arguments after its name, and returns the exit status.
  @MainActor
  public static func run(arguments: [String]) -> Int32 {
    var waitsAtEnd = false
    let status = statusOfRun(arguments, &waitsAtEnd)
    // Whoever canceled wants to see no more.
    let isLeft = [ExitStatus.canceled, .interrupted].map(\.rawValue).contains(status)
    if waitsAtEnd, !isLeft, !ProcessSignals.isToEnd {
      _ = Question(OutputBuffer(2)).readLine("press Enter to close")
    }
    // A process that was asked to end says so, however it ended.
    return ProcessSignals.isToEnd || status == 130 ? ProcessSignals.status ?? status : status
  }

  @MainActor
  private static func statusOfRun(_ arguments: [String], _ waitsAtEnd: inout Bool) -> Int32 {
    signal(SIGPIPE, SIG_IGN)
    let session = Session(.current(), output: OutputBuffer(1), errors: OutputBuffer(2))
    session.output.isOnTerminal = session.environment.outputIsTerminal
    session.errors.isOnTerminal = session.environment.errorIsTerminal
    session.errors.isJournal = session.environment.isJournal(session.errors.descriptor)
    // Closing the store takes its log in, so that it is one file again; the completer holds the session.
    defer {
      Prompt.shared.completer = nil
      session.leaveStore()
    }
    do {
      let line = try Invocation.parse(arguments)
      session.hasJSONErrors = line.options[.jsonErrors] != nil
      waitsAtEnd =
        line.options[.wait] != nil && session.environment.inputIsTerminal
        && session.environment.errorIsTerminal
      if line.options[.help] != nil { return finish(session, printing: HelpText.usage) }
      if let name = line.options[.man] { return finish(session, printing: try manual(name)) }
      if let shell = line.options[.complete] {
        return finish(session, printing: try CompletionProgram.answer(shell, line.words, session.environment))
      }
      if line.options[.version] != nil {
        let versions = ComponentVersions(zones: session.zones).lines
        return finish(session, printing: versions.joined(separator: "\n") + "\n")
      }
      if DoctorProgram.isMeant(by: line.words) { return try examine(session, line) }
      if let path = session.paths.configFile, access(path, F_OK) == 0 {
        try session.settings.read(configuration: path)
      }
      try configure(session, line)
      if line.options[.lineProtocol] != nil, !line.words.isEmpty {
        throw SettingError.optionTakesNoValue(Option.lineProtocol.rawValue)
      }
      if line.options[.connect] != nil, line.options[.lineProtocol] != nil || line.words == ["serve"] {
        throw ShellError.notConnected(line.words.first ?? "--protocol")
      }
      if line.options[.lineProtocol] != nil { return try ProtocolProgram.serveCaller(session) }
      if line.words == ["serve"] { return try ProtocolProgram.serve(session, socket: line.options[.socket]) }
      try connect(session, line)
      if session.usesMemory, AlarmProgram.command(line.words) != nil {
        throw SettingError.disagreement(
          line.words.joined(separator: " "), with: "a store in memory",
          hint: "each alarm rings once, which only a store that stays can tell")
      }
      session.stopSignal = keyboardStop
      // At the prompt each statement begins without a signal; elsewhere a signal ends all later statements.
      session.onStatement = { [unowned session] in if session.isInteractive { ProcessSignals.reset() } }
      ProcessSignals.install(
        isInteractive: isForPrompt(session, line), inputIsTerminal: session.environment.inputIsTerminal)
      try session.readInputs()
      session.askLine = { [unowned session] in session.person.ask($0, proposing: $1, typed: $2) }
      if session.environment.inputIsTerminal {
        let completion = StatementCompletion(session: session)
        Prompt.shared.completer = { line, cursor in completion.reply(line, cursor: cursor) }
      }
      if let path = line.options[.from] {
        try FromFile(session: session, path: path, words: line.words).run { try session.show($0, source: "") }
      } else if let path = line.options[.file] {
        try ScriptFile.run(path, in: session)
      } else if line.words.first?.lowercased() == "next", !TypedWords.isRange(line.statement ?? "") {
        try NextLine.run(line.words.dropFirst().joined(separator: " "), session)
      } else if let command = AlarmProgram.command(line.words) {
        try AlarmProgram.run(command, session)
      } else if let statement = line.statement {
        try session.execute(statement)
      } else if isForPrompt(session, line) {
        waitsAtEnd = false
        return PromptLoop(session).run()
      } else {
        try ScriptFile.run("-", in: session)
      }
      return finish(session, printing: "")
    } catch {
      try? session.output.flush()
      session.report(error)
      session.endBatch()
      return max(session.worstStatus, ShellError(error).exitStatus)
    }
  }

  /// Returns the manual page of a name.
  private static func manual(_ name: String) throws -> String {
    if let page = ManPage(named: name) { return page.text }
    throw SettingError.badOptionValue(
      Option.man.rawValue, value: name, choices: ManPage.allCases.map(\.rawValue))
  }

  private static func finish(_ session: Session, printing text: String) -> Int32 {
    session.endBatch()
    session.tellUnkeptChange()
    session.tellUnkeptSetting()
    session.output.append(text)
    do throws(OutputError) {
      try session.output.flush()
      return session.worstStatus
    } catch {
      session.report(error)
      return 1
    }
  }

  /// Runs `kal doctor`, to which faults of the settings file are findings.
  @MainActor
  private static func examine(_ session: Session, _ line: Invocation) throws -> Int32 {
    for option in [Option.connect, .lineProtocol, .from, .file] where line.options[option] != nil {
      throw SettingError.disagreement(
        "doctor", with: "--" + option.rawValue, hint: "it looks at what is here: leave the option out")
    }
    let faults = session.paths.configFile.map { session.settings.take(configuration: $0) } ?? []
    try configure(session, line)
    try session.checkConfined("start no programs")
    return try DoctorProgram.run(session, socket: line.options[.socket], settings: faults)
  }

  /// Takes over what the command line says of settings, store and formats.
  private static func configure(_ session: Session, _ line: Invocation) throws {
    let configured = session.settings
    for text in line.settings {
      let parts = text.split(separator: "=", maxSplits: 1, omittingEmptySubsequences: false)
      guard parts.count == 2 else { throw SettingError.optionNeedsValue("set", kind: "NAME=VALUE") }
      try session.settings.set(String(parts[0]), to: String(parts[1]))
    }
    try session.checkSettings(since: configured)
    session.storeOption = line.options[.store]
    try takeInputs(session, line)
    session.client = line.options[.actingAs]
    session.clientReason = line.options[.reason]
    session.hasEnvelope = line.options[.envelope] != nil
    session.keepsGoing = line.options[.keepGoing] != nil
    if line.options[.json] != nil { session.formatOption = .named(.json) }
    if let text = line.options[.format] {
      guard let choice = try FormatChoice(text) else {
        throw SettingError.badOptionValue(
          Option.format.rawValue, value: text, choices: FormatChoice.choices)
      }
      session.formatOption = choice
    }
    if let name = line.options[.color] { session.settings.color = try choice(.color, name) }
    if session.hasEnvelope, session.formatOption == nil { session.formatOption = .named(.json) }
  }

  /// Takes the files of `--in`, which stand in the place of a store.
  private static func takeInputs(_ session: Session, _ line: Invocation) throws {
    if line.inputs.isEmpty { return }
    for option in [Option.store, .connect] where line.options[option] != nil {
      throw SettingError.disagreement(
        "--in", with: "--" + option.rawValue,
        hint: "--in reads files into a store in memory; import FILE reads them into another store")
    }
    if line.inputs.contains("-") {
      let isAlsoRead =
        line.options[.file] == "-" || line.options[.from] == "-" || line.options[.lineProtocol] != nil
      let hasStatements = !line.words.isEmpty || line.options[.file] != nil
      if isAlsoRead || !hasStatements {
        throw SettingError.disagreement(
          "--in -", with: "statements from standard input",
          hint: "standard input is read once: write the statements as arguments, or in a file for -f")
      }
    }
    session.inputs = line.inputs
    session.storeOption = CalendarStore.memoryPath
  }

  /// Connects to a server, if the command line says so.
  private static func connect(_ session: Session, _ line: Invocation) throws {
    guard line.options[.connect] != nil else { return }
    for option in [Option.store, .from] where line.options[option] != nil {
      throw ShellError.notConnected("--" + option.rawValue)
    }
    if AlarmProgram.command(line.words) != nil {
      throw ShellError.notConnected(line.words.joined(separator: " "))
    }
    session.server = try ServerConnection(
      line.options[.socket] ?? ListeningSocket.defaultPath(session.environment), client: session.client,
      reason: session.clientReason)
  }

  private static func choice<Choice: RawRepresentable & CaseIterable>(
    _ option: Option, _ value: String
  ) throws -> Choice where Choice.RawValue == String {
    if let choice = Choice(rawValue: value.lowercased()) { return choice }
    throw SettingError.badOptionValue(option.rawValue, value: value, choices: Choice.allCases.map(\.rawValue))
  }

  /// Whether the command line asks for the prompt: no statements, and a terminal as input and output.
  private static func isForPrompt(_ session: Session, _ line: Invocation) -> Bool {
    session.environment.inputIsTerminal && session.environment.outputIsTerminal && line.words.isEmpty
      && line.options[.from] == nil && line.options[.file] == nil
  }
}
