import Help
import Platform
import QueryEngine
import Rendering
import Statements

/// `tour`: ten steps over a calendar of examples in memory; the person's own store is not touched.
///
/// At a terminal each step waits for the person, who runs its statement, skips it or leaves. Elsewhere all
/// steps are written one after another, with what they answer.
struct Tour {
  private let session: Session

  init(_ session: Session) { self.session = session }

  private enum Choice: String, CaseIterable { case run, skip, quit }

  func run() throws {
    let connection = StoreConnection(zones: session.zones)
    try prepare(connection)
    let stage = self.stage(connection, output: session.output, errors: session.errors)
    for (index, step) in TourStep.all.enumerated() {
      session.say("")
      session.say("\(index + 1) of \(TourStep.all.count)  \(step.title)")
      for line in CellText.wrap(step.text, to: session.screen.helpWidth) {
        session.say(line)
      }
      guard let statement = step.statement else { break }
      session.say("")
      session.say("kal> " + statement)
      if session.canAsk {
        switch session.question.choose("Enter runs it, [s]kip, [q]uit", Choice.self, enter: .run) {
        case .run: break
        case .skip: continue
        case .quit, nil: return session.say("`tour` shows it again")
        }
      }
      try stage.execute(statement)
    }
    session.say("")
    session.say("That was the tour; nothing of it is in your store. `tour` shows it again.")
  }

  /// Fills the store in memory, without a word.
  private func prepare(_ connection: StoreConnection) throws {
    let silent = stage(connection, output: OutputBuffer(room: 1 << 20), errors: OutputBuffer(room: 1 << 20))
    for statement in TourStep.examples { try silent.execute(statement) }
  }

  /// A session over the store in memory, with the settings of the person.
  private func stage(_ connection: StoreConnection, output: OutputBuffer, errors: OutputBuffer) -> Session {
    let stage = Session(session.environment, output: output, errors: errors, on: connection)
    stage.settings = session.settings
    stage.storeOption = CalendarStore.memoryPath
    stage.formatOption = session.formatOption
    stage.stopSignal = session.stopSignal
    return stage
  }
}
