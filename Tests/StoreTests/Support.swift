import CivilTime
import Testing

@testable import Store

#if canImport(Glibc)
  import Glibc
#else
  import Darwin
#endif

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
