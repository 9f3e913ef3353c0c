#if canImport(Glibc)
  import Glibc
#else
  import Darwin
#endif

/// Whether there is room for a file.
extension Files {
  /// Returns the folder that keeps a file from being made at an absolute path, and the system's reason; nil where
  /// it can be made, with its folders.
  package static func obstacle(toMaking path: String) -> (folder: String, reason: String)? {
    var folder = path[...]
    while let slash = folder.lastIndex(of: "/") {
      folder = slash == folder.startIndex ? "/" : folder[..<slash]
      let place = String(folder)
      if access(place, F_OK) == 0 {
        return access(place, W_OK | X_OK) == 0 ? nil : (place, String(cString: strerror(errno)))
      }
      if errno != ENOENT { return (place, String(cString: strerror(errno))) }
      if place == "/" { break }
    }
    return nil
  }

  /// The number of bytes that this person can still write to the disk of a file; nil where the system tells none.
  package static func freeBytes(at path: String) -> Int? {
    var info = statvfs()
    guard statvfs(path, &info) == 0 else { return nil }
    let (bytes, isTooLarge) = Int(info.f_bavail).multipliedReportingOverflow(by: Int(info.f_frsize))
    return isTooLarge ? nil : bytes
  }
}
