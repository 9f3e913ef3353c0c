import Platform
import QueryEngine
import Rendering
import Statements

/// `kal alarms watch` and `kal alarms watch once`.
enum AlarmProgram {
  enum Command: Equatable { case watch, watchOnce }

  /// What the words after `kal` ask for; nil where they are a statement.
  static func command(_ words: [String]) -> Command? {
    switch words.map({ $0.lowercased() }) {
    case ["alarms", "watch"]: .watch
    case ["alarms", "watch", "once"]: .watchOnce
    default: nil
    }
  }

  static func run(_ command: Command, _ session: Session) throws {
    guard try session.permit([AccessNeed(.read, .event), AccessNeed(.read, .reminder)]) else { return }
    var rounds = AlarmRounds(try AlarmWatcher(session))
    if command == .watch { session.say("watching; Ctrl-C ends it") }
    // The reader of the output may be gone.
    while session.output.isOpen {
      if session.stopSignal.isSet { throw ShellError.reported("", status: 130) }
      for ringing in try rounds.turn() {
        tell(ringing, session)
        AlarmActions(session: session).perform(ringing)
      }
      if command == .watchOnce { return }
      session.children.reap()
      _ = ProcessSignals.wait(for: -1, milliseconds: 1_000)
    }
  }

  /// Writes a line or an object to the output.
  private static func tell(_ ringing: RingingAlarm, _ session: Session) {
    if session.namedFormat?.isJSON == true {
      session.output.appendLine(ringing.object(in: session.zone).text)
    } else {
      session.output.appendLine(ringing.line(in: session.zone))
    }
    try? session.output.flush()
  }
}
