import ICalendar
import Interchange

/// Applies a message's components of one UID to the calendar object of that UID (RFC 5546, 3.2 and 3.4).
///
/// This is a pure function of (message, object); it returns the new object and the outcome of each component.
struct SchedulingEditor {
  /// A component of a message and the item read from it.
  struct Part {
    var component: Component
    var item: Item
    var line: Int
  }

  let method: SchedulingMethod
  /// Masters first, then components of single occurrences.
  let parts: [Part]
  /// The addresses of the calendar's user, in lower case.
  let own: Set<String>
  let context: EditContext
  /// The store's numbers of the zone definitions that came with the message.
  let definitions: [Int]

  /// The result of applying a message to an object.
  struct Result {
    var object: CalendarObject
    /// The object before the message; all components of a message are one version.
    let before: CalendarObject
    /// Whether the message brought the whole item or series.
    var isWhole = false
    var outcomes: [SchedulingOutcome] = []

    init(object: CalendarObject) {
      self.object = object
      before = object
    }
  }

  /// Applies the message to the object in a calendar.
  func applied(to object: CalendarObject) throws(EditError) -> Result {
    var result = Result(object: object)
    let repeated = repeated
    for (index, part) in parts.enumerated() {
      // Nothing of a stopped message is kept.
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
      // Published items are imported instead.
      case .publish: break
      }
    }
    return result
  }

  /// The result of a request for an unknown UID: an object of its own components.
  func made(in calendar: Int) -> Result {
    var object = CalendarObject(calendar: calendar, master: nil)
    var outcomes: [SchedulingOutcome] = []
    let repeated = repeated
    for (index, part) in parts.enumerated() {
      // Nothing of a stopped message is kept.
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
      let member = context.read(
        part.component, id: nil, key: key, definitions: definitions)
      if key == nil { object.master = member } else { object.overrides.append(member) }
    }
    for index in outcomes.indices where outcomes[index].effect == .added {
      outcomes[index].isSeries = object.isSeries
    }
    var result = Result(object: object)
    result.outcomes = outcomes
    return result
  }

  /// Whether a request for an unknown UID creates nothing, as all of its parts have flaws.
  var makesNothing: Bool { parts.allSatisfy { flaw(of: $0, over: nil) != nil } }

  /// The outcomes of a message whose components are all refused.
  func refused(_ refusal: SchedulingOutcome.Refusal) -> [SchedulingOutcome] {
    parts.compactMap { self.outcome($0, .refused(refusal)) }
  }

  // MARK: Outcomes

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

  /// Returns a person with the item's name for them, when the message gives none.
  func named(_ person: Participant, in item: Item) -> Participant {
    if person.name?.isEmpty == false { return person }
    let known = (item.organizer.map { [$0] } ?? []) + item.attendees
    return known.first { $0.isSame(as: person) && $0.name != nil } ?? person
  }

  /// The sender of a component: an attendee for replies, proposals and refreshes, else the organizer.
  private func sender(of part: Part) -> Participant? {
    switch method {
    case .reply, .counter, .refresh: part.item.attendees.first
    case .publish, .request, .add, .cancel, .declineCounter: part.item.organizer
    }
  }

  /// The item of a part that matches nothing in an object, with the known title and the part's time.
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

  // MARK: Places

  /// The part of an object that a component concerns.
  enum Place {
    /// The master, a single item, or everything known of a series.
    case whole
    /// One occurrence, or with `isRange` that and all later ones.
    case occurrence(OccurrenceKey, isRange: Bool)
    /// No known occurrence.
    case nowhere
  }

  func place(of part: Part, in object: CalendarObject) -> Place {
    guard let id = part.item.recurrenceID else { return .whole }
    guard let key = object.key(of: id) else { return .nowhere }
    return .occurrence(key, isRange: id.isThisAndFuture)
  }

  /// The component that applies to a place now.
  func member(at place: Place, in object: CalendarObject) -> CalendarObject.Member? {
    switch place {
    case .whole: object.head
    case .occurrence(let key, let isRange):
      (isRange ? nil : object.override(at: key)) ?? object.range(at: key) ?? object.master
    case .nowhere: nil
    }
  }

  /// The item at a place now.
  func shown(_ place: Place, in object: CalendarObject) -> Item? {
    switch place {
    case .whole: object.head?.item
    case .occurrence(let key, _):
      object.item(at: key) ?? object.overrides.first { $0.key == key }?.item
    case .nowhere: nil
    }
  }

  /// Why the sender may not send an organizer's message; nil when they may.
  ///
  /// A message without an organizer contradicts nobody, but a new version without one would leave the meeting
  /// without organizer.
  func objection(to part: Part, over member: CalendarObject.Member) -> SchedulingOutcome.Refusal? {
    guard let organizer = part.item.organizer else {
      return method == .request ? member.item.organizer.map { .noOrganizer(present: $0) } : nil
    }
    guard let present = member.item.organizer else {
      // An item without an organizer belongs to the user, who may send messages about it.
      return organizer.isOne(of: own) ? nil : .otherOrganizer(present: nil)
    }
    return organizer.isSame(as: present) ? nil : .otherOrganizer(present: present)
  }

  // MARK: Changes

  /// Replaces a member's component; its zones use `definitions`, else the member's.
  func put(
    _ component: Component, for member: CalendarObject.Member, definitions: [Int]? = nil,
    in object: inout CalendarObject
  ) {
    let definitions = definitions ?? member.definitions
    let fresh = context.read(
      component, id: member.id, key: member.key, definitions: definitions)
    guard let key = member.key else {
      object.master = fresh
      return
    }
    let index = object.overrides.firstIndex { $0.key == key && $0.isRange == member.isRange }
    if let index { object.overrides[index] = fresh } else { object.overrides.append(fresh) }
  }

  /// Returns the override of an occurrence or, with `isRange`, of that and all later ones; creates it when
  /// missing.
  func override(
    at key: OccurrenceKey, isRange: Bool, in object: CalendarObject
  ) throws(EditError) -> CalendarObject.Member {
    if let known = object.overrides.first(where: { $0.key == key && $0.isRange == isRange }) { return known }
    return try SeriesEditor.override(at: key, isRange: isRange, of: object, context)
  }

  // MARK: Reports to the user

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
  /// The occurrence that a RECURRENCE-ID names: a slot of the series or the key of an override.
  func key(of id: RecurrenceID) -> OccurrenceKey? {
    if let key = master?.item.slot(for: id) { return key }
    if let known = overrides.first(where: { $0.item.recurrenceID?.time.isSame(as: id.time) == true }) {
      return known.key
    }
    return nil
  }

  /// The excluded occurrence that a RECURRENCE-ID names; nil when it names none.
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
