import Foundation
import JSON
import TestSupport
import Testing

@testable import Rendering
@testable import Server
@testable import Settings

/// Runs the files of `Samples/mail`: correspondence between organizers and attendees,
/// and what an import makes of it.
///
/// A line `< NAME` begins a file, which ends at the next empty line; the VCALENDAR around that of `*.ics` is
/// added, and in other files a point alone is an empty line. All else is as in `Samples/changes`.
@Suite struct MailSampleTests {
  static let files = ProjectFiles.files(below: "Samples/mail", suffix: ".test")

  @Test func theFilesAreThere() { #expect(Self.files.count >= 4) }

  @Test(arguments: files) func messagesDoWhatTheyMay(path: String) throws {
    var parts = Self.parts(try #require(ProjectFiles.text(path)))
    let shell = try SampleSession(importing: false)
    let folder = String(try shell.file("x", "").dropLast(1))
    for index in parts.indices {
      switch parts[index] {
      case .text: break
      case .file(let name, let lines): shell.session.folder = try Self.write(lines, to: name, shell)
      case .statement(let statement, let expected):
        let found = shell.everything(statement).map { $0.replacingOccurrences(of: folder, with: "") }
        if !ProjectFiles.isRecording { #expect(found == expected, "\(path): \(statement)") }
        parts[index] = .statement(statement, found)
      }
    }
    if ProjectFiles.isRecording { try ProjectFiles.write(Self.text(parts), to: path) }
    #expect(try shell.answer("check", format: "table") == "the store is sound\n")
  }

  @Test func anImportAnswersInJSON() throws {
    let shell = try SampleSession(importing: false)
    _ = try shell.answer("add calendar \"Home\"")
    func message(_ method: String, _ lines: String) throws -> String {
      try shell.file(
        method + ".ics",
        "BEGIN:VCALENDAR\r\nVERSION:2.0\r\nMETHOD:\(method)\r\nBEGIN:VEVENT\r\nUID:m\r\nORGANIZER:mailto:ben@example.org\r\n"
          + lines + "\r\nEND:VEVENT\r\nEND:VCALENDAR\r\n")
    }
    func imported(_ path: String, _ rest: String = "") throws -> JSONValue {
      try JSONValue(parsing: Array(try shell.answer("import \"\(path)\"" + rest).utf8))
    }
    let request = try message(
      "REQUEST", "SUMMARY:Plan\r\nDTSTART:20261119T090000Z\r\nDTSTAMP:20261110T080000Z")
    let tried = try imported(request, " dry run")
    #expect(tried["outcome"]?.string == "dry-run" && tried["undo"] == .null)
    #expect(tried["messages"]?[0]?["id"] == .null)
    let first = try imported(request)
    #expect(first["outcome"]?.string == "imported" && first["undo"]?.string?.hasPrefix("u") == true)
    #expect(first["calendars"]?.array?.isEmpty == true && first["unreadable"]?.integer == 0)
    let added = try #require(first["messages"]?[0])
    #expect(added["method"]?.string == "REQUEST" && added["effect"]?.string == "added")
    #expect(added["id"]?.string?.hasPrefix("ev:") == true && added["uid"]?.string == "m")
    #expect(added["from"]?.string == "ben@example.org" && added["title"]?.string == "Plan")
    let cancel = try imported(try message("CANCEL", "SEQUENCE:1"))
    #expect(cancel["messages"]?[0]?["effect"]?.string == "canceled")
    let late = try imported(request)["messages"]?[0]
    #expect(late?["effect"]?.string == "refused" && late?["reason"]?.string == "earlier-version")
    #expect(late?["text"]?.string?.contains("which is at version 1") == true)
    let plain = try shell.file(
      "plain.ics",
      "BEGIN:VCALENDAR\nBEGIN:VEVENT\nUID:p\nDTSTART:20261119T090000Z\nEND:VEVENT\nEND:VCALENDAR\n")
    let calendar = try imported(plain)["calendars"]?[0]
    #expect(calendar?["title"]?.string == "plain" && calendar?["new"] == .bool(true))
    #expect(calendar?["added"]?.integer == 1 && calendar?["id"]?.string?.hasPrefix("cal:") == true)
  }

  private enum Part {
    case text([String])
    case file(String, [String])
    case statement(String, [String])
  }

  private static func parts(_ text: String) -> [Part] {
    var result: [Part] = []
    for block in blocks(text) {
      guard let first = block.first else { continue }
      if first.hasPrefix("< ") {
        result.append(.file(String(first.dropFirst(2)), Array(block.dropFirst())))
      } else if first.hasPrefix("> ") {
        result.append(.statement(String(first.dropFirst(2)), Array(block.dropFirst())))
      } else if case .statement(let statement, let answer)? = result.last, !first.hasPrefix("# ") {
        result[result.count - 1] = .statement(statement, answer + [""] + block)
      } else {
        result.append(.text(block))
      }
    }
    return result
  }

  /// Stretches of lines between empty ones.
  private static func blocks(_ text: String) -> [[String]] {
    var result: [[String]] = [[]]
    for line in GoldenFile.lines(text) {
      if line.isEmpty { result.append([]) } else { result[result.count - 1].append(line) }
    }
    return result
  }

  /// Writes a file below the session's folder and gives the folder; a calendar stands around what is in
  /// `*.ics`, and elsewhere a point alone is an empty line.
  private static func write(_ lines: [String], to name: String, _ shell: SampleSession) throws -> String {
    let folder = String(try shell.file("x", "").dropLast(2))
    if let slash = name.lastIndex(of: "/") {
      try FileManager.default.createDirectory(
        atPath: folder + "/" + name[..<slash], withIntermediateDirectories: true)
    }
    let whole =
      name.hasSuffix(".ics")
      ? ["BEGIN:VCALENDAR", "VERSION:2.0", "PRODID:-//test//EN"] + lines + ["END:VCALENDAR", ""]
      : lines.map { $0 == "." ? "" : $0 } + [""]
    _ = try shell.file(name, whole.joined(separator: "\r\n"))
    return folder
  }

  private static func text(_ parts: [Part]) -> String {
    var blocks: [[String]] = []
    for part in parts {
      switch part {
      case .text(let lines): blocks.append(lines)
      case .file(let name, let lines): blocks.append(["< " + name] + lines)
      case .statement(let statement, let answer): blocks.append(["> " + statement] + answer)
      }
    }
    return blocks.map { $0.joined(separator: "\n") }.joined(separator: "\n\n") + "\n"
  }
}
