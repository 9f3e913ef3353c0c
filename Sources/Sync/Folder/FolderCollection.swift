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
/// Files are written beside their place and moved there. Hidden files and the temporary files of other
/// programs are no resources. A file that another program writes at the same time is never replaced unseen:
/// the old file is moved out, looked at, and moved back unless it is the one that was expected.
package struct FolderCollection: RemoteCollection, Sendable {
  /// The path of the folder.
  package let path: String
  /// The size from which a file is no calendar object.
  static let mostBytes = 64 << 20

  package init(_ path: String) { self.path = path }

  package var isPublished: Bool { false }

  /// The path of a resource, as the system takes it.
  func place(_ href: String) -> [CChar] { FileName.path(href, in: path) }

  // MARK: Reading

  /// Whether a name is that of a resource.
  package static func isResource(_ name: String) -> Bool { FileName.isResource(name) }

  package func entries() throws(RemoteFault) -> [RemoteEntry] {
    guard let directory = opendir(path) else { throw folderFault(errno) }
    defer { closedir(directory) }
    let descriptor = dirfd(directory)
    var listing = FileName.Listing()
    while true {
      errno = 0
      guard let entry = readdir(directory) else {
        // A listing that breaks off must not look like deletions, nor must a folder that went meanwhile.
        if errno != 0 { throw folderFault(errno) }
        var info = stat()
        if fstat(descriptor, &info) != 0 { throw folderFault(errno) }
        if info.st_nlink == 0 { throw .collectionGone(path) }
        return listing.entries
      }
      try withUnsafePointer(to: &entry.pointee.d_name) { (pointer) throws(RemoteFault) in
        try pointer.withMemoryRebound(to: CChar.self, capacity: 256) { (name) throws(RemoteFault) in
          guard FileName.isResource(name) else { return }
          var info = stat()
          if fstatat(descriptor, name, &info, 0) == 0 {
            if info.st_mode & S_IFMT == S_IFREG { listing.add(name, ResourceStamp(info), nil) }
            return
          }
          // A link that leads nowhere now, as to a disk that is not there, is no deletion.
          let code = errno
          if fstatat(descriptor, name, &info, AT_SYMLINK_NOFOLLOW) == 0 {
            listing.add(name, ResourceStamp(info), systemReason(code))
          } else if errno != ENOENT {
            throw folderFault(errno)
          }
        }
      }
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

  func folderFault(_ code: Int32) -> RemoteFault {
    switch code {
    case ENOENT, ENOTDIR: .collectionGone(path)
    case EACCES, EPERM: .notPermitted(path, reason: systemReason(code))
    default: .failed(path, reason: systemReason(code))
    }
  }

  func fault(_ code: Int32, _ name: String) -> RemoteFault {
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
    let time = SystemCalls.modificationTime(of: info)
    self.init(
      size: Int(info.st_size), modified: Int(time.tv_sec) * 1_000_000_000 + Int(time.tv_nsec),
      node: Int(truncatingIfNeeded: info.st_ino))
  }
}
