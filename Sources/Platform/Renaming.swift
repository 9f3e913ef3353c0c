import CRenaming

#if canImport(Glibc)
  import Glibc
#else
  import Darwin
#endif

/// Moves that no other program can slip into: each is one step of the file system.
///
/// Paths are bytes, as a name need not be UTF-8.
extension Files {
  /// Exchanges two existing files; the answer is the system's error number, 0 when it is done.
  ///
  /// A file system that cannot do that answers `EINVAL`, `ENOSYS` or `ENOTSUP`, and nothing has changed.
  package static func exchange(_ one: UnsafePointer<CChar>, _ other: UnsafePointer<CChar>) -> Int32 {
    kal_exchange(one, other) == 0 ? 0 : errno
  }

  /// Moves a file to a name that must be free; the answer is the system's error number, `EEXIST` where the
  /// name is taken.
  package static func move(_ path: UnsafePointer<CChar>, toFree name: UnsafePointer<CChar>) -> Int32 {
    let code = kal_move_to_free_name(path, name) == 0 ? 0 : errno
    if !cannot(code) { return code }
    // A second name for the same file is refused where the name is taken.
    if link(path, name) == 0 { return unlink(path) == 0 ? 0 : errno }
    return errno
  }

  /// Whether an error number says that the file system has no such operation.
  package static func cannot(_ code: Int32) -> Bool { [EINVAL, ENOSYS, ENOTSUP].contains(code) }
}
