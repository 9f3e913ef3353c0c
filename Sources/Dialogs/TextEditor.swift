import Platform

#if canImport(Glibc)
  import Glibc
#else
  import Darwin
#endif

/// Changes a text in the person's editor: `VISUAL`, `EDITOR`, else `vi`.
struct TextEditor {
  let environment: ProcessEnvironment

  /// Returns the text as saved in the editor.
  func edit(_ text: String) throws -> String {
    let folder = environment.variable("TMPDIR") ?? "/tmp"
    var template = Array((folder + "/kal-notes-XXXXXX").utf8CString)
    let descriptor = mkstemp(&template)
    let path = String(decoding: template.dropLast().map { UInt8(bitPattern: $0) }, as: UTF8.self)
    guard descriptor >= 0 else { throw FileFault.unwritable(path: path, reason: systemReason(errno)) }
    defer { unlink(path) }
    let code = Files.writeAll(Array((text + "\n").utf8), to: descriptor)
    close(descriptor)
    guard code == 0 else { throw FileFault.unwritable(path: path, reason: systemReason(code)) }
    let editor = environment.variable("VISUAL") ?? environment.variable("EDITOR") ?? "vi"
    let status = run("\(editor) '\(path)'")
    guard status == 0 else {
      throw FileFault.unwritable(path: editor, reason: "it ended with status \(status)")
    }
    guard let changed = String(validating: try Files.bytes(path), as: UTF8.self) else {
      throw FileFault.unreadable(path: path, reason: "it is not UTF-8 text")
    }
    return changed.hasSuffix("\n") ? String(changed.dropLast()) : changed
  }

  private func run(_ command: String) -> Int32 {
    let variables = environment.variables.map { $0.key + "=" + $0.value }
    guard let process = Subprocess.spawn(["/bin/sh", "-c", command], variables, input: 0) else {
      return 127
    }
    let earlier = signal(SIGINT, SIG_IGN)
    defer { signal(SIGINT, earlier) }
    return Subprocess.wait(for: process)
  }
}
