/// What reads input that somebody else wrote.
public enum FuzzKind: String, CaseIterable, Sendable {
  /// iCalendar files.
  case calendar
  /// Recurrence rules.
  case rule
  /// vCards.
  case card
  /// Zone files (TZif).
  case zone
  /// Statements of the language.
  case statement
  /// JSON of any kind.
  case json
  /// Items as JSON.
  case item
  /// Lines of the protocol.
  case frame
  /// Answers to forms, and the drafts that they leave.
  case answers
}

/// What does not hold of an input.
public struct FuzzFault: Error, CustomStringConvertible {
  /// In words.
  public var description: String

  /// A fault in words.
  public init(_ description: String) { self.description = description }

  /// Throws unless something holds.
  public static func unless(_ holds: Bool, _ description: @autoclosure () -> String) throws {
    if !holds { throw FuzzFault(description()) }
  }
}

/// Gives inputs of one kind to what reads them and checks what must hold of every input.
///
/// Mutated inputs of the ordinary tests and those of libFuzzer come here. A
/// fault is thrown; a trap is one too.
public final class FuzzDriver {
  private let check: ([UInt8]) throws -> Void

  /// A driver; `folder` is one of its own where a reader wants a file.
  public init(_ kind: FuzzKind, folder: String) throws {
    switch kind {
    case .calendar: check = FileChecks.calendar
    case .rule: check = FileChecks.rule
    case .card: check = FileChecks.card
    case .zone: check = try FileChecks.zone(folder: folder)
    case .statement: check = TextChecks.statement
    case .json: check = TextChecks.json
    case .frame: check = TextChecks.frame
    case .item: check = try ItemChecks().item
    case .answers: check = try ItemChecks().answers
    }
  }

  /// Throws what does not hold of an input.
  public func check(_ bytes: [UInt8]) throws { try check(bytes) }
}
