import CivilTime
import Testing

@testable import Store

#if canImport(Glibc)
  import Glibc
#else
  import Darwin
#endif

/// A folder of a test's own that is removed with it.
final class TemporaryFolder {
  let path: String

  init() throws {
    var template = Array("/tmp/kalends-store-XXXXXX".utf8CString)
    let made = template.withUnsafeMutableBufferPointer { buffer in
      buffer.baseAddress.flatMap { mkdtemp($0) }.map { String(cString: $0) }
    }
    path = try #require(made)
  }

  deinit {
    for name in Self.names(in: path) { unlink(path + "/" + name) }
    rmdir(path)
  }

  static func names(in folder: String) -> [String] {
    guard let handle = opendir(folder) else { return [] }
    defer { closedir(handle) }
    var result: [String] = []
    while let entry = readdir(handle) {
      let name = withUnsafePointer(to: &entry.pointee.d_name) {
        $0.withMemoryRebound(to: CChar.self, capacity: 256) { String(cString: $0) }
      }
      if name != ".", name != ".." { result.append(name) }
    }
    return result.sorted()
  }
}

func write(_ bytes: [UInt8], to path: String) throws {
  let file = try #require(fopen(path, "wb"))
  defer { fclose(file) }
  try #require(fwrite(bytes, 1, bytes.count, file) == bytes.count)
}

func storeError(_ body: () throws -> Void) -> StoreError? {
  do {
    try body()
    return nil
  } catch {
    return error as? StoreError
  }
}

func all(_ cursor: OccurrenceCursor) throws -> [Occurrence] {
  var result: [Occurrence] = []
  while let occurrence = try cursor.next() { result.append(occurrence) }
  return result
}

func unlinkFile(_ path: String) { unlink(path) }
