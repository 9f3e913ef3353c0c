#if canImport(Glibc)
  import Glibc
#else
  import Darwin
#endif

/// The files of one person, by the XDG base directory rules.
///
/// The caller passes the environment. A variable that is empty or holds a relative path counts as unset, as
/// those rules say.
package struct UserPaths: Sendable {
  /// The person's home folder, nil when `HOME` is not set.
  package let home: String?
  /// `kalends/config.toml` in the folder for settings, nil without one.
  package let configFile: String?
  /// `kalends/store.sqlite` in the folder for data, nil without one.
  package let defaultStore: String?
  /// `kalends/history` in the folder for state, nil without one.
  package let historyFile: String?
  /// `kalends` in the folder for state, where forms keep unfinished drafts and alarms their progress; nil
  /// without one.
  package let stateFolder: String?
  private let environmentStore: String?

  /// Determines the paths without reading or creating anything.
  package init(environment: (String) -> String?) {
    func folder(_ name: String) -> String? {
      environment(name).flatMap { $0.hasPrefix("/") ? $0 : nil }
    }
    let home = folder("HOME")
    func file(_ variable: String, _ fallback: String, _ name: String) -> String? {
      let base = folder(variable) ?? home.map { ($0 == "/" ? "" : $0) + fallback }
      return base.map { $0 + "/kalends/" + name }
    }
    self.home = home
    configFile = file("XDG_CONFIG_HOME", "/.config", "config.toml")
    defaultStore = file("XDG_DATA_HOME", "/.local/share", "store.sqlite")
    historyFile = file("XDG_STATE_HOME", "/.local/state", "history")
    stateFolder = historyFile.map { String($0.dropLast("/history".count)) }
    environmentStore = environment("KALENDS_STORE").flatMap { $0.isEmpty ? nil : $0 }
  }

  /// The store to use: `--store`, then `KALENDS_STORE`, then the settings, then the
  /// default; nil if there is none.
  package func store(option: String?, configured: String?) -> String? {
    option ?? environmentStore ?? configured.map(expandingTilde) ?? defaultStore
  }

  /// A path with its leading `~` or `~/` replaced by the home folder.
  ///
  /// Paths in the settings have not passed through a shell.
  package func expandingTilde(_ path: String) -> String {
    guard let home, path == "~" || path.hasPrefix("~/") else { return path }
    return home + path.dropFirst()
  }

  /// Creates the folder of a file, and its parent folders, for their owner alone; returns 0 or the system's
  /// error number.
  package static func createFolder(of path: String) -> Int32 {
    guard let slash = path.lastIndex(of: "/"), slash != path.startIndex else { return 0 }
    let folder = String(path[..<slash])
    if mkdir(folder, 0o700) == 0 { return 0 }
    switch errno {
    case EEXIST: return 0
    case ENOENT:
      let code = createFolder(of: folder)
      if code != 0 { return code }
      return mkdir(folder, 0o700) == 0 || errno == EEXIST ? 0 : errno
    default: return errno
    }
  }
}
