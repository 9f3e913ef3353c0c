#if !canImport(Darwin)
  import Glibc

  extension FolderWatch {
    /// A descriptor on which the system tells of changes; -1 where there is none.
    static func newDescriptor() -> Int32 { inotify_init1(Int32(IN_NONBLOCK | IN_CLOEXEC)) }

    /// Has the system tell of a folder; its number there, or nil when it cannot be watched.
    static func begin(_ path: String, at descriptor: Int32) -> Int32? {
      let mask = UInt32(
        IN_CLOSE_WRITE | IN_MOVED_TO | IN_MOVED_FROM | IN_CREATE | IN_DELETE | IN_DELETE_SELF | IN_MOVE_SELF)
      let number = inotify_add_watch(descriptor, path, mask)
      return number < 0 ? nil : number
    }

    /// Has the system no longer tell of a folder.
    static func end(_ number: Int32, at descriptor: Int32) { inotify_rm_watch(descriptor, number) }
  }
#endif
