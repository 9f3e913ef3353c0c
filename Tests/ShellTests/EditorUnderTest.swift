import Terminal
import Testing

@testable import LineEditor

#if canImport(Glibc)
  @preconcurrency import Glibc
#else
  @preconcurrency import Darwin
#endif

/// The two editors of lines, which mean the same by the same keys: the library's, and the one without a library.
enum EditorUnderTest: CaseIterable {
  case library, keys

  /// What requests came to.
  struct Outcome {
    var inputs: [LineInput]
    /// What the terminal has shown.
    var screen: String
    /// The lines of a paste that no request has taken.
    var pastedCount: Int
  }

  /// The answers to requests; another thread types the keys once a text is on the screen of a pseudo-terminal.
  @MainActor func read(
    _ requests: [LineRequest], typing keys: String, after shown: String, columns: Int = 80
  ) throws -> Outcome {
    let terminal = try #require(PseudoTerminal())
    let typist = Typist(master: terminal.master, waitingFor: shown, keys: keys)
    let thread = try #require(typist.start())
    var outcome = try read(requests, at: terminal, columns)
    fflush(terminal.output)
    terminal.closeSlave()
    pthread_join(thread, nil)
    outcome.screen = typist.screen
    return outcome
  }

  @MainActor private func read(
    _ requests: [LineRequest], at terminal: PseudoTerminal, _ columns: Int
  ) throws -> Outcome {
    switch self {
    case .library:
      Prompt.shared.use(input: terminal.input, output: terminal.output)
      defer {
        Prompt.shared.dropPasted()
        Prompt.shared.use(input: nil, output: nil)
      }
      let inputs = requests.map { Prompt.shared.read($0) }
      return Outcome(inputs: inputs, screen: "", pastedCount: Prompt.shared.pastedCount)
    case .keys:
      let size = TerminalSize(columns: columns, rows: 24)
      let editor = try #require(
        KeyEditor(input: fileno(terminal.input), on: fileno(terminal.output), size: { size }))
      let inputs = requests.map { request in
        editor.read(request) {
          usleep(500)
          return .nothing
        }
      }
      return Outcome(inputs: inputs, screen: "", pastedCount: editor.pastedCount)
    }
  }

  /// A request with a proposal that can be stepped.
  @MainActor static func proposing(_ change: (inout LineRequest) -> Void = { _ in }) -> LineRequest {
    var request = LineRequest(" Starts      ", mark: "> ")
    request.proposal = LineRequest.Proposal("2026-11-18 15:00", shown: "Wed 18 Nov 2026 15:00")
    request.look = .dim
    request.step = { text, count in
      count > 0 ? LineRequest.Proposal("2026-11-19", shown: "Thu 19 Nov 2026") : nil
    }
    request.lineBreaks = .answers
    change(&request)
    return request
  }

  /// What becomes of a request with a proposal.
  @MainActor func ask(
    _ keys: String, columns: Int = 80, _ change: (inout LineRequest) -> Void = { _ in }
  ) throws -> (input: LineInput, screen: String) {
    let outcome = try read([Self.proposing(change)], typing: keys, after: "> ", columns: columns)
    return (try #require(outcome.inputs.first), outcome.screen)
  }

  /// What becomes of a request without a proposal.
  @MainActor func type(
    _ keys: String, _ change: (inout LineRequest) -> Void = { _ in }
  ) throws -> (input: LineInput, screen: String) {
    var request = LineRequest("kal> ")
    change(&request)
    let outcome = try read([request], typing: keys, after: "kal> ")
    return (try #require(outcome.inputs.first), outcome.screen)
  }
}
