import Changes

/// The faults of views, their values and sets, as data; only this type has the words.
enum SavedFault: Hashable {
  case unknownView(String, near: [String])
  /// A parameter in a question that the view does not declare, or one given to `run` that it does not have.
  case undeclaredParameter(String, near: [String])
  case unknownParameter(String, view: String, near: [String])
  case unusedParameter(String)
  /// Declared twice, or given twice.
  case parameterTwice(String)
  /// A parameter that stands for two kinds of value.
  case parameterTypes(String, ParameterType, ParameterType)
  /// A value of another type than its place requires.
  case wrongType(String, parameter: String, ParameterType)
  case missingParameter(String, ParameterType, view: String)
  case tooManyValues(view: String, parameters: Int)
  /// `save set all as …`.
  case setCalledAll
  /// A name in quotes that is empty or has characters that nobody sees.
  case invisibleName

  func diagnostic(at range: SourceRange?) -> Diagnostic {
    var diagnostic = Diagnostic(code: code.rawValue, message: message, hint: hint, range: range)
    if let range { diagnostic.suggestions = near.map { .init(range: range, text: $0) } }
    return diagnostic
  }

  var code: ShellError.Code {
    switch self {
    case .unknownView: .unknownView
    case .undeclaredParameter, .unknownParameter: .unknownParameter
    case .unusedParameter: .unusedParameter
    case .parameterTwice: .parameterTwice
    case .parameterTypes: .parameterTypes
    case .wrongType: .wrongType
    case .missingParameter: .missingParameter
    case .tooManyValues: .tooManyValues
    case .setCalledAll, .invisibleName: .wrongType
    }
  }

  private var message: String {
    switch self {
    case .unknownView(let name, _): "no view called `\(name)`"
    case .undeclaredParameter(let name, _): "the view does not declare `$\(name)`"
    case .unknownParameter(let name, let view, _): "`\(view)` has no parameter `\(name)`"
    case .unusedParameter(let name): "`$\(name)` is used nowhere"
    case .parameterTwice(let name): "`$\(name)` is given twice"
    case .parameterTypes(let name, let first, let second):
      "`$\(name)` cannot be a \(first.word) and a \(second.word)"
    case .wrongType(let value, let name, let type): "`$\(name)` takes a \(type.word), not `\(value)`"
    case .missingParameter(let name, let type, let view): "`\(view)` needs a \(type.word) for `$\(name)`"
    case .tooManyValues(let view, 0): "`\(view)` takes no values"
    case .tooManyValues(let view, 1): "`\(view)` takes one value"
    case .tooManyValues(let view, let count): "`\(view)` takes \(count) values"
    case .setCalledAll: "`all` means every calendar"
    case .invisibleName: "the name is empty or has characters that cannot be seen"
    }
  }

  private var hint: String? {
    switch self {
    case .unknownView(_, let near): Self.meant(near) ?? "views lists them"
    case .undeclaredParameter(let name, let near):
      Self.meant(near) ?? "declare it behind the name: save view NAME($\(name) = VALUE) as …"
    case .unknownParameter(_, let view, let near): Self.meant(near) ?? "describe view \(view) lists them"
    case .unusedParameter: "leave it out, or write it where its value belongs"
    case .parameterTwice: nil
    case .parameterTypes: "use two parameters"
    case .wrongType(_, _, let type): type.phrase
    case .missingParameter(let name, let type, let view):
      "for example: run \(view) \(name) = \(type.example)"
    case .tooManyValues(let view, _): "a value of several words stands in quotes; describe view \(view)"
    case .setCalledAll, .invisibleName: "choose another name"
    }
  }

  private static func meant(_ near: [String]) -> String? { near.first.map { "did you mean `\($0)`?" } }

  private var near: [String] {
    switch self {
    case .unknownView(_, let near), .undeclaredParameter(_, let near), .unknownParameter(_, _, let near):
      near
    default: []
    }
  }
}

extension ParameterType {
  /// A value as written after `run`.
  package var example: String {
    switch self {
    case .date: "friday"
    case .duration: "7d"
    case .text: "standup"
    case .integer: "5"
    case .decimal: "2.5"
    case .clock: "17:00"
    case .weekday: "monday"
    case .month: "november"
    case .calendar: "Work"
    case .set: "weekdays"
    case .source: "iCloud"
    case .zone: "Europe/Berlin"
    case .priority: "high"
    case .choice(_, let words): words.first ?? "x"
    }
  }
}
