/// Runs the statements of a file or of standard input.
///
/// The first that fails ends the run.
enum ScriptFile {
  static func run(_ path: String, in session: Session) throws(ShellError) {
    let text = try text(of: path)
    let wasScript = session.isScript
    session.isScript = true
    defer { session.isScript = wasScript }
    try session.execute(text)
  }

  private static func text(of path: String) throws(ShellError) -> String {
    guard let text = String(validating: try Files.bytes(path), as: UTF8.self) else {
      throw .unreadableScript(path: path, reason: "it is not UTF-8 text")
    }
    return text
  }
}
