#if canImport(Glibc)
  @preconcurrency import Glibc
#else
  import Darwin
#endif

/// What the program was called with, its own name first.
///
/// Swift reads `/proc/self/cmdline` for that: where there is no `/proc`, as in some containers, it ends the program, and where no
/// descriptor is free it knows of no arguments.
enum ProgramArguments {
  static var all: [String] {
    #if canImport(Glibc)
      return fromProcess() ?? fromStack()
    #else
      return CommandLine.arguments
    #endif
  }

  #if canImport(Glibc)
    private static func fromProcess() -> [String]? {
      let descriptor = open("/proc/self/cmdline", O_RDONLY | O_CLOEXEC)
      if descriptor < 0 { return nil }
      defer { close(descriptor) }
      var bytes: [UInt8] = []
      var buffer = [UInt8](repeating: 0, count: 65_536)
      while true {
        let count = read(descriptor, &buffer, buffer.count)
        if count < 0, errno == EINTR { continue }
        if count < 0 { return nil }
        if count == 0 { break }
        bytes += buffer[..<count]
      }
      // Each ends in a zero byte.
      guard bytes.last == 0 else { return nil }
      return bytes.dropLast().split(separator: 0, omittingEmptySubsequences: false).map {
        String(decoding: $0, as: UTF8.self)
      }
    }

    /// The arguments as the system lays them out before the environment: their number, the pointers, a zero.
    private static func fromStack() -> [String] {
      let environment = environ
      let words = UnsafeMutableRawPointer(environment).assumingMemoryBound(to: UInt.self)
      var count = 0
      while words[-2 - count] != UInt(count) { count += 1 }
      return (0..<count).map { index in environment[index - 1 - count].map { String(cString: $0) } ?? "" }
    }
  #endif
}
