import TestSupport
import Testing

@testable import LineEditor

#if canImport(Glibc)
  import Glibc
#else
  import Darwin
#endif

/// Line editor: history file.
@Suite struct LineEditorHistoryTests {
  /// A fresh folder for one test.
  private func withFolder(_ body: (String) throws -> Void) throws {
    let folder = try TemporaryFolder()
    try body(folder.path)
  }

  @Test func sessionsAddToOneFileTheOldestLinesFallOutAtTheLimit() throws {
    try withFolder { folder in
      let file = HistoryFile(path: folder + "/history", limit: 4)
      #expect(try file.load() == [])
      try file.append(["one", "two"])
      try file.append(["pasted\nin two"])
      #expect(try file.load() == ["one", "two", "pasted in two"])
      try file.append(["四", "five 👍"])
      #expect(try file.load() == ["two", "pasted in two", "四", "five 👍"])
      // The file itself is cut, not only what is read of it.
      #expect(try HistoryFile(path: file.path).load() == ["two", "pasted in two", "四", "five 👍"])
      var info = stat()
      #expect(stat(file.path, &info) == 0 && info.st_mode & 0o777 == 0o600)
      #expect(access(file.path + ".new", F_OK) != 0, "the new file took the old one's place")
    }
  }

  @Test func aSmallerLimitShowsTheNewestLines() throws {
    try withFolder { folder in
      try HistoryFile(path: folder + "/history").append((1...9).map { "line \($0)" })
      #expect(try HistoryFile(path: folder + "/history", limit: 2).load() == ["line 8", "line 9"])
    }
  }

  @Test func behindALineThatWasCutOffANewOneIsALineOfItsOwn() throws {
    try withFolder { folder in
      let path = folder + "/history"
      let stream = try #require(fopen(path, "w"))
      fputs("events today\nremin", stream)
      fclose(stream)
      let file = HistoryFile(path: path)
      try file.append(["events tomorrow"])
      #expect(try file.load() == ["events today", "remin", "events tomorrow"])
      try file.append(["views"])
      #expect(try file.load() == ["events today", "remin", "events tomorrow", "views"])
    }
  }

  @Test func aMissingFolderIsAnErrorThatNamesTheFile() {
    let file = HistoryFile(path: "/nonexistent-kalends/history")
    #expect(throws: HistoryError(operation: .write, path: file.path, code: ENOENT)) {
      try file.append(["x"])
    }
  }
}
