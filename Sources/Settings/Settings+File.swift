extension SettingValues {
  /// Takes over the values of the settings file.
  package mutating func read(configuration path: String) throws {
    do {
      let file = try ConfigFile(path: path)
      try file.check(known: Setting.allCases.map(\.rawValue))
      for entry in file.entries { try set(entry.key, to: entry.value.text) }
    } catch let error as ConfigError {
      throw SettingError.badFile(error)
    }
  }
}

extension ConfigValue {
  /// The value in the form that `set` takes.
  fileprivate var text: String {
    switch self {
    case .string(let text): text
    case .integer(let number): String(number)
    case .boolean(let flag): flag ? "on" : "off"
    case .strings(let texts): texts.joined(separator: ",")
    }
  }
}
