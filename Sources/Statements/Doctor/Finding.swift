import JSON
import Platform
import Rendering

/// What `kal doctor` found out about one part.
package struct Finding: Equatable {
  /// Whether something is to be done.
  package enum State: String {
    /// The part is as it should be.
    case ok
    /// The part works; a person may want to know.
    case note
    /// The part does not work, or not as it should.
    case problem
  }

  /// The part, such as `store`.
  package var part: String
  package var state: State
  /// What was found, a phrase without a full stop.
  package var message: String
  /// A way out; nil where nothing is to be done.
  package var hint: String?
  /// The stable code of a fault that statements would meet with too.
  package var code: String?
  /// The version of the part, such as `3.46.1`; nil where it has none.
  package var version: String?
  /// The file, folder or socket; nil where there is none.
  package var path: String?

  package init(
    _ part: String, _ state: State, _ message: String, hint: String? = nil, code: String? = nil,
    version: String? = nil, path: String? = nil
  ) {
    (self.part, self.state, self.message, self.hint) = (part, state, message, hint)
    (self.code, self.version, self.path) = (code, version, path)
  }

  /// A part that is as it should be.
  package init(_ part: String, _ message: String, version: String? = nil, path: String? = nil) {
    self.init(part, .ok, message, version: version, path: path)
  }

  /// A problem that is a fault of a statement too.
  package init(_ part: String, _ fault: any Fault, path: String? = nil) {
    self.init(part, .problem, fault.message, hint: fault.hint, code: fault.codeText, path: path)
  }

  private var object: JSONObjectText {
    JSONObjectText().adding("part", part).adding("state", state.rawValue).adding("message", message)
      .adding("hint", hint).adding("code", code).adding("version", version).adding("path", path)
  }

  /// Findings as rows.
  package static func listing(_ findings: [Finding]) -> Listing {
    let look = Listing.Look.table([
      .fixed("state"), .text("part", least: 8), .text("message", least: 20), .text("hint", least: 12),
    ])
    return Listing(findings, look, object: { $0.object }) { finding in
      [finding.state.rawValue, finding.part, finding.message, finding.hint ?? ""].map {
        TableCell(SafeText.line($0))
      }
    }
  }

  /// Findings as a report for people, with the hint below what it is for.
  package static func report(_ findings: [Finding], for screen: Screen) -> String {
    let rows = findings.flatMap { finding in
      [[finding.state.rawValue, finding.part, finding.message]]
        + [finding.hint].compactMap { $0 }.map { ["", "", "hint: " + $0] }
    }
    return screen.list(rows.map { $0.map { SafeText.line($0) } }, most: [7, 20])
  }

  /// The number of findings of each state to act on, in a phrase.
  package static func summary(_ findings: [Finding]) -> String {
    let counts = [State.problem, .note].compactMap { state -> String? in
      let count = findings.count { $0.state == state }
      return count == 0 ? nil : ChangeReport.count(count, state.rawValue)
    }
    return counts.isEmpty ? "all is as it should be" : counts.joined(separator: ", ")
  }
}
