import QueryLanguage
import TestSupport

/// Makes sentences that are almost statements: tokens of others lost, doubled,
/// exchanged, replaced or spliced.
struct SentenceMutator {
  /// A token, and whether a blank stands before it.
  private struct Piece {
    var text: String
    var isApart: Bool
  }

  private let sentences: [[Piece]]
  private let words: [Piece]
  private var generator: SentenceGenerator
  private var random: SplitMix64

  init(_ grammar: GrammarFile, examples: [String], seed: UInt64) {
    sentences = examples.map(Self.pieces).filter { !$0.isEmpty }
    words = Self.words(of: grammar).map { Piece(text: $0, isApart: true) } + sentences.joined()
    generator = SentenceGenerator(grammar, seed: seed)
    random = SplitMix64(seed: seed)
  }

  /// A sentence as the grammar has it, or a damaged one.
  mutating func next() -> String {
    if random.chance(25) { return generator.sentence("statement") }
    var pieces = original()
    for _ in 0...random.below(3) { change(&pieces) }
    var text = ""
    for piece in pieces {
      if piece.isApart, !text.isEmpty { text += " " }
      text += piece.text
    }
    return text
  }

  private mutating func original() -> [Piece] {
    random.chance(40) ? Self.pieces(generator.sentence("statement")) : random.pick(sentences)
  }

  private mutating func change(_ pieces: inout [Piece]) {
    guard !pieces.isEmpty else { return }
    let place = random.below(pieces.count)
    switch random.below(7) {
    case 0: pieces.remove(at: place)
    case 1: pieces.insert(pieces[place], at: place)
    case 2: pieces.swapAt(place, random.below(pieces.count))
    case 3: pieces[place] = random.pick(words)
    case 4: pieces.insert(random.pick(words), at: place)
    case 5:
      // The end of another sentence.
      let other = original()
      pieces = Array(pieces[..<place] + other[random.below(max(1, other.count))...])
    default:
      // A piece of another sentence.
      let other = original()
      let start = random.below(max(1, other.count))
      pieces.insert(contentsOf: other[start...].prefix(1 + random.below(4)), at: place)
    }
  }

  private static func pieces(_ text: String) -> [Piece] {
    var end = 0
    return Lexer.tokens(text).dropLast().map { token in
      defer { end = token.range.end }
      return Piece(text: token.text, isApart: token.range.offset > end)
    }
  }

  private static func words(of grammar: GrammarFile) -> [String] {
    return Set(grammar.productions.flatMap(\.body.literals)).sorted()
  }
}
