import Changes
import Rendering

/// Asks a person which of day and month comes first in a date that can be read both ways, as `11/12/2026`.
///
/// One answer settles all such dates of a statement. It is not kept: the question names the setting.
struct DateOrderQuestion {
  private let session: Session

  /// Creates a question; nil if nobody can be asked, and where statements must be exact.
  init?(_ session: Session) {
    guard session.canAsk, session.isGuessing else { return nil }
    self.session = session
  }

  /// Returns a statement with its dates written out, if its fault is that one of them has two readings.
  func settled(_ source: String, _ fault: SyntaxError) throws -> String? {
    guard let readings = fault.dateReadings else { return nil }
    let isDayFirst = try order(of: source, fault, readings) == .dmy
    var text = source
    var next: SyntaxError? = fault
    while let fault = next, let readings = fault.dateReadings {
      var bytes = Array(text.utf8)
      bytes.replaceSubrange(
        fault.range.offset..<fault.range.end, with: Array(readings[isDayFirst ? 0 : 1].utf8))
      text = String(decoding: bytes, as: UTF8.self)
      next = Self.fault(of: text)
    }
    return text
  }

  /// Returns the order in which plain text means its first date with two readings; nil without one.
  func order(ofPlain text: String) throws -> DateOrder? {
    for word in text.split(separator: " ") {
      let source = "events " + word
      guard let fault = Self.fault(of: source), let readings = fault.dateReadings else { continue }
      return try order(of: source, fault, readings)
    }
    return nil
  }

  private func order(
    of source: String, _ fault: SyntaxError, _ readings: [String]
  ) throws -> DateOrder {
    let date = String(decoding: Array(source.utf8)[fault.range.offset..<fault.range.end], as: UTF8.self)
    session.say("`\(SafeText.line(date))` has two readings; set date.order = dmy or mdy settles it.")
    let choices: [(word: String, choice: DateOrder)] = [
      ("day", .dmy), ("month", .mdy), ("cancel", .none),
    ]
    let question = "[d]ay first: \(readings[0])  [m]onth first: \(readings[1])  [c]ancel"
    guard let order = session.question.choose(question, among: choices), order != .none else {
      throw ShellError.canceled
    }
    return order
  }

  private static func fault(of text: String) -> SyntaxError? {
    do throws(SyntaxError) {
      _ = try parseStatement(text)
      return nil
    } catch {
      return error
    }
  }
}

extension SyntaxError {
  /// The readings of a date with two of them, that with the day first before the other; nil for other faults.
  var dateReadings: [String]? {
    guard case .ambiguousDate(_, let readings) = problem, readings.count == 2 else { return nil }
    return readings
  }
}
