import Foundation
import Platform
import TestSupport
import Testing

/// Levels of lines in the journal of systemd.
@Suite struct JournalLevelTests {
  @Test func eachLineHasTheLevelInFrontAndAnEmptyOneNone() {
    #expect(JournalLevel.error.marking("error: x\nhint:  y\n") == "<3>error: x\n<3>hint:  y\n")
    #expect(JournalLevel.info.marking("") == "")
    #expect(JournalLevel.notice.marking("a\n\nb") == "<5>a\n\n<5>b")
  }

  @Test func theStreamIsToldByDeviceAndNumber() throws {
    let folder = try TemporaryFolder()
    let path = folder.path + "/journal"
    try "".write(toFile: path, atomically: false, encoding: .utf8)
    let file = try #require(FileHandle(forWritingAtPath: path))
    var info = stat()
    #expect(stat(path, &info) == 0)
    func isJournal(_ stream: String?) -> Bool {
      var environment = ProcessEnvironment.current()
      environment.variables["JOURNAL_STREAM"] = stream
      return environment.isJournal(file.fileDescriptor)
    }
    #expect(isJournal("\(info.st_dev):\(info.st_ino)"))
    for other in [nil, "", ":", "\(info.st_dev):\(info.st_ino + 1)", "\(info.st_dev)", "journal"] {
      #expect(!isJournal(other), "\(other ?? "nil")")
    }
  }
}
