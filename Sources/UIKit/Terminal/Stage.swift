import Foundation
import Platform
import Terminal

/// What the program shows at the terminal: dialogs one over another, and what waits for the main run loop.
@MainActor package final class Stage {
  /// Where questions are asked: key by key at a terminal that can, else line by line.
  package lazy var lines: any LineReader = KeyLines(self) ?? PlainLines()
  /// The number of dialogs that were begun.
  package private(set) var dialogCount = 0
  private let errors: OutputBuffer
  private var work: [() -> Void] = []
  private var isScheduled = false
  /// Whether a question stands there without an answer.
  private(set) var isAsking = false

  /// Questions and messages go to standard error, so that what the program prints stays alone, or into `output`; where a
  /// person sits before the program and standard error goes elsewhere, to the terminal.
  package init(_ output: OutputBuffer? = nil) {
    errors =
      output
      ?? OutputBuffer(
        TerminalSize.isTerminal(0) && !TerminalSize.isTerminal(2) ? TerminalOutput.descriptor() : 2)
  }

  // MARK: Work

  /// Does something when control is back in the main run loop.
  package func perform(_ piece: @escaping () -> Void) {
    work.append(piece)
    schedule()
  }

  /// Lets the dialog of a controller run when control is back in the main run loop.
  package func enter(_ controller: UIViewController) {
    perform { [self] in
      guard controller.isOnScreen, !controller.endsDialog, let dialog = controller.dialog else { return }
      endLine()
      dialogCount += 1
      dialog.run(on: self)
    }
  }

  private func schedule() {
    guard !isScheduled else { return }
    isScheduled = true
    // Not `perform`: once a block of it has turned the run loop, as a dialog does, Foundation's run loop on Linux waits
    // for ever.
    let timer = Timer(timeInterval: 0, repeats: false) { _ in MainActor.assumeIsolated { self.turn() } }
    RunLoop.main.add(timer, forMode: .common)
  }

  /// Does everything that waits, also what is added meanwhile.
  package func turn() {
    isScheduled = false
    while !work.isEmpty {
      let piece = work.removeFirst()
      // A dialog turns the run loop, where the rest is not to wait for its end.
      if !work.isEmpty { schedule() }
      piece()
    }
  }

  // MARK: The loop

  /// Seconds without work after which nothing is expected any more: time for what others hand to the main queue.
  private static let quiet = 0.1

  /// Turns the main run loop until no dialog, no question of the foremost controller and no pending request is left.
  func run() {
    var last = ProcessInfo.processInfo.systemUptime
    while true {
      _ = RunLoop.main.run(mode: .default, before: Date(timeIntervalSinceNow: 0.02))
      let now = ProcessInfo.processInfo.systemUptime
      if !work.isEmpty || !PendingWork.isEmpty { last = now }
      turn()
      if now - last < Self.quiet { continue }
      guard askForemost() else { return }
      last = ProcessInfo.processInfo.systemUptime
    }
  }

  /// Asks what the controller in front offers; false if it offers nothing, or the person leaves the program.
  private func askForemost() -> Bool {
    guard let root = UIApplication.shared.keyWindow?.rootViewController else { return false }
    let controller = root.foremost
    return controller.dialog == nil && Menu(controller).ask(on: self)
  }

  // MARK: The person

  /// Whether what controllers show has changed since the last menu was drawn.
  var hasNewContent = false

  /// Asks for a line as long as a controller is on the screen and its dialog was not ended; with `endsWhenChanged` also
  /// as long as what it shows stays as it is.
  package func ask(
    _ label: String, proposing proposal: String? = nil, for controller: UIViewController,
    endsWhenChanged: Bool = false
  ) -> TypedLine {
    let isOver = { [self] in
      !controller.isOnScreen || controller.endsDialog || endsWhenChanged && hasNewContent
    }
    return withKeyboard(until: isOver) {
      lines.read(label, proposing: proposal, on: self, until: isOver)
    }
  }

  /// How many questions, one within another, have the keyboard.
  private var keyboardDepth = 0

  /// Reads a line when nobody else reads the keyboard; until then the main run loop turns.
  package func withKeyboard(until isOver: () -> Bool, _ read: () -> TypedLine) -> TypedLine {
    while keyboardDepth == 0, !Keyboard.take() {
      if isOver() { return .endOfInput }
      _ = RunLoop.main.run(mode: .default, before: Date(timeIntervalSinceNow: 0.02))
    }
    keyboardDepth += 1
    defer {
      keyboardDepth -= 1
      if keyboardDepth == 0 { Keyboard.giveBack() }
    }
    return read()
  }

  private var question: Question { Question(errors) }

  /// The stream of questions and messages.
  package var output: OutputBuffer { errors }

  /// Writes a line for the person, on a terminal wrapped between words.
  package func say(_ text: String) {
    endLine()
    let text = SafeText.line(text)
    let columns = TerminalSize.current(errors.descriptor, environment: ProcessEnvironment.current().variable)
      .columns
    let isWide = TerminalSize.isTerminal(errors.descriptor) && CellWidth.of(text) > columns
    for line in isWide ? CellText.wrap(text, to: columns) : [text] { write(line + "\n") }
  }

  /// Writes a line about a mistake of the program, as Apple's frameworks write to the log.
  package func complain(_ text: String) { say("UIKit: " + text) }

  /// Shows a question in front of its answer.
  func show(question text: String) {
    endLine()
    write(text)
    isAsking = true
  }

  /// Begins the row of a question that an editor draws.
  func beginRow() {
    endLine()
    isAsking = true
  }

  /// Ends it, as the editor has ended the row.
  func endRow() { isAsking = false }

  /// Reads the line that answers the question shown last.
  func readAnswer() -> TypedLine {
    isAsking = false
    return question.readLine("").withoutKeys
  }

  /// Ends the line of a question that has no answer yet.
  private func endLine() {
    if isAsking { write("\n") }
    isAsking = false
  }

  private func write(_ text: String) {
    errors.append(text)
    try? errors.flush()
  }
}
