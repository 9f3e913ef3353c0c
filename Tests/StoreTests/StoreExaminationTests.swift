import Locking
import TestSupport
import Testing

@testable import Store

/// A look at a store file that changes nothing, whatever its format and health.
@Suite struct StoreExaminationTests {
  let folder: TemporaryFolder

  init() throws { folder = try TemporaryFolder() }

  private var path: String { folder.path + "/store.sqlite" }

  private func bytes() throws -> [UInt8] {
    try #require(ProjectFiles.bytes(path))
  }

  @Test(arguments: Array(7..<Migrations.current))
  func aStoreOfAnOlderFormatStaysAsItIs(_ format: Int) throws {
    let data = try #require(ProjectFiles.bytes("Tests/StoreTests/Data/schema-\(format).sqlite"))
    try write(data, to: path)
    let found = try StoreExamination(path: path)
    #expect(found.format == format && found.findings.isEmpty && found.size == data.count)
    #expect(try bytes() == data)
  }

  @Test func aStoreOfThisFormatIsSound() throws {
    _ = try CalendarStore(path: path, access: .create, zones: zones)
    let found = try StoreExamination(path: path)
    #expect(found.format == StoreFormat.current && found.findings.isEmpty && found.isWritable)
    #expect(!found.isOpenToOthers)
  }

  @Test func aNewerStoreAndWhatIsNoneAreRefused() throws {
    do {
      let database = try CalendarStore(path: path, access: .create, zones: zones).database
      try database.execute("PRAGMA user_version = 99; PRAGMA wal_checkpoint(TRUNCATE)")
    }
    let before = try bytes()
    #expect(storeError { _ = try StoreExamination(path: path) }?.code == .newer)
    #expect(try bytes() == before)
    #expect(storeError { _ = try StoreExamination(path: folder.path + "/none") }?.code == .noStore)
    try write([], to: folder.path + "/empty")
    #expect(storeError { _ = try StoreExamination(path: folder.path + "/empty") }?.code == .notAStore)
    try write(Array("text".utf8), to: folder.path + "/text")
    #expect(storeError { _ = try StoreExamination(path: folder.path + "/text") }?.code == .notAStore)
  }

  @Test func damageIsFoundOrIsAnError() throws {
    var data = try #require(ProjectFiles.bytes("Tests/StoreTests/Data/schema-7.sqlite"))
    for page in [3, 8, 12] where data.count > (page + 1) * 4_096 {
      for place in page * 4_096..<(page + 1) * 4_096 { data[place] = UInt8(truncatingIfNeeded: place * 7) }
    }
    try write(data, to: path)
    var findings: [String] = []
    let error = storeError { findings = try StoreExamination(path: path).findings }
    #expect(error?.code == .corrupt || !findings.isEmpty)
    #expect(try bytes() == data)
  }

  @Test func aSignalEndsIt() throws {
    _ = try CalendarStore(path: path, access: .create, zones: zones)
    let signal = StopSignal()
    signal.stop()
    #expect(storeError { _ = try StoreExamination(path: path, stopSignal: signal) }?.code == .interrupted)
  }
}
