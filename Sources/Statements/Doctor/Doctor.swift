import Changes
import Platform
import Rendering
import Settings
import Sync

/// Looks at the parts that Kalends needs, each apart from the others, and changes none of them.
package struct Doctor {
  let session: Session

  package init(session: Session) { self.session = session }

  /// Returns a path as a person writes it, with `~` for the home folder.
  func short(_ path: String) -> String {
    guard let home = session.paths.home, home != "/", path.hasPrefix(home + "/") else { return path }
    return "~" + path.dropFirst(home.count)
  }

  // MARK: Settings

  /// The settings file with its faults, each at its place.
  package func settings(_ faults: [ConfigError]) -> [Finding] {
    guard let path = session.paths.configFile else {
      return [Finding("settings", "there is no home folder to look for them in: all have their defaults")]
    }
    if !faults.isEmpty {
      return faults.map { Finding("settings", SettingError.badFile($0), path: path) }
    }
    let text = Files.isPlain(path) ? "" : " is not there: all have their defaults"
    return [Finding("settings", short(path) + text, path: path)]
  }

  // MARK: Time

  /// The clock's zone and the files with the rules of zones.
  package func timeZones() -> Finding {
    let release = session.zones.release
    let folder = session.zones.directory
    do {
      let (context, notes) = try session.context()
      let rules = (release ?? "of an unknown release") + (folder.map { " in " + $0 } ?? "")
      if let note = notes.first(where: { $0.code == "zone-unknown" }) {
        return Finding(
          "time zones", .note, "\(rules); \(note.text)", hint: "set zone = NAME in the settings, or TZ",
          version: release, path: folder)
      }
      return Finding(
        "time zones", "\(rules); times are in \(context.zone.identifier)", version: release, path: folder)
    } catch {
      return Finding("time zones", ShellError(error), path: folder)
    }
  }

  // MARK: Terminal

  /// What the terminal of the output can show.
  package func terminal() -> Finding {
    let environment = session.environment
    guard environment.outputIsTerminal else {
      return Finding("terminal", "none: answers are JSON, without colors and pages")
    }
    let kind = environment.variable("TERM") ?? ""
    let screen = session.screen
    let size = "\(screen.size.columns) columns, \(screen.size.rows) lines"
    if kind.isEmpty || kind == "dumb" {
      return Finding(
        "terminal", .note,
        "TERM is \(kind.isEmpty ? "not set" : kind), \(size): no colors, no pages and no editing of the line",
        hint: "if the terminal can do more, set TERM to its name, such as xterm-256color")
    }
    let text = "\(kind), \(size), \(screen.colors.words)"
    let locales = [
      ("LC_ALL", environment.variable("LC_ALL")), ("LC_CTYPE", environment.variable("LC_CTYPE")),
      ("LANG", environment.variable("LANG")),
    ]
    guard let (variable, value) = locales.first(where: { $0.1?.isEmpty == false }), let name = value else {
      return Finding("terminal", text + ", no locale is named")
    }
    if name.lowercased().contains("utf-8") || name.lowercased().contains("utf8") {
      return Finding("terminal", "\(text), \(name)")
    }
    return Finding(
      "terminal", .note, "\(text), \(variable) is \(name), and output is UTF-8",
      hint: "if letters are shown wrong, set \(variable) to a locale with UTF-8, such as C.UTF-8")
  }
}

extension ColorDepth {
  /// The depth in words.
  fileprivate var words: String {
    switch self {
    case .none: "no colors"
    case .sixteen: "16 colors"
    case .table256: "256 colors"
    case .full: "all colors"
    }
  }
}
