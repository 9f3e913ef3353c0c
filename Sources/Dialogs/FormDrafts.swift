import Forms
import Platform

#if canImport(Glibc)
  import Glibc
#else
  import Darwin
#endif

/// The drafts of unfinished forms, each in its own file while the form is open.
///
/// The file is written with every answer, so that it survives a terminal that hangs up and a process that is
/// killed; a form that ends removes it. The process holds a lock on its draft: an unlocked draft was left
/// behind. A failure to keep a draft is not reported to the person.
final class FormDrafts {
  private let folder: String?
  private var path: String?
  private var descriptor: Int32 = -1

  /// Drafts in a folder; without a folder no drafts are kept or found.
  init(in folder: String?) { self.folder = folder }

  deinit { if descriptor >= 0 { close(descriptor) } }

  /// Saves the answers so far; nil removes the draft.
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

  /// Removes this form's draft.
  func remove() {
    if let path { unlink(path) }
    if descriptor >= 0 { close(descriptor) }
    (path, descriptor) = (nil, -1)
  }

  /// Removes another form's draft.
  func remove(_ path: String) { unlink(path) }

  /// Returns the drafts of forms whose process is gone.
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
