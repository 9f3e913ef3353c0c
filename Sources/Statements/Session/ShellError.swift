import Changes
import Forms
import Platform
import Rendering
import Settings

/// How the owner refused.
package enum AccessRefusal {
  case denied, restricted, unanswered
}

/// What ends a statement or the program; wording and exit status are here.
package indirect enum ShellError: Error {
  case notYet(String)
  case statement(Diagnostic, source: String)
  /// A fault of another part, and where in a statement it stands.
  case fault(any Fault, at: SourceRange?, source: String)
  case disagreement(String)
  case noZoneData
  case importFailed(unreadable: Int)
  case confirmationRequired(count: Int, verb: String, range: SourceRange, source: String)
  case canceled
  /// A form where nobody can answer; the example says the same in one statement.
  case formNeedsTerminal(example: String)
  /// A client may not do what it wants.
  case noAccess(client: String, kind: ItemKind, answer: AccessRefusal)
  case unknownClient(String)
  /// A client with a name that would write a file or start a program.
  case clientIsConfined(client: String, what: String)
  /// A server that cannot listen.
  case cannotListen(String, reason: String)
  case alreadyServing(String)
  /// No server where a client looked for one, or none any more.
  case noServer(String, reason: String)
  /// What cannot be had over a connection to a server.
  case notConnected(String)
  /// A format that cannot tell what changes.
  case notWatched(OutputFormat)
  /// A script that loads itself; the paths that lead to it and it once more.
  case scriptCycle([String])
  case scriptTooDeep([String])
  /// A statement of a script or a pipe with more bytes than `limit`.
  case statementTooLong(limit: Int)
  /// An error of a statement in a script.
  case inFile(ScriptPlace, ShellError)
  /// An error that a server has told in full.
  case reported(String, status: Int32)
  /// Nothing rang lately that could be put off: nothing at all, or nothing of an id.
  case nothingRang(String?)
  case storeUnsound(Int)
  case badJSON(path: String, place: String, message: String)
  case badFrom(String)
  /// An answer file with a line that is not understood; 0 for all of it.
  case badAnswer(path: String, line: Int, FormFaultText)

  /// The error that anything thrown is to the shell; `source` is the statement that places in it are about.
  package init(_ error: any Error, source: String = "") {
    switch error {
    case let error as ShellError: self = error
    case let error as SyntaxError: self = .statement(error.diagnostic, source: source)
    case QueryError.rejected(let diagnostic): self = .statement(diagnostic, source: source)
    case QueryError.store(let error): self = .fault(error, at: nil, source: source)
    case QueryError.disagreement(let text): self = .disagreement(text)
    case let error as any Fault: self = .fault(error, at: nil, source: source)
    default: self = .disagreement("\(error)")
    }
  }

  package var code: String { codeText }

  package var codeText: String {
    switch self {
    case .statement(let diagnostic, _): diagnostic.code
    case .notYet: Code.notYet.rawValue
    case .disagreement: Code.checkFailed.rawValue
    case .noZoneData: Code.noZoneData.rawValue
    case .importFailed: Code.importIncomplete.rawValue
    case .fault(let fault, _, _): fault.codeText
    case .confirmationRequired: Code.confirmationRequired.rawValue
    case .canceled: Code.canceled.rawValue
    case .formNeedsTerminal: Code.formNeedsTerminal.rawValue
    case .noAccess(_, let kind, .restricted): EditError.accessRestricted(kind).code
    case .noAccess(_, _, .unanswered): Code.accessUndetermined.rawValue
    case .noAccess(_, let kind, _): EditError.notPermitted(kind).code
    case .unknownClient: Code.unknownClient.rawValue
    case .clientIsConfined: Code.clientConfined.rawValue
    case .cannotListen: Code.cannotListen.rawValue
    case .alreadyServing: Code.alreadyServing.rawValue
    case .noServer: Code.noServer.rawValue
    case .notConnected: SettingError.Code.badOption.rawValue
    case .notWatched: Code.watchFormat.rawValue
    case .scriptCycle: Code.scriptCycle.rawValue
    case .scriptTooDeep: Code.scriptTooDeep.rawValue
    case .statementTooLong: Code.statementTooLong.rawValue
    case .inFile(_, let error): error.code
    case .reported: ""
    case .nothingRang: Code.nothingRang.rawValue
    case .storeUnsound: Code.storeUnsound.rawValue
    case .badJSON: Code.badJSON.rawValue
    case .badFrom: Code.badFrom.rawValue
    case .badAnswer(_, _, let fault): fault.code
    }
  }

  /// The codes that are the shell's own.
  package enum Code: String, CaseIterable {
    case notYet = "not-yet"
    case leftOverWords = "left-over-words"
    case unsureReading = "unsure-reading"
    case outputFailed = "output-failed"
    case checkFailed = "check-failed"
    case badColor = "bad-color"
    case exportFormat = "export-format"
    case noZoneData = "no-zone-data"
    case badZone = "bad-zone"
    case importIncomplete = "import-incomplete"
    case confirmationRequired = "confirmation-required"
    case canceled
    case formNeedsTerminal = "form-needs-terminal"
    case unknownClient = "unknown-client"
    case clientConfined = "client-confined"
    case storeUnsound = "store-unsound"
    case badJSON = "bad-json"
    case badFrom = "bad-from"
    case badAnswer = "bad-answer"
    case cannotListen = "cannot-listen"
    case alreadyServing = "already-serving"
    case unknownView = "unknown-view"
    case unknownParameter = "unknown-parameter"
    case unusedParameter = "unused-parameter"
    case parameterTwice = "parameter-twice"
    case parameterTypes = "parameter-types"
    case wrongType = "wrong-type"
    case missingParameter = "missing-parameter"
    case tooManyValues = "too-many-values"
    case watchFormat = "watch-format"
    case scriptCycle = "script-cycle"
    case scriptTooDeep = "script-too-deep"
    case statementTooLong = "statement-too-long"
    case noServer = "no-server"
    case nothingRang = "nothing-rang"
    case accessUndetermined = "access-undetermined"
  }

  package var message: String {
    switch self {
    case .notYet(let what): "\(what) is not there yet"
    case .statement(let diagnostic, _): diagnostic.message
    case .fault(let fault, _, _): fault.message
    case .disagreement(let text): text
    case .noZoneData: "the system has no time zone data"
    case .importFailed(let unreadable):
      unreadable == 1
        ? "one component or file could not be read; the rest is saved"
        : "\(unreadable) components or files could not be read; the rest is saved"
    case .confirmationRequired(let count, let verb, _, _):
      "this would \(verb) \(count) item\(count == 1 ? "" : "s")"
    case .canceled: "canceled; nothing was changed"
    case .formNeedsTerminal: "a form needs a terminal to ask at"
    case .noAccess(let client, let kind, .denied):
      "\(client) has no access to \(Permission.plural(kind)) for this"
    case .noAccess(let client, let kind, .restricted):
      "access of \(client) to \(Permission.plural(kind)) is forbidden by policy"
    case .noAccess(let client, let kind, .unanswered):
      "the owner has not answered whether \(client) has access to \(Permission.plural(kind))"
    case .clientIsConfined(let client, let what):
      "\(client) is a client with a name, and such \(what)"
    case .unknownClient(let client): "no client called `\(client)` has asked or was given anything"
    case .cannotListen(let path, let reason): "cannot listen at \(path): \(reason)"
    case .nothingRang(nil): "nothing rang in the last day"
    case .nothingRang(let id?): "no alarm of `\(id)` rang in the last day"
    case .alreadyServing(let path): "another server listens at \(path)"
    case .noServer(let path, let reason): "no server answers at \(path): \(reason)"
    case .notConnected(let what): "\(what) does not go with --connect"
    case .scriptCycle(let paths): "a script loads itself: \(paths.joined(separator: " → "))"
    case .scriptTooDeep(let paths):
      "\(paths.count) scripts inside one another: \(paths.prefix(2).joined(separator: " → ")) → … → \(paths.last ?? "")"
    case .statementTooLong(let limit): "a statement is longer than \(limit >> 20) MiB"
    case .inFile(let place, let error): "\(place.text): \(error.message)"
    case .notWatched(let format): "`\(format.rawValue)` has no way to say what changed"
    case .reported(let text, _): text
    case .badJSON(let path, let place, let message): "\(path) \(place): \(message)"
    case .badAnswer(let path, let line, let fault): "\(path)\(line > 0 ? ":\(line)" : ""): \(fault.message)"
    case .badFrom(let words): "--from does not go with `\(words)`"
    case .storeUnsound(let count):
      count == 1 ? "one thing is not as it should be" : "\(count) things are not as they should be"
    }
  }

  package var hint: String? {
    switch self {
    case .notYet: nil
    case .statement(let diagnostic, _): diagnostic.hint
    case .fault(let fault, _, _): fault.hint
    case .disagreement, .importFailed: nil
    case .noZoneData: "install the package tzdata, or set TZDIR to where the zone files are"
    case .confirmationRequired: "add yes to do it, or dry run to see what it would do"
    case .canceled: nil
    case .formNeedsTerminal(let example): "say it whole: \(example)"
    case .noAccess(let client, let kind, .restricted):
      "the owner lifts that with access set \(client) \(Permission.plural(kind)) ask"
    case .noAccess(let client, let kind, _):
      "the owner changes that with access grant \(client) \(Permission.plural(kind)) full"
    case .unknownClient: "access lists them"
    case .clientIsConfined: "what is exported to - goes to the client itself; the owner runs the rest"
    case .nothingRang: "alarms due shows what rang and is still open, alarms today what rings"
    case .noServer: "kal serve starts one; --socket PATH names its place"
    case .notConnected: "leave --connect out: the store can be used beside its server"
    case .scriptCycle: "each script is loaded once along the way"
    case .scriptTooDeep: "\(RunningScript.deepest) may run inside one another"
    case .statementTooLong: "a statement ends with its line, unless a parenthesis is open"
    case .inFile(_, let error): error.hint
    case .notWatched: "watch writes json, table, chart or line"
    case .reported: nil
    case .cannotListen, .alreadyServing: "kal serve --socket PATH names another place"
    case .badJSON: "the shape is what queries print with --format json"
    case .badAnswer(_, _, let fault): fault.hint
    case .badFrom:
      "kal add --from FILE, kal edit --from FILE or kal delete --from FILE; FILE - is standard input"
    case .storeUnsound: "reindex makes everything that is derived anew; items are not touched"
    }
  }

  package var mayRetry: Bool {
    switch self {
    case .fault(let fault, _, _): fault.mayRetry
    case .noAccess(_, _, .unanswered): true
    case .inFile(_, let error): error.mayRetry
    default: false
    }
  }

  package var exitStatus: Int32 {
    switch self {
    case .statement, .notYet, .notConnected, .notWatched: return 2
    case .inFile(_, let error): return error.exitStatus
    case .scriptCycle, .scriptTooDeep: return 1
    case .statementTooLong: return 2
    case .reported(_, let status): return status
    case .fault(let fault, _, _): return fault.exitStatus
    case .confirmationRequired, .badJSON, .badFrom, .badAnswer, .formNeedsTerminal: return 2
    case .canceled: return 4
    case .noAccess, .clientIsConfined: return 3
    case .unknownClient: return 2
    case .disagreement, .noZoneData, .importFailed, .storeUnsound, .cannotListen, .alreadyServing, .noServer,
      .nothingRang:
      return 1
    }
  }
}

extension ShellError: Fault {
  package var isInterrupted: Bool {
    switch self {
    case .fault(let fault, _, _): fault.isInterrupted
    case .inFile(_, let error): error.isInterrupted
    case .reported(_, let status): status == 130
    default: false
    }
  }

  /// The fault of another part that this is, in a script or out of it; nil for the shell's own.
  package func fault<F: Fault>(as type: F.Type = F.self) -> F? {
    if case .fault(let fault, _, _) = unfolded.error { fault as? F } else { nil }
  }

  /// Whether nothing can be run behind it: who is to end, or cannot write, ends.
  package var endsEverything: Bool { isInterrupted || fault(as: OutputError.self) != nil }
}
