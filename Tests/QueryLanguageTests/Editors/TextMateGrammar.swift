import QueryLanguage

/// `Grammar/editors/kalends.tmLanguage.json`, made from the tables of the language.
///
/// Rules are tried in order wherever the last match ended, as the lexer does.
enum TextMateGrammar {
  struct Rule {
    /// The scope of the whole match; nil for text that has none.
    var scope: String?
    var pattern: String
    /// The scopes of its groups, from the first on.
    var groups: [String] = []
    /// The rules for what stands inside.
    var inner: [Rule] = []
  }

  static let path = "Grammar/editors/kalends.tmLanguage.json"

  // MARK: Pieces of patterns

  /// No word goes on here: `today-3d` is two tokens, `Work-Trips` and `Haus/Hof` are one.
  private static let wordEnd = #"(?![\p{L}\p{N}\p{M}_]|[./'’][\p{L}\p{N}]|-\p{L})"#
  private static let word =
    #"[\p{L}\p{Nl}\p{So}_](?:[\p{L}\p{N}\p{M}\p{So}\p{Sk}\x{200D}_]|[./'’][\p{L}\p{N}]|-\p{L})*"#
  private static let numberEnd = #"(?![\p{L}\p{N}_])"#

  private static func anyOf(_ words: [String]) -> String {
    "(?i:" + words.map { $0.replacing(".", with: #"\."#) }.joined(separator: "|") + ")"
  }

  // MARK: Rules

  static let rules: [Rule] = texts + references + numbers + words + signs

  private static let escapes = [
    Rule(scope: "constant.character.escape", pattern: #"\\(?:u\{[0-9A-Fa-f]+\}|.)"#)
  ]

  private static let texts = [
    Rule(scope: "comment.line.shebang", pattern: #"\A#!.*$"#),
    Rule(scope: "comment.line.double-dash", pattern: #"--(?=\s|$).*$"#),
    Rule(scope: "string.quoted.double", pattern: #""(?:[^"\\]|\\.)*""#, inner: escapes),
    Rule(scope: "string.quoted.double", pattern: "“(?:[^”\\\\]|\\\\.)*”", inner: escapes),
    Rule(scope: "string.quoted.single", pattern: "'(?:[^']|'')*'"),
    Rule(scope: "invalid.illegal.unclosed", pattern: #"["“'].*$"#),
    Rule(
      scope: nil, pattern: #"((?i:matches))\s+(/(?:[^/\\]|\\.)*/(?:i(?![\p{L}]))?)"#,
      groups: [scope(.connective), "string.regexp"]),
  ]

  private static let references = [
    Rule(
      scope: "constant.other.id",
      pattern: #"(?i:ev|rm|cal|src):[A-Za-z0-9]+(?:/[0-9][A-Za-z0-9]*)?(?:~[0-9]+)?"#),
    Rule(scope: "variable.language.row", pattern: "#[0-9]+"),
    Rule(scope: "variable.parameter", pattern: #"\$[A-Za-z_][A-Za-z0-9_]*"#),
  ]

  private static let numbers = [
    Rule(
      scope: "constant.numeric.date",
      pattern: #"[0-9]{4}-[0-9]{2}-[0-9]{2}[Tt][0-9](?:[0-9]|:(?=[0-9]))*(?:\.[0-9]+)?"#
        + #"(?:[Zz]"# + numberEnd + #"|[+-][0-9]{2}(?::?[0-9]{2})?"# + numberEnd + ")?"),
    Rule(
      scope: "constant.numeric.date",
      pattern: #"[0-9]{4}-(?:[0-9]{2}-[0-9]{2}|[Ww][0-9]{2}(?:-[0-9])?|[0-9]{2}(?!-[0-9]))"# + numberEnd),
    Rule(
      scope: "constant.numeric.time",
      pattern: #"[0-9]{1,2}:[0-9]+(?::[0-9]+)?(?:(?i:am|pm)"# + numberEnd + ")?"),
    Rule(scope: "constant.numeric.date", pattern: #"[0-9]+(?:/[0-9]+)+"#),
    Rule(scope: "constant.numeric.date", pattern: #"[0-9]+\.[0-9]+\.(?!\.)(?:[0-9]+\.?)?"#),
    Rule(scope: "constant.numeric", pattern: #"[0-9]+\.[0-9]+"#),
    Rule(scope: "constant.numeric.ordinal", pattern: #"[0-9]{1,3}(?i:st|nd|rd|th)"# + numberEnd),
    Rule(scope: "constant.numeric.duration", pattern: #"[0-9]+\p{L}[\p{L}\p{M}0-9]*"#),
    Rule(scope: "constant.numeric", pattern: "[0-9]+"),
    Rule(
      scope: "constant.numeric.duration",
      pattern: "(?i:P(?:[0-9]+[YMWD])+(?:T(?:[0-9]+[HMS])+)?|PT(?:[0-9]+[HMS])+)" + wordEnd),
  ]

  private static let words: [Rule] =
    [
      Rule(
        scope: nil,
        pattern: #"((?i:as))\s+("#
          + anyOf(OutputFormat.allCases.map(\.rawValue).sorted { $0.count > $1.count })
          + ")" + wordEnd,
        groups: [scope(.clause), "support.constant.format"]),
      Rule(
        scope: scope(.field),
        pattern: anyOf(FieldName.allCases.map(\.rawValue).filter { $0.contains(".") }) + wordEnd),
      Rule(
        scope: scope(.field),
        pattern: anyOf(dateFields) + #"\."# + anyOf(DatePart.allCases.map(\.rawValue)) + wordEnd),
    ]
    + WordClass.allCases.map { Rule(scope: scope($0), pattern: anyOf($0.words) + wordEnd) }
    + [Rule(scope: nil, pattern: word)]

  private static var dateFields: [String] {
    let names = FieldCatalog.entries.filter { $0.type == .date }.map(\.name.rawValue)
    return Array(Set(names)).sorted()
  }

  private static let signs = [
    Rule(scope: "keyword.operator", pattern: #"[!<>+-]=|\.\.|[=<>+*@–-]"#),
    Rule(scope: "punctuation", pattern: "[(),;]"),
  ]

  static func scope(_ wordClass: WordClass) -> String {
    switch wordClass {
    case .statement: "keyword.control"
    case .clause: "keyword.other.clause"
    case .connective: "keyword.operator.word"
    case .function: "support.function"
    case .date: "constant.language.date"
    case .unit: "support.type.unit"
    case .flag: "support.constant.flag"
    case .field: "variable.other.field"
    case .keyword: "keyword.other"
    }
  }

  // MARK: JSON

  static var text: String {
    """
    {
      "$schema": "https://raw.githubusercontent.com/martinring/tmlanguage/master/tmlanguage.json",
      "name": "Kalends",
      "scopeName": "source.kalends",
      "fileTypes": ["kal"],
      "patterns": [
    \(list(rules, "    "))
      ]
    }

    """
  }

  private static func list(_ rules: [Rule], _ indent: String) -> String {
    rules.map { indent + object($0) }.joined(separator: ",\n")
  }

  private static func object(_ rule: Rule) -> String {
    var parts: [String] = []
    if let scope = rule.scope { parts.append("\"name\": " + quoted(scope + ".kalends")) }
    parts.append("\"match\": " + quoted(rule.pattern))
    var captures: [String] = rule.groups.enumerated().map { index, scope in
      "\"\(index + 1)\": {\"name\": \(quoted(scope + ".kalends"))}"
    }
    if !rule.inner.isEmpty { captures.append("\"0\": {\"patterns\": [" + list(rule.inner, "") + "]}") }
    if !captures.isEmpty { parts.append("\"captures\": {" + captures.joined(separator: ", ") + "}") }
    return "{" + parts.joined(separator: ", ") + "}"
  }

  private static func quoted(_ text: String) -> String {
    "\"" + text.replacing("\\", with: "\\\\").replacing("\"", with: "\\\"") + "\""
  }
}
