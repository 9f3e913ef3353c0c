import Foundation
import FuzzDrivers

/// libFuzzer's own way in; it parses the arguments and calls the function for each input.
@_silgen_name("LLVMFuzzerRunDriver")
func runFuzzer(
  _ count: UnsafeMutablePointer<Int32>,
  _ arguments: UnsafeMutablePointer<UnsafeMutablePointer<UnsafeMutablePointer<CChar>?>>,
  _ body: @convention(c) (UnsafePointer<UInt8>?, Int) -> Int32
) -> Int32

/// The driver, made before the first input; libFuzzer calls from one thread.
nonisolated(unsafe) private var driver: FuzzDriver?

private func fail(_ text: String) -> Never {
  FileHandle.standardError.write(Data((text + "\n").utf8))
  exit(2)
}

// kalends-fuzz KIND seeds ROOT FOLDER writes the seeds of a kind; kalends-fuzz KIND … has
// libFuzzer's own arguments behind it.
private var words = CommandLine.arguments
guard words.count > 1, let kind = FuzzKind(rawValue: words[1]) else {
  fail(
    "usage: kalends-fuzz \(FuzzKind.allCases.map(\.rawValue).joined(separator: "|")) ARGUMENTS OF LIBFUZZER")
}
if words.count == 5, words[2] == "seeds" {
  try FileManager.default.createDirectory(atPath: words[4], withIntermediateDirectories: true)
  for (number, bytes) in FuzzSeeds(root: words[3]).all(kind).enumerated() {
    try Data(bytes).write(to: URL(fileURLWithPath: "\(words[4])/seed-\(number)"))
  }
  exit(0)
}
driver = try FuzzDriver(
  kind, folder: NSTemporaryDirectory() + "/kalends-fuzz-\(ProcessInfo.processInfo.processIdentifier)")
words.remove(at: 1)
private var count = Int32(words.count)
private let pointers = UnsafeMutablePointer<UnsafeMutablePointer<CChar>?>.allocate(capacity: words.count + 1)
for (index, word) in words.enumerated() { pointers[index] = strdup(word) }
pointers[words.count] = nil
private let holder = UnsafeMutablePointer<UnsafeMutablePointer<UnsafeMutablePointer<CChar>?>>.allocate(
  capacity: 1)
holder.pointee = pointers
exit(
  runFuzzer(&count, holder) { start, length in
    do {
      try driver?.check(Array(UnsafeBufferPointer(start: start, count: length)))
    } catch {
      FileHandle.standardError.write(Data("\(error)\n".utf8))
      abort()
    }
    return 0
  })
