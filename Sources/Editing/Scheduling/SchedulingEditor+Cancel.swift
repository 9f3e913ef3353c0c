import ICalendar

/// An organizer's cancellations (RFC 5546, 3.2.5) and additions (3.2.4).
extension SchedulingEditor {
  /// Sets STATUS:CANCELLED on the whole item, one occurrence, or that and all later ones.
  ///
  /// A cancellation may contain only UID, SEQUENCE and DTSTAMP; its other properties change nothing.
  func cancel(_ part: Part, _ result: inout Result) throws(EditError) {
    let place = place(of: part, in: result.object)
    guard let member = member(at: place, in: result.object), let before = shown(place, in: result.object)
    else {
      // An excluded occurrence is already gone.
      let isGone = part.item.recurrenceID.map { result.object.excludedKey(of: $0) != nil } ?? false
      result.outcomes.append(
        self.outcome(
          part, isGone ? .unchanged : .refused(.noOccurrence), item: described(part, in: result.object)))
      return
    }
    func refuse(_ refusal: SchedulingOutcome.Refusal) {
      result.outcomes.append(self.outcome(part, .refused(refusal), item: before))
    }
    if let objection = objection(to: part, over: member) { return refuse(objection) }
    if let age = age(of: part, in: result) { return refuse(age) }
    if isAboutOthers(part, member.item) { return refuse(.aboutOthers) }

    let old = result.object
    var targets: [CalendarObject.Member] = []
    switch place {
    case .nowhere: return
    case .whole: targets = old.members
    case .occurrence(let key, let isRange):
      targets = [try override(at: key, isRange: isRange, in: old)]
      if isRange {
        targets += old.overrides.filter { ($0.key ?? .earliest) >= key && $0.id != targets[0].id }
      }
    }
    var isChange = false
    for target in targets where target.item.status != .cancelled || target.id == nil {
      let component = target.component.setting("STATUS", "CANCELLED")
        .versioned(as: part.component, sequence: part.item.sequence, now: context.now)
      put(component, for: target, in: &result.object)
      isChange = true
    }
    var outcome = self.outcome(
      part, isChange ? .canceled : .unchanged, item: shown(place, in: result.object) ?? before, before: before
    )
    outcome.isSeries = part.item.recurrenceID == nil && old.isSeries
    outcome.sender = outcome.sender ?? before.organizer
    result.outcomes.append(outcome)
  }

  /// Whether a cancellation removes other attendees, and not the user.
  private func isAboutOthers(_ part: Part, _ known: Item) -> Bool {
    if part.item.status == .cancelled || part.item.attendees.isEmpty { return false }
    return known.attendees.contains { $0.isOne(of: own) }
      && !part.item.attendees.contains { $0.isOne(of: own) }
  }

  // MARK: Added occurrences

  func add(_ part: Part, _ result: inout Result) throws(EditError) {
    func refuse(_ refusal: SchedulingOutcome.Refusal, _ item: Item? = nil) {
      result.outcomes.append(self.outcome(part, .refused(refusal), item: item ?? part.item))
    }
    guard let master = result.object.master, let anchor = master.item.anchor, let start = part.item.anchor
    else {
      return refuse(.noOccurrence)
    }
    if let objection = objection(to: part, over: master) { return refuse(objection, master.item) }
    let present = (result.before.master ?? master).item.sequence
    if part.item.sequence < present {
      return refuse(.earlierVersion(sequence: part.item.sequence, present: present), master.item)
    }
    guard start.isAllDay == anchor.isAllDay else { return refuse(.otherKindOfTime, master.item) }
    let key = OccurrenceKey(wallSeconds: start.wallSeconds(in: anchor.zone), isDate: anchor.isAllDay)
    let isKnown =
      result.object.hasSlot(key) || result.object.override(at: key) != nil
      || !result.object.isSeries && anchor.isSame(as: start)
    if isKnown {
      result.outcomes.append(self.outcome(part, .unchanged, item: result.object.item(at: key) ?? part.item))
      return
    }
    var item = master.item
    let time = anchor.at(key)
    var fields: Set<ItemField> = [.extraDates]
    item.extraTimes.append(time)
    if item.exceptionTimes.contains(where: { $0.isSame(as: time) }) {
      item.exceptionTimes.removeAll { $0.isSame(as: time) }
      fields =
        item.exceptionTimes.isEmpty && item.recurrence?.rules.isEmpty == false
        ? [.exceptions] : [.extraDates, .exceptions]
    }
    let component = ComponentEditor.apply(
      fields, of: item, to: master.component, now: context.now, changed: []
    ).versioned(as: part.component, sequence: part.item.sequence, now: context.now)
    put(component, for: master, in: &result.object)
    if let shown = result.object.item(at: key), !Self.looks(part.item, like: shown) {
      let own = merged(part.component, over: master.component, keepsAnswers: true)
      let identified = ComponentEditor.identify(
        own, uid: master.item.uid, recurrenceID: RecurrenceID(time: time), previousUID: nil, now: context.now
      ).versioned(as: part.component, sequence: part.item.sequence, now: context.now)
      result.object.overrides.append(
        context.read(
          identified, id: nil, key: key, definitions: master.definitions + definitions))
    }
    var outcome = self.outcome(
      part, .occurrenceAdded, item: result.object.item(at: key) ?? part.item)
    outcome.sender = outcome.sender.map { named($0, in: master.item) }
    result.outcomes.append(outcome)
  }

  /// Whether an added occurrence only repeats the values of its series.
  private static func looks(_ item: Item, like shown: Item) -> Bool {
    ItemField.ofOrganizer.allSatisfy { item.agrees(with: shown, on: $0) }
      && Set(item.attendees.map(\.identity)) == Set(shown.attendees.map(\.identity))
  }
}
