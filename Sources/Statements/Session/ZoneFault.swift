import Platform

/// A fault of the zone that the environment or the system names.
enum ZoneFault: Hashable, Fault {
  /// No zone has this name.
  case unknown(variable: String, name: String)
  /// Its file cannot be read as a zone.
  case damaged(path: String)

  var codeText: String { ShellError.Code.badZone.rawValue }

  var message: String {
    switch self {
    case .unknown(let variable, let name): "\(variable) names the time zone `\(name)`, which does not exist"
    case .damaged(let path): "the time zone file \(path) is damaged"
    }
  }

  var hint: String? {
    switch self {
    case .unknown(let variable, _): "correct \(variable), or set zone = Europe/Berlin; nothing was changed"
    case .damaged: "install the package tzdata again, or set zone to another one; nothing was changed"
    }
  }
}
