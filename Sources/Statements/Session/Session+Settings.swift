import Changes
import Platform
import Rendering
import Settings

#if canImport(Glibc)
  import Glibc
#else
  import Darwin
#endif

extension Session {
  /// Refuses settings that a person cannot have meant; those of the settings file are exempt, since it may be
  /// shared with machines that know more.
  package func checkSettings(since before: SettingValues) throws {
    if settings.pager != before.pager, let pager = settings.pager { try checkPager(pager) }
    if settings.zoneName != before.zoneName, let zone = settings.zoneName,
      CalendarWords.zoneAbbreviations.contains(zone.uppercased())
    {
      throw SettingError.badSetting(
        Setting.zone.rawValue, value: zone,
        choices:
          "abbreviations of zones are ambiguous: write a name such as \(Self.zone(meant: zone.uppercased()))")
    }
  }

  /// Says that a setting goes with the program, if that was the last thing done, and what keeps it.
  package func tellUnkeptSetting() {
    guard let line = changedSetting, !isInteractive else { return }
    changedSetting = nil
    let file = paths.configFile ?? "the settings file"
    note("it is set for this run alone; a line in \(file) keeps it: \(SafeText.line(line))")
  }

  private func checkPager(_ pager: String) throws {
    if ["on", "off", "", "cat"].contains(pager) { return }
    let command = String(pager.prefix { $0 != " " })
    let folders = (environment.variable("PATH") ?? "/usr/bin:/bin").split(separator: ":").map(String.init)
    let places = command.contains("/") ? [path(command)] : folders.map { $0 + "/" + command }
    if places.contains(where: { access($0, X_OK) == 0 && !Files.isFolder($0) }) { return }
    let near = Spelling.suggestions(for: pager, among: ["on", "off", "less", "more"]).first
    throw SettingError.badSetting(
      Setting.pager.rawValue, value: pager,
      choices: near.map { "did you mean `\($0)`?" } ?? "on, off, or a command that is there, such as less")
  }

  /// Returns the zone that an abbreviation means most often.
  private static func zone(meant abbreviation: String) -> String {
    switch abbreviation {
    case "EST", "EDT": "America/New_York"
    case "CST", "CDT": "America/Chicago"
    case "MST", "MDT": "America/Denver"
    case "PST", "PDT": "America/Los_Angeles"
    case "AKST", "AKDT": "America/Anchorage"
    case "HST": "Pacific/Honolulu"
    case "AST", "ADT": "America/Halifax"
    case "WET", "WEST": "Europe/Lisbon"
    case "BST": "Europe/London"
    case "EET", "EEST": "Europe/Helsinki"
    case "MSK": "Europe/Moscow"
    case "SAST": "Africa/Johannesburg"
    case "IST": "Asia/Kolkata"
    case "SGT": "Asia/Singapore"
    case "HKT": "Asia/Hong_Kong"
    case "JST": "Asia/Tokyo"
    case "KST": "Asia/Seoul"
    case "AWST": "Australia/Perth"
    case "ACST", "ACDT": "Australia/Adelaide"
    case "AEST", "AEDT": "Australia/Sydney"
    case "NZST", "NZDT": "Pacific/Auckland"
    default: "Europe/Berlin"
    }
  }

  /// Returns a setting's value as `show` prints it: the value in force, whatever its source.
  package func text(_ setting: Setting) -> String {
    if setting == .store {
      return storePath.map { SafeText.line($0) } ?? (server == nil ? "(none)" : "(the server's)")
    }
    return settings.text(setting)
  }
}

extension Screen {
  /// The width of help in cells; 200 for a file or a pipe.
  package var helpWidth: Int { isTerminal ? size.columns : 200 }

  /// Returns rows whose last column is a sentence; a terminal wraps it beside the other columns, which have
  /// at most `most` cells.
  package func list(_ rows: [[String]], most: [Int]) -> String {
    let widths = most.enumerated().map { column, most in
      min(most, rows.map { column < $0.count ? CellWidth.of($0[column]) : 0 }.max() ?? 0)
    }
    let indent = widths.reduce(0) { $0 + $1 + 2 }
    var lines: [String] = []
    for row in rows {
      var head = ""
      for (column, width) in widths.enumerated() {
        // Without a terminal a text longer than its column is not cut.
        let text = row[column]
        head += CellText.fit(text, to: max(width, isTerminal ? 0 : CellWidth.of(text))) + "  "
      }
      let sentence = row[widths.count]
      let room = size.columns - indent
      if !isTerminal {
        lines.append(head + sentence)
      } else if room < 24 {
        // Without room beside the other columns, the sentence goes below them.
        lines.append(head)
        lines += CellText.wrap(sentence, to: size.columns - 4).map { "    " + $0 }
      } else {
        for (index, line) in CellText.wrap(sentence, to: room).enumerated() {
          lines.append((index == 0 ? head : String(repeating: " ", count: indent)) + line)
        }
      }
    }
    return lines.map { $0 + "\n" }.joined()
  }
}
