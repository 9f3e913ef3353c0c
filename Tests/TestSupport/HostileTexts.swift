/// Texts that are not, or almost not, statements: the same ones for the same seed.
public struct HostileTexts {
  /// Statements to take apart.
  private let examples: [String]
  /// Words and signs to put together.
  private let tokens: [String]
  private var sentences: SentenceGenerator
  private var random: SplitMix64

  /// Texts made of examples, of their tokens and of sentences of the grammar.
  public init(examples: [String], tokens: [String], grammar: GrammarFile, seed: UInt64) {
    self.examples = examples
    self.tokens = tokens
    sentences = SentenceGenerator(grammar, seed: seed)
    random = SplitMix64(seed: seed)
  }

  /// Any of the kinds of texts below, or a sentence as the grammar has it.
  public mutating func next() -> String {
    switch random.below(20) {
    case 0: bytes()
    case 1..<5: shuffled()
    case 5..<10: mutated(random.pick(examples))
    case 10..<14: mutated(sentence())
    default: sentence()
    }
  }

  /// A sentence of the grammar; half of them are questions, which have the most ways to be asked.
  private mutating func sentence() -> String { sentences.sentence(random.pick(["statement", "query"])) }

  /// Bytes without any sense, repaired where they are no text.
  public mutating func bytes() -> String {
    let bytes = (0..<random.below(81)).map { _ in UInt8.random(in: 0...255, using: &random) }
    return String(decoding: bytes, as: UTF8.self)
  }

  /// Tokens of examples in any order, often behind a beginning that makes sense.
  public mutating func shuffled() -> String {
    let words = (0...random.below(12)).map { _ in random.pick(tokens) }
    let start = random.pick(["", "events ", "reminders where ", "add event \"x\" ", "edit #3 set "])
    return start + words.joined(separator: " ")
  }

  /// A text with up to three bytes lost, added or changed, or its end cut off.
  public mutating func mutated(_ text: String) -> String {
    var bytes = Array(text.utf8)
    for _ in 0...random.below(3) where !bytes.isEmpty {
      let place = random.below(bytes.count)
      switch random.below(4) {
      case 0: bytes.remove(at: place)
      case 1: bytes.insert(UInt8.random(in: 0x20...0x7E, using: &random), at: place)
      case 2: bytes[place] = UInt8.random(in: 0...255, using: &random)
      default: bytes.removeSubrange(place...)
      }
    }
    return String(decoding: bytes, as: UTF8.self)
  }
}
