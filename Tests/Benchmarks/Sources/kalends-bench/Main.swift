import ArgumentParser

@main
struct KalendsBench: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "kalends-bench",
    abstract: "Makes calendars of any size and measures Kalends with them.",
    subcommands: [GenerateCommand.self, RecurrenceCommand.self, IndexCommand.self, EditCommand.self])
}
