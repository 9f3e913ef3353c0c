extension Parser {
  /// Production `edit`.
  mutating func edit() throws(SyntaxError) -> EditSyntax {
    let start = index
    advance()
    noteAlso(.keyword(.calendar))
    let target = try openTarget(.edit)
    var nouns: Set<Noun> = [.events, .reminders]
    if case .query(let query) = target.kind { nouns = [query.noun] }
    var assignments: [AssignmentSyntax] = []
    if eat(.set) {
      assignments = try list { (parser) throws(SyntaxError) in try parser.asg(nouns) }
    }
    let tail = try tail()
    return EditSyntax(target, set: assignments, tail: tail, range: range(from: start))
  }

  /// Whether an assignment begins at the index: a word and `=`, `+=` or `-=`.
  func startsAssignment(at index: Int) -> Bool {
    guard token(index).isWord else { return false }
    switch token(index + 1).kind {
    case .symbol(.equal), .symbol(.plusEqual), .symbol(.minusEqual): return true
    default: return false
    }
  }

  /// Production `asg`.
  mutating func asg(_ nouns: Set<Noun>) throws(SyntaxError) -> AssignmentSyntax {
    let start = index
    note(.settableField(nouns))
    guard current.isWord, !(current.keyword?.isReserved ?? false) else { throw unexpected() }
    let token = current
    let names = nouns.compactMap { FieldCatalog.field(spelled: token.text, of: $0) }
    guard let name = names.first, let entry = FieldCatalog.settable(nouns).first(where: { $0.name == name })
    else {
      if !names.isEmpty { throw SyntaxError(.readOnlyField(token.text), at: token.range, expected: expected) }
      throw SyntaxError(
        .unknownField(
          token.text, nouns.count == 1 ? nouns.first : nil,
          candidates: Expectation.settableField(nouns).words), at: token.range, expected: expected)
    }
    advance()
    let operation = try assignmentOperator(name.rawValue)
    let value = try assigned(entry, operation)
    return AssignmentSyntax(
      FieldSyntax(name, range: token.range), operation, value, range: range(from: start))
  }

  private mutating func assignmentOperator(_ name: String) throws(SyntaxError) -> AssignmentOperator {
    note(.symbol(.equal))
    noteAlso(.symbol(.plusEqual))
    noteAlso(.symbol(.minusEqual))
    if case .symbol(let symbol) = current.kind, let operation = AssignmentOperator(rawValue: symbol.rawValue)
    {
      advance()
      return operation
    }
    if current.text == "==" {
      throw SyntaxError(.unknownOperator("==", suggestion: "="), at: current.range, expected: expected)
    }
    throw unexpected(after: name)
  }

  /// Production `assigned`.
  mutating func assigned(
    _ entry: FieldEntry, _ operation: AssignmentOperator
  ) throws(SyntaxError) -> AssignedValueSyntax {
    noteAlso(.keyword(.empty))
    if operation == .set, isAt(.empty) {
      advance()
      return .empty
    }
    switch entry.name {
    case .tags, .categories, .attachments, .attendees: return .texts(try texts())
    case .exceptions: return .dates(try dates())
    case .alarms:
      if operation == .remove, let number = current.integer {
        advance()
        return .index(number)
      }
      return .alarms(try alarms())
    case .notes, .title:
      if operation == .remove { throw wrongAssignment(operation, entry) }
      return .text(try text())
    default: break
    }
    if operation != .set {
      switch entry.type {
      case .date, .number: return .duration(try dur())
      case .text, .choice, .boolean, .structure: throw wrongAssignment(operation, entry)
      }
    }
    switch entry.type {
    case .text: return entry.name == .location ? .place(try place()) : .text(try text())
    case .date: return .date(try date())
    case .number: return .duration(try dur())
    case .boolean: return .boolean(try truth())
    case .structure: return .repeats(try repetition())
    case .choice:
      switch entry.name {
      case .priority: return .priority(try priority())
      case .zone: return .zone(try zone())
      case .availability: return .availability(try availability(entry.choices))
      default: return .calendar(try name())
      }
    }
  }

  private func wrongAssignment(_ operation: AssignmentOperator, _ entry: FieldEntry) -> SyntaxError {
    SyntaxError(
      .wrongAssignment(operation.rawValue, field: entry.name.rawValue), at: token(index - 1).range,
      expected: [.symbol(.equal)])
  }

  /// Texts in a list that may be followed by a further assignment.
  private mutating func texts() throws(SyntaxError) -> [TextSyntax] {
    var result = [try text()]
    while isAt(sign: .comma), !startsAssignment(at: index + 1) {
      advance()
      result.append(try text())
    }
    return result
  }

  private mutating func dates() throws(SyntaxError) -> [DateSyntax] {
    var result = [try date()]
    while isAt(sign: .comma), !startsAssignment(at: index + 1) {
      advance()
      result.append(try date())
    }
    return result
  }

  /// Production `truth`.
  mutating func truth() throws(SyntaxError) -> Bool {
    note(.keyword(.on))
    note(.keyword(.off))
    switch current.text.lowercased() {
    case "on", "yes", "true":
      advance()
      return true
    case "off", "no", "false":
      advance()
      return false
    default: throw unexpected()
    }
  }

  private mutating func availability(_ choices: [String]) throws(SyntaxError) -> String {
    note(.value(.availability))
    guard current.isWord, choices.contains(current.text.lowercased()) else {
      if current.isWord {
        throw SyntaxError(
          .unknownValue(current.text, field: "availability", choices: choices), at: current.range)
      }
      throw unexpected()
    }
    return advance().text.lowercased()
  }
}
