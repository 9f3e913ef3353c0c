import Foundation
import TestSupport
import Testing

#if canImport(Glibc)
  import Glibc
#else
  import Darwin
#endif

/// What the real program keeps from clients with a name, and from its own mistakes.
@Suite struct ClientBoundaryTests {
  @Test func aCursorIsItsConnectionsOwn() throws {
    let kal = try Kal()
    let server = try kal.serve()
    defer { #expect(server.end() == 0) }
    let (first, second) = (try server.client(), try server.client())
    let begun = try first.ask("a", "{\"q\":\"events this week in Work select title\",\"limit\":1}")
    #expect(begun.last?.contains("\"cursor\":\"c1\"") == true)
    let stolen = try second.ask("b", "{\"cursor\":\"c1\"}")
    #expect(stolen.count == 1)
    #expect(stolen.last?.hasPrefix("b NO {\"code\":\"cursor-gone\"") == true)
    // It is still there for whose it is.
    #expect(try first.ask("c", "{\"cursor\":\"c1\",\"limit\":1}").last?.hasPrefix("c OK ") == true)
  }

  /// A client of the program's own command line, with full access to everything.
  @Test func aClientWithANameWritesNoFilesAndStartsNoPrograms() throws {
    let kal = try Kal()
    for kind in ["events", "reminders"] { try kal.run(["access", "grant", "bar", kind, "full"]) }
    let file = kal.folder + "/out.ics"
    for words in [
      ["export", "all", "to", file], ["export", "all", "to", file, "replace"],
      ["export", "events", "today", "to", file], ["backup", "to", file],
    ] {
      let (status, output, errors) = try kal.run(["--as", "bar"] + words)
      #expect(status == 3 && output.isEmpty, "\(words)")
      #expect(errors.contains("bar is a client with a name, and such write no files  [client-confined]"))
    }
    #expect(!FileManager.default.fileExists(atPath: file))
    let (status, output, _) = try kal.run(["--as", "bar", "export", "all", "to", "-"])
    #expect(status == 0 && output.hasPrefix("BEGIN:VCALENDAR"))
    // The owner's own name is no client's.
    #expect(try kal.run(["--as", "kal", "export", "all", "to", file]).status == 0)
    #expect(try kal.run(["export", "all", "to", file]).errors.contains("[file-exists]"))
    #expect(try kal.run(["export", "all", "to", file, "replace"]).status == 0)
  }

  @Test func aServerWritesNoFilesForItsClients() throws {
    let kal = try Kal()
    for kind in ["events", "reminders"] { try kal.run(["access", "grant", "bar", kind, "full"]) }
    let server = try kal.serve()
    defer { #expect(server.end() == 0) }
    let file = kal.folder + "/out.ics"
    let client = try server.client("bar")
    for (tag, statement) in [("a", "export all to \"\(file)\""), ("b", "backup to \"\(file)\"")] {
      #expect(
        try client.ask(tag, statement).last?.hasPrefix("\(tag) NO {\"code\":\"client-confined\"") == true)
    }
    #expect(!FileManager.default.fileExists(atPath: file))
  }

  @Test func whatIsExportedObeysTheMaskAndLinksAreNotFollowed() throws {
    let kal = try Kal()
    let file = kal.folder + "/out.ics"
    let script = "umask 027; exec \"$@\""
    let process = Process()
    process.executableURL = URL(fileURLWithPath: "/bin/sh")
    process.arguments = ["-c", script, "sh", Kal.program] + kal.arguments(["export", "all", "to", file])
    process.environment = ["HOME": kal.folder]
    process.standardError = FileHandle.nullDevice
    try process.run()
    process.waitUntilExit()
    #expect(process.terminationStatus == 0)
    let mode = try FileManager.default.attributesOfItem(atPath: file)[.posixPermissions] as? Int
    #expect(mode == 0o640)
    let link = kal.folder + "/link.ics"
    try FileManager.default.createSymbolicLink(atPath: link, withDestinationPath: kal.folder + "/victim")
    let (status, _, errors) = try kal.run(["export", "all", "to", link, "replace"])
    #expect(status == 1 && errors.contains("it is a link, and links are not followed"))
    #expect(!FileManager.default.fileExists(atPath: kal.folder + "/victim"))
    #expect(
      try FileManager.default.contentsOfDirectory(atPath: kal.folder).filter { $0.hasSuffix(".part") } == [])
  }

  @Test(arguments: [
    ["check"], ["undo"], ["redo"], ["reindex"], ["delete", "last"],
    ["edit", "ev:9xbvrr", "set", "title", "=", "\"x\""],
    ["rename", "calendar", "A", "to", "B"], ["backup", "to", "/tmp/never.sqlite"], ["rollback"], ["history"],
    ["--as", "bar", "events", "today"], ["--as", "bar", "check"],
  ]) func aMistypedStoreIsNotMade(words: [String]) throws {
    let kal = try Kal(importing: false)
    let (_, _, errors) = try kal.run(words)
    #expect(!errors.contains("sound"))
    #expect(try FileManager.default.contentsOfDirectory(atPath: kal.folder) == [], "\(words)")
  }

  /// Without free descriptors, and without /proc: what it was called with is known, or the program says that it can do nothing.
  @Test func argumentsAreKnownWithoutDescriptorsAndWithoutProc() throws {
    let kal = try Kal()
    func run(_ script: String, _ words: [String]) throws -> (Int32, String) {
      let process = Process()
      process.executableURL = URL(fileURLWithPath: "/bin/sh")
      process.arguments = ["-c", script, "sh", Kal.program] + words
      process.environment = ["HOME": kal.folder, "PATH": "/usr/sbin:/usr/bin:/sbin:/bin"]
      let output = Pipe()
      (process.standardOutput, process.standardError) = (output, FileHandle.nullDevice)
      process.standardInput = FileHandle.nullDevice
      try process.run()
      let text = String(decoding: output.fileHandleForReading.readDataToEndOfFile(), as: UTF8.self)
      process.waitUntilExit()
      return (process.terminationStatus, text)
    }
    let usual = try run("exec \"$@\"", ["--version"])
    #expect(usual.0 == 0 && !usual.1.isEmpty)
    // A program that is not linked whole cannot even be begun then, which the shell tells by 127.
    let poor = try run("ulimit -n 3; exec \"$@\"", ["--version"])
    #expect(poor == usual || poor.0 == 127)
    #expect(try run("ulimit -n 3; exec \"$@\"", kal.arguments(["events", "today"])).0 != 0)
    if getuid() == 0 {
      let hidden = try run(
        "exec unshare -m sh -c 'mount -t tmpfs none /proc && exec \"$@\"' sh \"$@\"", ["--version"])
      #expect(hidden == usual)
    }
  }

  /// Who made the folder can put another socket in the place of ours.
  @Test(.enabled(if: getuid() == 0, "needs the right to give a folder away"))
  func aServerListensInNoFolderOfAnotherUser() throws {
    let kal = try Kal()
    let folder = kal.folder + "/foreign"
    try FileManager.default.createDirectory(atPath: folder, withIntermediateDirectories: false)
    #expect(chmod(folder, 0o700) == 0 && chown(folder, 65_534, 65_534) == 0)
    let (status, _, errors) = try kal.run(["serve", "--socket", folder + "/kal.sock"])
    #expect(status == 1 && errors.contains("others can write to its folder  [cannot-listen]"))
    #expect(try FileManager.default.contentsOfDirectory(atPath: folder) == [])
  }
}
