import Forms
import Platform

/// The person's provider of rooms, whose answer Ctrl-C does not wait for; the form goes on.
struct InterruptibleProvider: ConferenceProvider {
  private let command: ConferenceCommand

  init(_ command: String) {
    self.command = ConferenceCommand(
      command: command, variables: ProcessEnvironment.current().variables, stopSignal: keyboardStop)
  }

  func rooms() throws(ConferenceFault) -> [ConferenceRoom] {
    try ProcessSignals.interruptible { () throws(ConferenceFault) in try command.rooms() }
  }

  func conference(in room: ConferenceRoom) throws(ConferenceFault) -> Conference {
    try ProcessSignals.interruptible { () throws(ConferenceFault) in try command.conference(in: room) }
  }
}
