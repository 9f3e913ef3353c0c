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
    #expect(
      try run(kal, "umask 027; exec \"$@\"", kal.arguments(["export", "all", "to", file])).0 == 0)
    #expect(try mode(file) == 0o640)
    // A copy of the store is its owner's alone, and what is replaced keeps its mode.
    let copy = kal.folder + "/copy.sqlite"
    #expect(try run(kal, "umask 0; exec \"$@\"", kal.arguments(["backup", "to", copy])).0 == 0)
    #expect(try mode(copy) == 0o600)
    #expect(chmod(file, 0o604) == 0)
    let again = kal.arguments(["export", "all", "to", file, "replace"])
    #expect(try run(kal, "umask 027; exec \"$@\"", again).0 == 0)
    #expect(try mode(file) == 0o604)
    let link = kal.folder + "/link.ics"
    try FileManager.default.createSymbolicLink(atPath: link, withDestinationPath: kal.folder + "/victim")
    let (status, _, errors) = try kal.run(["export", "all", "to", link, "replace"])
    #expect(status == 1 && errors.contains("it is a link, and links are not followed"))
    #expect(!FileManager.default.fileExists(atPath: kal.folder + "/victim"))
    #expect(
      try FileManager.default.contentsOfDirectory(atPath: kal.folder).filter { $0.hasSuffix(".part") } == [])
  }

  private func mode(_ path: String) throws -> Int? {
    try FileManager.default.attributesOfItem(atPath: path)[.posixPermissions] as? Int
  }

  /// Whatever the mask allows.
  @Test func theFoldersOfANewStoreAreItsOwnersAlone() throws {
    let kal = try Kal(importing: false)
    let words = ["--store", kal.folder + "/a/b/store.sqlite", "add", "calendar", "Work"]
    #expect(try run(kal, "umask 0; exec \"$@\"", words).0 == 0)
    for name in ["/a", "/a/b"] { #expect(try mode(kal.folder + name) == 0o700, "\(name)") }
    #expect(try mode(kal.folder + "/a/b/store.sqlite") == 0o600)
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

  /// Runs a shell script to which the program and its arguments are given.
  private func run(_ kal: Kal, _ script: String, _ words: [String]) throws -> (Int32, String) {
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

  /// Without free descriptors what it was called with is known, or the program says that it can do nothing.
  @Test func argumentsAreKnownWithoutDescriptors() throws {
    let kal = try Kal()
    let usual = try run(kal, "exec \"$@\"", ["--version"])
    #expect(usual.0 == 0 && !usual.1.isEmpty)
    // A program that is not linked whole cannot even be begun then, which the shell tells by
    // 127; `shell.sh` tries one that is.
    let poor = try run(kal, "ulimit -n 3; exec \"$@\"", ["--version"])
    // Without descriptors no zone files are found, which later lines tell.
    #expect(poor.0 == 127 || poor.0 == 0 && poor.1.prefix { $0 != "\n" } == usual.1.prefix { $0 != "\n" })
    #expect(try run(kal, "ulimit -n 3; exec \"$@\"", kal.arguments(["events", "today"])).0 != 0)
  }

  private static let hidingProc = "mount -t tmpfs none /proc && exec \"$@\""

  /// Whether a process here can have a /proc of its own, and does without: the address sanitizer needs it.
  private static let canHideProc =
    getuid() == 0 && dlsym(nil, "__asan_init") == nil
    && system("PATH=/usr/sbin:/usr/bin:/sbin:/bin unshare -m mount -t tmpfs none /proc 2>/dev/null") == 0

  @Test(.enabled(if: canHideProc, "needs the right to mount a file system of its own"))
  func argumentsAreKnownWithoutProc() throws {
    let kal = try Kal()
    let hidden = try run(kal, "exec unshare -m sh -c '\(Self.hidingProc)' sh \"$@\"", ["--version"])
    #expect(try hidden == run(kal, "exec \"$@\"", ["--version"]) && hidden.0 == 0)
  }

  /// Who made the folder can put another socket in the place of ours.
  @Test(.enabled(if: getuid() == 0, "needs the right to give a folder away"))
  func aServerListensInNoFolderOfAnotherUser() throws {
    let kal = try Kal()
    let folder = kal.folder + "/foreign"
    try FileManager.default.createDirectory(atPath: folder, withIntermediateDirectories: false)
    #expect(chmod(folder, 0o700) == 0 && chown(folder, 65_534, 65_534) == 0)
    let process = kal.process(["serve", "--socket", folder + "/kal.sock"])
    let errors = Pipe()
    (process.standardOutput, process.standardError) = (FileHandle.nullDevice, errors)
    try process.run()
    // A server that listens would do so for ever.
    let ends = Wait.until(every: 10_000) { !process.isRunning }
    if !ends { kill(process.processIdentifier, SIGKILL) }
    let said = String(decoding: errors.fileHandleForReading.readDataToEndOfFile(), as: UTF8.self)
    process.waitUntilExit()
    #expect(ends && process.terminationStatus == 1)
    #expect(said.contains("others can write to its folder  [cannot-listen]"))
    #expect(try FileManager.default.contentsOfDirectory(atPath: folder) == [])
  }

  // MARK: The store

  /// A connection to the store is lent to one client after another: each of them hears what is wrong with it.
  @Test func eachClientIsToldOnceOfZonesThatNothingKnows() throws {
    let kal = try Kal(importing: false)
    for statement in [
      "add calendar \"Home\"", "add event \"Call\" 2026-11-18 20:00 zone America/New_York",
      "add event \"Round\" 2026-11-18 21:00 zone America/New_York repeat weekly",
    ] { #expect(try kal.run([statement]).status == 0) }
    let zones = kal.folder + "/zones/Europe"
    try FileManager.default.createDirectory(atPath: zones, withIntermediateDirectories: true)
    try FileManager.default.copyItem(
      atPath: "/usr/share/zoneinfo/Europe/Berlin", toPath: zones + "/Berlin")
    let server = try kal.serve(environment: ["TZDIR": kal.folder + "/zones"])
    for name in ["kal", "kal"] {
      let client = try server.client(name)
      for (tag, isFirst) in [("a", true), ("b", false), ("c", false)] {
        let lines = try client.ask(tag, "events 2026-11-18")
        #expect(lines.last?.hasPrefix("\(tag) OK ") == true)
        let notes = lines.count { $0.contains("does not know the time zone America/New_York") }
        #expect(notes == (isFirst ? 1 : 0), "\(lines)")
      }
    }
    #expect(server.end() == 0)
  }
}
