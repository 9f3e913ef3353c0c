import Platform

#if canImport(Glibc)
  import Glibc
#else
  import Darwin
#endif

/// The reason why output could not be written.
package enum OutputError: Error, Equatable, Sendable {
  /// The disk, or the owner's share of it, is full.
  case noSpace
  /// More than this many bytes in a buffer that collects output.
  case tooLong(limit: Int)
  /// A signal came during the wait for the reader.
  case interrupted
  /// Any other failure, with the system's error number.
  case failed(code: Int32)
}

/// Collects output in 64 KiB and hands it to the system in whole pieces.
///
/// A reader that goes away (`EPIPE`) is not an error: the buffer then discards further output, and `isOpen`
/// tells a producer to stop. Any other failure is kept and thrown by the next `flush`. The process must
/// ignore SIGPIPE.
package final class OutputBuffer {
  private static let capacity = 65_536

  /// The descriptor for the bytes; -1 for a buffer that collects them.
  package let descriptor: Int32
  /// False once the reader has gone or writing has failed: later output is lost.
  package var isOpen: Bool { takes && pages?.isOpen ?? true }
  private var takes = true
  /// Ends the writing of a row with many items; the caller checks the signal afterward.
  package var stopSignal = StopSignal()
  /// Whether further output is useless: the reader has gone, there is no room, or the stop signal is set.
  package var isStopped: Bool { !isOpen || stopSignal.isSet }
  private var failure: OutputError?
  private var bytes: [UInt8] = []
  /// The maximum number of bytes that wait for `take()`; nil when they go to the descriptor.
  private let room: Int?

  /// Whether the output is shown on a terminal: then only text from `append(styled:)` may move its cursor.
  package var isOnTerminal = false
  /// Whether the output is the journal of systemd, where each line begins with its level.
  package var isJournal = false
  private var filter = TerminalText()
  /// The lines that are held back while they fit on a screen; nil when none are.
  private var screenful: Screenful?
  /// The buffer that takes all output once it exceeds a screen.
  private var pages: OutputBuffer?

  /// Creates an empty buffer for a descriptor, which the caller must close.
  package init(_ descriptor: Int32) {
    self.descriptor = descriptor
    room = nil
    bytes.reserveCapacity(Self.capacity)
  }

  /// Creates a buffer without a file descriptor.
  ///
  /// Output accumulates until `take()`; beyond `room` bytes the buffer closes with `.tooLong`.
  package init(room: Int = 67_108_864) {
    descriptor = -1
    self.room = room
  }

  /// The number of bytes in the buffer.
  package var held: Int { bytes.count }

  /// The output since the last call, for a buffer that collects.
  package func take() -> [UInt8] {
    defer {
      bytes = []
      (takes, failure) = (true, nil)
    }
    return bytes
  }

  /// Adds a text as UTF-8.
  package func append(_ text: String) {
    append(bytes: text.utf8)
  }

  /// Adds the shell's own text with its colors; stored text in it has passed through `SafeText` or
  /// `TerminalText`.
  package func append(styled text: String) {
    filter.finish(into: &bytes)
    add(text.utf8)
  }

  /// Adds a styled text and a line break.
  package func appendLine(styled text: String) { append(styled: text + "\n") }

  /// Adds one byte.
  package func append(byte: UInt8) {
    if isOnTerminal { return append(bytes: CollectionOfOne(byte)) }
    if bytes.count == Self.capacity { drain() }
    bytes.append(byte)
  }

  /// Adds bytes.
  package func append(bytes more: some Collection<UInt8>) {
    if !isOnTerminal { return add(more) }
    var shown: [UInt8] = []
    filter.take(more, into: &shown)
    add(shown)
  }

  private func add(_ more: some Collection<UInt8>) {
    if let pages { return pages.add(more) }
    if screenful != nil { return hold(more) }
    // Asking a String.UTF8View for its count is free for native strings.
    if bytes.count + more.count > Self.capacity { drain() }
    bytes.append(contentsOf: more)
    if bytes.count >= Self.capacity { drain() }
  }

  /// Adds a text and a line break.
  package func appendLine(_ text: String) {
    append(text)
    append(byte: UInt8(ascii: "\n"))
  }

  // MARK: More than a screen

  /// Holds output back until it fills a screen; `start` then returns the buffer that takes it, or nil for
  /// the descriptor.
  ///
  /// `flush` ends the holding, because its caller wants the output to be seen.
  package func holdScreen(_ size: TerminalSize, start: @escaping () -> OutputBuffer?) {
    screenful = Screenful(size, start: start)
  }

  /// Ends the holding: held and later output goes the usual way.
  package func releaseScreen() {
    if let pages { try? pages.flush() }
    (screenful, pages) = (nil, nil)
  }

  private func hold(_ more: some Collection<UInt8>) {
    bytes.append(contentsOf: more)
    screenful?.take(more)
    guard let full = screenful, full.isFull else { return }
    screenful = nil
    pages = full.start()
    if let pages {
      pages.add(bytes)
      bytes.removeAll(keepingCapacity: true)
    } else if bytes.count >= Self.capacity {
      drain()
    }
  }

  /// Writes the collected output; throws the failure since the last flush.
  ///
  /// After an interrupt the reader is still there, and the next statement may write.
  package func flush() throws(OutputError) {
    screenful = nil
    if let pages { return try pages.flush() }
    drain()
    if let error = failure {
      failure = nil
      if error == .interrupted { takes = true }
      throw error
    }
  }

  private func drain() {
    if let room {
      if bytes.count > room {
        bytes = []
        (takes, failure) = (false, .tooLong(limit: room))
      }
      return
    }
    defer { bytes.removeAll(keepingCapacity: bytes.capacity <= 4 * Self.capacity) }
    guard takes, !bytes.isEmpty else { return }
    let code = Files.writeAll(bytes, to: descriptor)
    guard code != 0 else { return }
    takes = false
    switch code {
    case EPIPE: break
    case ENOSPC, EDQUOT: failure = .noSpace
    case EINTR: failure = .interrupted
    default: failure = .failed(code: code)
    }
  }
}

/// Counts the lines of a text on a screen.
private struct Screenful {
  let start: () -> OutputBuffer?
  private let size: TerminalSize
  private var lines = 0
  private var cells = 0
  private var isInEscape = false

  init(_ size: TerminalSize, start: @escaping () -> OutputBuffer?) {
    (self.size, self.start) = (size, start)
  }

  /// Whether the prompt after the lines would push the first line off the screen.
  var isFull: Bool { lines >= size.rows }

  mutating func take(_ bytes: some Collection<UInt8>) {
    for byte in bytes {
      switch byte {
      case 10: (lines, cells) = (lines + 1, 0)
      case 0x1B: isInEscape = true
      case 0x41...0x5A where isInEscape, 0x61...0x7A where isInEscape: isInEscape = false
      // The second and later bytes of a character.
      case 0x80..<0xC0: continue
      case _ where isInEscape: continue
      default:
        // An approximation: most characters of three bytes from here on, and of four, are wide.
        cells += byte >= 0xE3 ? 2 : 1
        if cells > size.columns { (lines, cells) = (lines + 1, 1) }
      }
    }
  }
}
