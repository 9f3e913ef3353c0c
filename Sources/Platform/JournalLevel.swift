#if canImport(Glibc)
  import Glibc
#else
  import Darwin
#endif

/// How much a line matters to the journal of systemd, which reads it from the line's beginning (sd-daemon(3)).
package enum JournalLevel: Int, Sendable {
  /// Something failed.
  case error = 3
  /// Something that a person should know of.
  case notice = 5
  /// What happens in the ordinary course of things.
  case info = 6

  /// Returns a text with the level in front of each line.
  package func marking(_ text: String) -> String {
    text.split(separator: "\n", omittingEmptySubsequences: false)
      .map { $0.isEmpty ? "" : "<\(rawValue)>" + $0 }.joined(separator: "\n")
  }
}

extension ProcessEnvironment {
  /// Whether a descriptor is the journal's stream, which `JOURNAL_STREAM` names by device and inode.
  ///
  /// A program that was started with its output elsewhere inherits the variable, so the name alone says
  /// nothing.
  package func isJournal(_ descriptor: Int32) -> Bool {
    guard let name = variable("JOURNAL_STREAM") else { return false }
    var info = stat()
    return fstat(descriptor, &info) == 0 && name == "\(info.st_dev):\(info.st_ino)"
  }
}
