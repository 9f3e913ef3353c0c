import Changes
import Rendering

#if canImport(Glibc)
  import Glibc
#else
  import Darwin
#endif

/// A place in a script, as `morning.kal:3:8`.
package struct ScriptPlace: Hashable, Sendable {
  package var path: String
  /// Line and column, both from 1; a column is a character.
  package var line, column: Int

  /// Creates the place of a byte in a script's text, of which `text` is the part from line `first` on.
  package init(_ path: String, byte offset: Int, of text: String, from first: Int = 1) {
    self.path = path
    line = text.utf8.prefix(offset).count { $0 == 10 } + first
    column = Diagnostic.column(ofByte: offset, in: text)
    // After a line end the line is still empty.
    if offset > 0, text.utf8.prefix(offset).last == 10 { column = 1 }
  }

  /// Creates the place of the beginning of a line.
  package init(_ path: String, line: Int) { (self.path, self.line, column) = (path, line, 1) }

  package var text: String { "\(path):\(line):\(column)" }
}

/// A running script.
package struct RunningScript {
  /// The greatest number of scripts inside one another.
  package static let deepest = 16

  /// The path as it was opened; `-` for standard input.
  package var path: String
  /// The device and inode of the file, whatever its path; nil if the system does not report them.
  package var file: [UInt64]?

  package init(_ path: String) {
    self.path = path
    var info = stat()
    if path != "-", stat(path, &info) == 0 { file = [UInt64(info.st_dev), UInt64(info.st_ino)] }
  }

  /// Returns the path of another file named in the script: relative to the script's own folder.
  package func path(of other: String) -> String {
    guard path != "-", !other.hasPrefix("/"), let slash = path.lastIndex(of: "/") else { return other }
    return String(path[...slash]) + other
  }
}

extension ShellError {
  /// Returns the error with its place in a script; `statement` is the range of the statement in the text.
  package func inFile(_ path: String, _ text: String, from line: Int, statement: SourceRange) -> ShellError {
    if case .reported("", _) = self { return self }
    if fault(as: OutputError.self) != nil { return self }
    var offset = statement.offset
    if case .statement(let diagnostic, let source) = self, let range = diagnostic.range,
      source.utf8.count == statement.length
    {
      offset += min(range.offset, statement.length)
    }
    return .inFile(ScriptPlace(path, byte: offset, of: text, from: line), self)
  }

  /// The error itself, and the places of the scripts that led to it, innermost first.
  package var unfolded: (error: ShellError, places: [ScriptPlace]) {
    guard case .inFile(let place, let inner) = self else { return (self, []) }
    let (error, places) = inner.unfolded
    return (error, places + [place])
  }
}
