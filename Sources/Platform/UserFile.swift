/// The files of one person, one row each: where they are, and what they hold.
package enum UserFile: CaseIterable, Sendable {
  case config, store, history, drafts, alarms, socket, passwords

  /// The path as a person writes it, then the one that stands in where its variable is not set.
  package var paths: [String] {
    switch self {
    case .config: Self.paths(.configFolder, else: "~/.config", "config.toml")
    case .store: Self.paths(.dataFolder, else: "~/.local/share", "store.sqlite")
    case .history: Self.paths(.stateFolder, else: "~/.local/state", "history")
    case .drafts: Self.paths(.stateFolder, else: "~/.local/state", "draft-PROCESS")
    case .alarms: Self.paths(.stateFolder, else: "~/.local/state", "alarms-STORE")
    case .socket:
      ["$\(EnvironmentVariable.runtimeFolder.rawValue)/kalends/kal.sock", "/tmp/kalends-UID/kal.sock"]
    case .passwords: ["~/.netrc"]
    }
  }

  private static func paths(
    _ variable: EnvironmentVariable, else folder: String, _ name: String
  ) -> [String] {
    ["$" + variable.rawValue, folder].map { $0 + "/kalends/" + name }
  }

  package var help: String {
    switch self {
    case .config: "the settings"
    case .store: "the store, with its log in -wal and -shm beside it; where it was only read they stay, empty"
    case .history: "the lines typed at the prompt"
    case .drafts: "a form that was left before it was saved"
    case .alarms: "which alarms of a store rang"
    case .socket: "the socket of kal serve"
    case .passwords: "names and passwords for servers"
    }
  }

  /// Whether `kal-sync` reads it, and not kal itself.
  package var isOfHelper: Bool { self == .passwords }
}
