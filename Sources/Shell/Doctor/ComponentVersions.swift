import Help
import LineEditor
import QueryEngine

/// What the program consists of, as `--version` tells.
struct ComponentVersions {
  /// The zones whose rules are told.
  let zones: ZoneDatabase

  /// The versions, a line each; the first one is the program's own, which scripts read.
  @MainActor var lines: [String] {
    [
      HelpText.version, "SQLite \(Self.sqlite)", Prompt.library, "time zones \(rules)",
      "store format \(StoreFormat.current)",
    ]
  }

  /// The version of SQLite, with that of its header where the two differ.
  static var sqlite: String {
    let (version, header) = (SQLiteLibrary.version, SQLiteLibrary.headerVersion)
    return version == header ? version : "\(version) (built for \(header))"
  }

  private var rules: String {
    guard zones.isAvailable, let folder = zones.directory else { return "none" }
    return (zones.release ?? "of an unknown release") + " in " + folder
  }
}
