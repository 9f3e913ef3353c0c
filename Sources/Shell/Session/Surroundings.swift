#if canImport(Glibc)
  @preconcurrency import Glibc
#else
  import Darwin
#endif

/// What the process was started with: the environment, and what its streams are.
public struct Surroundings: Sendable {
  /// The environment's variables.
  public var environment: [String: String]
  /// Whether standard input, output and error are terminals.
  public var inputIsTerminal, outputIsTerminal, errorIsTerminal: Bool

  /// Surroundings with all their parts.
  public init(
    environment: [String: String], inputIsTerminal: Bool, outputIsTerminal: Bool, errorIsTerminal: Bool
  ) {
    self.environment = environment
    self.inputIsTerminal = inputIsTerminal
    self.outputIsTerminal = outputIsTerminal
    self.errorIsTerminal = errorIsTerminal
  }

  /// The surroundings of this process.
  public static func current() -> Surroundings {
    var environment: [String: String] = [:]
    var pointer = environ
    while let entry = pointer.pointee {
      let text = String(cString: entry)
      if let equals = text.firstIndex(of: "=") {
        environment[String(text[..<equals])] = String(text[text.index(after: equals)...])
      }
      pointer += 1
    }
    return Surroundings(
      environment: environment, inputIsTerminal: TerminalSize.isTerminal(0),
      outputIsTerminal: TerminalSize.isTerminal(1), errorIsTerminal: TerminalSize.isTerminal(2))
  }

  func variable(_ name: String) -> String? { environment[name] }
}
