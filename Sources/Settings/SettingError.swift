import Platform
import QueryLanguage

/// An unknown option or setting, or an invalid value.
package enum SettingError: Fault, Equatable {
  case unknownOption(argument: String)
  case optionNeedsValue(String, kind: String)
  case optionTakesNoValue(String)
  case badOptionValue(String, value: String, choices: [String])
  case unknownSetting(String)
  /// A setting that a request cannot change for itself.
  case settingOfServer(String)
  case badSetting(String, value: String, choices: String)
  /// An option that another option, or a program of `kal`, makes meaningless.
  case disagreement(String, with: String, hint: String)
  /// The settings file, with the place in it.
  case badFile(ConfigError)

  /// The codes of this module.
  package enum Code: String, CaseIterable {
    case unknownOption = "unknown-option"
    case badOption = "bad-option"
    case unknownSetting = "unknown-setting"
    case badSetting = "bad-setting"
    case badConfig = "bad-config"
  }

  package var codeText: String { code.rawValue }

  private var code: Code {
    switch self {
    case .unknownOption: .unknownOption
    case .optionNeedsValue, .optionTakesNoValue, .badOptionValue, .disagreement: .badOption
    case .unknownSetting: .unknownSetting
    case .settingOfServer, .badSetting: .badSetting
    case .badFile: .badConfig
    }
  }

  package var message: String {
    switch self {
    case .unknownOption(let argument): "there is no option \(argument)"
    case .optionNeedsValue(let name, let kind): "--\(name) needs a value: --\(name) \(kind)"
    case .optionTakesNoValue(let name): "--\(name) takes no value"
    case .badOptionValue(let name, let value, _): "`\(value)` is no value for --\(name)"
    case .unknownSetting(let name): "there is no setting `\(name)`"
    case .settingOfServer(let name): "a request cannot set `\(name)`"
    case .badSetting(let name, let value, _): "`\(value)` is no value for `\(name)`"
    case .disagreement(let option, let other, _): "\(option) does not go with \(other)"
    case .badFile(let error): error.place + ": " + error.message
    }
  }

  package var hint: String? {
    switch self {
    case .unknownOption(let argument):
      Self.nearest(argument, among: Option.allCases.map { "--" + $0.rawValue })
        ?? "kal --help lists the options"
    case .optionNeedsValue, .optionTakesNoValue: "kal --help lists the options"
    case .badOptionValue(_, _, let choices): "one of " + choices.joined(separator: ", ")
    case .unknownSetting(let name):
      Self.nearest(name, among: Setting.allCases.map(\.rawValue)) ?? "show options lists them"
    case .settingOfServer:
      "it can set " + Setting.allCases.filter(\.isOfOneRequest).map(\.rawValue).joined(separator: ", ")
    case .badSetting(_, _, let choices): choices
    case .disagreement(_, _, let hint): hint
    case .badFile(let error): error.fix
    }
  }

  package var exitStatus: Int32 { 2 }

  private static func nearest(_ word: String, among words: [String]) -> String? {
    Spelling.suggestions(for: word, among: words).first.map { "did you mean `\($0)`?" }
  }
}
