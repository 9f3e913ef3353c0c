import ICalendar
import Interchange

/// An attendee's reply (RFC 5546, 3.2.3 and 3.4.3): one participation changes, and nothing else.
extension SchedulingEditor {
  func reply(_ part: Part, _ result: inout Result) throws(EditError) {
    let place = place(of: part, in: result.object)
    guard let member = member(at: place, in: result.object), let before = shown(place, in: result.object)
    else {
      result.outcomes.append(
        self.outcome(part, .refused(.noOccurrence), item: described(part, in: result.object)))
      return
    }
    func refuse(_ refusal: SchedulingOutcome.Refusal) {
      result.outcomes.append(self.outcome(part, .refused(refusal), item: before))
    }
    let answers = part.component.properties("ATTENDEE")
    guard let answer = Self.answer(among: answers) else { return refuse(.notOneAnswer(count: answers.count)) }
    let sender = Participant(answer)
    if let organizer = before.foreignOrganizer(own) { return refuse(.organizedBy(organizer)) }
    if let named = part.item.organizer, let present = member.item.organizer, !named.isSame(as: present) {
      return refuse(.otherOrganizer(present: present))
    }
    if part.item.sequence < member.item.sequence {
      return refuse(.earlierVersion(sequence: part.item.sequence, present: member.item.sequence))
    }
    let delegations = answers.filter { $0.calendarAddress != answer.calendarAddress }
    if let refusal = Self.objection(to: answer, delegations, in: member.component) { return refuse(refusal) }
    if let version = version(of: part, in: result)?.component, let line = Self.line(of: answer, in: version),
      let stamp = part.component.stamp, isEarlier(stamp, than: Self.repliedStamp(line))
    {
      return refuse(.earlierMessage)
    }
    try note(answer, delegations, part, place, member, sender, before, &result)
  }

  /// Writes the reply to the components of its place.
  private func note(
    _ answer: Property, _ delegations: [Property], _ part: Part, _ place: Place,
    _ member: CalendarObject.Member,
    _ sender: Participant, _ before: Item, _ result: inout Result
  ) throws(EditError) {
    let old = result.object
    let stamp = part.component.property("DTSTAMP")?.rawText
    func write(_ target: CalendarObject.Member, _ object: inout CalendarObject) {
      var component = target.component
      for line in [answer] + delegations { component = Self.noting(line, stamp, in: component) }
      if Self.people(component) == Self.people(target.component), target.id != nil { return }
      component = component.setting("LAST-MODIFIED", BasicFormat.text(context.now.utc) + "Z")
      put(component, for: target, in: &object)
    }
    switch place {
    case .nowhere: return
    case .whole:
      let status = Self.line(of: answer, in: member.component)?.parameter("PARTSTAT")
      // An override with another status holds a separate reply to its occurrence.
      let following = old.overrides.filter {
        Self.line(of: answer, in: $0.component)?.parameter("PARTSTAT") == status
      }
      if let master = old.master { write(master, &result.object) }
      for member in following { write(member, &result.object) }
    case .occurrence(let key, let isRange):
      let known = Self.line(of: answer, in: member.component)
      if !isRange, known?.parameter("PARTSTAT") == answer.parameter("PARTSTAT"), delegations.isEmpty {
        // No occurrence needs to be detached.
        break
      }
      write(try override(at: key, isRange: isRange, in: old), &result.object)
      if isRange {
        for member in old.overrides where !member.isRange && (member.key ?? .earliest) >= key {
          write(member, &result.object)
        }
      }
    }
    let after = shown(place, in: result.object) ?? before
    var effect = SchedulingOutcome.Effect.answered(status: sender.status ?? "needs-action")
    if sender.status == "delegated" {
      let delegate = answer.parameter("DELEGATED-TO").map { Participant(name: nil, address: $0) }
      let others = delegations.map(Participant.init) + before.attendees
      let named = others.first { other in delegate.map(other.isSame) ?? false }
      effect = .delegated(to: (named ?? delegate)?.shownName ?? "")
    }
    let isSame = Self.said(after, by: sender) == Self.said(before, by: sender)
    var outcome = self.outcome(part, isSame ? .unchanged : effect, item: after, before: before)
    outcome.sender = after.attendees.first { $0.isSame(as: sender) } ?? sender
    outcome.isSeries = part.item.recurrenceID == nil && result.object.isSeries
    result.outcomes.append(outcome)
  }

  private static func said(_ item: Item, by person: Participant) -> String? {
    item.attendees.first { $0.isSame(as: person) }?.status
  }

  // MARK: ATTENDEE lines

  /// The line of the replying person: among several lines the delegate's, or the delegator's while no
  /// delegate has replied.
  private static func answer(among lines: [Property]) -> Property? {
    if lines.count <= 1 { return lines.first }
    let delegates = lines.filter { $0.parameter("DELEGATED-FROM") != nil }
    let delegators = lines.filter { $0.parameter("PARTSTAT")?.uppercased() == "DELEGATED" }
    guard lines.count == delegates.count + delegators.count else { return nil }
    // A delegate without a reply is listed only because the delegator names them.
    if let delegator = delegators.first, delegates.allSatisfy({ isWithoutAnswer($0) }) { return delegator }
    return delegates.count == 1 ? delegates.first : nil
  }

  private static func isWithoutAnswer(_ line: Property) -> Bool {
    (line.parameter("PARTSTAT") ?? "NEEDS-ACTION").uppercased() == "NEEDS-ACTION"
  }

  static func line(of person: Property, in component: Component) -> Property? {
    component.properties("ATTENDEE").first { $0.calendarAddress == person.calendarAddress }
  }

  static func people(_ component: Component) -> [Property] { component.properties("ATTENDEE") }

  /// Why a reply does not count; nil when it does (RFC 5546, 3.2.2.3 for delegates).
  private static func objection(
    to answer: Property, _ others: [Property], in component: Component
  ) -> SchedulingOutcome.Refusal? {
    if line(of: answer, in: component) != nil { return nil }
    guard let from = answer.parameter("DELEGATED-FROM").map({ Participant(name: nil, address: $0) }),
      let delegator = component.properties("ATTENDEE").first(where: { Participant($0).isSame(as: from) })
    else { return .notInvited }
    // The delegator named the delegate earlier, or does so in the same message.
    let said = others.first { $0.calendarAddress == delegator.calendarAddress } ?? delegator
    let isSent = said.parameters.contains { parameter in
      parameter.name == "DELEGATED-TO"
        && parameter.values.contains { Participant(name: nil, address: $0).isSame(as: Participant(answer)) }
    }
    return isSent ? nil : .notDelegated(by: Participant(delegator).shownName)
  }

  /// The parameter that stores when an attendee's last reply was sent.
  static let repliedName = CalendarMessage.repliedParameter

  private static func repliedStamp(_ line: Property) -> Instant? {
    line.parameter(repliedName).flatMap { BasicFormat.dateTime(Array($0.utf8)) }.map {
      Zone.utc.instant(of: $0.value)
    }
  }

  /// Returns a component with the reply on one line: a known line keeps everything else, a delegate's line is
  /// new.
  private static func noting(_ answer: Property, _ stamp: String?, in component: Component) -> Component {
    let known = line(of: answer, in: component)
    var fresh = known ?? answer
    fresh = fresh.setting("PARTSTAT", answer.parameter("PARTSTAT")?.uppercased() ?? "NEEDS-ACTION")
    for name in ["DELEGATED-TO", "DELEGATED-FROM"] {
      guard let value = answer.parameter(name) else { continue }
      fresh = fresh.setting(name, value)
    }
    if known?.parameter("CN") == nil, let name = answer.parameter("CN") { fresh = fresh.setting("CN", name) }
    fresh = fresh.setting(repliedName, stamp)
    guard let known else {
      return component.replacing({ $0.isNamed("ATTENDEE") }, with: people(component) + [fresh])
    }
    return component.replacing({ $0 == known }, with: [fresh])
  }
}
