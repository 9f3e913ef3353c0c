/// Declarations as they are compared: without what is spelled otherwise and means the same to a program.
enum Declaration {
  /// Words before a declaration that are not compared: they concern subclasses alone, are conformances' requirements
  /// made visible, or have no form on Linux (`optional`).
  private static let leftOut: Set<String> = [
    "convenience", "required", "override", "final", "weak", "optional", "nonisolated",
  ]

  /// The declaration without attributes and those words, and of a type without what it inherits.
  ///
  /// The compiler's list has `let` for a variable that can only be read, and no accessors of a stored one.
  static func normal(_ text: String) -> String {
    var words = text.split(separator: " ", omittingEmptySubsequences: true).map(String.init)
    while let first = words.first, first.hasPrefix("@") || leftOut.contains(first) { words.removeFirst() }
    if let first = words.first, kinds.contains(first), let colon = words.firstIndex(of: ":") {
      words.removeSubrange(colon...)
    }
    // `static` may stand before it.
    if let place = words.prefix(2).firstIndex(of: "let") {
      words[place] = "var"
      words += ["{", "get", "}"]
    } else if words.prefix(2).contains("var"), words.last != "}" {
      words += ["{", "get", "set", "}"]
    }
    return words.joined(separator: " ")
  }

  /// The words that declare a type.
  private static let kinds: Set<String> = ["class", "struct", "enum", "protocol"]

  /// A row of the table, taken apart.
  enum Form: Hashable {
    /// `class EKAlarm : EKObject, NSCopying`: the type's kind and name, and what it inherits.
    case type(head: String, inherits: [String])
    /// `extension EKSpan : Sendable`.
    case conformance(String)
    /// `extension NotificationCenter.MessageIdentifier where Self == …`.
    case condition(String)
    /// Anything else; the value of a case is left out.
    case member(String)

    init(_ text: String) {
      let words = text.split(separator: " ").map(String.init)
      if words.first == "extension" {
        if let range = text.firstRange(of: " where ") {
          self = .condition(String(text[range.upperBound...]))
        } else {
          self = .conformance(words.last ?? "")
        }
      } else if let kind = words.first, Declaration.kinds.contains(kind), words.count > 1,
        !["func", "var"].contains(words[1])
      {
        let parts = text.split(separator: ":", maxSplits: 1)
        let head = String(parts[0].reversed().drop { $0 == " " }.reversed())
        let inherits = parts.dropFirst().flatMap { $0.split(separator: ",") }.map {
          String($0.drop { $0 == " " })
        }
        self = .type(head: head, inherits: inherits)
      } else if words.first == "case" {
        self = .member(words.prefix(2).joined(separator: " "))
      } else {
        self = .member(Declaration.normal(text))
      }
    }
  }
}
