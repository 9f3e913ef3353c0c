#if canImport(Glibc)
  import Glibc
#else
  import Darwin
#endif

/// A running wait for another connection's lock on a store.
public struct LockWait: Sendable {
  /// The store's file.
  public var path: String
  /// The milliseconds waited so far.
  public var milliseconds: Int
  /// The process that holds the lock; nil when the system does not report it.
  public var holder: LockHolder?
  /// Whether the wait is for exclusive use of the file, so that connections that only have it open block it
  /// too.
  public var wantsFileAlone = false

  /// The milliseconds after which a wait is reported.
  static let reportedWaits = [1_000, 10_000, 30_000]

  /// One sentence for the user.
  public var message: String {
    if wantsFileAlone, holder == nil {
      return
        "waiting for another program to close \(path), which has an older format and is to be brought up to date"
    }
    let who = holder.map {
      $0.isThisProcess ? "another part of this program" : $0.description
    }
    return
      "waiting for \(who ?? "another program"), which has been writing to \(path) for \(milliseconds / 1_000) s or more"
  }
}

/// The remaining wait for other connections' locks, and the number of reports of it.
struct BusyWait {
  private let limit: Int
  private let wantsFileAlone: Bool
  private var waited = 0
  private var timesReported = 0

  init(milliseconds: Int, wantsFileAlone: Bool = false) {
    limit = milliseconds
    self.wantsFileAlone = wantsFileAlone
  }

  /// Sleeps; false after the timeout or when the stop signal is set.
  mutating func wait(
    milliseconds pause: Int, path: String, stopSignal: StopSignal, tell: ((LockWait) -> Void)?
  ) -> Bool {
    if stopSignal.isSet || waited >= limit { return false }
    if let tell, timesReported < LockWait.reportedWaits.count, waited >= LockWait.reportedWaits[timesReported]
    {
      timesReported += 1
      tell(
        LockWait(
          path: path, milliseconds: waited, holder: LockHolder(ofStore: path), wantsFileAlone: wantsFileAlone)
      )
    }
    usleep(UInt32(pause * 1_000))
    waited += pause
    return !stopSignal.isSet
  }
}

/// The process that writes to a store.
public struct LockHolder: Hashable, Sendable {
  /// The process number.
  public var process: Int
  /// The program's name.
  public var program: String

  /// Whether it is the process that asks.
  var isThisProcess: Bool { process == Int(getpid()) }

  /// The process that holds the write lock of a store's file; nil when none does or the system does not
  /// report it.
  ///
  /// Linux lists all locks in `/proc/locks`. Neither file of the store is opened for this: closing it would
  /// release this process's locks on it.
  public init?(ofStore path: String) {
    var files: [(node: UInt64, range: Range<UInt64>)] = []
    // In WAL mode writers lock one byte of the shared memory, otherwise bytes far beyond the file's data.
    for (file, range) in [(path + "-shm", Self.walWriteLock), (path, Self.fileLocks)] {
      var info = stat()
      if stat(file, &info) == 0 { files.append((UInt64(info.st_ino), range)) }
    }
    guard !files.isEmpty, let text = Self.text(of: "/proc/locks") else { return nil }
    for line in text.split(separator: "\n") {
      // `1: POSIX  ADVISORY  WRITE 3508 08:02:2097166 120 120`; a waiting process has an arrow after the
      // number.
      let words = line.split(separator: " ")
      guard words.count == 8, words[3] == "WRITE", let process = Int(words[4]), process > 0,
        let node = words[5].split(separator: ":").last.flatMap({ UInt64($0) }), let first = UInt64(words[6])
      else { continue }
      let last = UInt64(words[7]) ?? UInt64.max
      guard
        files.contains(where: {
          $0.node == node && first < $0.range.upperBound && last >= $0.range.lowerBound
        })
      else { continue }
      self.init(process: process)
      return
    }
    return nil
  }

  /// The other process that holds any SQLite lock on a file, even a read lock; nil when none does.
  ///
  /// The query uses the open file, so that the system also reports processes whose numbers this process
  /// cannot see.
  init?(ofFile descriptor: Int32) {
    var lock = flock()
    lock.l_type = Int16(F_WRLCK)
    lock.l_whence = Int16(SEEK_SET)
    lock.l_start = off_t(Self.fileLocks.lowerBound)
    lock.l_len = off_t(Self.fileLocks.count)
    guard fcntl(descriptor, F_GETLK, &lock) == 0, lock.l_type != Int16(F_UNLCK) else { return nil }
    self.init(process: Int(lock.l_pid))
  }

  private init(process: Int) {
    let name = process > 0 ? Self.text(of: "/proc/\(process)/comm")?.filter { $0 != "\n" } ?? "" : ""
    self.process = process
    program = name.isEmpty ? "a program" : name
  }

  /// The program with its process number, when known.
  var description: String { process > 0 ? "\(program) (process \(process))" : program }

  /// The bytes of SQLite's write lock, in the shared memory of WAL mode and in the file (SQLite file format,
  /// 2.3 and 4).
  private static let walWriteLock: Range<UInt64> = 120..<121
  private static let fileLocks: Range<UInt64> = 0x4000_0000..<0x4000_0200

  private static func text(of path: String) -> String? {
    let descriptor = open(path, O_RDONLY | O_CLOEXEC)
    if descriptor < 0 { return nil }
    defer { close(descriptor) }
    var bytes: [UInt8] = []
    var buffer = [UInt8](repeating: 0, count: 16_384)
    while bytes.count < 1 << 22 {
      let count = read(descriptor, &buffer, buffer.count)
      if count < 0, errno == EINTR { continue }
      if count <= 0 { break }
      bytes.append(contentsOf: buffer[..<count])
    }
    return String(decoding: bytes, as: UTF8.self)
  }
}
