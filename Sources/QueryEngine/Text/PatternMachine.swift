/// Runs a compiled pattern over a text, with all alternatives at once: each character is examined once per
/// step (Thompson's algorithm).
struct PatternMachine {
  private let program: [PatternStep]
  private var current: StepSet
  private var next: StepSet

  init(_ program: [PatternStep]) {
    self.program = program
    current = StepSet(capacity: program.count)
    next = StepSet(capacity: program.count)
  }

  /// Whether the pattern is found anywhere in the text.
  mutating func search(_ text: String.UnicodeScalarView, ignoresCase: Bool) -> Bool {
    var before: Unicode.Scalar?
    var index = text.startIndex
    while true {
      let after = index < text.endIndex ? text[index] : nil
      // A match may begin at any position.
      if current.enter(0, of: program, before, after) { return true }
      guard let scalar = after else { return false }
      let tested = ignoresCase ? Folding.simple(scalar) : scalar
      text.formIndex(after: &index)
      let following = index < text.endIndex ? text[index] : nil
      next.removeAll()
      for step in current.steps {
        let isTaken =
          switch program[step] {
          case .scalar(let wanted): wanted == tested
          case .anyButNewline: scalar != "\n"
          case .set(let set): set.contains(scalar, orLower: tested)
          case .textStart, .textEnd, .wordEdge, .noWordEdge, .split, .jump, .match: false
          }
        if isTaken, next.enter(step + 1, of: program, scalar, following) { return true }
      }
      swap(&current, &next)
      before = scalar
    }
  }

  static func isEdge(_ before: Unicode.Scalar?, _ after: Unicode.Scalar?) -> Bool {
    (before.map(ScalarSet.isWord) ?? false) != (after.map(ScalarSet.isWord) ?? false)
  }
}

/// A set of step numbers in insertion order.
private struct StepSet {
  private(set) var steps: [Int] = []
  private var generation = 1
  private var marks: [Int]
  private var stack: [Int] = []

  init(capacity: Int) {
    marks = [Int](repeating: 0, count: capacity)
    steps.reserveCapacity(capacity)
  }

  /// Adds a step and all steps that follow it without a character; true if the end is among them.
  mutating func enter(
    _ step: Int, of program: [PatternStep], _ before: Unicode.Scalar?, _ after: Unicode.Scalar?
  ) -> Bool {
    stack.append(step)
    while let step = stack.popLast() {
      guard insert(step) else { continue }
      switch program[step] {
      case .scalar, .anyButNewline, .set: break
      case .textStart: if before == nil { stack.append(step + 1) }
      case .textEnd: if after == nil { stack.append(step + 1) }
      case .wordEdge: if PatternMachine.isEdge(before, after) { stack.append(step + 1) }
      case .noWordEdge: if !PatternMachine.isEdge(before, after) { stack.append(step + 1) }
      case .jump(let target): stack.append(target)
      case .split(let first, let second):
        stack.append(second)
        stack.append(first)
      case .match:
        stack.removeAll(keepingCapacity: true)
        return true
      }
    }
    return false
  }

  private mutating func insert(_ step: Int) -> Bool {
    if marks[step] == generation { return false }
    marks[step] = generation
    steps.append(step)
    return true
  }

  mutating func removeAll() {
    steps.removeAll(keepingCapacity: true)
    generation += 1
  }
}
