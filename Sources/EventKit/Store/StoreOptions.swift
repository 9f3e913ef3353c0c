import Editing
import Foundation
import Platform
import Settings

/// How a store is opened.
package struct StoreOptions: Sendable {
  /// The file; nil where nothing says which.
  package var path: String?
  /// The name of the program as a client; nil for the store's owner.
  package var client: String?
  /// Why the program wants access, for the question to the owner; empty where its property list may say it.
  package var reason = ""
  /// The kinds of item that the program uses.
  package var kinds: EntityKinds = [.events, .reminders]
  /// Whether the store refuses what Apple's refuses and Kalends can do.
  package var isCompatible = false
  /// Returns the time.
  package var clock: @Sendable () -> Date = SystemTime.clock
  /// The zone in which floating times and days are seen.
  package var zone = TimeZone.current
  /// The seconds that a request waits for the owner's decision.
  package var requestTimeout: TimeInterval = 300
  /// The seconds between two looks for changes.
  package var changeInterval: TimeInterval = 0.1
  /// Where callbacks come.
  package var callbackQueue = DispatchQueue.global()
  /// Whether a request is put to the person at the terminal, where there is one.
  package var asksAtTerminal = false
  /// Whether a missing file is made with a calendar and a list, and belongs to the person, not to the program.
  package var isPersonal = false
  /// Whether problems are written to standard error, as a program without a handle on them would not learn of them.
  package var tellsProblems = false

  package init(path: String?) { self.path = path }

  /// The person's addresses.
  package var ownAddresses: [String] = []
  /// The person's command that offers rooms for conferences; nil for none.
  package var conferenceCommand: String?
  /// Whether the person wants forms as plain lines.
  package var hasPlainForms = false
  /// What is wrong with the person's settings.
  package var faults: [EKError] = []

  /// The person's own store, which `kal` uses too, with the settings that `kal` reads.
  static func personal() -> StoreOptions {
    let paths = UserPaths(environment: ProcessEnvironment.current().variable)
    var settings = SettingValues()
    let faults = paths.configFile.map { settings.take(configuration: $0) } ?? []
    var options = StoreOptions(path: paths.store(option: nil, configured: settings.store))
    options.ownAddresses = settings.ownAddresses
    options.conferenceCommand = settings.conferenceCommand
    options.hasPlainForms = settings.hasPlainForms
    options.faults = faults.map { fault in
      EKError(.internalFailure, "bad-config", "\(fault.place): \(fault.message)", hint: fault.fix)
    }
    let program = ProcessInfo.processInfo.processName
    options.client = program
    options.asksAtTerminal = true
    options.isPersonal = true
    options.tellsProblems = true
    return options
  }

  /// Why the program wants a kind of access: its own words, or those in its property list under Apple's keys.
  func reason(for type: EKEntityType, _ level: AccessLevel) -> String {
    if !reason.isEmpty || !isPersonal { return reason }
    let full = "NSCalendarsFullAccessUsageDescription"
    let adding = "NSCalendarsWriteOnlyAccessUsageDescription"
    let keys =
      switch (type, level) {
      case (.reminder, _): ["NSRemindersFullAccessUsageDescription", "NSRemindersUsageDescription"]
      case (.event, .writeOnly): [adding, full, "NSCalendarsUsageDescription"]
      case (.event, _): [full, "NSCalendarsUsageDescription"]
      }
    let texts = keys.lazy.compactMap { Bundle.main.object(forInfoDictionaryKey: $0) as? String }
      .map { $0.trimmingCharacters(in: .whitespacesAndNewlines) }
    return texts.first { !$0.isEmpty } ?? "it does not say what for"
  }
}
