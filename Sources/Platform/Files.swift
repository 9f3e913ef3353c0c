#if canImport(Glibc)
  import Glibc
#else
  import Darwin
#endif

/// Files and folders as the system gives them.
package enum Files {
  /// The bytes of a file, or of standard input for `-`; throws `unreadable` with the system's reason, or
  /// `interrupted`.
  package static func bytes(_ path: String, until stopSignal: StopSignal = keyboardStop) throws -> [UInt8] {
    let reader = try InputReader(path, until: stopSignal)
    var bytes: [UInt8] = []
    while let more = try reader.next() { bytes.append(contentsOf: more) }
    return bytes
  }

  /// The process's working folder; nil when it no longer exists.
  package static var currentFolder: String? {
    guard let found = getcwd(nil, 0) else { return nil }
    defer { free(found) }
    return String(cString: found)
  }

  /// The names in a folder, sorted, without `.` and `..`; nil when the folder cannot be read.
  package static func names(in folder: String) -> [String]? {
    var names: [String] = []
    guard list(folder, { name, _ in names.append(name) }) else { return nil }
    return names.sorted()
  }

  /// Calls `body` with each name in a folder, without `.` and `..`, and with whether it may be a folder or a
  /// link, as far as the file system tells without a look at each; false when the folder cannot be read.
  package static func list(_ folder: String, _ body: (String, Bool) -> Void) -> Bool {
    guard let directory = opendir(folder) else { return false }
    defer { closedir(directory) }
    while let entry = readdir(directory) {
      let name = withUnsafePointer(to: &entry.pointee.d_name) {
        $0.withMemoryRebound(to: CChar.self, capacity: 256) { String(cString: $0) }
      }
      let kind = Int32(entry.pointee.d_type)
      if name != ".", name != ".." { body(name, kind != Int32(DT_REG)) }
    }
    return true
  }

  /// Whether the path leads to a pipe, a socket, a terminal or another device, which is written in place.
  package static func isStream(_ path: String) -> Bool {
    var info = stat()
    guard stat(path, &info) == 0 else { return false }
    return [S_IFIFO, S_IFCHR, S_IFSOCK].contains(info.st_mode & S_IFMT)
  }

  /// Whether a descriptor refers to a plain file.
  package static func isFile(_ descriptor: Int32) -> Bool {
    var info = stat()
    return fstat(descriptor, &info) == 0 && info.st_mode & S_IFMT == S_IFREG
  }

  /// Whether there is a plain file of that name, or a link to one.
  package static func isPlain(_ path: String) -> Bool {
    var info = stat()
    return stat(path, &info) == 0 && info.st_mode & S_IFMT == S_IFREG
  }

  /// Whether there is a folder of that name.
  package static func isFolder(_ path: String) -> Bool {
    var info = stat()
    return stat(path, &info) == 0 && info.st_mode & S_IFMT == S_IFDIR
  }

  /// Whether the path itself is a symbolic link.
  package static func isLink(_ path: String) -> Bool {
    var info = stat()
    return lstat(path, &info) == 0 && info.st_mode & S_IFMT == S_IFLNK
  }

  /// Writes every byte to an open descriptor; the answer is the system's error number, 0 when all is well.
  package static func writeAll(_ bytes: [UInt8], to descriptor: Int32) -> Int32 {
    bytes.withUnsafeBytes { buffer in
      var offset = 0
      while offset < buffer.count {
        let rest = UnsafeRawBufferPointer(rebasing: buffer[offset...])
        let count = write(descriptor, rest.baseAddress, rest.count)
        if count >= 0 {
          offset += count
          continue
        }
        switch errno {
        // Who is to end does not wait for a reader that does not read.
        case EINTR where ProcessSignals.status != nil && keyboardStop.isSet: return EINTR
        case EINTR: continue
        case EAGAIN:
          // Another program left the terminal or pipe non-blocking: wait until it takes more.
          var request = pollfd(fd: descriptor, events: Int16(POLLOUT), revents: 0)
          _ = poll(&request, 1, -1)
        default: return errno
        }
      }
      return 0
    }
  }
}
