#if canImport(Glibc)
  import Glibc
#else
  import Darwin
#endif

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
    let descriptor = path == "-" ? 0 : open(path, O_RDONLY | O_CLOEXEC)
    if descriptor < 0 { throw .unreadableScript(path: path, reason: systemReason(errno)) }
    defer { if descriptor != 0 { close(descriptor) } }
    var bytes: [UInt8] = []
    var buffer = [UInt8](repeating: 0, count: 65_536)
    while true {
      let count = read(descriptor, &buffer, buffer.count)
      if count < 0 {
        if errno == EINTR { continue }
        throw .unreadableScript(path: path, reason: systemReason(errno))
      }
      if count == 0 { break }
      bytes.append(contentsOf: buffer[0..<count])
    }
    guard let text = String(validating: bytes, as: UTF8.self) else {
      throw .unreadableScript(path: path, reason: "it is not UTF-8 text")
    }
    return text
  }
}
