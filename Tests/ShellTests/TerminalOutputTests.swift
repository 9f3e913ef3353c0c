import Platform
import Terminal
import TestSupport
import Testing

@testable import Rendering
@testable import Server

#if canImport(Glibc)
  import Glibc
#else
  import Darwin
#endif

/// Terminal: output, pager, size, paths.
@Suite struct TerminalOutputTests {
  init() { signal(SIGPIPE, SIG_IGN) }

  private func withTemporaryFile(_ body: (Int32) throws -> Void) throws -> [UInt8] {
    var template = Array("/tmp/kalends-output-XXXXXX".utf8CString)
    let descriptor = mkstemp(&template)
    try #require(descriptor >= 0)
    defer {
      close(descriptor)
      unlink(template)
    }
    try body(descriptor)
    lseek(descriptor, 0, SEEK_SET)
    var result: [UInt8] = []
    var chunk = [UInt8](repeating: 0, count: 65_536)
    while case let count = read(descriptor, &chunk, chunk.count), count > 0 { result += chunk[..<count] }
    return result
  }

  @Test func everythingArrivesInOrderHoweverItIsCut() throws {
    var expected: [UInt8] = []
    let written = try withTemporaryFile { descriptor in
      let output = OutputBuffer(descriptor)
      for index in 0..<20_000 {
        let line = "row \(index) 日本"
        output.appendLine(line)
        expected += Array(line.utf8) + [10]
      }
      let large = [UInt8](repeating: 88, count: 200_000)
      output.append(bytes: large)
      expected += large
      output.append(byte: 33)
      expected.append(33)
      #expect(lseek(descriptor, 0, SEEK_CUR) > 65_536, "written before the flush")
      try output.flush()
      #expect(output.isOpen)
    }
    #expect(written == expected)
  }

  @Test func aReaderThatGoesAwayEndsTheOutputQuietly() throws {
    var ends: [Int32] = [-1, -1]
    try #require(pipe(&ends) == 0)
    close(ends[0])
    let output = OutputBuffer(ends[1])
    output.append("gone")
    #expect(output.isOpen)
    try output.flush()
    #expect(!output.isOpen)
    output.append(String(repeating: "x", count: 100_000))
    try output.flush()
    close(ends[1])
  }

  #if canImport(Glibc)
    @Test func aFullDiskIsAnErrorToldOnce() throws {
      let descriptor = open("/dev/full", O_WRONLY)
      try #require(descriptor >= 0)
      defer { close(descriptor) }
      let output = OutputBuffer(descriptor)
      output.append("x")
      #expect(throws: OutputError.noSpace) { try output.flush() }
      #expect(!output.isOpen)
      try output.flush()
    }
  #endif

  @Test func aDescriptorThatIsNotOpenIsAnErrorWithItsNumber() {
    let output = OutputBuffer(-1)
    output.append("x")
    #expect(throws: OutputError.failed(code: EBADF)) { try output.flush() }
  }

  @Test func whichPagerIsStarted() {
    func command(_ configured: String?, _ environment: [String: String]) -> String? {
      Pager.command(configured: configured) { environment[$0] }
    }
    #expect(command(nil, [:]) == "less")
    #expect(command(nil, ["PAGER": "more -s"]) == "more -s")
    #expect(command("most", ["PAGER": "more"]) == "most")
    #expect(command(nil, ["PAGER": ""]) == nil)
    #expect(command(nil, ["PAGER": "cat"]) == nil)
    #expect(command("", ["PAGER": "more"]) == nil)
  }

  @Test func thePagerGetsTheTextLeavingItEarlyOrFailingIsNoError() throws {
    let path = "/tmp/kalends-pager-\(getpid())"
    defer { unlink(path) }
    let environment = ["PATH": "/usr/bin:/bin"]
    let pager = try #require(Pager.start("tee \(path)", environment: environment))
    pager.output.append("three\nlines\n日本\n")
    try pager.finish()
    let file = try #require(fopen(path, "r"))
    var buffer = [CChar](repeating: 0, count: 100)
    let count = fread(&buffer, 1, 99, file)
    fclose(file)
    #expect(count == "three\nlines\n日本\n".utf8.count)

    let quitter = try #require(Pager.start("false", environment: environment))
    for _ in 0..<10_000 { quitter.output.append("a line that nobody reads any more\n") }
    try quitter.finish()
    #expect(!quitter.output.isOpen)
  }

  @Test func withoutATerminalTheSizeComesFromTheEnvironmentElseItIs80By24() throws {
    _ = try withTemporaryFile { descriptor in
      #expect(!TerminalSize.isTerminal(descriptor))
      #expect(TerminalSize.current(descriptor) { _ in nil } == .standard)
      let environment = ["COLUMNS": "132", "LINES": "zero"]
      let size = TerminalSize.current(descriptor) { environment[$0] }
      #expect(size == TerminalSize(columns: 132, rows: 24))
    }
  }

  @Test func pathsFollowTheXDGRules() {
    func paths(_ environment: [String: String]) -> UserPaths { UserPaths { environment[$0] } }
    let plain = paths(["HOME": "/home/ann"])
    #expect(plain.configFile == "/home/ann/.config/kalends/config.toml")
    #expect(plain.defaultStore == "/home/ann/.local/share/kalends/store.sqlite")
    #expect(plain.historyFile == "/home/ann/.local/state/kalends/history")
    let set = paths([
      "HOME": "/home/ann", "XDG_DATA_HOME": "/data", "XDG_CONFIG_HOME": "relative", "XDG_STATE_HOME": "",
    ])
    #expect(set.defaultStore == "/data/kalends/store.sqlite")
    #expect(set.configFile == plain.configFile)
    #expect(set.historyFile == plain.historyFile)
    #expect(paths([:]).defaultStore == nil)
    #expect(paths(["XDG_DATA_HOME": "/data"]).defaultStore == "/data/kalends/store.sqlite")
  }

  @Test func theStoreOptionThenVariableThenSettingsThenDefault() {
    let environment = ["HOME": "/home/ann", "KALENDS_STORE": "/env.sqlite"]
    let paths = UserPaths { environment[$0] }
    let bare = UserPaths { $0 == "HOME" ? "/home/ann" : nil }
    #expect(paths.store(option: "here.sqlite", configured: "c") == "here.sqlite")
    #expect(paths.store(option: nil, configured: "c") == "/env.sqlite")
    #expect(bare.store(option: nil, configured: "~/cal.sqlite") == "/home/ann/cal.sqlite")
    #expect(bare.store(option: nil, configured: nil) == "/home/ann/.local/share/kalends/store.sqlite")
  }

  @Test func foldersAreCreatedForTheirOwnerAlone() throws {
    let made = try TemporaryFolder()
    let folder = made.path
    #expect(UserPaths.createFolder(of: folder + "/a/b/history") == 0)
    #expect(UserPaths.createFolder(of: folder + "/a/b/history") == 0)
    var info = stat()
    #expect(stat(folder + "/a/b", &info) == 0 && info.st_mode & 0o777 == 0o700)
    #expect(UserPaths.createFolder(of: "/proc/none/history") != 0)
  }

  private final class Pages {
    let output = OutputBuffer()
    var count = 0
  }

  /// What ten lines of a screen of eight rows become, and how many pagers were started.
  private func paged(_ lines: Int, columns: Int = 80, text: String = "line", flushing: Bool = false) throws
    -> (
      direct: String, paged: String, pagers: Int
    )
  {
    let pages = Pages()
    let bytes = try withTemporaryFile { descriptor in
      let output = OutputBuffer(descriptor)
      output.isOnTerminal = true
      output.holdScreen(TerminalSize(columns: columns, rows: 8)) {
        pages.count += 1
        return pages.output
      }
      for index in 0..<lines {
        output.appendLine(styled: text)
        if flushing, index == 0 { try output.flush() }
      }
      output.releaseScreen()
      try output.flush()
    }
    return (
      String(decoding: bytes, as: UTF8.self), String(decoding: pages.output.take(), as: UTF8.self),
      pages.count
    )
  }

  @Test func whatFitsOnAScreenIsShownAsEverWhatIsMoreGoesThroughAPagerWhole() throws {
    let seven = String(repeating: "line\n", count: 7)
    #expect(try paged(7) == (seven, "", 0))
    #expect(try paged(8) == ("", seven + "line\n", 1))
    #expect(try paged(500).paged.count == 2_500)
    // Lines that go on in the next count as many as they take; escapes take none.
    #expect(try paged(3, columns: 10, text: String(repeating: "x", count: 30)).pagers == 1)
    #expect(try paged(7, columns: 10, text: "\u{1B}[38;5;123mline\u{1B}[0m").pagers == 0)
    #expect(try paged(5, columns: 10, text: "会議会議会議").pagers == 1)
    // Who flushes wants it seen now.
    #expect(try paged(20, flushing: true).pagers == 0)
  }
}
