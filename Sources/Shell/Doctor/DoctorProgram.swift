import Help
import LineEditor
import Platform
import QueryEngine
import Rendering
import Server
import Settings
import Statements

/// `kal doctor`: what is installed, what it works on, and what is wrong with it.
///
/// It is a program of kal and no statement: it is about this process and its surroundings, and it has to work
/// where settings or store keep every statement from running.
enum DoctorProgram {
  /// Whether the words after `kal` ask for it.
  static func isMeant(by words: [String]) -> Bool { words.map { $0.lowercased() } == ["doctor"] }

  /// Prints the findings; returns 1 if one is a problem, else 0.
  ///
  /// `faults` are those of the settings file, whose other values are in force.
  @MainActor
  static func run(_ session: Session, socket: String?, settings faults: [ConfigError]) throws -> Int32 {
    let doctor = Doctor(session: session)
    var findings = doctor.programs() + libraries() + [doctor.timeZones()] + doctor.settings(faults)
    let store = doctor.store()
    findings += store.findings
    findings.append(doctor.helper(isNeeded: store.hasSubscriptions))
    if let passwords = doctor.passwords() { findings.append(passwords) }
    findings.append(doctor.terminal())
    findings.append(server(at: socket ?? ListeningSocket.defaultPath(session.environment), session))
    if session.namedFormat == nil {
      session.output.append(Finding.report(findings, for: session.screen))
    } else {
      try AnswerPrinter(session: session).print(.listing(Finding.listing(findings)))
    }
    try session.output.flush()
    session.say(Finding.summary(findings))
    return findings.contains { $0.state == .problem } ? 1 : 0
  }

  @MainActor
  private static func libraries() -> [Finding] {
    let isSame = SQLiteLibrary.version == SQLiteLibrary.headerVersion
    return [
      Finding("SQLite", isSame ? .ok : .note, ComponentVersions.sqlite, version: SQLiteLibrary.version),
      Finding("line editor", Prompt.library),
    ]
  }

  private static func server(at path: String, _ session: Session) -> Finding {
    let rings = session.settings.servesAlarms
    switch ServerProbe.look(at: path) {
    case .none: return Finding("server", "none runs at \(path)", path: path)
    case .abandoned:
      return Finding(
        "server", .note, "its socket \(path) is left, and nobody listens there",
        hint: "kal serve replaces it", path: path)
    case .running(let name):
      let version = name.hasPrefix("kal ") ? String(name.dropFirst(4)) : nil
      if name == HelpText.version {
        let alarms = rings ? "it rings alarms" : "alarms.serve is off"
        return Finding("server", "\(name) at \(path), \(alarms)", version: version, path: path)
      }
      return Finding(
        "server", .problem, "\(name) runs at \(path), and this is \(HelpText.version)",
        hint: "start it anew, as by systemctl --user restart kalends.service", version: version, path: path)
    case .unusable(let reason):
      return Finding("server", .problem, "the socket \(path) cannot be used: \(reason)", path: path)
    }
  }
}
