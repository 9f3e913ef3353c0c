import Platform
import Statements

#if canImport(Glibc)
  import Glibc
#else
  import Darwin
#endif

/// A store file in a folder of its own, for as long as a server runs.
///
/// Each thread of a server has its own connection, and a store in memory has only one. So a server uses a
/// file, and removes it at its end.
struct TemporaryStore: Sendable {
  private let folder: String

  /// Gives a session such a store in the place of one in memory, and reads its input files; nil if its store
  /// is a file anyway.
  ///
  /// Throws `unwritable-file` where no folder can be made, and the errors of reading the files.
  init?(replacingMemoryOf session: Session) throws {
    if !session.usesMemory { return nil }
    let parent = session.environment.variable("TMPDIR").flatMap { $0.hasPrefix("/") ? $0 : nil } ?? "/tmp"
    var template = Array((parent + "/kalends-serve-XXXXXX").utf8CString)
    guard mkdtemp(&template) != nil else {
      throw FileFault.unwritable(path: parent, reason: systemReason(errno))
    }
    folder = String(decoding: template.dropLast().map { UInt8(bitPattern: $0) }, as: UTF8.self)
    session.storeOption = folder + "/store.sqlite"
    do {
      try session.readInputs()
    } catch {
      session.leaveStore()
      remove()
      throw error
    }
  }

  /// Removes the store and its folder.
  func remove() {
    for name in Files.names(in: folder) ?? [] { unlink(folder + "/" + name) }
    rmdir(folder)
  }
}
