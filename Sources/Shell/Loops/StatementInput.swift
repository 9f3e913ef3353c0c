import QueryLanguage
import Store

#if canImport(Glibc)
  import Glibc
#else
  import Darwin
#endif

/// The statements of a file or of standard input, piece by piece as they come: a pipe is not read further than it was written.
final class StatementInput {
  private let path: String
  private let reader: InputReader
  private var splitter = StatementSplitter()
  private var isAtEnd = false
  /// Whether nothing more can be read.
  private(set) var hasFailed = false

  /// Opens a file, or standard input for `-`; throws with the system's reason.
  init(_ path: String, until stopSignal: StopSignal) throws {
    self.path = path
    reader = try InputReader(path, until: stopSignal)
  }

  /// The next statements that are complete; nil at the end.
  ///
  /// Throws `statement-too-long`, for text that is none, and what reading throws.
  func next() throws -> StatementSplitter.Piece? {
    while true {
      do throws(StatementSplitter.Fault) {
        if let piece = try splitter.next() { return piece }
        if isAtEnd { return try splitter.finish() }
      } catch {
        throw placed(error)
      }
      do {
        if let bytes = try reader.next() { splitter.append(bytes) } else { isAtEnd = true }
      } catch {
        hasFailed = true
        throw error
      }
    }
  }

  private func placed(_ fault: StatementSplitter.Fault) -> ShellError {
    switch fault {
    case .tooLong(let line):
      return .inFile(ScriptPlace(path, line: line), .statementTooLong(limit: StatementSplitter.longest))
    case .notUTF8(let line):
      // What is no text will not become one.
      hasFailed = true
      return .inFile(
        ScriptPlace(path, line: line), .unreadableScript(path: path, reason: "it is not UTF-8 text"))
    }
  }
}

/// Reads a file, a pipe or standard input, and ends when it is told to, also where nobody writes into a pipe.
final class InputReader {
  private let path: String
  private let descriptor: Int32
  private let stopSignal: StopSignal
  /// Whether there may be nothing to read for now.
  private let waits: Bool
  private var buffer = [UInt8](repeating: 0, count: 65_536)

  /// Opens a file, or standard input for `-`; throws with the system's reason.
  init(_ path: String, until stopSignal: StopSignal) throws {
    self.path = path
    self.stopSignal = stopSignal
    // Opening a pipe of the file system waits for a writer unless it is told not to.
    descriptor = path == "-" ? 0 : open(path, O_RDONLY | O_CLOEXEC | O_NONBLOCK)
    if descriptor < 0 { throw ShellError.unreadableScript(path: path, reason: systemReason(errno)) }
    var info = stat()
    waits =
      fstat(descriptor, &info) != 0 || info.st_mode & S_IFMT != S_IFREG && info.st_mode & S_IFMT != S_IFDIR
  }

  deinit { if descriptor != 0 { close(descriptor) } }

  /// The next bytes; nil at the end.
  func next() throws -> ArraySlice<UInt8>? {
    while true {
      if stopSignal.isSet { throw StoreError(.interrupted, path) }
      if waits, !ProcessSignals.wait(for: descriptor, milliseconds: Self.moment).hasInput { continue }
      let count = read(descriptor, &buffer, buffer.count)
      if count > 0 { return buffer[..<count] }
      if count == 0 { return nil }
      if errno == EINTR || errno == EAGAIN { continue }
      throw ShellError.unreadableScript(path: path, reason: systemReason(errno))
    }
  }

  /// Milliseconds between two looks at the stop signal while nothing comes, for signals that no signal of the system sets.
  private static let moment: Int32 = 50
}
