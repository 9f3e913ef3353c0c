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

  /// Opens a file, or standard input for `-`; throws `unreadable-file`.
  public init(_ path: String) throws(StoreError) {
    self.path = path
    ownsDescriptor = path != "-"
    descriptor = ownsDescriptor ? open(path, O_RDONLY | O_CLOEXEC) : 0
    if descriptor < 0 { throw StoreError(.unreadableFile, path, detail: StoreFile.reason(errno)) }
    var info = stat()
    let isKnown = fstat(descriptor, &info) == 0
    if isKnown, info.st_mode & S_IFMT == S_IFDIR {
      if ownsDescriptor { close(descriptor) }
      throw StoreError(.unreadableFile, path, detail: "it is a folder")
    }
    totalBytes = isKnown && info.st_mode & S_IFMT == S_IFREG ? Int(info.st_size) : nil
  }

  deinit { if ownsDescriptor { close(descriptor) } }

  /// The next piece; nil at the end, and where reading fails, which `failure` then tells.
  public func next() -> [UInt8]? {
    var buffer = [UInt8](repeating: 0, count: 1 << 18)
    while true {
      let count = read(descriptor, &buffer, buffer.count)
      if count > 0 {
        buffer.removeLast(buffer.count - count)
        return buffer
      }
      if count == 0 { return nil }
      if errno == EINTR { continue }
      failure = StoreError(.unreadableFile, path, detail: StoreFile.reason(errno))
      return nil
    }
  }
}
