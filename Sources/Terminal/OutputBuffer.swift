import Platform

#if canImport(Glibc)
  import Glibc
#else
  import Darwin
#endif

/// Why output could not be written.
package enum OutputError: Error, Equatable, Sendable {
  /// The disk, or the owner's share of it, is full.
  case noSpace
  /// More than this many bytes, where they wait to be taken.
  case tooLong(limit: Int)
  /// A signal came while it waited for its reader.
  case interrupted
  /// Anything else, with the system's error number.
  case failed(code: Int32)
}

/// Collects output in 64 KiB and hands it to the system in whole pieces.
///
/// A reader that goes away (`EPIPE`) is no error: the buffer then takes what it is given and writes nothing
/// more, and `isOpen` tells a producer to stop. Any other failure is kept and thrown by the next `flush`.
/// The process must ignore SIGPIPE.
package final class OutputBuffer {
  private static let capacity = 65_536

  /// Where the bytes go.
  package let descriptor: Int32
  /// False once the reader has gone or writing has failed: nothing written from then on arrives.
  package var isOpen: Bool { takes && pages?.isOpen ?? true }
  private var takes = true
  /// What ends the writing of a row that has many in it; whoever asked for the row looks at it afterward.
  package var stopSignal = StopSignal()
  /// Whether more would be in vain: nobody takes it, there is no room, or the stop signal came.
  package var isStopped: Bool { !isOpen || stopSignal.isSet }
  private var failure: OutputError?
  private var bytes: [UInt8] = []
  /// How many bytes stay here until they are taken; nil where they go to the descriptor.
  private let room: Int?

  /// Whether what is written is shown on a terminal: then only what goes through
  /// `append(styled:)` may move its cursor.
  package var isOnTerminal = false
  private var filter = TerminalText()
  /// The lines that are held back as long as they fit on a screen; nil where nothing is.
  private var screenful: Screenful?
  /// What takes all that comes, once it is more than a screen.
  private var pages: OutputBuffer?

  /// Makes an empty buffer before a descriptor, which stays the caller's to close.
  package init(_ descriptor: Int32) {
    self.descriptor = descriptor
    room = nil
    bytes.reserveCapacity(Self.capacity)
  }

  /// Makes a buffer before nothing: what is written waits to be taken, as far as there is room.
  package init(room: Int = 67_108_864) {
    descriptor = -1
    self.room = room
  }

  /// How many bytes wait here.
  package var held: Int { bytes.count }

  /// What was written since the last call, for a buffer that collects.
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

  /// Adds text of the shell's own with its colors; stored text in it went
  /// through `SafeText` or `TerminalText`.
  package func append(styled text: String) {
    filter.finish(into: &bytes)
    add(text.utf8)
  }

  /// Adds such a text and a line break.
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

  /// Holds back what is written until it fills a screen; `start` then says what takes it,
  /// nil for the descriptor as ever.
  ///
  /// `flush` ends that, as who flushes wants it seen.
  package func holdScreen(_ size: TerminalSize, start: @escaping () -> OutputBuffer?) {
    screenful = Screenful(size, start: start)
  }

  /// Ends it: what is held goes the usual way with all that follows.
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

  /// Writes what has been collected; throws what has failed since the last flush.
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
    let code = bytes.withUnsafeBytes { Self.writeAll($0, to: descriptor) }
    guard code != 0 else { return }
    takes = false
    switch code {
    case EPIPE: break
    case ENOSPC, EDQUOT: failure = .noSpace
    case EINTR: failure = .interrupted
    default: failure = .failed(code: code)
    }
  }

  /// Writes every byte; the answer is the system's error number, 0 when all is well.
  private static func writeAll(_ buffer: UnsafeRawBufferPointer, to descriptor: Int32) -> Int32 {
    var offset = 0
    while offset < buffer.count {
      let rest = UnsafeRawBufferPointer(rebasing: buffer[offset...])
      let count = write(descriptor, rest.baseAddress, rest.count)
      if count >= 0 {
        offset += count
        continue
      }
      switch errno {
      // Who is to end does not wait for a reader that does not read.
      case EINTR where ProcessSignals.status != nil && keyboardStop.isSet: return EINTR
      case EINTR: continue
      case EAGAIN:
        // Another program left the terminal or pipe non-blocking: wait until it takes more.
        var request = pollfd(fd: descriptor, events: Int16(POLLOUT), revents: 0)
        _ = poll(&request, 1, -1)
      default: return errno
      }
    }
    return 0
  }
}

/// Counts the lines that text takes on a screen.
private struct Screenful {
  let start: () -> OutputBuffer?
  private let size: TerminalSize
  private var lines = 0
  private var cells = 0
  private var isInEscape = false

  init(_ size: TerminalSize, start: @escaping () -> OutputBuffer?) {
    (self.size, self.start) = (size, start)
  }

  /// Whether the prompt behind them would push the first of them off.
  var isFull: Bool { lines >= size.rows }

  mutating func take(_ bytes: some Collection<UInt8>) {
    for byte in bytes {
      switch byte {
      case 10: (lines, cells) = (lines + 1, 0)
      case 0x1B: isInEscape = true
      case 0x41...0x5A where isInEscape, 0x61...0x7A where isInEscape: isInEscape = false
      // The rest of a character.
      case 0x80..<0xC0: continue
      case _ where isInEscape: continue
      default:
        // Near enough: most characters of three bytes from here on, and of four, are wide.
        cells += byte >= 0xE3 ? 2 : 1
        if cells > size.columns { (lines, cells) = (lines + 1, 1) }
      }
    }
  }
}
