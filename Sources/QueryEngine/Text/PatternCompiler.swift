/// Compiles the tree of a pattern into steps.
struct PatternCompiler {
  private var steps: [PatternStep] = []

  /// The limit of steps, enough for any pattern that a person writes; each character costs at most all steps.
  private static let mostSteps = 10_000

  /// The steps with their end.
  consuming func finished() -> [PatternStep] { steps + [.match] }

  private mutating func append(_ step: PatternStep, _ position: Int = 0) throws(PatternFault) {
    if steps.count >= Self.mostSteps { throw PatternFault(kind: .tooLarge, position: position) }
    steps.append(step)
  }

  mutating func emit(_ node: PatternNode) throws(PatternFault) {
    switch node {
    case .empty: break
    case .scalar(let scalar): try append(.scalar(scalar))
    case .anyButNewline: try append(.anyButNewline)
    case .set(let set): try append(.set(set))
    case .textStart: try append(.textStart)
    case .textEnd: try append(.textEnd)
    case .wordEdge: try append(.wordEdge)
    case .noWordEdge: try append(.noWordEdge)
    case .sequence(let parts): for part in parts { try emit(part) }
    case .alternatives(let branches):
      var ends: [Int] = []
      for (index, branch) in branches.enumerated() {
        if index == branches.count - 1 {
          try emit(branch)
        } else {
          let split = steps.count
          try append(.match)
          try emit(branch)
          ends.append(steps.count)
          try append(.match)
          steps[split] = .split(split + 1, steps.count)
        }
      }
      for end in ends { steps[end] = .jump(steps.count) }
    case .repeated(let part, let atLeast, let atMost, let position):
      try emitRepeated(part, atLeast, atMost, position)
    }
  }

  private mutating func emitRepeated(
    _ part: PatternNode, _ atLeast: Int, _ atMost: Int?, _ position: Int
  ) throws(PatternFault) {
    // Parts that match nothing cost nothing, so only repetitions that add steps are limited; a part
    // without steps is emitted once.
    let before = steps.count
    for count in 0..<atLeast {
      try emit(part)
      if count == 0, steps.count == before { return }
    }
    guard let atMost else {
      let split = steps.count
      try append(.match, position)
      try emit(part)
      try append(.jump(split), position)
      steps[split] = .split(split + 1, steps.count)
      return
    }
    var splits: [Int] = []
    for _ in atLeast..<max(atLeast, atMost) {
      splits.append(steps.count)
      try append(.match, position)
      try emit(part)
    }
    for split in splits { steps[split] = .split(split + 1, steps.count) }
  }
}
