import Interchange
import Platform
import Store

#if canImport(Glibc)
  import Glibc
#else
  import Darwin
#endif

/// A folder of items (vdir): a file `*.ics` for each resource, and the title and the color in the files
/// `displayname` and `color`.
///
/// Files are written beside their place and moved there. Hidden files and the temporary files of other programs are
/// no resources. A file that another program writes at the same time is never replaced unseen: the old file is moved
/// out, looked at, and moved back unless it is the one that was expected.
package struct FolderCollection: RemoteCollection, Sendable {
  /// The path of the folder.
  package let path: String
  /// The size from which a file is no calendar object.
  static let mostBytes = 64 << 20

  package init(_ path: String) { self.path = path }

  package var replacesContent: Bool { false }

  private func place(_ name: String) -> String { path + "/" + name }

  // MARK: Reading

  /// Whether a name is that of a resource.
  package static func isResource(_ name: String) -> Bool {
    if name.hasPrefix(".") { return false }
    return name.hasSuffix(".ics") || name.utf8.suffix(4).elementsEqual(".ICS".utf8)
  }

  package func entries() throws(RemoteFault) -> [RemoteEntry] {
    guard let directory = opendir(path) else { throw folderFault(errno) }
    defer { closedir(directory) }
    let descriptor = dirfd(directory)
    var result: [RemoteEntry] = []
    while true {
      errno = 0
      guard let entry = readdir(directory) else {
        // A listing that breaks off must not look like deletions.
        if errno != 0 { throw folderFault(errno) }
        return result
      }
      let found = withUnsafePointer(to: &entry.pointee.d_name) { pointer in
        pointer.withMemoryRebound(to: CChar.self, capacity: 256) { name -> RemoteEntry? in
          let href = String(cString: name)
          guard Self.isResource(href) else { return nil }
          var info = stat()
          guard fstatat(descriptor, name, &info, 0) == 0, info.st_mode & S_IFMT == S_IFREG else {
            return nil
          }
          return RemoteEntry(href: href, stamp: ResourceStamp(info))
        }
      }
      if let found { result.append(found) }
    }
  }

  package func read(_ href: String) throws(RemoteFault) -> RemoteContent {
    let descriptor = open(place(href), O_RDONLY | O_CLOEXEC | O_NONBLOCK)
    if descriptor < 0 { throw errno == ENOENT ? .gone(href) : fault(errno, href) }
    defer { close(descriptor) }
    var info = stat()
    if fstat(descriptor, &info) != 0 { throw fault(errno, href) }
    if Int(info.st_size) > Self.mostBytes { throw .tooLarge(href) }
    // One more than its size, to see the end at once.
    var bytes = [UInt8](repeating: 0, count: Int(info.st_size) + 1)
    var count = 0
    while true {
      if count == bytes.count { bytes.append(contentsOf: [UInt8](repeating: 0, count: bytes.count)) }
      let start = count
      let more = bytes.withUnsafeMutableBytes { buffer in
        let rest = UnsafeMutableRawBufferPointer(rebasing: buffer[start...])
        return readBytes(descriptor, rest.baseAddress, rest.count)
      }
      if more < 0 {
        if errno == EINTR { continue }
        throw fault(errno, href)
      }
      if more == 0 { break }
      count += more
      if count > Self.mostBytes { throw .tooLarge(href) }
    }
    bytes.removeLast(bytes.count - count)
    return RemoteContent(bytes: bytes, stamp: ResourceStamp(info))
  }

  /// The state of a file; nil when there is none; throws `isLink`.
  private func stamp(_ name: String) throws(RemoteFault) -> ResourceStamp? {
    var info = stat()
    if lstat(place(name), &info) != 0 {
      if errno == ENOENT { return nil }
      throw fault(errno, name)
    }
    if info.st_mode & S_IFMT == S_IFLNK { throw .isLink(name) }
    return ResourceStamp(info)
  }

  // MARK: Writing

  package func write(
    _ bytes: [UInt8], to href: String, replacing stamp: ResourceStamp?, partial: String? = nil
  ) throws(RemoteFault) -> ResourceStamp {
    guard try self.stamp(href) == stamp else { throw .changed(href) }
    let partial = partial ?? Self.newPartial(for: href)
    let written = try writeBeside(bytes, href, partial)
    do throws(RemoteFault) {
      if let stamp {
        try replace(href, partial, stamp)
      } else {
        let code = Files.move(place(partial), toFree: place(href))
        if code == EEXIST { throw RemoteFault.changed(href) }
        if code != 0 { throw fault(code, href) }
      }
    } catch {
      unlink(place(partial))
      throw error
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
    if descriptor < 0 { throw errno == ENOENT ? folderFault(errno) : fault(errno, href) }
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
    ".\(href).\(String(UInt32.random(in: .min ... .max), radix: 36)).kal.tmp"
  }

  /// Puts a file in the place of the one with that state.
  private func replace(
    _ href: String, _ partial: String, _ stamp: ResourceStamp
  ) throws(RemoteFault) {
    let code = Files.exchange(place(partial), place(href))
    if Files.cannot(code) {
      // Another program could write between the look and the move; this file system has nothing better.
      guard try self.stamp(href) == stamp else { throw .changed(href) }
      if rename(place(partial), place(href)) != 0 { throw fault(errno, href) }
      return
    }
    if code == ENOENT { throw .changed(href) }
    if code != 0 { throw fault(code, href) }
    // The old file has the other name now. If it is not the expected one, it goes back.
    let old = try? self.stamp(partial)
    if old != stamp {
      let code = Files.exchange(place(partial), place(href))
      if code != 0 { throw fault(code, href) }
      throw .changed(href)
    }
    unlink(place(partial))
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
    if (try? self.stamp(aside)) != stamp {
      let code = Files.move(place(aside), toFree: place(href))
      // A third program may have put a file there meanwhile: then ours keeps its hidden name, and is told.
      if code != 0 { throw .failed(href, reason: "what was written meanwhile is kept in \(aside)") }
      throw .changed(href)
    }
    if unlink(place(aside)) != 0 { throw fault(errno, href) }
    syncFolder()
  }

  package func recover(_ href: String, partial: String, known: [[UInt8]]) throws(RemoteFault) {
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
      let ours = try read(partial).bytes
      if known.contains(ours) {
        unlink(place(partial))
      } else {
        // Both are of other programs: the later one stays, the earlier one is told.
        _ = Files.exchange(place(partial), place(href))
        throw .failed(href, reason: "an earlier version is kept in \(partial)")
      }
    } else if code == ENOENT {
      let code = Files.move(place(partial), toFree: place(href))
      if code != 0 { throw fault(code, href) }
    } else {
      throw fault(code, href)
    }
    syncFolder()
  }

  private func syncFolder() {
    let descriptor = open(path, O_RDONLY | O_CLOEXEC)
    if descriptor < 0 { return }
    // Not every file system supports this; the files themselves are written.
    _ = fsync(descriptor)
    close(descriptor)
  }

  // MARK: Properties

  package func properties() throws(RemoteFault) -> CollectionProperties {
    CollectionProperties(title: try property("displayname"), color: try property("color"))
  }

  /// The value of one of the files; nil when there is none.
  private func property(_ name: String) throws(RemoteFault) -> String? {
    do throws(RemoteFault) {
      return CalendarFolder.property(in: try read(name).bytes)
    } catch {
      if case .gone = error { return nil }
      throw error
    }
  }

  package func set(_ properties: CollectionProperties) throws(RemoteFault) {
    for (name, value) in [("displayname", properties.title), ("color", properties.color)] {
      guard let value, try property(name) != value else { continue }
      _ = try write(Array((value + "\n").utf8), to: name, replacing: try stamp(name))
    }
  }

  // MARK: The folder itself

  /// The number of the folder on its file system; nil when it is not there.
  package var node: Int? {
    var info = stat()
    return stat(path, &info) == 0 ? Int(truncatingIfNeeded: info.st_ino) : nil
  }

  /// Removes the folder with its title and color, when nothing else is in it.
  package func removeIfEmpty() {
    let own: Set<String> = ["displayname", "color"]
    guard let names = Files.names(in: path), names.allSatisfy(own.contains) else { return }
    for name in names { unlink(place(name)) }
    rmdir(path)
  }

  // MARK: Faults

  private func folderFault(_ code: Int32) -> RemoteFault {
    switch code {
    case ENOENT, ENOTDIR: .collectionGone(path)
    case EACCES, EPERM: .notPermitted(path, reason: systemReason(code))
    default: .failed(path, reason: systemReason(code))
    }
  }

  private func fault(_ code: Int32, _ name: String) -> RemoteFault {
    switch code {
    case EACCES, EPERM, EROFS: .notPermitted(name, reason: systemReason(code))
    case ENOSPC, EDQUOT: .full(name, reason: systemReason(code))
    default: .failed(name, reason: systemReason(code))
    }
  }
}

/// The system's `read`, whose name the collection's method has too.
private func readBytes(_ descriptor: Int32, _ start: UnsafeMutableRawPointer?, _ count: Int) -> Int {
  read(descriptor, start, count)
}

extension ResourceStamp {
  /// The state of a file.
  init(_ info: stat) {
    #if canImport(Glibc)
      let time = info.st_mtim
    #else
      let time = info.st_mtimespec
    #endif
    self.init(
      size: Int(info.st_size), modified: Int(time.tv_sec) * 1_000_000_000 + Int(time.tv_nsec),
      node: Int(truncatingIfNeeded: info.st_ino))
  }
}
