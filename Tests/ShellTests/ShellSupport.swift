import CivilTime
import Foundation
import Platform
import QueryEngine
import QueryLanguage
import Terminal
import TestSupport
import Testing

@testable import Shell
@testable import Statements

/// A session over the sample calendars at the reference instant, with what it writes caught.
final class SampleSession {
  let session: Session
  /// The home folder, which goes when the session does.
  let folder: String
  private let output: FileHandle
  private let errors: FileHandle

  /// With one stream, what is said beside answers stands among them, as at a terminal.
  init(
    importing calendars: Bool = true, path: String? = nil, variables: [String: String] = [:],
    hasOneStream: Bool = false
  ) throws {
    let folder = NSTemporaryDirectory() + "kalends-shell-" + UUID().uuidString
    try FileManager.default.createDirectory(atPath: folder, withIntermediateDirectories: true)
    let output = try Self.file(folder + "/out")
    let errors = try Self.file(folder + "/err")
    let environment = ProcessEnvironment(
      variables: ["HOME": folder, "PATH": path ?? ""].merging(variables) { $1 }, inputIsTerminal: false,
      outputIsTerminal: false,
      errorIsTerminal: false)
    let buffer = OutputBuffer(output.fileDescriptor)
    let session = Session(
      environment, output: buffer,
      errors: hasOneStream ? buffer : OutputBuffer(errors.fileDescriptor))
    session.storeOption = folder + "/store.sqlite"
    try session.settings.set("now", to: "2026-11-18T14:30")
    try session.settings.set("zone", to: "Europe/Berlin")
    session.generator = SplitMix64(seed: 1)
    (self.folder, self.output, self.errors, self.session) = (folder, output, errors, session)
    if calendars {
      try session.execute("import \"" + ProjectFiles.root + "/Samples/calendars\"")
      _ = said
      _ = written
    }
  }

  private static func file(_ path: String) throws -> FileHandle {
    _ = FileManager.default.createFile(atPath: path, contents: nil)
    return try #require(FileHandle(forUpdatingAtPath: path))
  }

  deinit { try? FileManager.default.removeItem(atPath: folder) }

  /// What a statement prints; throws what it fails with.
  func answer(_ statement: String, format: String = "json") throws -> String {
    try session.settings.set("format", to: format)
    try session.execute(statement)
    return taken(output)
  }

  /// What was printed since the last call.
  var written: String { taken(output) }

  /// Sets the clock.
  func at(_ now: String) throws { try session.settings.set("now", to: now) }

  /// A file with a text, which goes when the session does.
  func file(_ name: String, _ text: String) throws -> String {
    try text.write(toFile: folder + "/" + name, atomically: true, encoding: .utf8)
    return folder + "/" + name
  }

  /// A file with bytes, which goes when the session does.
  func file(_ name: String, _ bytes: [UInt8]) throws -> String {
    try Data(bytes).write(to: URL(fileURLWithPath: folder + "/" + name))
    return folder + "/" + name
  }

  /// What the store's file and the log beside it hold.
  var storedBytes: [UInt8] {
    ["/store.sqlite", "/store.sqlite-wal"].flatMap { ProjectFiles.bytes(folder + $0) ?? [] }
  }

  /// What was said on standard error since the last call.
  var said: String { taken(errors) }

  private func taken(_ handle: FileHandle) -> String {
    try? session.output.flush()
    try? handle.seek(toOffset: 0)
    let data = (try? handle.readToEnd()) ?? Data()
    try? handle.truncate(atOffset: 0)
    try? handle.seek(toOffset: 0)
    return String(decoding: data, as: UTF8.self)
  }
}

/// The page of the calendar that a statement asks for; fails where it asks for something else.
func calendarView(_ statement: String) throws -> CalendarViewSyntax {
  let parsed = try parseStatement(statement)
  guard case .calendarView(let view) = parsed else {
    throw NoCalendarView(statement: statement)
  }
  return view
}

private struct NoCalendarView: Error { let statement: String }
