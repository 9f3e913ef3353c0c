import Foundation
import Platform
import Terminal

/// Lines that the person edits key by key at the terminal.
@MainActor package final class KeyLines: LineReader {
  /// Seconds between two looks for keys.
  private static let moment = 0.02

  /// The colors that the terminal shows.
  package let colors: ColorDepth
  private let editor: KeyEditor

  /// Creates lines for the questions of a stage; nil unless they and the answers are at a terminal that has keys.
  package init?(_ stage: Stage) {
    let environment = ProcessEnvironment.current()
    let descriptor = stage.output.descriptor
    guard TerminalSize.isTerminal(0), TerminalSize.isTerminal(descriptor),
      environment.variable("TERM") != "dumb",
      let editor = KeyEditor(
        on: descriptor, size: { TerminalSize.current(descriptor, environment: environment.variable) })
    else { return nil }
    self.editor = editor
    colors = .detect(.auto, isTerminal: true, environment: environment.variable)
  }

  package func read(
    _ label: String, proposing proposal: String?, on stage: Stage, until isOver: () -> Bool
  ) -> TypedLine {
    withoutActuallyEscaping(isOver) {
      source(on: stage, until: $0).ask(label, proposing: proposal, colors: colors)
    }
  }

  /// An editor whose lines are over when `isOver` is true; while nothing is typed the main run loop turns.
  package func source(on stage: Stage, until isOver: @escaping () -> Bool) -> some LineSource {
    Source(editor: editor, stage: stage, isOver: isOver)
  }

  private struct Source: LineSource {
    let editor: KeyEditor
    let stage: Stage
    let isOver: () -> Bool

    func read(_ request: LineRequest) -> LineInput {
      stage.beginRow()
      defer { stage.endRow() }
      return editor.read(request) {
        if isOver() { return .over }
        _ = RunLoop.main.run(mode: .default, before: Date(timeIntervalSinceNow: KeyLines.moment))
        if isOver() { return .over }
        if stage.isAsking { return .nothing }
        // What was said or asked meanwhile stands below the question.
        stage.beginRow()
        return .overwritten
      }
    }

    var canceledText: String { editor.canceledText }
    var pastedCount: Int { editor.pastedCount }
    func dropPasted() { editor.dropPasted() }
    var completer: Completer? { nil }
  }
}
