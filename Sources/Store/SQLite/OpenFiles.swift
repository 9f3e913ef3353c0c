#if canImport(Glibc)
  import Glibc
#else
  import Darwin
#endif

/// The store files that this process has open through SQLite.
///
/// The system's file locks belong to the process: closing any descriptor of a file releases all locks of the
/// process's connections on it. Another process could then take itself for the last user and remove the WAL
/// while it is in use. So a store's file must not be opened and closed outside SQLite while a connection to
/// it exists.
package enum OpenFiles {
  /// The identity of a file, independent of its path.
  struct Identity: Hashable {
    var device: UInt64
    var node: UInt64

    /// Creates the identity of the file at a path; nil when there is none.
    init?(path: String) {
      var info = stat()
      guard stat(path, &info) == 0 else { return nil }
      device = UInt64(truncatingIfNeeded: info.st_dev)
      node = UInt64(truncatingIfNeeded: info.st_ino)
    }
  }

  /// A connection's registration, which ends with the connection.
  final class Entry {
    private let file: Identity

    fileprivate init(_ file: Identity) { self.file = file }

    /// Whether the file at a path now is the connection's file.
    func isOfFile(at path: String) -> Bool { Identity(path: path) == file }

    deinit { OpenFiles.release(file) }
  }

  private static let counts = Mutex<[Identity: Int]>([:])
  /// Held while a file is examined and opened, so that two threads never do so at once.
  private static let turn = Mutex<Void>(())

  /// Whether a connection of this process has the file at a path open.
  package static func isOpen(_ path: String) -> Bool {
    Identity(path: path).map { file in counts.withLock { $0[file] != nil } } ?? false
  }

  /// The kind and the user of the file at a path.
  struct Look {
    /// Whether a connection of this process has the file open; the other values are then unknown.
    var isOpenHere = false
    /// Whether the file is an SQLite database.
    var isDatabase = false
    /// Whether the file is a store of calendars.
    var isStore = false
    /// The process that holds a lock on the file, as every connection does that has read it in WAL mode; nil
    /// when none does.
    var user: LockHolder?
  }

  /// Examines the file at a path; a missing or unreadable file is no database.
  static func look(at path: String) -> Look {
    // Meanwhile no thread of this process opens the file, which would lose its locks when it is closed here.
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

  /// Opens the file at a path with `body`; `isOpen` says whether a connection of this process already has it
  /// open.
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

  /// Carries a connection out of the lock; safe, as the thread that made it is the one that receives it.
  private struct SendableBox: @unchecked Sendable {
    let database: Database

    init(_ database: Database) { self.database = database }
  }
}
