import QueryLanguage

/// `Grammar/editors/kalends.tmLanguage.json`, made from the tables of the language.
///
/// Rules are tried in order wherever the last match ended, as the lexer does.
enum TextMateGrammar {
  struct Rule {
    /// The span of the whole match; nil for text that has none.
    var span: String?
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
    Rule(span: "constant.character.escape", pattern: #"\\(?:u\{[0-9A-Fa-f]+\}|.)"#)
  ]

  private static let texts = [
    Rule(span: "comment.line.shebang", pattern: #"\A#!.*$"#),
    Rule(span: "comment.line.double-dash", pattern: #"--(?=\s|$).*$"#),
    Rule(span: "string.quoted.double", pattern: #""(?:[^"\\]|\\.)*""#, inner: escapes),
    Rule(span: "string.quoted.double", pattern: "“(?:[^”\\\\]|\\\\.)*”", inner: escapes),
    Rule(span: "string.quoted.single", pattern: "'(?:[^']|'')*'"),
    Rule(span: "invalid.illegal.unclosed", pattern: #"["“'].*$"#),
    Rule(
      span: nil, pattern: #"((?i:matches))\s+(/(?:[^/\\]|\\.)*/(?:i(?![\p{L}]))?)"#,
      groups: [span(.connective), "string.regexp"]),
  ]

  private static let references = [
    Rule(
      span: "constant.other.id",
      pattern: #"(?i:ev|rm|cal|src):[A-Za-z0-9]+(?:/[0-9][A-Za-z0-9]*)?(?:~[0-9]+)?"#),
    Rule(span: "variable.language.row", pattern: "#[0-9]+"),
    Rule(span: "variable.parameter", pattern: #"\$[A-Za-z_][A-Za-z0-9_]*"#),
  ]

  private static let numbers = [
    Rule(
      span: "constant.numeric.date",
      pattern: #"[0-9]{4}-[0-9]{2}-[0-9]{2}[Tt][0-9](?:[0-9]|:(?=[0-9]))*(?:\.[0-9]+)?"#
        + #"(?:[Zz]"# + numberEnd + #"|[+-][0-9]{2}(?::?[0-9]{2})?"# + numberEnd + ")?"),
    Rule(
      span: "constant.numeric.date",
      pattern: #"[0-9]{4}-(?:[0-9]{2}-[0-9]{2}|[Ww][0-9]{2}(?:-[0-9])?|[0-9]{2}(?!-[0-9]))"# + numberEnd),
    Rule(
      span: "constant.numeric.time",
      pattern: #"[0-9]{1,2}:[0-9]+(?::[0-9]+)?(?:(?i:am|pm)"# + numberEnd + ")?"),
    Rule(span: "constant.numeric.date", pattern: #"[0-9]+(?:/[0-9]+)+"#),
    Rule(span: "constant.numeric.date", pattern: #"[0-9]+\.[0-9]+\.(?!\.)(?:[0-9]+\.?)?"#),
    Rule(span: "constant.numeric", pattern: #"[0-9]+\.[0-9]+"#),
    Rule(span: "constant.numeric.ordinal", pattern: #"[0-9]{1,3}(?i:st|nd|rd|th)"# + numberEnd),
    Rule(span: "constant.numeric.duration", pattern: #"[0-9]+\p{L}[\p{L}\p{M}0-9]*"#),
    Rule(span: "constant.numeric", pattern: "[0-9]+"),
    Rule(
      span: "constant.numeric.duration",
      pattern: "(?i:P(?:[0-9]+[YMWD])+(?:T(?:[0-9]+[HMS])+)?|PT(?:[0-9]+[HMS])+)" + wordEnd),
  ]

  private static let words: [Rule] =
    [
      Rule(
        span: nil,
        pattern: #"((?i:as))\s+("#
          + anyOf(OutputFormat.allCases.map(\.rawValue).sorted { $0.count > $1.count })
          + ")" + wordEnd,
        groups: [span(.clause), "support.constant.format"]),
      Rule(
        span: span(.field),
        pattern: anyOf(FieldName.allCases.map(\.rawValue).filter { $0.contains(".") }) + wordEnd),
      Rule(
        span: span(.field),
        pattern: anyOf(dateFields) + #"\."# + anyOf(DatePart.allCases.map(\.rawValue)) + wordEnd),
      // `mon-fri`
      Rule(span: span(.date), pattern: anyOf(dayNames) + "(?=-" + anyOf(dayNames) + wordEnd + ")"),
    ]
    + WordClass.allCases.map { Rule(span: span($0), pattern: anyOf($0.words) + wordEnd) }
    + [Rule(span: nil, pattern: word)]

  /// The names of weekdays and months, which a dash may join.
  private static var dayNames: [String] {
    WordClass.date.words.filter { CalendarWords.weekday($0) != nil || CalendarWords.month($0) != nil }
  }

  private static var dateFields: [String] {
    let names = FieldCatalog.entries.filter { $0.type == .date }.map(\.name.rawValue)
    return Array(Set(names)).sorted()
  }

  private static let signs = [
    Rule(span: "keyword.operator", pattern: #"[!<>+-]=|\.\.|[=<>+*@–-]"#),
    Rule(span: "punctuation", pattern: "[(),;]"),
  ]

  static func span(_ wordClass: WordClass) -> String {
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
    if let span = rule.span { parts.append("\"name\": " + quoted(span + ".kalends")) }
    parts.append("\"match\": " + quoted(rule.pattern))
    var captures: [String] = rule.groups.enumerated().map { index, span in
      "\"\(index + 1)\": {\"name\": \(quoted(span + ".kalends"))}"
    }
    if !rule.inner.isEmpty { captures.append("\"0\": {\"patterns\": [" + list(rule.inner, "") + "]}") }
    if !captures.isEmpty { parts.append("\"captures\": {" + captures.joined(separator: ", ") + "}") }
    return "{" + parts.joined(separator: ", ") + "}"
  }

  private static func quoted(_ text: String) -> String {
    "\"" + text.replacing("\\", with: "\\\\").replacing("\"", with: "\\\"") + "\""
  }
}
