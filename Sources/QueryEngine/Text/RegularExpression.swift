/// A regular expression whose search takes time proportional to the text, whatever the pattern.
///
/// Literals, `.`, classes, `\d \w \s \b` and their capitals, `^ $`, groups, `|` and `* + ? {m,n}`. There are
/// no back-references: they make other engines hang on patterns such as `^(a+)+$`.
public struct RegularExpression: Hashable, Sendable {
  /// The pattern as written.
  public let pattern: String
  /// Whether letter case is ignored.
  public let ignoresCase: Bool
  let program: [PatternStep]

  /// Reads a pattern.
  public init(_ pattern: String, ignoresCase: Bool = false) throws(PatternFault) {
    self.pattern = pattern
    self.ignoresCase = ignoresCase
    var parser = PatternParser(pattern, ignoresCase: ignoresCase)
    var compiler = PatternCompiler()
    try compiler.emit(try parser.parse())
    program = compiler.finished()
  }

  /// Equal when pattern and options are.
  public static func == (a: Self, b: Self) -> Bool {
    a.pattern == b.pattern && a.ignoresCase == b.ignoresCase
  }

  /// Hashes pattern and options.
  public func hash(into hasher: inout Hasher) {
    hasher.combine(pattern)
    hasher.combine(ignoresCase)
  }

  /// Whether the text holds a match anywhere.
  public func isFound(in text: String) -> Bool {
    var machine = PatternMachine(program)
    return machine.search(text.unicodeScalars, ignoresCase: ignoresCase)
  }
}

/// One step of a compiled pattern.
enum PatternStep: Hashable, Sendable {
  /// One character, then the next step.
  case scalar(Unicode.Scalar)
  case anyButNewline
  case set(ScalarSet)
  case textStart, textEnd, wordEdge, noWordEdge
  /// Continues at both steps.
  case split(Int, Int)
  case jump(Int)
  case match
}

/// A class of characters.
struct ScalarSet: Hashable, Sendable {
  /// The classes that have an escape letter.
  enum Named: Hashable, Sendable {
    case digit, word, space
  }

  var isNegated = false
  var ranges: [ClosedRange<Unicode.Scalar>] = []
  var named: [Named] = []
  var notNamed: [Named] = []

  /// Whether a character or, if case is ignored, its lower-case form belongs to the class.
  func contains(_ scalar: Unicode.Scalar, orLower lower: Unicode.Scalar) -> Bool {
    let isInside =
      ranges.contains { $0.contains(scalar) || $0.contains(lower) }
      || named.contains { Self.holds($0, scalar) } || notNamed.contains { !Self.holds($0, scalar) }
    return isInside != isNegated
  }

  static func holds(_ named: Named, _ scalar: Unicode.Scalar) -> Bool {
    switch named {
    case .digit: scalar.properties.generalCategory == .decimalNumber
    case .word: isWord(scalar)
    case .space: scalar.properties.isWhitespace
    }
  }

  /// Whether a character is part of a word: a letter, mark, digit or `_`.
  static func isWord(_ scalar: Unicode.Scalar) -> Bool {
    if scalar.value < 0x80 {
      let byte = scalar.value
      return byte == 95 || byte >= 48 && byte <= 57 || (byte | 32) >= 97 && (byte | 32) <= 122
    }
    switch scalar.properties.generalCategory {
    case .uppercaseLetter, .lowercaseLetter, .titlecaseLetter, .modifierLetter, .otherLetter, .nonspacingMark,
      .spacingMark, .enclosingMark, .decimalNumber, .letterNumber, .connectorPunctuation:
      return true
    case .otherNumber, .dashPunctuation, .openPunctuation, .closePunctuation, .initialPunctuation,
      .finalPunctuation, .otherPunctuation, .mathSymbol, .currencySymbol, .modifierSymbol, .otherSymbol,
      .spaceSeparator, .lineSeparator, .paragraphSeparator, .control, .format, .surrogate, .privateUse,
      .unassigned:
      return false
    @unknown default: return false
    }
  }
}
