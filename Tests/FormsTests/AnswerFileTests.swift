import Model
import QueryLanguage
import TestSupport
import Testing

@testable import Forms

/// Runs `Samples/forms/*.answers`: what an answer to a field makes of a fresh form,
/// and how a wrong one is refused.
@Suite struct AnswerFileTests {
  static let names = ["event", "reminder", "calendar"]
  static let isRecording = ProjectFiles.isRecording
  static let cases = names.flatMap { GrammarCase.all(in: "Samples/forms/\($0).answers") }

  @Test func theFilesAreThere() { #expect(Self.cases.count > 60) }

  @Test(.enabled(if: !isRecording), arguments: cases) func answersAsTheFileSays(item: GrammarCase) throws {
    let found = try result(item)
    #expect(found == Array(item.block.split(separator: "\n").map(String.init).dropFirst()), "\(found)")
  }

  /// Lines may end as any system ends them.
  @Test(arguments: ["\n", "\r\n", "\r\r\n"]) func linesEndInAnyWay(end: String) throws {
    let file = try AnswerFile(
      parsing: ["type: event", "title: Tea", "attendees: Ann, Bob", ""].joined(separator: end))
    #expect(file.subject == .event)
    #expect(file.answers.map(\.text) == ["Tea", "Ann, Bob"])
  }

  /// `= value` and `→ echo`, or `! code: message` and what stands in the line.
  private func result(_ item: GrammarCase) throws -> [String] {
    let desk = try Desk()
    switch item.file {
    case _ where item.file.contains("calendar"):
      let editor = try CalendarEditController(
        nil, workspace: desk.workspace,
        now: { desk.context.now })
      _ = editor.begin()
      return try result(item, editor) { name in
        editor.form.field(name).map { editor.form.text(of: $0) }
      }
    case _ where item.file.contains("reminder"):
      let editor = desk.newReminder()
      _ = editor.play(":due", "2026-11-20 15:00")
      return try result(item, editor) { text($0, editor, desk) }
    default:
      let editor = try desk.newEvent("add event \"Dentist\" 2026-11-20 15:00 repeat every week")
      _ = editor.begin()
      return try result(item, editor) { text($0, editor, desk) }
    }
  }

  private func text(_ name: FormFieldName, _ editor: ItemEditController, _ desk: Desk) -> String? {
    ItemFields.all(editor.form.kind).first { $0.name == name }.map { editor.form.text($0, desk.context) }
  }

  private func result<Controller: FormController>(
    _ item: GrammarCase, _ editor: Controller, _ value: (FormFieldName) -> String?
  ) throws -> [String] {
    let parts = item.statement.split(separator: ":", maxSplits: 1).map(String.init)
    _ = editor.answer(":" + parts[0])
    let name = try #require(FormFieldName(rawValue: parts[0]))
    let step = editor.answer(FormText.trimmed(parts.count > 1 ? parts[1] : ""))
    var lines: [String] = []
    for line in step.lines {
      switch line {
      case .fault(let fault):
        lines.append("! \(fault.code): \(fault.message)")
        if let hint = fault.hint { lines.append("? \(hint)") }
        if let answer = fault.answer {
          let bytes = Array(answer.utf8).dropFirst(fault.start).prefix(fault.length)
          lines.append("^ " + String(decoding: bytes, as: UTF8.self))
        }
        lines.append("_ " + (step.question?.typed ?? step.question?.text ?? ""))
      case .echo(let text): lines.append("→ " + text)
      case .note(let text): lines.append("~ " + text)
      case .text(let text): lines.append("| " + text)
      case .keys: break
      }
    }
    if !lines.contains(where: { $0.hasPrefix("!") }) {
      lines.insert("= " + (try #require(value(name))), at: 0)
    }
    return lines
  }

  /// Writes the files anew with `KALENDS_RECORD=1`; read the difference.
  @Test(.enabled(if: isRecording)) func record() throws {
    for name in Self.names {
      let path = "Samples/forms/\(name).answers"
      var blocks: [String] = []
      for block in try #require(ProjectFiles.text(path)).split(separator: "\n\n") {
        let text = String(block)
        guard let item = GrammarCase.cases(in: text, file: path).first else {
          blocks.append(text)
          continue
        }
        blocks.append((["> " + item.statement] + (try result(item))).joined(separator: "\n"))
      }
      try ProjectFiles.write(blocks.joined(separator: "\n\n") + "\n", to: path)
    }
  }
}
