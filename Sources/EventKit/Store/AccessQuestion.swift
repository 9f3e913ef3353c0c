import Editing
import Foundation
import Platform
import QueryEngine
import Terminal

#if canImport(Glibc)
  import Glibc
#else
  import Darwin
#endif

/// The question to the person at the terminal whether a program may use the calendar.
struct AccessQuestion: Sendable {
  private let program: String
  private let reason: String
  private let level: AccessLevel
  private let type: EKEntityType

  init(_ options: StoreOptions, _ level: AccessLevel, _ type: EKEntityType) {
    program = options.client ?? "this program"
    reason = options.reason(for: type, level)
    self.level = level
    self.type = type
  }

  /// How the question ended.
  enum Ending: Sendable {
    /// It was not asked: there is no terminal, or the request was decided meanwhile.
    case unasked
    /// The person decided.
    case decided(AccessLevel)
    /// The person ended the input without a decision.
    case left
  }

  /// Asks `while` the request is open, calls `settle` with what the person decides, and tells how it ended.
  ///
  /// Throws what `settle` throws.
  func ask(
    while isOpen: @escaping @Sendable () -> Bool,
    settle: @escaping @Sendable (AccessLevel) throws(EKError) -> Void
  ) async throws(EKError) -> Ending {
    let result: Result<Ending, EKError> = await withCheckedContinuation { continuation in
      // A thread of its own, as reading from a terminal takes as long as the person takes.
      Thread.detachNewThread {
        continuation.resume(returning: inTurn(isOpen, settle))
      }
    }
    return try result.get()
  }

  /// Asks when nobody else reads the keyboard, another question among them.
  private func inTurn(
    _ isOpen: () -> Bool, _ settle: (AccessLevel) throws(EKError) -> Void
  ) -> Result<Ending, EKError> {
    guard Keyboard.wait(while: isOpen) else { return .success(.unasked) }
    defer { Keyboard.giveBack() }
    guard isOpen() else { return .success(.unasked) }
    let ending = answered()
    guard case .decided(let level) = ending else { return .success(ending) }
    // What the owner has decided elsewhere while the question stood there is decided.
    guard isOpen() else { return .success(.unasked) }
    return Result { () throws(EKError) in
      try settle(level)
      return ending
    }
  }

  /// Whether the question can be put: yes, not now as the program is in the background, where the terminal would stop it,
  /// or never, as it has no terminal.
  static var canBePut: Bool? {
    guard let terminal = FileHandle(forUpdatingAtPath: "/dev/tty") else { return nil }
    defer { try? terminal.close() }
    return tcgetpgrp(terminal.fileDescriptor) == getpgrp()
  }

  /// What is told while the request waits: how the owner decides it.
  var waiting: String {
    "\(program) waits for access to \(kind); \(grant), kal access deny \(Quoting.word(program)) \(kind) does not"
  }

  /// What is told to a person who left the question without a decision.
  var undecided: String { "\(program) has no access to \(kind) yet; \(grant)" }

  private var kind: String { type == .event ? "events" : "reminders" }

  private var grant: String {
    "kal access grant \(Quoting.word(program)) \(kind) \(level.name) allows it"
  }

  private func answered() -> Ending {
    // The terminal itself, as the program's output may go into a pipe.
    guard let terminal = FileHandle(forUpdatingAtPath: "/dev/tty") else { return .unasked }
    defer { try? terminal.close() }
    // The terminal stops a program in the background that reads from it.
    guard tcgetpgrp(terminal.fileDescriptor) == getpgrp() else { return .unasked }
    func say(_ text: String) { try? terminal.write(contentsOf: Data(text.utf8)) }
    let columns = TerminalSize.current(terminal.fileDescriptor) { _ in nil }.columns
    let lines = CellText.wrap(question, to: columns) + CellText.wrap(choices, to: columns - 2)
    say(lines.joined(separator: "\n") + " ")
    while let answer = line(from: terminal) {
      if let decision = decision(for: answer.lowercased()) { return .decided(decision) }
      if LeavingWord.isMeant(by: answer) { return .left }
      say("Please type one of the letters. \(choices) ")
    }
    say("\n")
    return .left
  }

  /// The sentence that names program, wish and reason.
  var question: String {
    let wish =
      switch (type, level) {
      case (.reminder, .readOnly): "wants to see your reminders"
      case (.event, .readOnly): "wants to see your calendar"
      case (.reminder, _): "wants to see and change your reminders"
      case (.event, .writeOnly): "wants to add events to your calendar"
      case (.event, _): "wants to see and change your calendar"
      }
    let end = reason.last.map { ".!?".contains($0) } == true ? "" : "."
    return SafeText.line("\(program) \(wish): \(reason)\(end)")
  }

  private var choices: String {
    switch (type, level) {
    case (.event, .full): "Allow it? [y]es, only [a]dding events, [n]o:"
    default: "Allow it? [y]es, [n]o:"
    }
  }

  /// What a line decides; nil for one that is no answer.
  func decision(for answer: String) -> AccessLevel? {
    switch answer {
    case "y", "yes": level
    case "n", "no": .denied
    case "a", "adding", "add": type == .event ? .writeOnly : nil
    default: nil
    }
  }

  /// A line without the spaces around it; nil at the end of input.
  private func line(from terminal: FileHandle) -> String? {
    var bytes = Data()
    while let byte = try? terminal.read(upToCount: 1), !byte.isEmpty {
      if byte == Data("\n".utf8) {
        return String(decoding: bytes, as: UTF8.self).trimmingCharacters(in: .whitespaces)
      }
      bytes += byte
    }
    return nil
  }
}
