import Changes
import Platform

#if canImport(Glibc)
  import Glibc
#else
  import Darwin
#endif

/// The cosine of an angle in radians.
func cosine(_ angle: Double) -> Double { cos(angle) }

/// Keeps the state of alarms; it is read, changed and written under a lock, so that several watchers ring
/// each alarm once.
package struct AlarmStateFile {
  package let path: String
  private let stopSignal: StopSignal
  private let sync: @Sendable (Int32) -> Int32

  /// Creates the file of a store, named by the store's identity; returns nil without a folder for state.
  ///
  /// The signal ends the wait for the lock. `sync` brings a file's bytes to the disk, as `fsync` does.
  init?(
    _ paths: UserPaths, store identity: String, until stopSignal: StopSignal,
    sync: @escaping @Sendable (Int32) -> Int32 = { fsync($0) }
  ) {
    self.stopSignal = stopSignal
    self.sync = sync
    guard let folder = paths.stateFolder else { return nil }
    path = folder + "/alarms-" + identity
  }

  /// Distinguishes one version of the file from the next.
  package struct Stamp: Equatable {
    package var number: UInt64 = 0
    package var seconds = 0
    package var nanoseconds = 0
  }

  /// The stamp of the file at present.
  package var stamp: Stamp {
    var info = stat()
    guard stat(path, &info) == 0 else { return Stamp() }
    let time = SystemCalls.modificationTime(of: info)
    return Stamp(number: UInt64(info.st_ino), seconds: Int(time.tv_sec), nanoseconds: Int(time.tv_nsec))
  }

  /// Returns the current state.
  package func read() throws -> AlarmState {
    // The file is replaced as a whole, so reading needs no lock.
    AlarmState(
      parsing: access(path, F_OK) == 0 ? String(decoding: try Files.bytes(path), as: UTF8.self) : "")
  }

  /// Changes the state, which is on the disk when this returns; `stamp` becomes that of the file afterwards.
  package func update<Result>(
    noting stamp: inout Stamp?, _ body: (inout AlarmState) throws -> Result
  ) throws -> Result {
    let code = UserPaths.createFolder(of: path)
    if code != 0 { throw FileFault.unwritable(path: path, reason: systemReason(code)) }
    let lock = open(path + ".lock", O_RDWR | O_CREAT | O_CLOEXEC, 0o600)
    if lock < 0 { throw FileFault.unwritable(path: path, reason: systemReason(errno)) }
    defer { close(lock) }
    // Others hold the lock for a moment; short waits let the signal end this one.
    while flock(lock, LOCK_EX | LOCK_NB) != 0 {
      if errno != EINTR, errno != EWOULDBLOCK {
        throw FileFault.unwritable(path: path, reason: systemReason(errno))
      }
      if stopSignal.isSet { throw StoreError(.interrupted, path) }
      usleep(5_000)
    }
    var state = try read()
    let before = state
    let result = try body(&state)
    if state != before { try write(state.text) }
    stamp = self.stamp
    return result
  }

  /// Changes the state, which is on the disk when this returns.
  package func update<Result>(_ body: (inout AlarmState) throws -> Result) throws -> Result {
    var stamp: Stamp?
    return try update(noting: &stamp, body)
  }

  private func write(_ text: String) throws {
    let new = path + ".new"
    let descriptor = open(new, O_WRONLY | O_CREAT | O_TRUNC | O_CLOEXEC, 0o600)
    if descriptor < 0 { throw FileFault.unwritable(path: path, reason: systemReason(errno)) }
    var bytes = Array(text.utf8)[...]
    while !bytes.isEmpty {
      let count = bytes.withUnsafeBytes { systemWrite(descriptor, $0.baseAddress, $0.count) }
      if count < 0, errno == EINTR { continue }
      guard count > 0 else {
        let reason = systemReason(errno)
        close(descriptor)
        throw FileFault.unwritable(path: path, reason: reason)
      }
      bytes = bytes.dropFirst(count)
    }
    // Only bytes on the disk replace the old file: a machine that stops between the two steps leaves one of
    // the files whole.
    let code = sync(descriptor) == 0 ? 0 : errno
    close(descriptor)
    if code != 0 { throw FileFault.unwritable(path: path, reason: systemReason(code)) }
    guard rename(new, path) == 0 else { throw FileFault.unwritable(path: path, reason: systemReason(errno)) }
  }
}

/// The system's `write`, which a method of the same name hides.
private func systemWrite(_ descriptor: Int32, _ bytes: UnsafeRawPointer?, _ count: Int) -> Int {
  write(descriptor, bytes, count)
}
