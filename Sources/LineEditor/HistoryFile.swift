#if canImport(Glibc)
  import Glibc
#else
  import Darwin
#endif

/// The reason why the history could not be read or written.
public struct HistoryError: Error, Equatable, Sendable {
  /// The operation on the file.
  public enum Operation: Sendable { case read, write }
  /// The failed operation.
  public let operation: Operation
  /// The file.
  public let path: String
  /// The system's error number.
  public let code: Int32

  /// Creates an error.
  public init(operation: Operation, path: String, code: Int32) {
    self.operation = operation
    self.path = path
    self.code = code
  }
}

/// The lines of earlier sessions in a file, one a line, oldest first.
///
/// A session only appends, so two sessions that end one after the other keep both their lines. The editor
/// library's own file functions are not used: they report no error, and libedit writes its own format.
public struct HistoryFile: Sendable {
  /// The path of the file; its folder must exist for writing.
  public let path: String
  /// The maximum number of lines; the oldest are dropped.
  public let limit: Int

  /// Creates a history file from its path and its maximum number of lines.
  public init(path: String, limit: Int = 1000) {
    self.path = path
    self.limit = max(0, limit)
  }

  /// The newest `limit` lines; empty if there is no file yet.
  public func load() throws(HistoryError) -> [String] {
    let descriptor = open(path, O_RDONLY | O_CLOEXEC)
    guard descriptor >= 0 else {
      if errno == ENOENT { return [] }
      throw HistoryError(operation: .read, path: path, code: errno)
    }
    defer { close(descriptor) }
    var bytes: [UInt8] = []
    var chunk = [UInt8](repeating: 0, count: 65_536)
    while true {
      let count = read(descriptor, &chunk, chunk.count)
      if count == 0 { break }
      if count < 0 {
        if errno == EINTR { continue }
        throw HistoryError(operation: .read, path: path, code: errno)
      }
      bytes.append(contentsOf: chunk[..<count])
    }
    let lines = bytes.split(separator: UInt8(ascii: "\n")).map { String(decoding: $0, as: UTF8.self) }
    return Array(lines.suffix(limit))
  }

  /// Adds the lines of this session and drops the oldest beyond the limit.
  ///
  /// The file is created for its owner alone. Beyond the limit a new file is written beside the old one and
  /// replaces it, so that a crash leaves either the old or the new one.
  public func append(_ lines: [String]) throws(HistoryError) {
    guard !lines.isEmpty else { return }
    let kept = try load()
    let isOver = kept.count + lines.count > limit
    let target = isOver ? path + ".new" : path
    let flags = O_WRONLY | O_CREAT | O_CLOEXEC | (isOver ? O_TRUNC : O_APPEND)
    let descriptor = open(target, flags, 0o600)
    guard descriptor >= 0 else { throw HistoryError(operation: .write, path: target, code: errno) }
    let output = isOver ? Array((kept + lines).suffix(limit)) : lines
    let code = write(output, to: descriptor, isBehindPiece: !isOver && endsInPiece)
    close(descriptor)
    guard code == 0 else { throw HistoryError(operation: .write, path: target, code: code) }
    if isOver, rename(target, path) != 0 {
      throw HistoryError(operation: .write, path: path, code: errno)
    }
  }

  /// Whether the last line of the file lacks its end, as after a full disk or a crash.
  private var endsInPiece: Bool {
    let descriptor = open(path, O_RDONLY | O_CLOEXEC)
    guard descriptor >= 0 else { return false }
    defer { close(descriptor) }
    var last: UInt8 = 0
    guard lseek(descriptor, -1, SEEK_END) >= 0, read(descriptor, &last, 1) == 1 else { return false }
    return last != UInt8(ascii: "\n")
  }

  /// Writes each line on a line of the file; returns the system's error number, 0 on success.
  private func write(_ lines: [String], to descriptor: Int32, isBehindPiece: Bool) -> Int32 {
    var bytes: [UInt8] = isBehindPiece ? [UInt8(ascii: "\n")] : []
    for line in lines {
      bytes.append(contentsOf: LineText.joiningLines(line).utf8)
      bytes.append(UInt8(ascii: "\n"))
    }
    return bytes.withUnsafeBytes { buffer in
      var offset = 0
      while offset < buffer.count {
        let rest = UnsafeRawBufferPointer(rebasing: buffer[offset...])
        #if canImport(Glibc)
          let count = Glibc.write(descriptor, rest.baseAddress, rest.count)
        #else
          let count = Darwin.write(descriptor, rest.baseAddress, rest.count)
        #endif
        if count < 0 {
          if errno == EINTR { continue }
          return errno
        }
        offset += count
      }
      return 0
    }
  }
}
