extension Binder {
  /// Resolves a page of the calendar or an agenda.
  mutating func bind(_ view: CalendarViewSyntax) throws(BindingError) -> BoundQuery {
    guard view.kind != .agenda else { return try agenda(view) }
    let page = try page(view)
    func date(_ day: CivilDate) -> DateSyntax { DateSyntax(.day(.date(day, weekday: nil), at: nil)) }
    let range = RangeSyntax(.span(date(page.first), date(page.last)))
    let clauses = view.clauses + [ClauseSyntax(.when(WhenSyntax(range)), range: view.range)]
    var bound = try bind(QuerySyntax(.events, clauses, range: view.range))
    bound.shape = .days
    bound.page = page
    bound.reminders = reminders(beside: bound)
    return bound
  }

  /// Resolves an agenda: events by day, and the open reminders due in its range.
  private mutating func agenda(_ view: CalendarViewSyntax) throws(BindingError) -> BoundQuery {
    var clauses = view.clauses
    if let time = view.time {
      clauses.append(ClauseSyntax(.when(WhenSyntax(time, range: time.range)), range: time.range))
    }
    var bound = try bind(QuerySyntax(.events, clauses, range: view.range))
    guard bound.scope == .occurrences else { return bound }
    bound.shape = .days
    if context.seesReminders { bound.reminders = reminders(beside: bound) }
    return bound
  }

  /// The page on which a view's date lies or, for a longer date, begins; without a date, today's page.
  private mutating func page(_ view: CalendarViewSyntax) throws(BindingError) -> CalendarPage {
    var day = context.today
    if case .on(let date) = view.time?.kind {
      switch try resolver.resolve(date, lean: .nearest) {
      case .days(let first, _): day = first
      case .instant(let moment), .span(let moment, _): day = context.zone.civil(at: moment).date
      }
    }
    guard let page = CalendarPage(view.kind, of: day, weekStart: context.weekStart) else {
      throw BindingError(.outOfCalendar, at: view.time?.range ?? view.range)
    }
    return page
  }

  /// The reminders of a page: reminders due on its days and, except for a year, open ones without a date.
  ///
  /// An agenda has the open reminders due in its range.
  private func reminders(beside events: BoundQuery) -> PageReminders {
    let conditions = events.predicate.conjuncts.compactMap { part -> ItemPredicate? in
      if case .time = part { nil } else { part.onReminders }
    }
    func query(_ more: [ItemPredicate]) -> BoundQuery {
      BoundQuery(
        noun: .reminders, scope: .items, predicate: ItemPredicate.all(of: conditions + more).simplified(),
        occurrencePredicate: .all, range: .anytime, calendars: events.calendars, sort: [], limit: nil,
        offset: 0, shape: .rows, notes: [], format: nil)
    }
    let range = events.range?.timeRange ?? .always
    guard let page = events.page else {
      return .due(query([.date(.due, range), predicate(.open)]), undated: nil)
    }
    let due = query([.date(.due, range)])
    return .due(due, undated: page.kind == .year ? nil : query([.undated, predicate(.open)]))
  }
}

extension ItemPredicate {
  /// A condition on events, applied to reminders: tests of fields that reminders do not have
  /// fail, as tests of empty fields do.
  fileprivate var onReminders: ItemPredicate {
    mapLeaves { leaf in
      switch leaf {
      case .time, .overlap, .detached, .busy, .free, .tentative, .availability: return .none
      case .number(let field, _, _):
        return FieldCatalog.entry(field, of: .reminders) == nil ? .none : leaf
      case .date(let field, _), .part(let field, _):
        switch field {
        case .end, .occurrence, .time: return .none
        case .start, .due, .created, .modified, .completed: return leaf
        }
      default: return leaf
      }
    }
  }
}
