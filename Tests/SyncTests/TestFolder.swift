import Platform

#if canImport(Glibc)
  import Glibc
#else
  import Darwin
#endif

/// A folder for one test, removed with the object.
final class TestFolder: Sendable {
  let path: String

  struct Failed: Error {}

  init() throws {
    var template = Array("/tmp/kalends-sync-XXXXXX".utf8CString)
    guard let made = mkdtemp(&template) else { throw Failed() }
    path = String(cString: made)
  }

  deinit { Self.remove(path) }

  /// Writes a file in place, as an editor does.
  func write(_ text: String, to name: String) throws {
    let descriptor = open(path + "/" + name, O_WRONLY | O_CREAT | O_TRUNC, 0o644)
    guard descriptor >= 0 else { throw Failed() }
    defer { close(descriptor) }
    if Files.writeAll(Array(text.utf8), to: descriptor) != 0 { throw Failed() }
  }

  private static func remove(_ path: String) {
    var info = stat()
    guard lstat(path, &info) == 0 else { return }
    guard info.st_mode & S_IFMT == S_IFDIR else {
      unlink(path)
      return
    }
    chmod(path, 0o755)
    for name in Files.names(in: path) ?? [] { remove(path + "/" + name) }
    rmdir(path)
  }
}
