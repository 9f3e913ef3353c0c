import Platform

#if canImport(Glibc)
  import Glibc
#else
  import Darwin
#endif

/// A running pager that shows its input.
///
/// Use one only when standard output is a terminal. Leaving the pager early is not an error: the output
/// buffer sees its reader go away and closes quietly.
package final class Pager {
  /// The buffer for the text to show.
  package let output: OutputBuffer
  private let process: pid_t
  private let pipeEnd: Int32

  private init(process: pid_t, pipeEnd: Int32) {
    self.process = process
    self.pipeEnd = pipeEnd
    output = OutputBuffer(pipeEnd)
    // Not every pager makes characters visible that would move the cursor.
    output.isOnTerminal = true
  }

  /// The pager's command line: from the settings, else `PAGER`, else `less`; nil if that is empty or `cat`.
  package static func command(configured: String?, environment: (String) -> String?) -> String? {
    let command = configured ?? environment("PAGER") ?? "less"
    let words = command.split(separator: " ")
    return words.isEmpty || words == ["cat"] ? nil : words.joined(separator: " ")
  }

  /// Starts a pager; nil when it cannot be started, so that the caller writes directly to the terminal.
  ///
  /// The shell reads the command line, because `PAGER` may contain options. Unless the environment says
  /// otherwise, `less` ends at once when everything fits, keeps colors and leaves the text on the screen.
  package static func start(_ command: String, environment: [String: String]) -> Pager? {
    var ends: [Int32] = [-1, -1]
    guard pipe(&ends) == 0 else { return nil }
    let (reading, writing) = (ends[0], ends[1])
    _ = fcntl(writing, F_SETFD, FD_CLOEXEC)
    defer { close(reading) }
    var environment = environment
    environment["LESS"] = environment["LESS"] ?? "FRX"
    environment["LV"] = environment["LV"] ?? "-c"
    let pairs = environment.map { $0.key + "=" + $0.value }
    // The script checks for the command first, because the shell's own error would appear on an empty
    // screen.
    let script = "command -v \"${1%% *}\" >/dev/null 2>&1 || exec cat; eval \"exec $1\""
    guard let process = Subprocess.spawn(["/bin/sh", "-c", script, "sh", command], pairs, input: reading)
    else {
      close(writing)
      return nil
    }
    return Pager(process: process, pipeEnd: writing)
  }

  /// Ends the text and waits until the person leaves the pager.
  ///
  /// The pager's exit status is ignored. During the wait, Ctrl-C belongs to the pager.
  package func finish() throws(OutputError) {
    var failure: OutputError?
    do throws(OutputError) { try output.flush() } catch { failure = error }
    close(pipeEnd)
    let earlier = signal(SIGINT, SIG_IGN)
    defer { signal(SIGINT, earlier) }
    _ = Subprocess.wait(for: process)
    if let failure { throw failure }
  }
}
