#if canImport(Glibc)
  import Glibc
#else
  import Darwin
#endif

/// Why the history could not be read or kept.
package struct HistoryError: Error, Equatable, Sendable {
  /// What was being done to the file.
  enum Operation: Sendable { case read, write }
  /// What failed.
  let operation: Operation
  /// The file.
  let path: String
  /// The system's error number.
  let code: Int32

  /// Makes an error.
  init(operation: Operation, path: String, code: Int32) {
    self.operation = operation
    self.path = path
    self.code = code
  }
}

/// The lines of earlier sessions in a file, one a line, oldest first.
///
/// A session only appends, so two sessions that end one after the other keep both their lines.
/// It does not go through the editor library's own file functions: those print no error and
/// libedit writes a format of its own.
package struct HistoryFile: Sendable {
  /// Where the file is; its folder must exist when it is written.
  let path: String
  /// The greatest number of lines kept; the oldest fall out.
  let limit: Int

  /// Names a file and the number of lines it may hold.
  package init(path: String, limit: Int = 1000) {
    self.path = path
    self.limit = max(0, limit)
  }

  /// The newest `limit` lines; none if there is no file yet.
  package func load() throws(HistoryError) -> [String] {
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
  /// The file is created for its owner alone. When the limit is passed the file is written anew beside the
  /// old one and put in its place, so that a crash leaves either the old or the new.
  package func append(_ lines: [String]) throws(HistoryError) {
    guard !lines.isEmpty else { return }
    let kept = try load()
    let isOver = kept.count + lines.count > limit
    let target = isOver ? path + ".new" : path
    let flags = O_WRONLY | O_CREAT | O_CLOEXEC | (isOver ? O_TRUNC : O_APPEND)
    let descriptor = open(target, flags, 0o600)
    guard descriptor >= 0 else { throw HistoryError(operation: .write, path: target, code: errno) }
    let output = isOver ? Array((kept + lines).suffix(limit)) : lines
    let code = keep(output, in: descriptor, isBehindPiece: !isOver && endsInPiece)
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

  /// Writes the lines, on lines of their own; the answer is the system's error number, 0 when all is well.
  private func keep(_ lines: [String], in descriptor: Int32, isBehindPiece: Bool) -> Int32 {
    var bytes: [UInt8] = isBehindPiece ? [UInt8(ascii: "\n")] : []
    for line in lines {
      bytes.append(contentsOf: LineText.joiningLines(line).utf8)
      bytes.append(UInt8(ascii: "\n"))
    }
    return bytes.withUnsafeBytes { buffer in
      var offset = 0
      while offset < buffer.count {
        let rest = UnsafeRawBufferPointer(rebasing: buffer[offset...])
        let count = write(descriptor, rest.baseAddress, rest.count)
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
