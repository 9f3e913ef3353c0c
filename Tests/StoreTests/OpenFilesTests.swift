import CivilTime
import Foundation
import TestSupport
import Testing

@testable import Store

#if canImport(Glibc)
  import Glibc
#else
  import Darwin
#endif

/// Several connections of one process: opening another takes no lock away from those that are open.
@Suite struct OpenFilesTests {
  /// Locks that the process holds on a file, as another process sees them (`/proc/locks`); nil where the system does not tell.
  private func locks(on path: String) throws -> Int? {
    var info = stat()
    try #require(stat(path, &info) == 0)
    guard let text = try? String(contentsOfFile: "/proc/locks", encoding: .utf8) else { return nil }
    return text.split(separator: "\n").count {
      $0.contains(" \(getpid()) ") && $0.contains(":\(info.st_ino) ")
    }
  }

  @Test func locksStayWhenOthersOpenAndClose() throws {
    let path = NSTemporaryDirectory() + "kalends-open-" + UUID().uuidString + ".sqlite"
    defer { for ending in ["", "-wal", "-shm"] { unlink(path + ending) } }
    let zones = ZoneDatabase()
    let first = try CalendarStore(path: path, access: .create, zones: zones)
    _ = try first.calendars()
    guard let before = try locks(on: path), before > 0 else { return }
    for access in [StoreAccess.read, .write, .create] {
      let other = try CalendarStore(path: path, access: access, zones: zones)
      _ = try other.calendars()
      #expect(try locks(on: path) == before)
    }
    _ = try first.calendars()
    #expect(try locks(on: path) == before)
    // Nor does anything else that reads files.
    let error = #expect(throws: StoreError.self) {
      try first.importFile(path, now: Instant(seconds: 1_790_000_000))
    }
    #expect(error?.message.hasSuffix("it is a store in use") == true, "\(error?.message ?? "")")
    #expect(try locks(on: path) == before)
  }

  @Test func aFileOfAnotherKindIsStillRefused() throws {
    let path = NSTemporaryDirectory() + "kalends-open-" + UUID().uuidString
    defer { unlink(path) }
    try "no store".write(toFile: path, atomically: true, encoding: .utf8)
    for _ in 0..<2 {
      #expect(throws: StoreError.self) {
        try CalendarStore(path: path, access: .write, zones: ZoneDatabase())
      }
    }
  }
}
