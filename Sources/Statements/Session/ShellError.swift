import Changes
import Forms
import Platform
import Rendering
import Settings

/// The owner's kinds of refusal.
package enum AccessRefusal {
  case denied, restricted, unanswered
}

/// An error that ends a statement or the program; its wording and exit status are here.
package indirect enum ShellError: Error {
  case notYet(String)
  case statement(Diagnostic, source: String)
  /// A fault of another module, and its place in a statement.
  case fault(any Fault, at: SourceRange?, source: String)
  case disagreement(String)
  case noZoneData
  case importFailed(unreadable: Int)
  /// A file without an invitation to the person; `reason` says what it has.
  case nothingToAnswer(path: String, reason: String)
  case confirmationRequired(count: Int, verb: String, range: SourceRange, source: String)
  case canceled
  /// A form without anybody to answer it; the example is an equivalent statement.
  case formNeedsTerminal(example: String)
  /// A client without the access that it needs.
  case noAccess(client: String, kind: ItemKind, answer: AccessRefusal)
  case unknownClient(String)
  /// A named client that would write a file or start a program.
  case clientIsConfined(client: String, what: String)
  /// A server that cannot listen.
  case cannotListen(String, reason: String)
  case alreadyServing(String)
  /// No server at the address, or no longer.
  case noServer(String, reason: String)
  /// An option or statement that is unavailable with `--connect`.
  case notConnected(String)
  /// A format that cannot report changes.
  case notWatched(OutputFormat)
  /// A script that loads itself, with the paths of the cycle.
  case scriptCycle([String])
  case scriptTooDeep([String])
  /// A statement of a script or a pipe with more bytes than `limit`.
  case statementTooLong(limit: Int)
  /// An error of a statement in a script.
  case inFile(ScriptPlace, ShellError)
  /// An error that a server has reported in full.
  case reported(String, status: Int32)
  /// No alarm rang lately: none at all, or none of an id.
  case nothingRang(String?)
  case storeUnsound(Int)
  case badJSON(path: String, place: String, message: String)
  case badFrom(String)
  /// An answer file with a line that is not understood; 0 stands for the whole file.
  case badAnswer(path: String, line: Int, FormFaultText)

  /// A fault in a template of lines, which has its place there and not in a statement.
  case template(TemplateError)

  /// Turns any error into one of the shell; positions in it refer to the statement `source`.
  package init(_ error: any Error, source: String = "") {
    switch error {
    case let error as ShellError: self = error
    case let error as SyntaxError: self = .statement(error.diagnostic, source: source)
    case let error as TemplateError: self = .template(error)
    case QueryError.rejected(let diagnostic): self = .statement(diagnostic, source: source)
    case QueryError.store(let error): self = .fault(error, at: nil, source: source)
    case QueryError.disagreement(let text): self = .disagreement(text)
    case let error as any Fault: self = .fault(error, at: nil, source: source)
    default: self = .disagreement("\(error)")
    }
  }

  package var code: String { codeText }
  package var codeText: String { row.code }
  package var message: String { row.message }
  package var hint: String? { row.hint }
  package var exitStatus: Int32 { row.exitStatus }
  package var mayRetry: Bool { row.mayRetry }

  /// The codes of the shell itself.
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
    case nothingToAnswer = "nothing-to-answer"
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

  /// What people and programs are told of an error.
  private struct Row {
    let code: String
    let exitStatus: Int32
    let message: String
    let hint: String?
    let mayRetry: Bool

    init(
      _ code: String, exits exitStatus: Int32 = 1, _ message: String, hint: String? = nil,
      mayRetry: Bool = false
    ) {
      (self.code, self.exitStatus, self.message) = (code, exitStatus, message)
      (self.hint, self.mayRetry) = (hint, mayRetry)
    }

    init(_ code: Code, exits exitStatus: Int32 = 1, _ message: String, hint: String? = nil) {
      self.init(code.rawValue, exits: exitStatus, message, hint: hint)
    }
  }

  private var row: Row {
    switch self {
    case .notYet(let what): return Row(.notYet, exits: 2, "\(what) is not there yet")
    case .statement(let diagnostic, _):
      return Row(diagnostic.code, exits: 2, diagnostic.message, hint: diagnostic.hint)
    case .template(let error):
      let diagnostic = error.diagnostic
      return Row(diagnostic.code, exits: 2, diagnostic.message, hint: diagnostic.hint)
    case .fault(let fault, _, _):
      return Row(
        fault.codeText, exits: fault.exitStatus, fault.message, hint: fault.hint, mayRetry: fault.mayRetry)
    case .inFile(let place, let error):
      let row = error.row
      return Row(
        row.code, exits: row.exitStatus, "\(place.text): \(row.message)", hint: row.hint,
        mayRetry: row.mayRetry)
    case .reported(let text, let status): return Row("", exits: status, text)
    case .disagreement(let text): return Row(.checkFailed, text)
    case .noZoneData:
      return Row(
        .noZoneData, "the system has no time zone data",
        hint: "install the package tzdata, or set TZDIR to where the zone files are")
    case .importFailed(let unreadable):
      return Row(
        .importIncomplete,
        unreadable == 1
          ? "one component or file could not be read; the rest is saved"
          : "\(unreadable) components or files could not be read; the rest is saved")
    case .nothingToAnswer(let path, let reason):
      return Row(
        .nothingToAnswer, "\(path) has no invitation for you: \(reason)",
        hint: "open shows what is in it, own.addresses says who you are; nothing was changed")
    case .confirmationRequired(let count, let verb, _, _):
      return Row(
        .confirmationRequired, exits: 2, "this would \(verb) \(count) item\(count == 1 ? "" : "s")",
        hint: "add yes to do it, or dry run to see what it would do")
    case .canceled: return Row(.canceled, exits: 4, "canceled; nothing was changed")
    case .formNeedsTerminal(let example):
      return Row(
        .formNeedsTerminal, exits: 2, "a form needs a terminal to ask at", hint: "say it whole: \(example)")
    case .noAccess(let client, let kind, let answer): return Self.refusal(of: client, kind, answer)
    case .unknownClient(let client):
      return Row(
        .unknownClient, exits: 2, "no client called `\(client)` has asked or was given anything",
        hint: "access lists them")
    case .clientIsConfined(let client, let what):
      return Row(
        .clientConfined, exits: 3, "\(client) is a client with a name, and such \(what)",
        hint: "what is exported to - goes to the client itself; the owner runs the rest")
    case .cannotListen(let path, let reason):
      return Row(.cannotListen, "cannot listen at \(path): \(reason)", hint: Self.otherPlace)
    case .alreadyServing(let path):
      return Row(.alreadyServing, "another server listens at \(path)", hint: Self.otherPlace)
    case .noServer(let path, let reason):
      return Row(
        .noServer, "no server answers at \(path): \(reason)",
        hint: "kal serve starts one; --socket PATH names its place")
    case .notConnected(let what):
      return Row(
        SettingError.Code.badOption.rawValue, exits: 2, "\(what) does not go with --connect",
        hint: "leave --connect out: the store can be used beside its server")
    case .notWatched(let format):
      return Row(
        .watchFormat, exits: 2, "`\(format.rawValue)` has no way to say what changed",
        hint: "watch writes json, table, chart or line")
    case .scriptCycle(let paths):
      return Row(
        .scriptCycle, "a script loads itself: \(paths.joined(separator: " → "))",
        hint: "each script is loaded once along the way")
    case .scriptTooDeep(let paths):
      let first = paths.prefix(2).joined(separator: " → ")
      return Row(
        .scriptTooDeep, "\(paths.count) scripts inside one another: \(first) → … → \(paths.last ?? "")",
        hint: "\(RunningScript.deepest) may run inside one another")
    case .statementTooLong(let limit):
      return Row(
        .statementTooLong, exits: 2, "a statement is longer than \(limit >> 20) MiB",
        hint: "a statement ends with its line, unless a parenthesis is open")
    case .nothingRang(let id):
      return Row(
        .nothingRang, id.map { "no alarm of `\($0)` rang in the last day" } ?? "nothing rang in the last day",
        hint: "alarms due shows what rang and is still open, alarms today what rings")
    case .storeUnsound(let count):
      return Row(
        .storeUnsound,
        count == 1 ? "one thing is not as it should be" : "\(count) things are not as they should be",
        hint: "reindex makes everything that is derived anew; items are not touched")
    case .badJSON(let path, let place, let message):
      return Row(
        .badJSON, exits: 2, "\(path) \(place): \(message)",
        hint: "the shape is what queries print with --format json")
    case .badFrom(let words):
      return Row(
        .badFrom, exits: 2, "--from does not go with `\(words)`",
        hint:
          "kal add --from FILE, kal edit --from FILE or kal delete --from FILE; FILE - is standard input")
    case .badAnswer(let path, let line, let fault):
      return Row(
        fault.code, exits: 2, "\(path)\(line > 0 ? ":\(line)" : ""): \(fault.message)", hint: fault.hint)
    }
  }

  private static let otherPlace = "kal serve --socket PATH names another place"

  private static func refusal(of client: String, _ kind: ItemKind, _ answer: AccessRefusal) -> Row {
    let kinds = Permission.plural(kind)
    let grant = "the owner changes that with access grant \(client) \(kinds) full"
    switch answer {
    case .denied:
      return Row(
        EditError.notPermitted(kind).code, exits: 3, "\(client) has no access to \(kinds) for this",
        hint: grant)
    case .restricted:
      return Row(
        EditError.accessRestricted(kind).code, exits: 3,
        "access of \(client) to \(kinds) is forbidden by policy",
        hint: "the owner lifts that with access set \(client) \(kinds) ask")
    case .unanswered:
      return Row(
        Code.accessUndetermined.rawValue, exits: 3,
        "the owner has not answered whether \(client) has access to \(kinds)", hint: grant, mayRetry: true)
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

  /// Returns the fault of another module, inside a script or not; nil for the shell's own errors.
  package func fault<F: Fault>(as type: F.Type = F.self) -> F? {
    if case .fault(let fault, _, _) = unfolded.error { fault as? F } else { nil }
  }

  /// Whether nothing can run after it: the program is to end, or cannot write.
  package var endsEverything: Bool { isInterrupted || fault(as: OutputError.self) != nil }
}
