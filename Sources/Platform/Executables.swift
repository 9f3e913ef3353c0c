#if canImport(Glibc)
  import Glibc
#else
  import Darwin
#endif

/// Programs as files.
package enum Executables {
  /// The path of the running program, links resolved; nil where the system does not tell.
  package static var own: String? {
    guard let path = SystemCalls.programPath, let found = realpath(path, nil) else { return nil }
    defer { free(found) }
    return String(cString: found)
  }

  /// The folder of the running program; nil where the system does not tell.
  package static var ownFolder: String? {
    own.flatMap { own in own.lastIndex(of: "/").map { String(own[..<$0]) } }
  }

  /// The program of a name beside the running one, else in the folders of `path`, a value of PATH.
  package static func find(_ name: String, path: String?) -> String? { all(name, path: path).first }

  /// All programs of a name, each file once: unless `besides` is false the one beside the running program, then
  /// those in the folders of `path`, a value of PATH.
  package static func all(_ name: String, path: String?, besides: Bool = true) -> [String] {
    // A relative folder would depend on where one stands.
    let folders = (path ?? "").split(separator: ":").filter { $0.hasPrefix("/") }.map(String.init)
    var seen: Set<String> = []
    return ((besides ? [ownFolder].compactMap { $0 } : []) + folders).map { $0 + "/" + name }.filter {
      access($0, X_OK) == 0 && Files.isPlain($0) && seen.insert(resolved($0)).inserted
    }
  }

  /// A path with its links resolved; the path itself where that fails.
  package static func resolved(_ path: String) -> String {
    guard let found = realpath(path, nil) else { return path }
    defer { free(found) }
    return String(cString: found)
  }
}
