#if canImport(Glibc)
  import Glibc
#else
  import Darwin
#endif

/// A wait for another connection's lock on a store, while it lasts.
public struct LockWait: Sendable {
  /// The store's file.
  public var path: String
  /// How long it has lasted.
  public var milliseconds: Int
  /// Who has the lock; nil where the system does not say.
  public var holder: LockHolder?
  /// Whether the file is wanted alone, so that whoever only has it open is waited for too.
  public var wantsFileAlone = false

  /// After how many milliseconds a wait is told of.
  static let reportedWaits = [1_000, 10_000, 30_000]

  /// One sentence for a person.
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

/// How much longer to wait for other connections' locks, and how often the wait was told of.
struct BusyWait {
  private let limit: Int
  private let wantsFileAlone: Bool
  private var waited = 0
  private var timesReported = 0

  init(milliseconds: Int, wantsFileAlone: Bool = false) {
    limit = milliseconds
    self.wantsFileAlone = wantsFileAlone
  }

  /// Sleeps; false when it was waited long enough or the signal to stop came.
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
  /// Its number.
  public var process: Int
  /// Its program's name.
  public var program: String

  /// Whether it is the process that asks.
  public var isThisProcess: Bool { process == Int(getpid()) }

  /// The process that holds the lock for writing of a store's file; nil where nobody
  /// does or the system does not tell.
  ///
  /// Linux lists all locks in `/proc/locks`. Neither file of the store is opened for this: closing it again
  /// would give up the locks that this process has on it.
  public init?(ofStore path: String) {
    var files: [(node: UInt64, range: Range<UInt64>)] = []
    // In WAL mode writers lock one byte of the shared memory; else bytes far
    // beyond any data of the file itself.
    for (file, range) in [(path + "-shm", Self.walWriteLock), (path, Self.fileLocks)] {
      var info = stat()
      if stat(file, &info) == 0 { files.append((UInt64(info.st_ino), range)) }
    }
    guard !files.isEmpty, let text = Self.text(of: "/proc/locks") else { return nil }
    for line in text.split(separator: "\n") {
      // `1: POSIX  ADVISORY  WRITE 3508 08:02:2097166 120 120`; who waits has an arrow behind the number.
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

  /// The other process that holds any lock of SQLite's on a file, for reading too; nil where none does.
  ///
  /// The system is asked by the open file, so that it is told of those whose
  /// numbers this process does not know.
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

  /// The program with its number, where the system tells it.
  var description: String { process > 0 ? "\(program) (process \(process))" : program }

  /// The bytes of the lock by which SQLite lets one connection write, in the shared memory of WAL mode and in
  /// the file (its file format, 2.3 and 4).
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
