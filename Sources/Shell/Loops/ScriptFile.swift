import QueryLanguage
import Terminal

#if canImport(Glibc)
  import Glibc
#else
  import Darwin
#endif

/// A place in a script, as `morning.kal:3:8`.
struct ScriptPlace: Hashable, Sendable {
  var path: String
  /// Both count from 1; a column is a character.
  var line, column: Int

  /// The place of a byte of a script's text, of which `text` is the part that begins with line `first`.
  init(_ path: String, byte offset: Int, of text: String, from first: Int = 1) {
    self.path = path
    line = text.utf8.prefix(offset).count { $0 == 10 } + first
    column = Diagnostic.column(ofByte: offset, in: text)
    // Right behind a line end the line is empty so far.
    if offset > 0, text.utf8.prefix(offset).last == 10 { column = 1 }
  }

  /// The beginning of a line.
  init(_ path: String, line: Int) { (self.path, self.line, column) = (path, line, 1) }

  var text: String { "\(path):\(line):\(column)" }
}

/// A script that runs.
struct RunningScript {
  /// The path as it was opened; `-` for standard input.
  var path: String
  /// Which file it is, whatever its path; nil where the system does not say.
  var file: [UInt64]?

  init(_ path: String) {
    self.path = path
    var info = stat()
    if path != "-", stat(path, &info) == 0 { file = [UInt64(info.st_dev), UInt64(info.st_ino)] }
  }

  /// The path of another file as the script names it: relative to the script's own folder.
  func path(of other: String) -> String {
    guard path != "-", !other.hasPrefix("/"), let slash = path.lastIndex(of: "/") else { return other }
    return String(path[...slash]) + other
  }
}

/// Runs the statements of a file or of standard input, each as soon as its line is complete.
///
/// The first that fails ends the run, unless the session goes on after errors.
enum ScriptFile {
  /// How many scripts may run inside one another.
  static let deepest = 16

  static func run(_ path: String, in session: Session) throws {
    let script = RunningScript(path)
    let chain = session.scripts.map(\.path) + [path]
    if let file = script.file, session.scripts.contains(where: { $0.file == file }) {
      throw ShellError.scriptCycle(chain)
    }
    if chain.count > deepest { throw ShellError.scriptTooDeep(chain) }
    let input = try StatementInput(path, until: session.stopSignal)
    let wasScript = session.isScript
    session.isScript = true
    session.scripts.append(script)
    defer {
      session.isScript = wasScript
      session.scripts.removeLast()
    }
    // Standard input has no name that an error could be found by.
    let name = path == "-" ? nil : path
    while session.goesOn {
      let piece: StatementSplitter.Piece
      do {
        guard let next = try input.next() else { return }
        piece = next
      } catch {
        try session.fail(error)
        if input.hasFailed { return }
        continue
      }
      try session.execute(piece.text, inFile: name, from: piece.line)
    }
  }

  /// Runs the file that a `load` statement names.
  static func load(_ path: String, in session: Session) throws {
    let path = session.path(path)
    let whole = session.scripts.last?.path(of: path) ?? path
    let wasInBatch = session.isInBatch
    defer { tell(whole, wasInBatch, session) }
    try run(whole, in: session)
  }

  /// Says where a script and its batches do not match.
  private static func tell(_ path: String, _ wasInBatch: Bool, _ session: Session) {
    let name = SafeText.line(path)
    switch (wasInBatch, session.isInBatch) {
    case (false, true):
      session.note("\(name) left a batch open: commit keeps its changes, rollback takes them back")
    case (true, false): session.note("\(name) ended the batch that was open before it")
    default: break
    }
  }
}

extension ShellError {
  /// The error with its place in a script, whose statement stands at a byte of the text.
  func inFile(_ path: String, _ text: String, from line: Int, statement: SourceRange) -> ShellError {
    if case .told("", _) = self { return self }
    if fault(as: OutputError.self) != nil { return self }
    var offset = statement.offset
    if case .statement(let diagnostic, let source) = self, let range = diagnostic.range,
      source.utf8.count == statement.length
    {
      offset += min(range.offset, statement.length)
    }
    return .inFile(ScriptPlace(path, byte: offset, of: text, from: line), self)
  }

  /// The error itself, and the places of the scripts that led to it, the innermost first.
  var unfolded: (error: ShellError, places: [ScriptPlace]) {
    guard case .inFile(let place, let inner) = self else { return (self, []) }
    let (error, places) = inner.unfolded
    return (error, places + [place])
  }
}
