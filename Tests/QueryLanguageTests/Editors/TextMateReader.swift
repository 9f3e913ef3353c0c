import Foundation
import TestSupport

/// A piece of text and what an editor shows it as; without a span it is plain.
struct Scoped: Equatable, CustomStringConvertible {
  var text: String
  var span: String

  var description: String { "`\(text)` \(span)" }
}

/// Reads texts by a TextMate grammar file, as editors do: the first match behind the
/// last, of several the first rule's.
struct TextMateReader {
  private struct Rule {
    var span: String
    var expression: NSRegularExpression
    var groups: [String]
  }

  private let rules: [Rule]

  /// The reader of the project's own file.
  static let project: TextMateReader = {
    let text = ProjectFiles.text(TextMateGrammar.path) ?? ""
    return (try? TextMateReader(text)) ?? TextMateReader(rules: [])
  }()

  private init(rules: [Rule]) { self.rules = rules }

  init(_ text: String) throws {
    let object = try JSONSerialization.jsonObject(with: Data(text.utf8)) as? [String: Any]
    let patterns = object?["patterns"] as? [[String: Any]] ?? []
    rules = try patterns.map { pattern in
      let captures = pattern["captures"] as? [String: [String: Any]] ?? [:]
      let groups = (1...2).compactMap { (captures[String($0)]?["name"] as? String).map(Self.general) }
      return Rule(
        span: Self.general(pattern["name"] as? String ?? ""),
        expression: try NSRegularExpression(pattern: pattern["match"] as? String ?? ""), groups: groups)
    }
  }

  /// A span without the language behind it.
  private static func general(_ span: String) -> String {
    span.hasSuffix(".kalends") ? String(span.dropLast(8)) : span
  }

  /// The matches of a text of one line, in their order.
  func scopes(_ text: String) throws -> [Scoped] {
    struct NoRules: Error {}
    if rules.isEmpty { throw NoRules() }
    let whole = text as NSString
    var result: [Scoped] = []
    var position = 0
    while position < whole.length {
      let rest = NSRange(location: position, length: whole.length - position)
      var best: (match: NSTextCheckingResult, rule: Rule)?
      for rule in rules {
        // Lookbehind and anchors see what stands before the position.
        guard
          let match = rule.expression.firstMatch(
            in: text, options: [.withTransparentBounds, .withoutAnchoringBounds], range: rest),
          match.range.length > 0, match.range.location < best?.match.range.location ?? Int.max
        else { continue }
        best = (match, rule)
      }
      guard let (match, rule) = best else { break }
      if rule.groups.isEmpty {
        result.append(Scoped(text: whole.substring(with: match.range), span: rule.span))
      } else {
        for (index, span) in rule.groups.enumerated() {
          result.append(Scoped(text: whole.substring(with: match.range(at: index + 1)), span: span))
        }
      }
      position = match.range.location + match.range.length
    }
    return result
  }
}
