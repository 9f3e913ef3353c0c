/// The calendars that names and sets mean, each once, in the order of the names.
public func calendars(
  named names: [NameSyntax], context: QueryContext, store: CalendarStore
) throws(QueryError) -> [CalendarRecord] {
  let binder = try makeBinder(context, store)
  return try resolving { () throws(BindingError) in
    var result: [CalendarRecord] = []
    for name in names {
      for id in try binder.numbers([name]).sorted() where !result.contains(where: { $0.id == id }) {
        if let calendar = binder.catalog.calendar(id) { result.append(calendar) }
      }
    }
    return result
  }
}

/// The message about a parameter without a value.
public func unboundParameter(_ name: String, at range: SourceRange) -> Diagnostic {
  BindingError(.unboundParameter(name), at: range).diagnostic
}

/// The message about a set that does not exist.
public func unknownSet(_ name: String, at range: SourceRange, among sets: [String]) -> Diagnostic {
  BindingError(.unknownSet(name, near: Spelling.suggestions(for: name, among: sets)), at: range).diagnostic
}
