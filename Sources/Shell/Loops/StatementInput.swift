import Platform
import QueryEngine
import Statements

/// The statements of a file or of standard input, piece by piece as they come: a pipe is not
/// read further than it was written.
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

  /// Returns the next complete statements; nil at the end.
  ///
  /// Throws `statement-too-long`, the fault of a text that is not UTF-8, and errors of reading.
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
      // Bytes that are not text will not become text.
      hasFailed = true
      return .inFile(
        ScriptPlace(path, line: line),
        ShellError(FileFault.unreadable(path: path, reason: "it is not UTF-8 text")))
    }
  }
}
