#if canImport(Glibc)
  import Glibc
#else
  import Darwin
#endif

/// The store files that this process has open through SQLite.
///
/// The system's file locks belong to the process: closing any descriptor of a file gives up all locks
/// that any connection of the process holds on it, and then another process takes itself for the last
/// user and removes the log under our feet. So nobody may open and close a store's file beside SQLite
/// while a connection to it lives.
package enum OpenFiles {
  /// A file, whatever its path.
  struct Identity: Hashable {
    var device: UInt64
    var node: UInt64

    /// The file at a path; nil where there is none.
    init?(path: String) {
      var info = stat()
      guard stat(path, &info) == 0 else { return nil }
      device = UInt64(truncatingIfNeeded: info.st_dev)
      node = UInt64(truncatingIfNeeded: info.st_ino)
    }
  }

  /// A connection's entry; gone with it.
  final class Entry {
    private let file: Identity

    fileprivate init(_ file: Identity) { self.file = file }

    /// Whether the connection's file is what is at a path now.
    func isOfFile(at path: String) -> Bool { Identity(path: path) == file }

    deinit { OpenFiles.release(file) }
  }

  private static let counts = Mutex<[Identity: Int]>([:])
  /// Held while a file is looked at and opened, so that no two threads do that at once.
  private static let turn = Mutex<Void>(())

  /// Whether a connection of this process has the file at a path open.
  package static func isOpen(_ path: String) -> Bool {
    Identity(path: path).map { file in counts.withLock { $0[file] != nil } } ?? false
  }

  /// What the file at a path is, and who uses it.
  struct Look {
    /// Whether a connection of this process has it open; nothing else is known then.
    var isOpenHere = false
    /// Whether it is a file of SQLite.
    var isDatabase = false
    /// Whether it is a store of calendars.
    var isStore = false
    /// The process that holds a lock on it, as every connection does that has read it in
    /// WAL mode; nil where nobody does.
    var user: LockHolder?
  }

  /// Looks at the file at a path; what is not there, or cannot be read, is no database.
  static func look(at path: String) -> Look {
    // Meanwhile nobody of this process opens it, who would lose his locks when it is closed here.
    turn.withLock { _ in
      var look = Look(isOpenHere: isOpen(path))
      if look.isOpenHere { return look }
      let descriptor = open(path, O_RDONLY | O_CLOEXEC | O_NONBLOCK | O_NOFOLLOW)
      if descriptor < 0 { return look }
      defer { close(descriptor) }
      guard let header = DatabaseHeader(descriptor) else { return look }
      look.isDatabase = header.isDatabase
      look.isStore = header.isStore
      look.user = LockHolder(ofFile: descriptor)
      return look
    }
  }

  private static func release(_ file: Identity) {
    counts.withLock { counts in
      let left = (counts[file] ?? 1) - 1
      counts[file] = left > 0 ? left : nil
    }
  }

  /// Opens the file at a path with `body`, which is told whether a connection of
  /// this process has it open already.
  static func opening(
    _ path: String, _ body: (_ isOpen: Bool) throws(StoreError) -> Database
  ) throws(StoreError) -> Database {
    let result: Result<SendableBox, StoreError> = turn.withLock { _ in
      let isOpen = Self.isOpen(path)
      do throws(StoreError) {
        let database = try body(isOpen)
        if let file = Identity(path: path) {
          counts.withLock { $0[file, default: 0] += 1 }
          database.entry = Entry(file)
        }
        return .success(SendableBox(database))
      } catch {
        return .failure(error)
      }
    }
    return try result.get().database
  }

  /// Carries a connection out of the lock; sound, as the thread that made it is the one that takes it.
  private struct SendableBox: @unchecked Sendable {
    let database: Database

    init(_ database: Database) { self.database = database }
  }
}
