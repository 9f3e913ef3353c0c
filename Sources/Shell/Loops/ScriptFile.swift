import QueryEngine
import Rendering
import Statements

/// Runs the statements of a file or of standard input, each as soon as its line is complete.
///
/// The first statement that fails ends the run, unless the session keeps going.
enum ScriptFile {
  static func run(_ path: String, in session: Session) throws {
    let script = RunningScript(path)
    let chain = session.scripts.map(\.path) + [path]
    if let file = script.file, session.scripts.contains(where: { $0.file == file }) {
      throw ShellError.scriptCycle(chain)
    }
    if chain.count > RunningScript.deepest { throw ShellError.scriptTooDeep(chain) }
    let input = try StatementInput(path, until: session.stopSignal)
    let wasScript = session.isScript
    session.isScript = true
    session.scripts.append(script)
    defer {
      session.isScript = wasScript
      session.scripts.removeLast()
    }
    // Standard input has no name by which an error could be found.
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

  /// Reports a script that leaves a batch open, or ends an earlier one.
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
