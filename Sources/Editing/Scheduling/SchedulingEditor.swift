import ICalendar
import Interchange

/// Applies what a message says about one UID to what a calendar has of it (RFC 5546, 3.2 and 3.4).
///
/// A pure function of (message, object): the object afterwards, and what became of each component.
struct SchedulingEditor {
  /// A component of a message, read.
  struct Part {
    var component: Component
    var item: Item
    var line: Int
  }

  let method: SchedulingMethod
  /// Masters first, then what is about single occurrences.
  let parts: [Part]
  /// The addresses of the person whose calendars these are, in lower case.
  let own: Set<String>
  let context: EditContext
  /// The store's numbers of the zone definitions that came with the message.
  let definitions: [Int]

  /// What a message makes of an object.
  struct Result {
    var object: CalendarObject
    /// The object as it was before the message, whose components are one version.
    let before: CalendarObject
    /// Whether the message brought the whole of what it is about.
    var isWhole = false
    var outcomes: [SchedulingOutcome] = []

    init(object: CalendarObject) {
      self.object = object
      before = object
    }
  }

  /// What the message makes of what a calendar has.
  func applied(to object: CalendarObject) throws(EditError) -> Result {
    var result = Result(object: object)
    let repeated = repeated
    for (index, part) in parts.enumerated() {
      // Nothing of what a stopped message did is kept.
      if context.stopSignal.isSet { break }
      if let flaw = repeated.contains(index) ? .repeated : flaw(of: part, over: object) {
        result.outcomes.append(outcome(part, .refused(flaw), item: described(part, in: object)))
        continue
      }
      switch method {
      case .request: try request(part, &result)
      case .reply: try reply(part, &result)
      case .cancel: try cancel(part, &result)
      case .add: try add(part, &result)
      case .counter, .declineCounter, .refresh: report(part, &result)
      // An import brings what is published.
      case .publish: break
      }
    }
    return result
  }

  /// What a request makes where nothing is known: its own components.
  func made(in calendar: Int) -> Result {
    var object = CalendarObject(calendar: calendar, master: nil)
    var outcomes: [SchedulingOutcome] = []
    let repeated = repeated
    for (index, part) in parts.enumerated() {
      // Nothing of what a stopped message did is kept.
      if context.stopSignal.isSet { break }
      if let flaw = repeated.contains(index) ? .repeated : flaw(of: part, over: nil) {
        outcomes.append(outcome(part, .refused(flaw), item: part.item))
        continue
      }
      if object.master == nil, object.overrides.isEmpty {
        outcomes.append(outcome(part, .added, item: part.item))
      }
      let key = part.item.recurrenceID.map { id in
        object.key(of: id) ?? OccurrenceKey(wallSeconds: id.time.wall.wallSeconds, isDate: id.time.isAllDay)
      }
      let member = CalendarObject.member(
        part.component, id: nil, key: key, definitions: definitions, context: context)
      if key == nil { object.master = member } else { object.overrides.append(member) }
    }
    for index in outcomes.indices where outcomes[index].effect == .added {
      outcomes[index].isSeries = object.isSeries
    }
    var result = Result(object: object)
    result.outcomes = outcomes
    return result
  }

  /// Whether nothing is known that a request could be about, and it makes nothing itself.
  var makesNothing: Bool { parts.allSatisfy { flaw(of: $0, over: nil) != nil } }

  /// What to tell of components that fit nothing.
  func refused(_ refusal: SchedulingOutcome.Refusal) -> [SchedulingOutcome] {
    parts.compactMap { self.outcome($0, .refused(refusal)) }
  }

  // MARK: Telling

  func outcome(_ part: Part?, _ effect: SchedulingOutcome.Effect) -> SchedulingOutcome? {
    part.map { self.outcome($0, effect, item: $0.item) }
  }

  func outcome(
    _ part: Part, _ effect: SchedulingOutcome.Effect, item: Item, before: Item? = nil
  ) -> SchedulingOutcome {
    var outcome = SchedulingOutcome(
      method: method, line: part.line, uid: part.item.uid, effect: effect,
      sender: sender(of: part).map { named($0, in: item) }, item: item, before: before)
    outcome.comment = part.component.comment
    outcome.reachesLater = part.item.recurrenceID?.isThisAndFuture ?? false
    return outcome
  }

  /// Somebody with the name that an item has for them, where a message gives none.
  func named(_ person: Participant, in item: Item) -> Participant {
    if person.name?.isEmpty == false { return person }
    let known = (item.organizer.map { [$0] } ?? []) + item.attendees
    return known.first { $0.isSame(as: person) && $0.name != nil } ?? person
  }

  /// Who sent a component: attendees answer, propose and ask, the organizer does the rest.
  private func sender(of part: Part) -> Participant? {
    switch method {
    case .reply, .counter, .refresh: part.item.attendees.first
    case .publish, .request, .add, .cancel, .declineCounter: part.item.organizer
    }
  }

  /// The item of a part that fits nothing in an object, with the title that is
  /// known and the time that it names.
  func described(_ part: Part, in object: CalendarObject) -> Item {
    var item = part.item
    item.title = item.title ?? object.master?.item.title ?? object.overrides.first?.item.title
    if let time = item.recurrenceID?.time, item.kind == .event {
      item.start = time
      item.end = nil
      item.length = object.master?.item.length ?? .zero
    }
    item.organizer = item.organizer.map { named($0, in: object.master?.item ?? item) }
    return item
  }

  // MARK: Finding

  /// What a part is about in an object.
  enum Place {
    /// The master, a single item, or all that is known of a series.
    case whole
    /// One occurrence, or with `isRange` that and all later ones.
    case occurrence(OccurrenceKey, isRange: Bool)
    /// No occurrence that there is.
    case nowhere
  }

  func place(of part: Part, in object: CalendarObject) -> Place {
    guard let id = part.item.recurrenceID else { return .whole }
    guard let key = object.key(of: id) else { return .nowhere }
    return .occurrence(key, isRange: id.isThisAndFuture)
  }

  /// The component that holds for a place now.
  func member(at place: Place, in object: CalendarObject) -> CalendarObject.Member? {
    switch place {
    case .whole: object.master ?? object.overrides.first
    case .occurrence(let key, let isRange):
      (isRange ? nil : object.override(at: key)) ?? object.range(at: key) ?? object.master
    case .nowhere: nil
    }
  }

  /// How a place looks now.
  func shown(_ place: Place, in object: CalendarObject) -> Item? {
    switch place {
    case .whole: object.master?.item ?? object.overrides.first?.item
    case .occurrence(let key, _):
      object.item(at: key) ?? object.overrides.first { $0.key == key }?.item
    case .nowhere: nil
    }
  }

  /// Why a message of an organizer is not theirs to send; nil where it is.
  ///
  /// A message that names no organizer contradicts nobody; a new version without one
  /// would leave the meeting without.
  func objection(to part: Part, over member: CalendarObject.Member) -> SchedulingOutcome.Refusal? {
    guard let organizer = part.item.organizer else {
      return method == .request ? member.item.organizer.map { .noOrganizer(present: $0) } : nil
    }
    guard let present = member.item.organizer else {
      // What names no organizer is the owner's, who can send messages about it.
      return organizer.isOne(of: own) ? nil : .otherOrganizer(present: nil)
    }
    return organizer.isSame(as: present) ? nil : .otherOrganizer(present: present)
  }

  // MARK: Changing

  /// Puts a component in the place of a member's; its zones are understood by
  /// definitions, else as the member's are.
  func put(
    _ component: Component, for member: CalendarObject.Member, definitions: [Int]? = nil,
    in object: inout CalendarObject
  ) {
    let definitions = definitions ?? member.definitions
    let fresh = CalendarObject.member(
      component, id: member.id, key: member.key, definitions: definitions, context: context)
    guard let key = member.key else {
      object.master = fresh
      return
    }
    let index = object.overrides.firstIndex { $0.key == key && $0.isRange == member.isRange }
    if let index { object.overrides[index] = fresh } else { object.overrides.append(fresh) }
  }

  /// The override for an occurrence or, with `isRange`, for that and all later ones:
  /// the one there is or a new one.
  func override(
    at key: OccurrenceKey, isRange: Bool, in object: CalendarObject
  ) throws(EditError) -> CalendarObject.Member {
    if let known = object.overrides.first(where: { $0.key == key && $0.isRange == isRange }) { return known }
    return try SeriesEditor.override(at: key, isRange: isRange, of: object, context)
  }

  // MARK: What only a person can do

  private func report(_ part: Part, _ result: inout Result) {
    let place = place(of: part, in: result.object)
    guard let shown = shown(place, in: result.object) else {
      result.outcomes.append(
        self.outcome(part, .refused(.noOccurrence), item: described(part, in: result.object)))
      return
    }
    var outcome = self.outcome(part, .reported, item: shown)
    outcome.isSeries = part.item.recurrenceID == nil && result.object.isSeries
    if method == .counter { outcome.proposal = part.item }
    result.outcomes.append(outcome)
  }
}

extension CalendarObject {
  /// The occurrence that a RECURRENCE-ID names: a slot of the series, an exception to it,
  /// or what an override stands for.
  func key(of id: RecurrenceID) -> OccurrenceKey? {
    if let key = master?.item.slot(for: id) { return key }
    if let known = overrides.first(where: { $0.item.recurrenceID?.time.isSame(as: id.time) == true }) {
      return known.key
    }
    return nil
  }

  /// The excluded occurrence that a RECURRENCE-ID names; nil where it names none.
  func excludedKey(of id: RecurrenceID) -> OccurrenceKey? {
    guard let item = master?.item, let anchor = item.anchor, item.recurrence != nil else { return nil }
    guard item.exceptionTimes.contains(where: { $0.isSame(as: id.time) }) else { return nil }
    return OccurrenceKey(wallSeconds: id.time.wallSeconds(in: anchor.zone), isDate: anchor.isAllDay)
  }
}

extension EventTime {
  /// Whether two times are the same day, clock time or moment.
  func isSame(as other: EventTime) -> Bool {
    switch (self, other) {
    case (.zoned, .zoned): axisSeconds == other.axisSeconds
    case (.date, _), (_, .date): wall.date == other.wall.date
    default: wall == other.wall
    }
  }
}
