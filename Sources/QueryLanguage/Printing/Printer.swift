/// Writes syntax trees as canonical statement text, which parses to an equal tree.
public struct Printer: Sendable {
  /// Whether conditions show every grouping, as `explain` does.
  public var showsAllParentheses: Bool

  /// A printer.
  public init(showsAllParentheses: Bool = false) {
    self.showsAllParentheses = showsAllParentheses
  }

  /// The text of a statement.
  public func text(_ statement: StatementSyntax) -> String {
    switch statement {
    case .explain(let stage, let inner, _):
      "explain \(stage.map { $0.rawValue + " " } ?? "")\(text(inner))"
    case .query(let query): text(query)
    case .aggregate(let aggregate): text(aggregate)
    case .slots(let slots): text(slots)
    case .calendarView(let view): text(view)
    case .add(let add): text(add)
    case .quick(let quick, _): "quick \(string(quick))"
    case .edit(let edit): text(edit)
    case .view(let view): "view \(text(view.target))\(view.isReadOnly ? " readonly" : "")"
    case .delete(let delete): "delete \(text(delete.target))\(text(delete.tail))"
    case .complete(let complete):
      "complete \(text(complete.target))\(complete.date.map { " at \(text($0))" } ?? "")"
        + (complete.skipsPast ? " skip past" : "")
        + text(complete.tail)
    case .reopen(let target, let tail, _): "reopen \(text(target))\(text(tail))"
    case .answer(let answer): "\(answer.answer.rawValue) \(text(answer.target))\(text(answer.tail))"
    case .move(let move): "move \(text(move.target)) \(text(move.destination))\(text(move.tail))"
    case .duplicate(let duplicate):
      "duplicate \(text(duplicate.target))\(duplicate.date.map { " to \(text($0))" } ?? "")"
        + (duplicate.calendar.map { " into \(text($0))" } ?? "")
    case .manage(let manage): text(manage.kind)
    case .session(let session): text(session.kind)
    }
  }

  /// The text of a query.
  public func text(_ query: QuerySyntax) -> String {
    joined([query.noun.rawValue] + texts(query.clauses))
  }

  func joined(_ words: [String]) -> String { words.joined(separator: " ") }

  func list<Element>(_ elements: [Element], _ text: (Element) -> String) -> String {
    elements.map(text).joined(separator: ", ")
  }

  // MARK: Names

  func text(_ name: NameSyntax) -> String {
    if name.isIdentifier { return name.text }
    if name.isSet || name.isParameter {
      return (name.isSet ? "set " : "") + (name.isParameter ? "$" + name.text : Quoting.word(name.text))
    }
    return Quoting.word(name.text) + (name.source.map { "@" + Quoting.word($0) } ?? "")
  }

  /// Text that may stand bare.
  func text(_ text: TextSyntax) -> String {
    switch text.kind {
    case .literal(let literal): Quoting.word(literal)
    case .parameter(let name): "$\(name)"
    }
  }

  /// Text that must stand in quotes.
  func string(_ text: TextSyntax) -> String {
    switch text.kind {
    case .literal(let literal): Quoting.string(literal)
    case .parameter(let name): "$\(name)"
    }
  }

  func text(_ field: FieldSyntax) -> String { field.spelling }
}

extension StatementSyntax: CustomStringConvertible {
  /// Canonical text, which parses to an equal tree.
  public var description: String { Printer().text(self) }
}

extension QuerySyntax: CustomStringConvertible {
  /// Canonical text, which parses to an equal tree.
  public var description: String { Printer().text(self) }
}

extension ExpressionSyntax: CustomStringConvertible {
  /// Canonical text, which parses to an equal tree.
  public var description: String { Printer().text(self) }
}

extension DateSyntax: CustomStringConvertible {
  /// Canonical text, which parses to an equal tree.
  public var description: String { Printer().text(self) }
}

extension RangeSyntax: CustomStringConvertible {
  /// Canonical text, which parses to an equal tree.
  public var description: String { Printer().text(self) }
}

extension DurationSyntax: CustomStringConvertible {
  /// Canonical text, which parses to an equal tree.
  public var description: String { Printer().text(self) }
}

extension RepeatSyntax: CustomStringConvertible {
  /// Canonical text, which parses to an equal tree.
  public var description: String { Printer().text(self) }
}

extension NameSyntax: CustomStringConvertible {
  /// Canonical text, which parses to an equal tree.
  public var description: String { Printer().text(self) }
}

extension AssignedValueSyntax: CustomStringConvertible {
  /// The value as it stands after the `=` of an assignment.
  public var description: String { Printer().text(self) }
}

extension ValueSyntax: CustomStringConvertible {
  /// The value as it stands after an operator.
  public var description: String { Printer().text(self) }
}

extension FieldSyntax: CustomStringConvertible {
  /// The path as it is written in a query.
  public var description: String { spelling }
}
