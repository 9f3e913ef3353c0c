#if canImport(Glibc)
  import Glibc
#else
  import Darwin
#endif

/// Finds and reads files of the project's own checkout, so that samples are test data.
public enum ProjectFiles {
  /// The root of the checkout, found from where this source file lies.
  public static let root: String = {
    var parts = #filePath.split(separator: "/", omittingEmptySubsequences: false)
    parts.removeLast(3)
    return parts.joined(separator: "/")
  }()

  /// The folder of foreign test data (`KALENDS_CORPORA`), or nil where it is not there.
  public static var corpora: String? {
    guard let value = getenv("KALENDS_CORPORA") else { return nil }
    let path = String(cString: value)
    return path.hasPrefix("/") ? path : root + "/" + path
  }

  /// Whether files that hold answers are written anew (`KALENDS_RECORD`) in place of being compared.
  public static let isRecording = getenv("KALENDS_RECORD") != nil

  /// The bytes of a file, or nil if it cannot be read.
  public static func bytes(_ path: String) -> [UInt8]? {
    guard let file = fopen(path, "rb") else { return nil }
    defer { fclose(file) }
    var result: [UInt8] = []
    var buffer = [UInt8](repeating: 0, count: 65_536)
    while true {
      let count = fread(&buffer, 1, buffer.count, file)
      if count == 0 { break }
      result.append(contentsOf: buffer[0..<count])
    }
    return result
  }

  /// The text of a file below the root, or nil if it cannot be read.
  public static func text(_ relativePath: String) -> String? {
    bytes(root + "/" + relativePath).map { String(decoding: $0, as: UTF8.self) }
  }

  /// Writes a file below the root anew, where a test records what it found.
  public static func write(_ text: String, to relativePath: String) throws {
    struct Unwritable: Error { let path: String }
    guard let file = fopen(root + "/" + relativePath, "wb") else { throw Unwritable(path: relativePath) }
    defer { fclose(file) }
    let bytes = Array(text.utf8)
    guard fwrite(bytes, 1, bytes.count, file) == bytes.count else { throw Unwritable(path: relativePath) }
  }

  /// The paths, relative to the root and sorted, of all files below a folder whose names end in `suffix`.
  public static func files(below folder: String, suffix: String = "") -> [String] {
    var result: [String] = []
    func walk(_ relative: String) {
      guard let directory = opendir(root + "/" + relative) else { return }
      defer { closedir(directory) }
      while let entry = readdir(directory) {
        let name = withUnsafePointer(to: &entry.pointee.d_name) {
          $0.withMemoryRebound(to: CChar.self, capacity: 256) { String(cString: $0) }
        }
        if name == "." || name == ".." || name.hasPrefix(".build") { continue }
        let path = relative + "/" + name
        var info = stat()
        guard stat(root + "/" + path, &info) == 0 else { continue }
        if info.st_mode & S_IFMT == S_IFDIR {
          walk(path)
        } else if name.hasSuffix(suffix) {
          result.append(path)
        }
      }
    }
    walk(folder)
    return result.sorted()
  }
}
