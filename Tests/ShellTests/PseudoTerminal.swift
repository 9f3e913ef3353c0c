#if canImport(Glibc)
  @preconcurrency import Glibc
#else
  @preconcurrency import Darwin
#endif

/// A pseudo-terminal with its slave opened as two C streams.
struct PseudoTerminal {
  let master: Int32
  let input: UnsafeMutablePointer<FILE>
  let output: UnsafeMutablePointer<FILE>

  init?() {
    // The modules of the C library leave `openpty` out, so it is looked up by name.
    typealias OpenPty =
      @convention(c) (
        UnsafeMutablePointer<Int32>, UnsafeMutablePointer<Int32>, UnsafeMutableRawPointer?,
        UnsafeMutableRawPointer?, UnsafeMutableRawPointer?
      ) -> Int32
    guard let symbol = dlsym(dlopen(nil, RTLD_NOW), "openpty") else { return nil }
    let openpty = unsafeBitCast(symbol, to: OpenPty.self)
    var master: Int32 = -1
    var slave: Int32 = -1
    guard openpty(&master, &slave, nil, nil, nil) == 0, let input = fdopen(slave, "r"),
      let output = fdopen(dup(slave), "w")
    else { return nil }
    self.master = master
    self.input = input
    self.output = output
  }

  func closeSlave() {
    fclose(input)
    fclose(output)
  }
}

/// Reads the screen on a thread of its own, types the keys once the prompt stands
/// there, and reads on to the end.
final class Typist: @unchecked Sendable {
  private let master: Int32
  private let expected: [UInt8]
  private let keys: [UInt8]
  /// Read after the thread has been joined.
  private(set) var screen = ""

  init(master: Int32, waitingFor prompt: String, keys: String) {
    self.master = master
    expected = Array(prompt.utf8)
    self.keys = Array(keys.utf8)
  }

  func start() -> pthread_t? {
    var thread = pthread_t(bitPattern: 0)
    let context = Unmanaged.passRetained(self).toOpaque()
    let code = pthread_create(&thread, nil, runTypist, context)
    return code == 0 ? thread : nil
  }

  func run() {
    var seen: [UInt8] = []
    var chunk = [UInt8](repeating: 0, count: 4096)
    var hasTyped = false
    while true {
      let count = read(master, &chunk, chunk.count)
      if count <= 0 { break }
      seen.append(contentsOf: chunk[..<count])
      if !hasTyped, Self.contains(seen, expected) {
        hasTyped = true
        _ = keys.withUnsafeBytes { write(master, $0.baseAddress, $0.count) }
      }
    }
    close(master)
    screen = String(decoding: seen, as: UTF8.self)
  }

  private static func contains(_ bytes: [UInt8], _ part: [UInt8]) -> Bool {
    bytes.indices.contains { bytes[$0...].starts(with: part) }
  }
}

private func runTypist(_ context: UnsafeMutableRawPointer?) -> UnsafeMutableRawPointer? {
  if let context { Unmanaged<Typist>.fromOpaque(context).takeRetainedValue().run() }
  return nil
}
