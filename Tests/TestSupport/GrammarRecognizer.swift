/// A text as a recognizer sees it: symbols that lead from one position to a later one.
public protocol SymbolText {
  /// The position behind all of it; the first is 0.
  var end: Int { get }

  /// What begins at a position, each with where it ends: words as they are, terminals by their names.
  func symbols(at position: Int) -> [(symbol: GrammarRecognizer.Symbol, end: Int)]
}

/// Tells whether a text can be derived from the grammar file, read as it is written.
///
/// Every derivation is followed at once, so that nothing depends on the order of alternatives.
public struct GrammarRecognizer {
  /// What a text is made of.
  public enum Symbol: Hashable, Sendable {
    /// A word or sign.
    case word(String)
    /// A word in quotes.
    case quoted(String)
    /// A terminal.
    case terminal(String)
  }

  private enum Step {
    case symbols([Int])
    case production(Int)
    case sequence([Int])
    case choice([Int])
    case optional(Int)
    case repeated(Int)
    case unordered([Alternative])
    case absent(Int)
  }

  /// A member of `{| … |}`: it may come once, or once with each of the words that it begins with.
  private struct Alternative {
    var node: Int
    var isOncePerWord: Bool
  }

  private var steps: [Step] = []
  private var symbolNumbers: [Symbol: Int] = [:]
  /// The numbers of the words as they are written.
  private var wordNumbers: Set<Int> = []
  private var productions: [String: Int] = [:]
  /// What each step can begin with, and whether it can be nothing.
  private var first: [Bits] = []
  private var isNullable: [Bool] = []
  private let grammar: GrammarFile

  /// A recognizer of what a production stands for; everything it refers to is there.
  public init(_ grammar: GrammarFile, start: String) throws {
    self.grammar = grammar
    _ = try production(start, nil)
    findFirst()
    wordNumbers = Set(
      symbolNumbers.compactMap { symbol, number in if case .word = symbol { number } else { nil } })
    self.start = productions[start] ?? 0
  }

  private var start = 0

  /// Whether the whole text is what the grammar starts with.
  public func recognizes(_ text: some SymbolText) -> Bool {
    var run = Run(recognizer: self, text: text)
    return run.ends(start, 0).contains(text.end)
  }

  // MARK: Reading the grammar

  private mutating func add(_ step: Step) -> Int {
    steps.append(step)
    return steps.count - 1
  }

  private mutating func number(of symbol: Symbol) -> Int {
    if let number = symbolNumbers[symbol] { return number }
    let number = symbolNumbers.count
    symbolNumbers[symbol] = number
    return number
  }

  private mutating func production(_ name: String, _ argument: String?) throws -> Int {
    guard let (production, binding) = grammar.production(name, argument) else {
      throw GrammarFile.Fault(reason: "no production \(name)<\(argument ?? "")>")
    }
    let key = argument.map { "\(name)<\($0)>" } ?? name
    if let known = productions[key] { return known }
    let place = add(.sequence([]))
    productions[key] = place
    steps[place] = .production(try compile(production.body, binding))
    return place
  }

  private mutating func compile(_ node: GrammarFile.Node, _ binding: String?) throws -> Int {
    switch node {
    case .literal(let word): return add(.symbols([number(of: .word(word))]))
    case .value(let word): return add(.symbols([number(of: .word(word)), number(of: .quoted(word))]))
    case .terminal(let name): return add(.symbols([number(of: .terminal(name))]))
    case .reference(let name, let argument):
      return try production(name, argument == "n" || argument == "kind" ? binding : argument)
    case .sequence(let parts): return add(.sequence(try parts.map { try compile($0, binding) }))
    case .choice(let parts): return add(.choice(try parts.map { try compile($0, binding) }))
    case .optional(let inner): return add(.optional(try compile(inner, binding)))
    case .repeated(let inner): return add(.repeated(try compile(inner, binding)))
    case .absent(let inner): return add(.absent(try compile(inner, binding)))
    case .unordered(let inner):
      return add(.unordered(try members(inner, binding).map { try alternative($0, $1) }))
    }
  }

  /// The members of `{| … |}`, also where a production of alternatives stands for them.
  private func members(
    _ node: GrammarFile.Node, _ binding: String?
  ) -> [(GrammarFile.Node, String?)] {
    switch node {
    case .choice(let parts): return parts.flatMap { members($0, binding) }
    case .reference(let name, let argument):
      let actual = argument == "n" || argument == "kind" ? binding : argument
      guard let (production, bound) = grammar.production(name, actual),
        case .choice(let parts) = production.body,
        !parts.allSatisfy({ if case .literal = $0 { true } else { false } })
      else { return [(node, binding)] }
      // A list of words and a range stand there as one thing.
      if Self.isOneMember.contains(name) { return [(node, binding)] }
      return parts.flatMap { members($0, bound ?? binding) }
    default: return [(node, binding)]
    }
  }

  private static let isOneMember: Set<String> = [
    "range", "when", "slotTime", "availability", "flag", "withoutDays",
  ]

  private mutating func alternative(_ node: GrammarFile.Node, _ binding: String?) throws -> Alternative {
    var isOncePerWord = false
    if case .reference(let name, _) = node { isOncePerWord = name == "flag" || name == "dateClause" }
    return Alternative(node: try compile(node, binding), isOncePerWord: isOncePerWord)
  }

  /// What each step can begin with, found by going round until nothing is new.
  private mutating func findFirst() {
    let width = (symbolNumbers.count + 63) / 64
    first = steps.map { _ in Bits(width: width) }
    isNullable = steps.map { _ in false }
    let free = ["GLUED"].compactMap { symbolNumbers[.terminal($0)] }
    var isNew = true
    while isNew {
      isNew = false
      for (index, step) in steps.enumerated() {
        var bits = first[index]
        var nullable = isNullable[index]
        switch step {
        case .symbols(let numbers):
          for number in numbers { bits.insert(number) }
          nullable = numbers.contains(where: free.contains)
        case .production(let inner):
          bits.formUnion(first[inner])
          nullable = isNullable[inner]
        case .sequence(let parts):
          nullable = true
          for part in parts where nullable {
            bits.formUnion(first[part])
            nullable = isNullable[part]
          }
        case .choice(let parts):
          for part in parts {
            bits.formUnion(first[part])
            nullable = nullable || isNullable[part]
          }
        case .optional(let inner), .repeated(let inner):
          bits.formUnion(first[inner])
          nullable = true
        case .unordered(let alternatives):
          for alternative in alternatives { bits.formUnion(first[alternative.node]) }
          nullable = true
        case .absent: nullable = true
        }
        if bits != first[index] || nullable != isNullable[index] {
          first[index] = bits
          isNullable[index] = nullable
          isNew = true
        }
      }
    }
  }

  // MARK: Recognizing

  /// Numbers of symbols.
  private struct Bits: Equatable {
    var words: [UInt64]

    init(width: Int) { words = Array(repeating: 0, count: width) }

    mutating func insert(_ number: Int) { words[number / 64] |= 1 << UInt64(number % 64) }

    mutating func formUnion(_ other: Bits) {
      for index in words.indices { words[index] |= other.words[index] }
    }

    func intersects(_ other: Bits) -> Bool {
      for index in words.indices where words[index] & other.words[index] != 0 { return true }
      return false
    }
  }

  /// What a text has at a position.
  private struct Place {
    var bits: Bits
    var ends: [(number: Int, end: Int)]
  }

  /// One text being recognized.
  private struct Run<Text: SymbolText> {
    let recognizer: GrammarRecognizer
    let text: Text
    private var places: [Int: Place] = [:]
    private var known: [Int: [Int]] = [:]

    init(recognizer: GrammarRecognizer, text: Text) {
      self.recognizer = recognizer
      self.text = text
    }

    private mutating func place(_ position: Int) -> Place {
      if let place = places[position] { return place }
      var place = Place(bits: Bits(width: (recognizer.symbolNumbers.count + 63) / 64), ends: [])
      for (symbol, end) in text.symbols(at: position) {
        guard let number = recognizer.symbolNumbers[symbol] else { continue }
        place.bits.insert(number)
        place.ends.append((number, end))
      }
      places[position] = place
      return place
    }

    /// Where a step that begins at a position can end.
    mutating func ends(_ node: Int, _ position: Int) -> [Int] {
      let place = place(position)
      if !recognizer.isNullable[node], !recognizer.first[node].intersects(place.bits) { return [] }
      switch recognizer.steps[node] {
      case .symbols(let numbers):
        var result: [Int] = []
        for (number, end) in place.ends where numbers.contains(number) { result.merge(end) }
        return result
      case .production(let inner):
        let key = node << 16 | position
        if let ends = known[key] { return ends }
        let ends = ends(inner, position)
        known[key] = ends
        return ends
      case .sequence(let parts):
        var reached = [position]
        for part in parts {
          var next: [Int] = []
          for position in reached { for end in ends(part, position) { next.merge(end) } }
          if next.isEmpty { return [] }
          reached = next
        }
        return reached
      case .choice(let parts):
        var result: [Int] = []
        for part in parts { for end in ends(part, position) { result.merge(end) } }
        return result
      case .optional(let inner):
        var result = ends(inner, position)
        result.merge(position)
        return result
      case .repeated(let inner):
        var result = [position]
        var index = 0
        while index < result.count {
          for end in ends(inner, result[index]) { result.merge(end) }
          index += 1
        }
        return result
      case .unordered(let alternatives): return unordered(alternatives, position)
      case .absent(let inner): return ends(inner, position).isEmpty ? [position] : []
      }
    }

    private struct State: Hashable {
      var position: Int
      var used: Set<[Int]>
    }

    private mutating func unordered(_ alternatives: [Alternative], _ position: Int) -> [Int] {
      var states = [State(position: position, used: [])]
      var seen = Set(states)
      var result: [Int] = []
      var index = 0
      while index < states.count {
        let state = states[index]
        index += 1
        result.merge(state.position)
        for (number, alternative) in alternatives.enumerated() {
          let ends = ends(alternative.node, state.position).filter { $0 > state.position }
          if ends.isEmpty { continue }
          var label = [number]
          if alternative.isOncePerWord { label += headWord(state.position) }
          if state.used.contains(label) { continue }
          var used = state.used
          used.insert(label)
          for end in ends {
            let next = State(position: end, used: used)
            if seen.insert(next).inserted { states.append(next) }
          }
        }
      }
      return result
    }

    /// The word at a position, or behind `not`.
    private mutating func headWord(_ position: Int) -> [Int] {
      guard let not = recognizer.symbolNumbers[.word("not")] else { return [] }
      let place = place(position)
      if let behind = place.ends.first(where: { $0.number == not })?.end { return headWord(behind) }
      return place.ends.map(\.number).filter(recognizer.wordNumbers.contains).sorted()
    }
  }
}

extension [Int] {
  fileprivate mutating func merge(_ element: Int) {
    if !contains(element) { append(element) }
  }
}
