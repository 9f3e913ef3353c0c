#if canImport(Darwin)
  extension FolderWatch {
    /// A descriptor on which the system tells of changes; -1, as the one that Darwin has needs a descriptor for
    /// each file.
    static func newDescriptor() -> Int32 { -1 }

    /// Has the system tell of a folder; its number there, or nil when it cannot be watched.
    static func begin(_ path: String, at descriptor: Int32) -> Int32? { nil }

    /// Has the system no longer tell of a folder.
    static func end(_ number: Int32, at descriptor: Int32) {}
  }
#endif
