#if canImport(Glibc)
  import Glibc
#else
  import Darwin
#endif

/// Programs of this package, as they were built with the tests.
public enum BuiltProgram {
  /// The path of a program beside that of the tests, else in the folder of the debug build.
  public static func path(_ name: String) -> String {
    let fallback = ProjectFiles.root + "/.build/debug/" + name
    guard let found = realpath("/proc/self/exe", nil) else { return fallback }
    defer { free(found) }
    let folder = String(cString: found).split(separator: "/").dropLast().map { "/" + $0 }.joined()
    let beside = folder + "/" + name
    return access(beside, X_OK) == 0 ? beside : fallback
  }

  /// The variables that the environment of a started program needs: sanitizers are told by them.
  public static var variables: [String: String] {
    var result = ["PATH": "/usr/bin:/bin", "HOME": "/nonexistent"]
    for name in ["ASAN_OPTIONS", "TSAN_OPTIONS"] {
      if let value = getenv(name) { result[name] = String(cString: value) }
    }
    return result
  }
}
