import Platform
import QueryLanguage

extension SettingValues {
  /// Takes over the values of the settings file; throws its first fault as `bad-config`.
  package mutating func read(configuration path: String) throws {
    if let fault = take(configuration: path).first { throw SettingError.badFile(fault) }
  }

  /// Takes over the values of the settings file that have no fault, and returns the faults in the order of the
  /// file.
  ///
  /// A file that is not written as it should be has one fault, and none of its values are taken.
  package mutating func take(configuration path: String) -> [ConfigError] {
    let file: ConfigFile
    do throws(ConfigError) { file = try ConfigFile(path: path) } catch { return [error] }
    let keys = Setting.allCases.map(\.rawValue)
    var faults: [ConfigError] = []
    for entry in file.entries {
      if let fault = file.fault(of: entry, known: keys) {
        faults.append(fault)
        continue
      }
      do {
        try set(entry.key, to: entry.value.text)
      } catch let error as TemplateError {
        let diagnostic = error.diagnostic
        faults.append(file.error(entry, .badValue(message: diagnostic.message, fix: diagnostic.hint)))
      } catch {
        let fault = error as? any Fault
        faults.append(
          file.error(entry, .badValue(message: fault?.message ?? "\(error)", fix: fault?.hint)))
      }
    }
    return faults
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
