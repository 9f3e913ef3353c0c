import Forms
import Platform

#if canImport(Glibc)
  import Glibc
#else
  import Darwin
#endif

/// What forms were not finished with, each in a file of its own while the form is open.
///
/// The file is written with every answer, so that it outlives a terminal that hangs up and a process that is
/// killed; a form that comes to its end removes it. Its process holds a lock on it: a draft without one was
/// left behind. Failing to keep a draft is no reason to disturb who answers.
final class FormDrafts {
  private let folder: String?
  private var path: String?
  private var descriptor: Int32 = -1

  /// Drafts in a folder; without one none are kept, and none seen.
  init(in folder: String?) { self.folder = folder }

  deinit { if descriptor >= 0 { close(descriptor) } }

  /// Keeps what was answered so far; nil for nothing.
  func keep(_ text: String?) {
    guard let text else { return remove() }
    if descriptor < 0 { begin() }
    let bytes = Array(text.utf8)
    guard descriptor >= 0, pwrite(descriptor, bytes, bytes.count, 0) == bytes.count else { return }
    _ = ftruncate(descriptor, off_t(bytes.count))
  }

  private func begin() {
    guard let folder, UserPaths.createFolder(of: folder + "/draft") == 0 else { return }
    let name = "\(folder)/draft-\(getpid())"
    descriptor = open(name, O_RDWR | O_CREAT | O_CLOEXEC | O_NOFOLLOW, 0o600)
    if descriptor < 0 { return }
    if flock(descriptor, LOCK_EX | LOCK_NB) == 0 {
      path = name
    } else {
      close(descriptor)
      descriptor = -1
    }
  }

  /// Removes what this form kept.
  func remove() {
    if let path { unlink(path) }
    if descriptor >= 0 { close(descriptor) }
    (path, descriptor) = (nil, -1)
  }

  /// Removes what another one left.
  func remove(_ path: String) { unlink(path) }

  /// What forms that are gone have left.
  func left() -> [(path: String, file: AnswerFile)] {
    guard let folder, let names = Files.names(in: folder) else { return [] }
    return names.filter { $0.hasPrefix("draft-") }.compactMap { name in
      let path = folder + "/" + name
      let descriptor = open(path, O_RDONLY | O_CLOEXEC)
      guard descriptor >= 0 else { return nil }
      defer { close(descriptor) }
      guard flock(descriptor, LOCK_EX | LOCK_NB) == 0, let bytes = try? Files.bytes(path),
        let file = try? AnswerFile(parsing: String(decoding: bytes, as: UTF8.self))
      else { return nil }
      return (path, file)
    }
  }
}
