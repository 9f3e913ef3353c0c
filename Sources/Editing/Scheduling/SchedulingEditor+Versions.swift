import ICalendar

/// The checks of a message's components, and the order of versions (RFC 5546, 2.1.5).
extension SchedulingEditor {
  /// Why a component cannot be applied to any item; nil when it can.
  func flaw(of part: Part, over object: CalendarObject?) -> SchedulingOutcome.Refusal? {
    // RFC 5545, 3.3.8: a SEQUENCE beyond this range would outrank every later version.
    if !(0...Int(Int32.max)).contains(part.item.sequence) { return .badSequence }
    switch method {
    case .request where part.item.anchor == nil && isDated(part, object): return .noStart
    case .add where part.item.anchor == nil: return .noStart
    case .add where part.item.recurrence != nil: return .ruleAdded
    case .publish, .request, .reply, .add, .cancel, .refresh, .counter, .declineCounter: return nil
    }
  }

  /// Whether a request must have a time: always for an event (RFC 5546, 3.2.2), for a reminder when it had a
  /// date before.
  private func isDated(_ part: Part, _ object: CalendarObject?) -> Bool {
    if part.item.kind == .event { return true }
    guard let object else { return false }
    return (member(at: place(of: part, in: object), in: object) ?? object.master)?.item.anchor != nil
  }

  /// The indices of a request's parts that another part for the same item or occurrence replaces: a newer
  /// one, or a later one of the same version.
  var repeated: Set<Int> {
    guard method == .request else { return [] }
    var newest: [String: Int] = [:]
    var result: Set<Int> = []
    for (index, part) in parts.enumerated() {
      let id = part.item.recurrenceID
      let name =
        id.map { "\($0.isThisAndFuture) \($0.time.axis) \($0.time.isAllDay) \($0.time.axisSeconds)" } ?? ""
      guard let other = newest[name] else {
        newest[name] = index
        continue
      }
      let isNewer = !isOlder(part, than: parts[other])
      result.insert(isNewer ? other : index)
      if isNewer { newest[name] = index }
    }
    return result
  }

  private func isOlder(_ part: Part, than other: Part) -> Bool {
    if part.item.sequence != other.item.sequence { return part.item.sequence < other.item.sequence }
    guard let own = part.component.stamp, let stamp = other.component.stamp else { return false }
    return own < stamp
  }

  /// Why an organizer's message is too old for the stored item; nil when it is not (RFC 5546, 2.1.5).
  func age(of part: Part, in result: Result) -> SchedulingOutcome.Refusal? {
    guard let member = version(of: part, in: result) else { return nil }
    let (sequence, present) = (part.item.sequence, member.item.sequence)
    if sequence < present { return .earlierVersion(sequence: sequence, present: present) }
    if sequence == present, let stamp = part.component.stamp, isEarlier(stamp, than: member.component.stamp) {
      return .earlierMessage
    }
    return nil
  }

  /// The member whose version a part is compared with, as it was before the message: all components of a
  /// message are one version.
  ///
  /// An occurrence without an override has the version of its series; nil when the message brings the series.
  func version(of part: Part, in result: Result) -> CalendarObject.Member? {
    let object = result.before
    guard let id = part.item.recurrenceID else { return object.head }
    let key = object.key(of: id)
    let own = object.overrides.first { $0.key == key && $0.isRange == id.isThisAndFuture }
    if own != nil || result.isWhole { return own }
    return member(at: place(of: part, in: object), in: object) ?? object.master
  }

  /// Whether a message was sent before another known one.
  ///
  /// A known stamp in the future orders nothing: its sender's clock was wrong, and all other messages would
  /// count as earlier until that time.
  func isEarlier(_ stamp: Instant, than known: Instant?) -> Bool {
    guard let known, known <= context.now.adding(seconds: Self.clockError) else { return false }
    return stamp < known
  }

  /// The seconds by which a sender's clock may be ahead; a day covers a stamp in local time without a zone.
  private static let clockError = 86_400
}
