import Foundation
import KalendsExtensions
import TestSupport
import Testing

@testable import EventKit

/// `EKEventStore()` where something is in its way: the program says what, once, and neither crashes nor hangs.
@Suite struct PersonalStoreTests {
  /// Runs the guide's program, which is granted access if there is a store, and tells what its request comes to.
  private func run(
    _ program: SampleProgram, granted: Bool = false, errors: String, output: String
  ) throws {
    if granted { try program.owner().setAccess(.full, ofClient: program.client, to: .event) }
    program.type("y\n")
    let outcome = try program.run()
    #expect(outcome.status == 0)
    let lines = outcome.errors.split(separator: "\n")
    #expect(errors.isEmpty ? lines.isEmpty : lines.count == 1 && lines[0].contains(errors), "\(lines)")
    #expect(outcome.output.hasPrefix(output), "\(outcome.output)")
  }

  @Test func anEmptyHomeGetsAStore() throws {
    let program = try SampleProgram("guide", isAtTerminal: true)
    program.environment["KALENDS_STORE"] = nil
    try run(program, errors: "", output: "Saved Summer party")
    #expect(FileManager.default.fileExists(atPath: program.home.path + "/.local/share/kalends/store.sqlite"))
  }

  @Test func withoutAHomeItIsSaidWhatIsMissing() throws {
    let program = try SampleProgram("guide")
    program.environment["KALENDS_STORE"] = nil
    program.environment["HOME"] = ""
    try run(
      program, errors: "EventKit: neither KALENDS_STORE nor a home folder says where the store is",
      output: "The request failed: Neither KALENDS_STORE")
  }

  @Test(arguments: [
    ("/dev/null/store.sqlite", "open", "Not a directory"),
    ("/proc/none/store.sqlite", "create", "No such file or directory"),
  ])
  func aFolderThatCannotBeMadeIsSaid(path: String, verb: String, reason: String) throws {
    let program = try SampleProgram("guide")
    program.environment["KALENDS_STORE"] = path
    try run(
      program, errors: "cannot \(verb) the store \(path): \(reason); check the path and its permissions",
      output: "The request failed: Cannot \(verb) the store \(path): \(reason).")
  }

  @Test func aFolderInThePlaceOfTheStoreIsSaid() throws {
    let program = try SampleProgram("guide")
    program.environment["KALENDS_STORE"] = program.home.path
    try run(program, errors: "Is a directory", output: "The request failed: Cannot open the store")
  }

  @Test func whatIsNoStoreIsSaidAndStays() throws {
    let program = try SampleProgram("guide")
    try program.home.write("Not a store", to: "store.sqlite")
    try run(program, errors: "is not a Kalends store", output: "The request failed: ")
    #expect(program.home.text("store.sqlite") == "Not a store")
  }

  @Test func aStoreOfANewerVersionIsSaid() throws {
    let program = try SampleProgram("guide")
    do { try program.owner().close() }
    let file = try FileHandle(forUpdating: URL(fileURLWithPath: program.store))
    // The format's number in the header of the file.
    try file.seek(toOffset: 60)
    try file.write(contentsOf: Data([0, 0, 0, 99]))
    try file.close()
    try run(program, errors: "was written by a newer version of Kalends", output: "The request failed: ")
  }

  @Test func aFaultInTheSettingsIsSaidAndTheProgramGoesOn() throws {
    let program = try SampleProgram("guide")
    for folder in [".config", ".config/kalends"] { try program.home.makeFolder(folder) }
    try program.home.write("color = maybe\n", to: ".config/kalends/config.toml")
    try run(
      program, granted: true,
      errors: "/.config/kalends/config.toml:1:9: `maybe` is not a value; put text in quotes: \"maybe\"",
      output: "Saved Summer party")
  }

  /// A program waits while another one writes, and saves when that has finished.
  @Test func aStoreThatAnotherProgramWritesToIsWaitedFor() throws {
    let program = try SampleProgram("guide")
    let owner = try program.owner()
    try owner.setAccess(.full, ofClient: program.client, to: .event)
    let event = EKEvent(eventStore: owner)
    event.title = "Written at the same time"
    event.startDate = Date()
    event.calendar = owner.defaultCalendarForNewEvents
    try owner.save(event, span: .thisEvent, commit: false)
    let process = try program.start()
    #expect(OtherProcess.works(process, for: .milliseconds(10)))
    #expect(program.home.text("output") == "")
    try owner.commit()
    let outcome = try program.end(of: process)
    #expect(outcome.status == 0 && outcome.errors == "")
    #expect(outcome.output == "Saved Summer party with 2 alarms.\n")
  }

  /// Whoever comes first makes the store with its calendars, and all use that.
  @Test func manyThreadsOpenOneNewStore() throws {
    let program = try SampleProgram("guide")
    let path = program.store
    let problems = Box<[String]>([])
    DispatchQueue.concurrentPerform(iterations: 8) { _ in
      do {
        let store = try SampleProgram.owner(of: path)
        problems.change { $0 += store.problems.map(\.localizedDescription) }
      } catch {
        problems.change { $0.append("\(error)") }
      }
    }
    #expect(problems.value == [])
    let store = try program.owner()
    #expect(store.calendars(for: .event).map(\.title) == ["Home"])
    #expect(store.calendars(for: .reminder).map(\.title) == ["Reminders"])
  }

  /// Programs that start at the same moment find one store, with its first calendars.
  @Test func programsThatStartTogetherMakeOneStore() throws {
    let folder = try TemporaryFolder()
    let path = folder.path + "/data/store.sqlite"
    let found = Box<[String]>([])
    DispatchQueue.concurrentPerform(iterations: 8) { _ in
      var options = StoreOptions(path: path)
      options.isPersonal = true
      let store = EKEventStore(options: options)
      let titles = (store.calendars(for: .event) + store.calendars(for: .reminder)).map { $0.title }
      found.change { $0.append(titles.joined(separator: " ") + " " + store.eventStoreIdentifier) }
    }
    #expect(
      Set(found.value).count == 1 && found.value.first?.hasPrefix("Home Reminders ") == true, "\(found.value)"
    )
    let files = try FileManager.default.contentsOfDirectory(atPath: folder.path + "/data")
    #expect(Set(files).subtracting(["store.sqlite", "store.sqlite-wal", "store.sqlite-shm"]) == [])
  }

  /// What cannot be written can be read; a save says why it fails.
  @Test(.enabled(if: getuid() == 0 && FileManager.default.isExecutableFile(atPath: "/usr/bin/setpriv")))
  func aStoreThatCannotBeWrittenIsRead() throws {
    let program = try SampleProgram("events", isAtTerminal: true)
    let owner = try program.owner()
    try owner.setAccess(.full, ofClient: program.client, to: .event)
    owner.closeFile()
    for (path, mode) in [(program.home.path, 0o555), (program.store, 0o444)] {
      try FileManager.default.setAttributes([.posixPermissions: mode], ofItemAtPath: path)
    }
    defer {
      try? FileManager.default.setAttributes([.posixPermissions: 0o755], ofItemAtPath: program.home.path)
    }
    // The output files are the person's, the store is not.
    program.launcher = ["/usr/bin/setpriv", "--reuid=65534", "--regid=65534", "--clear-groups"]
    // The program does not catch the error.
    program.environment["SWIFT_BACKTRACE"] = "enable=no"
    let outcome = try program.run()
    #expect((outcome.output + outcome.errors).contains("cannot be written to"), "\(outcome)")
    #expect(!outcome.errors.contains("EventKit: the store"), "opening it is no fault")
  }
}
