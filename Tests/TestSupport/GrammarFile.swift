/// `Grammar/kalends.ebnf`, read.
public struct GrammarFile {
  /// A piece of a production.
  public indirect enum Node: Hashable, Sendable {
    /// A word or sign as it is written.
    case literal(String)
    /// A word of a closed list of values, as it is written or in quotes.
    case value(String)
    /// What the lexer reads, in capitals.
    case terminal(String)
    /// A production with its argument, as `clause<n>`.
    case reference(String, String?)
    /// One after another.
    case sequence([Node])
    /// One of several.
    case choice([Node])
    /// At most once.
    case optional(Node)
    /// Any number of times.
    case repeated(Node)
    /// Any of the alternatives, each at most once.
    case unordered(Node)
    /// Nothing, where this does not follow.
    case absent(Node)

    /// The words and signs that stand in it as they are written.
    public var literals: [String] {
      switch self {
      case .literal(let word), .value(let word): [word]
      case .terminal, .reference: []
      case .sequence(let parts), .choice(let parts): parts.flatMap(\.literals)
      case .optional(let inner), .repeated(let inner), .unordered(let inner), .absent(let inner):
        inner.literals
      }
    }
  }

  /// One rule of the grammar.
  public struct Production: Sendable {
    /// What it is called.
    public var name: String
    /// What it is made for, as the noun in `clause<events>`.
    public var argument: String?
    /// Whether the parser has a function of its name.
    public var hasFunction: Bool
    /// What it stands for.
    public var body: Node
  }

  /// The rules in their order.
  public private(set) var productions: [Production] = []
  private var tokens: [String] = []
  private var index = 0

  /// Reads the file; nil with a reason if it is not written in the notation.
  public static func load() throws -> GrammarFile {
    guard let text = ProjectFiles.text("Grammar/kalends.ebnf") else { throw Fault(reason: "no grammar file") }
    var file = GrammarFile()
    file.tokens = try tokens(text)
    while file.index < file.tokens.count { try file.readProduction() }
    return file
  }

  /// Why the file is not understood.
  public struct Fault: Error {
    /// In words.
    public var reason: String
  }

  /// The rule of a name for an argument: its own, or that for all of them.
  public func production(_ name: String, _ argument: String?) -> (Production, binding: String?)? {
    if let exact = productions.first(where: { $0.name == name && $0.argument == argument }) {
      return (exact, argument)
    }
    let general = productions.first {
      $0.name == name && ($0.argument == "n" || $0.argument == "kind") && argument != nil
    }
    return general.map { ($0, argument) }
  }

  private static func tokens(_ text: String) throws -> [String] {
    var result: [String] = []
    var rest = Substring(text)
    while let first = rest.first {
      if first.isWhitespace {
        rest = rest.dropFirst()
      } else if rest.hasPrefix("(*") {
        guard let end = rest.firstRange(of: "*)") else { throw Fault(reason: "comment not closed") }
        rest = rest[end.upperBound...]
      } else if first == "\"" {
        let literal = rest.dropFirst().prefix { $0 != "\"" }
        result.append("\"" + literal)
        rest = rest.dropFirst(literal.count + 2)
      } else if first == "'" {
        let value = rest.dropFirst().prefix { $0 != "'" }
        result.append("'" + value)
        rest = rest.dropFirst(value.count + 2)
      } else if first.isLetter {
        let word = rest.prefix { $0.isLetter || $0.isNumber }
        rest = rest.dropFirst(word.count)
        var token = String(word)
        if rest.first == "<" {
          let argument = rest.prefix { $0 != ">" }
          token += argument + ">"
          rest = rest.dropFirst(argument.count + 1)
        }
        result.append(token)
      } else {
        let sign = ["::=", "{|", "|}"].first { rest.hasPrefix($0) } ?? String(first)
        result.append(sign)
        rest = rest.dropFirst(sign.count)
      }
    }
    return result
  }

  private static func split(_ token: String) -> (String, String?) {
    guard let angle = token.firstIndex(of: "<") else { return (token, nil) }
    return (String(token[..<angle]), String(token[token.index(after: angle)...].dropLast()))
  }

  private mutating func take() throws -> String {
    guard index < tokens.count else { throw Fault(reason: "the file ends in a production") }
    defer { index += 1 }
    return tokens[index]
  }

  private var next: String { index < tokens.count ? tokens[index] : "" }

  private mutating func expect(_ sign: String) throws {
    let found = try take()
    guard found == sign else { throw Fault(reason: "expected \(sign), found \(found) at token \(index)") }
  }

  private mutating func readProduction() throws {
    let (name, argument) = Self.split(try take())
    let sign = try take()
    guard sign == "=" || sign == "::=" else { throw Fault(reason: "expected = after \(name), found \(sign)") }
    let body = try choice()
    try expect(";")
    productions.append(Production(name: name, argument: argument, hasFunction: sign == "=", body: body))
  }

  private mutating func choice() throws -> Node {
    var alternatives = [try sequence()]
    while next == "|" {
      index += 1
      alternatives.append(try sequence())
    }
    return alternatives.count == 1 ? alternatives[0] : .choice(alternatives)
  }

  private mutating func sequence() throws -> Node {
    var parts: [Node] = []
    while ![";", "|", ")", "]", "}", "|}", ""].contains(next) { parts.append(try item()) }
    return parts.count == 1 ? parts[0] : .sequence(parts)
  }

  private mutating func item() throws -> Node {
    let token = try take()
    switch token {
    case "(":
      let inner = try choice()
      try expect(")")
      return inner
    case "[":
      let inner = try choice()
      try expect("]")
      return .optional(inner)
    case "{":
      let inner = try choice()
      try expect("}")
      return .repeated(inner)
    case "{|":
      let inner = try choice()
      try expect("|}")
      return .unordered(inner)
    case "!": return .absent(try item())
    default: break
    }
    if token.hasPrefix("'") { return .value(String(token.dropFirst())) }
    if token.hasPrefix("\"") { return .literal(String(token.dropFirst())) }
    let (name, argument) = Self.split(token)
    guard name.first?.isLetter == true else { throw Fault(reason: "unexpected \(token) at token \(index)") }
    return name.allSatisfy { $0.isUppercase } ? .terminal(name) : .reference(name, argument)
  }
}
