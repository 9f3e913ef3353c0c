#if canImport(Glibc)
  import Glibc
#else
  import Darwin
#endif

/// Tells when something in folders may have changed.
///
/// On Linux the system tells it (inotify); elsewhere, and for folders that it does not tell about, the caller
/// looks by itself now and then.
package final class FolderWatch {
  /// The descriptor that can be read when something changed; -1 where the system tells nothing.
  package let descriptor: Int32
  private var watched: [String: Int32] = [:]

  /// Creates a watch without folders.
  package init() { descriptor = Self.newDescriptor() }

  deinit { if descriptor >= 0 { close(descriptor) } }

  /// Watches these folders from now on, and no others; false when one of them cannot be watched.
  package func watch(_ folders: Set<String>) -> Bool {
    if descriptor < 0 { return false }
    for (path, number) in watched where !folders.contains(path) {
      Self.end(number, at: descriptor)
      watched[path] = nil
    }
    var isComplete = true
    for path in folders {
      // A folder of the same path may be another one.
      if let number = Self.begin(path, at: descriptor) { watched[path] = number } else { isComplete = false }
    }
    return isComplete
  }

  /// Forgets what was told so far; whether there was anything.
  @discardableResult
  package func drain() -> Bool {
    if descriptor < 0 { return false }
    var buffer = [UInt8](repeating: 0, count: 16_384)
    var found = false
    while read(descriptor, &buffer, buffer.count) > 0 { found = true }
    return found
  }
}
