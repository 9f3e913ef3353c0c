import Platform
import Store

#if canImport(Glibc)
  import Glibc
#else
  import Darwin
#endif

/// Writes beside other programs: what they wrote meanwhile stays.
extension FolderCollection {
  /// The state of a file; nil when there is none; throws `isLink`.
  func stamp(_ name: String) throws(RemoteFault) -> ResourceStamp? {
    var info = stat()
    if lstat(place(name), &info) != 0 {
      if errno == ENOENT { return nil }
      throw fault(errno, name)
    }
    if info.st_mode & S_IFMT == S_IFLNK { throw .isLink(name) }
    return ResourceStamp(info)
  }

  /// The state of a file or of a link itself; nil when there is none.
  private func ownStamp(_ name: String) -> ResourceStamp? {
    var info = stat()
    return lstat(place(name), &info) == 0 ? ResourceStamp(info) : nil
  }

  package func write(
    _ bytes: [UInt8], to href: String, replacing stamp: ResourceStamp?, partial: String? = nil
  ) throws(RemoteFault) -> ResourceStamp {
    guard try self.stamp(href) == stamp else { throw .changed(href) }
    let partial = partial ?? Self.newPartial(for: href)
    let written = try writeBeside(bytes, href, partial)
    if let stamp {
      try replace(href, partial, stamp, by: written)
    } else {
      let code = Files.move(place(partial), toFree: place(href))
      if code != 0 {
        unlink(place(partial))
        throw code == EEXIST ? .changed(href) : fault(code, href)
      }
    }
    syncFolder()
    return written
  }

  /// Writes a new file beside its place; the answer is its state.
  private func writeBeside(
    _ bytes: [UInt8], _ href: String, _ partial: String
  ) throws(RemoteFault) -> ResourceStamp {
    var old = stat()
    let mode = stat(place(href), &old) == 0 ? old.st_mode & 0o777 : nil
    var descriptor: Int32 = -1
    repeat {
      descriptor = open(place(partial), O_WRONLY | O_CREAT | O_EXCL | O_NOFOLLOW | O_CLOEXEC, 0o666)
    } while descriptor < 0 && errno == EINTR
    if descriptor < 0 {
      let code = errno
      throw code == ENOENT || code == ENOTDIR ? folderFault(code) : fault(code, href)
    }
    defer { close(descriptor) }
    if let mode { _ = fchmod(descriptor, mode) }
    var info = stat()
    var code = Files.writeAll(bytes, to: descriptor)
    if code == 0, fsync(descriptor) != 0 || fstat(descriptor, &info) != 0 { code = errno }
    if code != 0 {
      unlink(place(partial))
      throw fault(code, href)
    }
    return ResourceStamp(info)
  }

  package func partialName(for href: String) -> String? { Self.newPartial(for: href) }

  /// A free name for a file beside its place: hidden, and with the ending that vdir keeps for such files.
  private static func newPartial(for href: String) -> String {
    // The whole name must fit into the 255 bytes of a file system.
    let root = href.utf8.count > 200 ? String(FNV1a.number(Array(href.utf8)) & 0xff_ffff, radix: 36) : href
    return ".\(root).\(String(UInt32.random(in: .min ... .max), radix: 36)).kal.tmp"
  }

  /// Puts a new file in the place of the one with that state; throws `changed` when another one was there.
  ///
  /// An exchange puts a file in place and takes another one out. When that is not the expected one, another
  /// program wrote it meanwhile, and it goes back in the same way: the latest file stays.
  private func replace(
    _ href: String, _ partial: String, _ stamp: ResourceStamp, by written: ResourceStamp
  ) throws(RemoteFault) {
    var (expected, placed): (ResourceStamp?, ResourceStamp?) = (stamp, written)
    var hasChanged = false
    while true {
      let code = Files.exchange(place(partial), place(href))
      if Files.cannot(code), !hasChanged { return try replacePlainly(href, partial, stamp) }
      if code == ENOENT, hasChanged {
        // The file was deleted; what was taken out goes back to where it was.
        let code = Files.move(place(partial), toFree: place(href))
        if code == EEXIST { continue }
        if code != 0 { throw fault(code, href) }
        throw .changed(href)
      }
      if code != 0 {
        if hasChanged { try keep(partial, of: href) } else { unlink(place(partial)) }
        throw code == ENOENT ? .changed(href) : fault(code, href)
      }
      let out = ownStamp(partial)
      if out == expected { break }
      (expected, placed) = (placed, out)
      hasChanged = true
    }
    unlink(place(partial))
    if hasChanged { throw .changed(href) }
  }

  /// Replaces a file where the file system cannot exchange two: another program could write between the look
  /// and the move.
  private func replacePlainly(
    _ href: String, _ partial: String, _ stamp: ResourceStamp
  ) throws(RemoteFault) {
    if ownStamp(href) == stamp, rename(place(partial), place(href)) == 0 { return }
    let code = errno
    unlink(place(partial))
    throw ownStamp(href) == stamp ? fault(code, href) : .changed(href)
  }

  package func delete(
    _ href: String, _ stamp: ResourceStamp, partial: String? = nil
  ) throws(RemoteFault) {
    guard let present = try self.stamp(href) else { throw .gone(href) }
    guard present == stamp else { throw .changed(href) }
    let aside = partial ?? Self.newPartial(for: href)
    let code = Files.move(place(href), toFree: place(aside))
    if code == ENOENT { throw .gone(href) }
    if code != 0 { throw fault(code, href) }
    if ownStamp(aside) != stamp {
      let code = Files.move(place(aside), toFree: place(href))
      // A third program has put a file there, which would have replaced this one.
      if code == EEXIST { unlink(place(aside)) }
      if code != 0, code != EEXIST { throw fault(code, href) }
      throw .changed(href)
    }
    if unlink(place(aside)) != 0 { throw fault(errno, href) }
    syncFolder()
  }

  package func recover(_ href: String, partial: String, known: [[UInt8]]) throws(RemoteFault) {
    if !Files.isFolder(path) { throw .collectionGone(path) }
    let left: [UInt8]
    do throws(RemoteFault) {
      left = try read(partial).bytes
    } catch {
      if case .gone = error { return }
      throw error
    }
    if known.contains(left) || known.contains(where: { $0.starts(with: left) }) {
      // Ours, whole or in part, or the content that both sides had.
      if unlink(place(partial)) != 0, errno != ENOENT { throw fault(errno, href) }
      return
    }
    // Another program wrote it, and the exchange took it out. In its place is ours, or nothing.
    let code = Files.exchange(place(partial), place(href))
    if code == 0 {
      if known.contains(try read(partial).bytes) {
        unlink(place(partial))
      } else {
        // Both are of other programs: the later one stays in its place.
        _ = Files.exchange(place(partial), place(href))
        try keep(partial, of: href)
      }
    } else if code == ENOENT {
      if Files.move(place(partial), toFree: place(href)) != 0 { try keep(partial, of: href) }
    } else {
      try keep(partial, of: href)
    }
    syncFolder()
  }

  /// Gives content that nobody may lose a name where its owner sees it.
  private func keep(_ partial: String, of href: String) throws(RemoteFault) {
    let root = href.utf8.count > 200 ? "kept" : String(href.dropLast(4))
    for number in 2...1_000 {
      let code = Files.move(place(partial), toFree: place("\(root)-\(number).ics"))
      if code == 0 { return }
      if code != EEXIST { throw fault(code, href) }
    }
    throw .failed(href, reason: "an earlier version is kept in \(partial)")
  }

  private func syncFolder() {
    let descriptor = open(path, O_RDONLY | O_CLOEXEC)
    if descriptor < 0 { return }
    // Not every file system supports this; the files themselves are written.
    _ = fsync(descriptor)
    close(descriptor)
  }
}
