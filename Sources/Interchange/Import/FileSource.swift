import Store

#if canImport(Glibc)
  import Glibc
#else
  import Darwin
#endif

/// Reads a calendar file or standard input piece by piece.
public final class FileSource {
  /// The path, or `-` for standard input.
  public let path: String
  /// The file's size in bytes; nil when it is unknown.
  public let totalBytes: Int?
  /// Why reading ended early; nil when it did not.
  public private(set) var failure: StoreError?
  private let descriptor: Int32
  private let ownsDescriptor: Bool

  private let stopSignal: StopSignal
  /// Whether a read may have to wait for input, as from a pipe.
  private let waits: Bool

  /// Opens a file, or standard input for `-`; throws `unreadable-file`.
  ///
  /// `stopSignal` ends the wait for a pipe without a writer; with `plainOnly`, pipes and devices are
  /// unreadable.
  public init(
    _ path: String, stopSignal: StopSignal = StopSignal(), plainOnly: Bool = false
  ) throws(StoreError) {
    self.path = path
    self.stopSignal = stopSignal
    ownsDescriptor = path != "-"
    // Without O_NONBLOCK, opening a named pipe waits for a writer.
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

  /// Waits briefly; returns whether input or the end of the input is available.
  private func hasInput() -> Bool {
    var request = pollfd(fd: descriptor, events: Int16(POLLIN), revents: 0)
    return poll(&request, 1, Self.moment) != 0 && request.revents != 0
  }

  /// Milliseconds between two checks of the stop signal while no input comes.
  private static let moment: Int32 = 20

  /// Returns the next piece; nil at the end, and when reading fails, with the reason in `failure`.
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
