#if canImport(Glibc)
  import Glibc
#else
  import Darwin
#endif

/// The few file calls that reading zones needs.
enum SystemFile {
  /// The bytes of a file, or nil and the system's error number when it cannot be read.
  static func contents(_ path: String, limit: Int) -> (bytes: [UInt8]?, code: Int32) {
    let descriptor = open(path, O_RDONLY | O_CLOEXEC)
    guard descriptor >= 0 else { return (nil, errno) }
    defer { close(descriptor) }
    var result: [UInt8] = []
    var buffer = [UInt8](repeating: 0, count: min(limit, 16_384))
    while result.count < limit {
      let count = read(descriptor, &buffer, min(buffer.count, limit - result.count))
      if count < 0 { return (nil, errno) }
      if count == 0 { break }
      result.append(contentsOf: buffer[0..<count])
    }
    return (result, 0)
  }

  static func linkTarget(_ path: String) -> String? {
    var buffer = [UInt8](repeating: 0, count: 4096)
    let count = buffer.withUnsafeMutableBytes { raw in
      raw.withMemoryRebound(to: CChar.self) { buffer in
        buffer.baseAddress.map { readlink(path, $0, buffer.count) } ?? -1
      }
    }
    return count > 0 ? String(decoding: buffer[0..<count], as: UTF8.self) : nil
  }
}
