#if canImport(Glibc)
  @preconcurrency import Glibc
#else
  import Darwin
#endif

/// The environment of a process: its variables, and whether its streams are terminals.
package struct ProcessEnvironment: Sendable {
  /// The environment's variables.
  package var variables: [String: String]
  /// Whether standard input, output and error are terminals.
  package var inputIsTerminal, outputIsTerminal, errorIsTerminal: Bool

  /// Creates an environment from its parts.
  package init(
    variables: [String: String], inputIsTerminal: Bool, outputIsTerminal: Bool, errorIsTerminal: Bool
  ) {
    self.variables = variables
    self.inputIsTerminal = inputIsTerminal
    self.outputIsTerminal = outputIsTerminal
    self.errorIsTerminal = errorIsTerminal
  }

  /// The environment of this process.
  package static func current() -> ProcessEnvironment {
    var variables: [String: String] = [:]
    var pointer = environ
    while let entry = pointer.pointee {
      let text = String(cString: entry)
      if let equals = text.firstIndex(of: "=") {
        variables[String(text[..<equals])] = String(text[text.index(after: equals)...])
      }
      pointer += 1
    }
    return ProcessEnvironment(
      variables: variables, inputIsTerminal: isatty(0) == 1,
      outputIsTerminal: isatty(1) == 1, errorIsTerminal: isatty(2) == 1)
  }

  package func variable(_ name: String) -> String? { variables[name] }
}
