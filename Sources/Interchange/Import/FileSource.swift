import Store

#if canImport(Glibc)
  import Glibc
#else
  import Darwin
#endif

/// The bytes of a calendar file or of standard input, a piece at a time.
public final class FileSource {
  /// The path, or `-` for standard input.
  public let path: String
  /// How many bytes the file has; nil where that can't be told.
  public let totalBytes: Int?
  /// Why reading ended early; nil when it did not.
  public private(set) var failure: StoreError?
  private let descriptor: Int32
  private let ownsDescriptor: Bool

  private let stopSignal: StopSignal
  /// Whether there may be nothing to read for now, as in a pipe.
  private let waits: Bool

  /// Opens a file, or standard input for `-`; throws `unreadable-file`.
  ///
  /// `stopSignal` ends the waiting for a pipe into which nobody writes; with `plainOnly`
  /// pipes and devices are unreadable.
  public init(
    _ path: String, stopSignal: StopSignal = StopSignal(), plainOnly: Bool = false
  ) throws(StoreError) {
    self.path = path
    self.stopSignal = stopSignal
    ownsDescriptor = path != "-"
    // Opening a pipe of the file system waits for a writer unless it is told not to.
    descriptor = ownsDescriptor ? open(path, O_RDONLY | O_CLOEXEC | O_NONBLOCK) : 0
    if descriptor < 0 { throw StoreError(.unreadableFile, path, detail: StoreFile.reason(errno)) }
    var info = stat()
    let isKnown = fstat(descriptor, &info) == 0
    if isKnown, info.st_mode & S_IFMT == S_IFDIR {
      if ownsDescriptor { close(descriptor) }
      throw StoreError(.unreadableFile, path, detail: "it is a folder")
    }
    let isPlain = isKnown && info.st_mode & S_IFMT == S_IFREG
    if !isPlain, plainOnly {
      if ownsDescriptor { close(descriptor) }
      throw StoreError(.unreadableFile, path, detail: "it is not a plain file")
    }
    waits = !isPlain
    totalBytes = waits ? nil : Int(info.st_size)
  }

  deinit { if ownsDescriptor { close(descriptor) } }

  /// Waits a moment; whether something can be read, or the end be seen.
  private func hasInput() -> Bool {
    var request = pollfd(fd: descriptor, events: Int16(POLLIN), revents: 0)
    return poll(&request, 1, Self.moment) != 0 && request.revents != 0
  }

  /// Milliseconds between two looks at the stop signal while nothing comes.
  private static let moment: Int32 = 20

  /// The next piece; nil at the end, and where reading fails, which `failure` then tells.
  public func next() -> [UInt8]? {
    var buffer = [UInt8](repeating: 0, count: 1 << 18)
    while true {
      if stopSignal.isSet {
        failure = StoreError(.interrupted, path)
        return nil
      }
      if waits, !hasInput() { continue }
      let count = read(descriptor, &buffer, buffer.count)
      if count > 0 {
        buffer.removeLast(buffer.count - count)
        return buffer
      }
      if count == 0 { return nil }
      if errno == EINTR || errno == EAGAIN { continue }
      failure = StoreError(.unreadableFile, path, detail: StoreFile.reason(errno))
      return nil
    }
  }
}
