/// The items that a title in the place of a target may mean.
public struct TitledItems: Sendable {
  /// One of them.
  public struct Candidate: Sendable {
    /// The item; of a series its next occurrence, else its last.
    public var target: ItemTarget
    /// Its kind.
    public var kind: ItemKind
    /// Its title, when it is, and its calendar.
    public var sentence: String

    /// The same behind its id, as errors list it.
    var reference: String { "\(target.id(kind)) \(sentence)" }
  }

  /// The title.
  public var title: String
  /// Whether it stood without quotes, so that it may be something else that is misspelled.
  var isBare: Bool
  /// What was looked for, as `open reminder`.
  var sought: String
  /// The items that have the title; without any, those that have it in theirs.
  public var candidates: [Candidate] = []
  /// Whether the candidates have the title as a whole.
  public var isWhole = true

  /// The one item that has the whole title; nil where there is none or there are several.
  public var only: Candidate? { isWhole && candidates.count == 1 ? candidates[0] : nil }
}

/// Items by their titles.
extension ChangeBinder {
  /// The most items that one title is looked up among.
  private static let most = 50

  /// The items of a kind that a title may mean; without a kind, events and reminders.
  ///
  /// Those that are open count: reminders to be done, and events that are going on or come. Of events that
  /// are over the latest counts where nothing is open. Letter case and accents do not count, and a part of a
  /// title only where no item has the whole. For `evenDone` completed reminders count in place of open ones.
  public mutating func items(
    titled syntax: TextSyntax, of kind: ItemKind? = nil, purpose: QueryPurpose = .answer
  ) throws(QueryError) -> TitledItems {
    let title = try binding { (binder) throws(BindingError) in try binder.text(syntax) }
    let isDone = purpose == .evenDone
    let kind = context.seesReminders ? kind : kind ?? .event
    let sought =
      switch kind {
      case .event: "event"
      case .reminder: isDone ? "completed reminder" : "open reminder"
      case .other, nil: "open item"
      }
    var result = TitledItems(title: title, isBare: !syntax.isQuoted, sought: sought)
    for test in ["=", "contains"] where result.candidates.isEmpty && !title.isEmpty {
      result.isWhole = test == "="
      let condition = "title \(test) \(Quoting.string(title))"
      if kind != .event { result.candidates += try reminders(condition, areDone: isDone).map(candidate) }
      if kind != .reminder {
        result.candidates += try events(condition, beside: result.candidates).map(candidate)
      }
    }
    return result
  }

  /// The items of some rows that a title may mean, by the same rules; `sought` names what the rows are.
  public mutating func items(
    titled syntax: TextSyntax, among rows: [ItemRow], called sought: String
  ) throws(QueryError) -> TitledItems {
    let title = try binding { (binder) throws(BindingError) in try binder.text(syntax) }
    var result = TitledItems(title: title, isBare: !syntax.isQuoted, sought: sought)
    let wanted = Folding.searchable(title)
    var seen: Set<Int> = []
    let titled = rows.filter { seen.insert($0.occurrence.series).inserted }
      .map { (row: $0, title: Folding.searchable($0.record.title ?? "")) }
    for isWhole in [true, false] where result.candidates.isEmpty && !wanted.isEmpty {
      result.isWhole = isWhole
      result.candidates = titled.filter { isWhole ? $0.title == wanted : $0.title.contains(wanted) }
        .map { candidate($0.row) }
    }
    return result
  }

  /// The reminders that pass a condition, each once: open ones, or completed ones as they were completed last.
  private func reminders(_ condition: String, areDone: Bool) throws(QueryError) -> [ItemRow] {
    let state = areDone ? "completed" : "incomplete"
    let order = areDone ? " sort by completed desc" : ""
    var seen: Set<Int> = []
    return try rows("reminders \(state) where \(condition)\(order) limit \(Self.most)").filter {
      seen.insert($0.occurrence.series).inserted
    }
  }

  /// The events that pass a condition: those that are not over, else the latest if there is nothing beside it.
  ///
  /// Of a series the next occurrence that takes place counts; canceled ones only where there is no other.
  private func events(
    _ condition: String, beside others: [TitledItems.Candidate]
  ) throws(QueryError) -> [ItemRow] {
    for flag in ["not cancelled ", ""] {
      // The search of a text that any title has looks at all time, and finds each item once.
      let search = "events \(flag)\"\" where \(condition)"
      let open = try rows("\(search) and end >= now limit \(Self.most)")
      if !open.isEmpty || !others.isEmpty { return open }
      let last = try rows("\(search) sort by start desc limit 1")
      if !last.isEmpty { return last }
    }
    return []
  }

  private func rows(_ text: String) throws(QueryError) -> [ItemRow] {
    let query: QuerySyntax
    do throws(SyntaxError) {
      query = try SyntaxFragment.query(text)
    } catch {
      throw .rejected(error.diagnostic)
    }
    let engine = Engine(store, context)
    var result = try engine.run(try engine.bind(query))
    var rows: [ItemRow] = []
    while let row = try result.next() {
      switch row {
      case .event(let item), .reminder(let item): rows.append(item)
      default: continue
      }
    }
    return rows
  }

  private func candidate(_ row: ItemRow) -> TitledItems.Candidate {
    let item = try? Workspace(store).item(row.target)
    let sentence = item.map { ItemSentences(zone: context.zone).item($0) } ?? row.record.title ?? ""
    return TitledItems.Candidate(
      target: row.target, kind: row.record.kind, sentence: "\(sentence), in \(name(of: row.calendar))")
  }

  // MARK: Faults

  /// The error of a title that does not mean one item.
  public func rejected(_ found: TitledItems, at range: SourceRange) -> QueryError {
    let items = found.candidates.map(\.reference)
    let problem: BindingProblem =
      found.isWhole && items.count > 1
      ? .ambiguousTitle(found.title, kind: found.sought, items: items)
      : .unknownTitle(found.title, kind: found.sought, near: items.isEmpty ? near(found) : items)
    return .rejected(BindingError(problem, at: range).diagnostic)
  }

  /// The nouns of targets that the first word of a title without quotes may be a misspelling of.
  private func near(_ found: TitledItems) -> [String] {
    guard found.isBare else { return [] }
    let word = String(found.title.prefix { $0 != " " })
    return Spelling.suggestions(for: word, among: [Noun.events, .reminders].map(\.rawValue)).map {
      "`\($0)`"
    }
  }

  /// Throws the error of a target without quotes or `#` in strict mode.
  public func checkExact(_ syntax: TargetSyntax) throws(QueryError) {
    guard syntax.isBare, context.isStrict else { return }
    let exact = Printer().target(syntax)
    let written: String
    switch syntax.kind {
    case .title(let title):
      guard case .literal(let text) = title.kind else { return }
      written = text
    default: written = exact.filter { $0 != "#" }
    }
    throw .rejected(BindingError(.bareTarget(written, exact: exact), at: syntax.range).diagnostic)
  }
}
