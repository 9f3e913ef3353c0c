#if canImport(Glibc)
  import Glibc
#else
  import Darwin
#endif

/// A folder of a test's own that is removed with it, with everything inside.
public final class TemporaryFolder: Sendable {
  /// The path, without a slash at its end.
  public let path: String

  /// The system's reason why the folder or a file could not be made.
  public struct Failed: Error {
    let code: Int32
  }

  /// Creates an empty folder.
  public init() throws {
    var template = Array("/tmp/kalends-test-XXXXXX".utf8CString)
    guard let made = mkdtemp(&template) else { throw Failed(code: errno) }
    path = String(cString: made)
  }

  deinit { Self.remove(path) }

  /// Writes a file in place, as an editor does.
  public func write(_ text: String, to name: String) throws {
    guard let file = fopen(path + "/" + name, "wb") else { throw Failed(code: errno) }
    defer { fclose(file) }
    let bytes = Array(text.utf8)
    if fwrite(bytes, 1, bytes.count, file) != bytes.count { throw Failed(code: errno) }
  }

  /// Makes a folder inside, unless it is there.
  public func makeFolder(_ name: String) throws {
    if mkdir(path + "/" + name, 0o777) != 0, errno != EEXIST { throw Failed(code: errno) }
  }

  /// Removes a file or a folder inside, with everything in it.
  public func remove(_ name: String) { Self.remove(path + "/" + name) }

  /// The content of a file; nil when there is none.
  public func text(_ name: String) -> String? {
    ProjectFiles.bytes(path + "/" + name).map { String(decoding: $0, as: UTF8.self) }
  }

  /// Copies a file as it stands now; one that is not there has no copy.
  public func copy(_ name: String, to other: String) throws {
    guard let bytes = ProjectFiles.bytes(path + "/" + name) else { return }
    guard let file = fopen(path + "/" + other, "wb") else { throw Failed(code: errno) }
    defer { fclose(file) }
    if fwrite(bytes, 1, bytes.count, file) != bytes.count { throw Failed(code: errno) }
  }

  /// The names in a folder, sorted, hidden ones too; empty for one that cannot be read.
  public static func names(in folder: String) -> [String] {
    guard let handle = opendir(folder) else { return [] }
    defer { closedir(handle) }
    var result: [String] = []
    while let entry = readdir(handle) {
      let name = withUnsafePointer(to: &entry.pointee.d_name) {
        $0.withMemoryRebound(to: CChar.self, capacity: 256) { String(cString: $0) }
      }
      if name != ".", name != ".." { result.append(name) }
    }
    return result.sorted()
  }

  private static func remove(_ path: String) {
    var info = stat()
    guard lstat(path, &info) == 0 else { return }
    guard info.st_mode & S_IFMT == S_IFDIR else {
      unlink(path)
      return
    }
    chmod(path, 0o700)
    for name in names(in: path) { remove(path + "/" + name) }
    rmdir(path)
  }
}
