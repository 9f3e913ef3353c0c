import Editing
import EventKitUI
import Foundation
import TestSupport
import Testing

@testable import EventKit

/// The programs of `Samples/eventkit` that have forms, each run as a person runs it from a script.
///
/// `Samples/eventkit/NAME.session` has a block for each access: what is typed after `> `, then what is printed.
@Suite(.serialized) @MainActor struct SampleProgramTests {
  private struct Block {
    var access: String
    var typed: [String] = []
    var printed: [String] = []

    var text: String {
      (["=== " + access] + typed.map { "> " + $0 } + printed).joined(separator: "\n") + "\n"
    }
  }

  private nonisolated static let programs = [
    "edit-event", "view-event", "choose-calendars", "prefilled-editor", "permission-at-first-write",
    "week-planner",
  ]

  private func blocks(_ session: String) -> [Block] {
    var blocks: [Block] = []
    for line in session.split(separator: "\n").map(String.init) {
      if line.hasPrefix("=== ") {
        blocks.append(Block(access: String(line.dropFirst(4))))
      } else if line.hasPrefix("> ") || line == ">" {
        blocks[blocks.endIndex - 1].typed.append(String(line.dropFirst(2)))
      } else {
        blocks[blocks.endIndex - 1].printed.append(line)
      }
    }
    return blocks
  }

  /// A person types a line when its question stands there and not all of them before: the main run loop turns in between.
  @Test(arguments: programs)
  func linesMayComeOneAfterAnother(program: String) throws {
    let session = try #require(ProjectFiles.text("Samples/eventkit/\(program).session"))
    for block in blocks(session) {
      #expect(try run(program, block, pause: 0.15) == block.printed)
    }
  }

  @Test(arguments: programs)
  func whatItPrints(program: String) throws {
    let path = "Samples/eventkit/\(program).session"
    let session = try #require(ProjectFiles.text(path))
    var blocks = blocks(session)
    #expect(!blocks.isEmpty)
    for index in blocks.indices { blocks[index].printed = try run(program, blocks[index]) }
    let result = blocks.map(\.text).joined()
    if ProjectFiles.isRecording {
      try result.write(toFile: ProjectFiles.root + "/" + path, atomically: true, encoding: .utf8)
    } else {
      #expect(result == session)
    }
  }

  /// The lines that a program prints on a store with an event tomorrow; it is ended after a quarter of a minute.
  ///
  /// Each line is typed at once, or after `pause` seconds.
  private func run(_ program: String, _ block: Block, pause: Double? = nil) throws -> [String] {
    let desk = try Desk()
    let event = try desk.saved("Lunch with Ana", in: "Home")
    event.startDate = Date(timeIntervalSinceNow: 86_400)
    event.endDate = event.startDate.addingTimeInterval(3_600)
    try desk.store.save(event, span: .thisEvent)
    let level = try #require(AccessLevel.allCases.first { $0.name == block.access })
    try desk.store.locked { (core) throws(EKError) in
      try reported { () throws(EditError) in try AccessControl(core.store).set(level, for: program, .event) }
    }
    let process = Process()
    process.executableURL = URL(fileURLWithPath: BuiltProgram.path(program))
    process.environment = BuiltProgram.variables.merging(
      ["KALENDS_STORE": desk.path, "TZ": "Europe/Berlin"]) { $1 }
    let (input, output) = (Pipe(), Pipe())
    process.standardInput = input
    process.standardOutput = output
    process.standardError = FileHandle.nullDevice
    try process.run()
    let end = DispatchWorkItem { process.terminate() }
    DispatchQueue.global().asyncAfter(deadline: .now() + 15, execute: end)
    for line in block.typed {
      if let pause { Thread.sleep(forTimeInterval: pause) }
      try input.fileHandleForWriting.write(contentsOf: Data((line + "\n").utf8))
    }
    if let pause { Thread.sleep(forTimeInterval: pause) }
    try input.fileHandleForWriting.close()
    let data = output.fileHandleForReading.readDataToEndOfFile()
    process.waitUntilExit()
    end.cancel()
    #expect(process.terminationStatus == 0)
    return String(decoding: data, as: UTF8.self).split(separator: "\n").map(String.init)
  }
}
