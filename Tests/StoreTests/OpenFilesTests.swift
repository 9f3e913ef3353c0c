import CivilTime
import Foundation
import Interchange
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
  /// Locks that the process holds on a file, as another process sees them (`/proc/locks`).
  private static func locks(on path: String) throws -> Int {
    var info = stat()
    try #require(stat(path, &info) == 0)
    let text = try String(contentsOfFile: "/proc/locks", encoding: .utf8)
    return text.split(separator: "\n").count {
      $0.contains(" \(getpid()) ") && $0.contains(":\(info.st_ino) ")
    }
  }

  /// Whether the system tells which locks the process holds: a lock of the test's own is seen.
  private static let locksAreTold: Bool = {
    let path = NSTemporaryDirectory() + "kalends-lock-" + UUID().uuidString
    let descriptor = open(path, O_RDWR | O_CREAT | O_CLOEXEC, 0o600)
    defer {
      close(descriptor)
      unlink(path)
    }
    var lock = flock()
    lock.l_type = Int16(F_WRLCK)
    lock.l_whence = Int16(SEEK_SET)
    return descriptor >= 0 && fcntl(descriptor, F_SETLK, &lock) == 0 && (try? locks(on: path)) == 1
  }()

  @Test(.enabled(if: OpenFilesTests.locksAreTold, "needs a /proc/locks that tells of this process"))
  func locksStayWhenOthersOpenAndClose() throws {
    let path = NSTemporaryDirectory() + "kalends-open-" + UUID().uuidString + ".sqlite"
    defer { for ending in ["", "-wal", "-shm"] { unlink(path + ending) } }
    let zones = ZoneDatabase()
    let first = try CalendarStore(path: path, access: .create, zones: zones)
    _ = try first.calendars()
    let before = try Self.locks(on: path)
    try #require(before > 0)
    for access in [StoreAccess.read, .write, .create] {
      let other = try CalendarStore(path: path, access: access, zones: zones)
      _ = try other.calendars()
      #expect(try Self.locks(on: path) == before)
    }
    _ = try first.calendars()
    #expect(try Self.locks(on: path) == before)
    // Nor does anything else that reads files.
    let error = #expect(throws: StoreError.self) {
      try first.importFile(path, now: Instant(seconds: 1_790_000_000))
    }
    #expect(error?.message.hasSuffix("it is a store in use") == true, "\(error?.message ?? "")")
    #expect(try Self.locks(on: path) == before)
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
