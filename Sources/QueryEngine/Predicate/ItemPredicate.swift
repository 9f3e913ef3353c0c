/// A condition on rows: every test that a query can make.
///
/// Extensions add `simplified()`, `timeBounds` (for the index) and `matches` (the slow truth that every plan
/// must agree with). `description` is the condition as text with all its parentheses.
public indirect enum ItemPredicate: Hashable, Sendable {
  /// Every row.
  case all
  /// No row.
  case none
  /// `a and b`
  case and([ItemPredicate])
  /// `a or b`
  case or([ItemPredicate])
  /// `not a`
  case not(ItemPredicate)

  /// `today`, `starting today`: the relation of an event's own time to a range.
  case time(RangeRelation, TimeRange)
  /// `due by friday`, `start > 2026-11-18`
  case date(DateField, TimeRange)
  /// `start.weekday = sat`
  case part(DateField, PartTest)

  /// `title contains budget`: any text of the field passes.
  case text(FieldName, TextTest)
  /// `title matches /^(re)?view/i`
  case pattern(FieldName, RegularExpression)
  /// `"budget review"`: in title, location, notes, link, people or categories.
  case anyText(TextTest)
  /// `id = ev:7kq2m9`
  case identity(ItemTarget)
  /// `notes is empty`
  case isEmpty(FieldName)

  /// `duration > 1h`; a row without a value fails.
  case number(FieldName, ComparisonOperator, NumberOperand)
  /// `overlap > 1h`: the length inside the query's range.
  case overlap(TimeRange, ComparisonOperator, CalendarDuration)
  /// `priority > low`, by importance: 0 none to 9 highest.
  case importance(ComparisonOperator, Int)
  /// `priority = high`
  case priorityBand(ComparisonOperator, PriorityBand)

  /// `in Work`, `calendar in (Work, Home)`
  case calendar([NamedRow])
  /// `in source iCloud`
  case source([NamedRow])
  /// `status = confirmed`
  case status(EventStatus)
  /// `availability = busy`
  case availability(Availability)
  /// `zone = Europe/Oslo`; nil is `zone = floating`.
  case zone(String?)
  /// `kind = caldav`, of sources
  case sourceKind(SourceRecord.Kind)
  /// `kind = events`, of calendars
  case calendarKind(EntityKinds)

  /// `allday`
  case allDay
  /// `recurring`
  case recurring
  /// `detached`
  case detached
  /// `busy`: takes time.
  case busy
  /// `free`
  case free
  /// `tentative`: by status or by availability.
  case tentative
  /// `completed`
  case completed
  /// `undated`: a reminder without due date.
  case undated
  /// `overdue`: still open, and due before this moment.
  case overdue(Instant)
  /// `due`, of alarms: rang within the day before this moment, for an item that is still open.
  case due(Instant)
  /// `writable`
  case writable
  /// `subscribed`
  case subscribed
  /// `hidden`
  case hidden
  /// `flagged`
  case flagged

  /// The structure of a condition.
  enum Shape {
    /// An `and` or an `or` of these.
    case junction([ItemPredicate])
    case not(ItemPredicate)
    /// A condition without parts.
    case leaf
  }

  var shape: Shape {
    switch self {
    case .and(let parts), .or(let parts): .junction(parts)
    case .not(let part): .not(part)
    default: .leaf
    }
  }

  /// Whether a leaf anywhere in the condition passes a test.
  func containsLeaf(_ passes: (ItemPredicate) -> Bool) -> Bool {
    switch shape {
    case .junction(let parts): parts.contains { $0.containsLeaf(passes) }
    case .not(let part): part.containsLeaf(passes)
    case .leaf: passes(self)
    }
  }

  /// The condition with others in place of its leaves.
  func mapLeaves(_ change: (ItemPredicate) -> ItemPredicate) -> ItemPredicate {
    switch self {
    case .and(let parts): .and(parts.map { $0.mapLeaves(change) })
    case .or(let parts): .or(parts.map { $0.mapLeaves(change) })
    case .not(let part): .not(part.mapLeaves(change))
    default: change(self)
    }
  }

  /// Both conditions.
  static func && (a: ItemPredicate, b: ItemPredicate) -> ItemPredicate { .and([a, b]) }

  /// The conditions that must all hold.
  var conjuncts: [ItemPredicate] {
    switch self {
    case .all: []
    case .and(let parts): parts.flatMap(\.conjuncts)
    default: [self]
    }
  }

  /// The calendars that rows can be in; nil for all calendars.
  var calendars: Set<Int>? {
    var found: Set<Int>?
    for part in conjuncts {
      let names: [NamedRow]
      switch part {
      case .calendar(let one): names = one
      case .or(let parts):
        let choices = parts.compactMap { if case .calendar(let names) = $0 { names } else { nil } }
        if choices.count < parts.count { continue }
        names = choices.flatMap(\.self)
      default: continue
      }
      found = found?.intersection(names.map(\.id)) ?? Set(names.map(\.id))
    }
    return found
  }

  /// A condition that holds when all parts hold.
  static func all(of parts: [ItemPredicate]) -> ItemPredicate {
    parts.isEmpty ? .all : parts.count == 1 ? parts[0] : .and(parts)
  }
}
