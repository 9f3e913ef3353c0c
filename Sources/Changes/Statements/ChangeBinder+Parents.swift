/// The reminder that a new one is part of.
extension ChangeBinder {
  /// The one reminder that `under` names.
  mutating func parent(
    _ syntax: TargetSyntax, _ range: SourceRange, _ rows: [ItemTarget?], _ last: ItemTarget?
  ) throws(QueryError) -> ItemTarget {
    let found = try targets(syntax, rows: rows, last: last, of: .reminder).targets
    guard found.count == 1 else {
      throw .rejected(BindingError(.notOneParent(count: found.count), at: range).diagnostic)
    }
    if let record = try record(found[0]), record.kind != .reminder {
      let id = found[0].id(record.kind)
      throw .rejected(
        BindingError(.badValue(id, field: "under", expected: "only reminders have parts"), at: range)
          .diagnostic)
    }
    return found[0]
  }

  /// The open reminders with a title, compared as by `title =`.
  public mutating func openReminders(titled title: String) throws(QueryError) -> [ItemTarget] {
    try reminders("incomplete where title = " + Quoting.string(title))
  }

  /// The reminders with a UID.
  public mutating func reminders(uid: String) throws(QueryError) -> [ItemTarget] {
    try reminders("where uid = " + Quoting.string(uid))
  }

  private mutating func reminders(_ clauses: String) throws(QueryError) -> [ItemTarget] {
    let query: QuerySyntax
    do throws(SyntaxError) {
      query = try SyntaxFragment.query("reminders " + clauses)
    } catch {
      throw .rejected(error.diagnostic)
    }
    return try answer(query).targets
  }

  /// Makes a new item part of another, in whose calendar it goes where none is named.
  func bind(_ parent: ItemRecord, _ addition: inout BoundAddition) {
    addition.item.parentUID = parent.uid
    if addition.calendar == nil {
      addition.calendar = catalog.calendars.first { $0.id == parent.calendar && $0.isWritable }
    }
  }
}
