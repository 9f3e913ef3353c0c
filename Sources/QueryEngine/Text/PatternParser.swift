/// A pattern as a tree.
indirect enum PatternNode: Hashable {
  case empty
  case scalar(Unicode.Scalar)
  case anyButNewline
  case set(ScalarSet)
  case textStart, textEnd, wordEdge, noWordEdge
  case sequence([PatternNode])
  case alternatives([PatternNode])
  case repeated(PatternNode, atLeast: Int, atMost: Int?, position: Int)
}

/// Reads the text of a pattern.
struct PatternParser {
  private let scalars: [Unicode.Scalar]
  private let ignoresCase: Bool
  private var position = 0
  private var depth = 0

  private static let mostDepth = 100
  static let mostRepeats = 1000

  init(_ pattern: String, ignoresCase: Bool) {
    scalars = Array(pattern.unicodeScalars)
    self.ignoresCase = ignoresCase
  }

  mutating func parse() throws(PatternFault) -> PatternNode {
    let node = try alternatives()
    if position < scalars.count { throw fault(.unopenedGroup) }
    return node
  }

  private func fault(_ kind: PatternFault.Kind, at place: Int? = nil) -> PatternFault {
    PatternFault(kind: kind, position: place ?? position)
  }

  private var next: Unicode.Scalar? { position < scalars.count ? scalars[position] : nil }

  private mutating func eat(_ scalar: Unicode.Scalar) -> Bool {
    guard next == scalar else { return false }
    position += 1
    return true
  }

  private mutating func alternatives() throws(PatternFault) -> PatternNode {
    var branches = [try sequence()]
    while eat("|") { branches.append(try sequence()) }
    return branches.count == 1 ? branches[0] : .alternatives(branches)
  }

  private mutating func sequence() throws(PatternFault) -> PatternNode {
    var parts: [PatternNode] = []
    while let scalar = next, scalar != "|", scalar != ")" { parts.append(try repeated()) }
    return parts.count == 1 ? parts[0] : parts.isEmpty ? .empty : .sequence(parts)
  }

  private mutating func repeated() throws(PatternFault) -> PatternNode {
    let start = position
    var node = try atom()
    while let scalar = next {
      let bounds: (Int, Int?)
      switch scalar {
      case "*": bounds = (0, nil)
      case "+": bounds = (1, nil)
      case "?": bounds = (0, 1)
      case "{": bounds = try counts()
      default: return node
      }
      if scalar != "{" { position += 1 }
      // A lazy quantifier changes which match is found, not whether there is one.
      _ = eat("?")
      node = .repeated(node, atLeast: bounds.0, atMost: bounds.1, position: start)
    }
    return node
  }

  /// `{m}`, `{m,}` or `{m,n}`.
  private mutating func counts() throws(PatternFault) -> (Int, Int?) {
    let start = position
    position += 1
    guard let lower = number() else { throw fault(.badRepeat, at: start) }
    let upper = eat(",") ? number() : lower
    guard eat("}"), lower <= Self.mostRepeats, (upper ?? lower) >= lower, (upper ?? 0) <= Self.mostRepeats
    else { throw fault(.badRepeat, at: start) }
    return (lower, upper)
  }

  private mutating func number() -> Int? {
    var value: Int?
    while let scalar = next, scalar.value >= 48, scalar.value <= 57 {
      value = min((value ?? 0) * 10 + Int(scalar.value - 48), 1_000_000)
      position += 1
    }
    return value
  }

  private mutating func atom() throws(PatternFault) -> PatternNode {
    guard let scalar = next else { return .empty }
    switch scalar {
    case "(": return try group()
    case "[": return .set(try characterClass())
    case "*", "+", "?", "{": throw fault(.nothingToRepeat)
    case ".":
      position += 1
      return .anyButNewline
    case "^":
      position += 1
      return .textStart
    case "$":
      position += 1
      return .textEnd
    case "\\": return try escape()
    default:
      position += 1
      return literal(scalar)
    }
  }

  private func literal(_ scalar: Unicode.Scalar) -> PatternNode {
    .scalar(ignoresCase ? Folding.simple(scalar) : scalar)
  }

  private mutating func group() throws(PatternFault) -> PatternNode {
    let start = position
    position += 1
    if eat("?"), !eat(":") { throw fault(.unsupportedGroup, at: start) }
    depth += 1
    if depth > Self.mostDepth { throw fault(.tooLarge, at: start) }
    let node = try alternatives()
    depth -= 1
    guard eat(")") else { throw fault(.unclosedGroup, at: start) }
    return node
  }

  private mutating func escape() throws(PatternFault) -> PatternNode {
    let start = position
    position += 1
    guard let scalar = next else { throw fault(.unknownEscape("\\"), at: start) }
    position += 1
    switch scalar {
    case "b": return .wordEdge
    case "B": return .noWordEdge
    case "1"..."9": throw fault(.backReference, at: start)
    default: break
    }
    if let (named, isNegated) = Self.named(scalar) {
      return .set(ScalarSet(isNegated: isNegated, named: [named]))
    }
    return literal(try plain(scalar, at: start))
  }

  private static func named(_ scalar: Unicode.Scalar) -> (ScalarSet.Named, isNegated: Bool)? {
    switch scalar {
    case "d": (.digit, false)
    case "D": (.digit, true)
    case "w": (.word, false)
    case "W": (.word, true)
    case "s": (.space, false)
    case "S": (.space, true)
    default: nil
    }
  }

  /// The character that an escape stands for.
  private func plain(_ scalar: Unicode.Scalar, at start: Int) throws(PatternFault) -> Unicode.Scalar {
    switch scalar {
    case "n": return "\n"
    case "t": return "\t"
    case "r": return "\r"
    default:
      let isLetterOrDigit = scalar.value < 0x80 && scalar != "_" && ScalarSet.isWord(scalar)
      if isLetterOrDigit { throw fault(.unknownEscape("\\\(scalar)"), at: start) }
      return scalar
    }
  }

  private mutating func characterClass() throws(PatternFault) -> ScalarSet {
    let start = position
    position += 1
    var set = ScalarSet(isNegated: eat("^"))
    var isFirst = true
    while true {
      guard let scalar = next else { throw fault(.unclosedClass, at: start) }
      if scalar == "]", !isFirst {
        position += 1
        return set
      }
      isFirst = false
      let place = position
      guard let lower = try classMember(&set) else { continue }
      guard next == "-", position + 1 < scalars.count, scalars[position + 1] != "]" else {
        append(lower...lower, to: &set)
        continue
      }
      position += 1
      guard let upper = try classMember(&set), lower <= upper else { throw fault(.emptyRange, at: place) }
      append(lower...upper, to: &set)
    }
  }

  /// One character of a class; nil for a named class, which is added to the set.
  private mutating func classMember(_ set: inout ScalarSet) throws(PatternFault) -> Unicode.Scalar? {
    let start = position
    guard let scalar = next else { throw fault(.unclosedClass, at: start) }
    position += 1
    guard scalar == "\\" else { return scalar }
    guard let escaped = next else { throw fault(.unclosedClass, at: start) }
    position += 1
    if let (named, isNegated) = Self.named(escaped) {
      if isNegated { set.notNamed.append(named) } else { set.named.append(named) }
      return nil
    }
    return try plain(escaped, at: start)
  }

  /// Adds a range; if case is ignored, with both cases of its letters.
  private func append(_ range: ClosedRange<Unicode.Scalar>, to set: inout ScalarSet) {
    set.ranges.append(range)
    guard ignoresCase else { return }
    let isOne = range.lowerBound == range.upperBound
    if isOne {
      let lower = Folding.simple(range.lowerBound)
      if lower != range.lowerBound { set.ranges.append(lower...lower) }
      return
    }
    // For longer ranges the ASCII letters are enough: both forms of each character of the text are tested.
    let capitals: ClosedRange<Unicode.Scalar> = "A"..."Z"
    if range.overlaps(capitals) {
      let low = max(range.lowerBound, capitals.lowerBound)
      let high = min(range.upperBound, capitals.upperBound)
      set.ranges.append(Folding.simple(low)...Folding.simple(high))
    }
  }
}
