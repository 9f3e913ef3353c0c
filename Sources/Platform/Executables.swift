#if canImport(Glibc)
  import Glibc
#else
  import Darwin
#endif

/// Programs as files.
package enum Executables {
  /// The path of the running program, links resolved; nil where the system does not tell.
  package static var own: String? {
    #if canImport(Glibc)
      let name = "/proc/self/exe"
    #else
      var buffer = [CChar](repeating: 0, count: 4_096)
      var size = UInt32(buffer.count)
      guard _NSGetExecutablePath(&buffer, &size) == 0 else { return nil }
      let name = String(decoding: buffer.prefix { $0 != 0 }.map { UInt8(bitPattern: $0) }, as: UTF8.self)
    #endif
    guard let found = realpath(name, nil) else { return nil }
    defer { free(found) }
    return String(cString: found)
  }

  /// The program of a name beside the running one, else in the folders of `path`, a value of PATH.
  package static func find(_ name: String, path: String?) -> String? {
    var folders: [String] = []
    if let own, let slash = own.lastIndex(of: "/") { folders.append(String(own[..<slash])) }
    // A relative folder would depend on where one stands.
    folders += (path ?? "").split(separator: ":").filter { $0.hasPrefix("/") }.map(String.init)
    return folders.lazy.map { $0 + "/" + name }.first { access($0, X_OK) == 0 && Files.isPlain($0) }
  }
}
