import ICalendar

/// What a component of a message must say to be applied, and which of two versions counts (RFC 5546, 2.1.5).
extension SchedulingEditor {
  /// Why a component cannot be applied whatever it is about; nil where it can.
  func flaw(of part: Part, over object: CalendarObject?) -> SchedulingOutcome.Refusal? {
    // RFC 5545, 3.3.8: what is beyond would stand above every later version.
    if !(0...Int(Int32.max)).contains(part.item.sequence) { return .badSequence }
    switch method {
    case .request where part.item.anchor == nil && isDated(part, object): return .noStart
    case .add where part.item.anchor == nil: return .noStart
    case .add where part.item.recurrence != nil: return .ruleAdded
    case .publish, .request, .reply, .add, .cancel, .refresh, .counter, .declineCounter: return nil
    }
  }

  /// Whether a request must say when: an event always is at some time (RFC 5546, 3.2.2), a
  /// reminder where it had a date before.
  private func isDated(_ part: Part, _ object: CalendarObject?) -> Bool {
    if part.item.kind == .event { return true }
    guard let object else { return false }
    return (member(at: place(of: part, in: object), in: object) ?? object.master)?.item.anchor != nil
  }

  /// The parts of a request for which another one stands that is about the same, and newer or behind it.
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

  /// Why an organizer's message is too old for what is there; nil where it is not (RFC 5546, 2.1.5).
  func age(of part: Part, in result: Result) -> SchedulingOutcome.Refusal? {
    guard let member = version(of: part, in: result) else { return nil }
    let (sequence, present) = (part.item.sequence, member.item.sequence)
    if sequence < present { return .earlierVersion(sequence: sequence, present: present) }
    if sequence == present, let stamp = part.component.stamp, isEarlier(stamp, than: member.component.stamp) {
      return .earlierMessage
    }
    return nil
  }

  /// What tells which version of a part is known: what was there before the message, as
  /// its components are one version.
  ///
  /// An occurrence that was as its series has it is of the version of that, also
  /// where the message brings a new one.
  func version(of part: Part, in result: Result) -> CalendarObject.Member? {
    let object = result.before
    guard let id = part.item.recurrenceID else { return object.master ?? object.overrides.first }
    let key = object.key(of: id)
    let own = object.overrides.first { $0.key == key && $0.isRange == id.isThisAndFuture }
    if own != nil || result.isWhole { return own }
    return member(at: place(of: part, in: object), in: object) ?? object.master
  }

  /// Whether a message was sent before another that is known.
  ///
  /// A stamp of days to come orders nothing: its sender's clock was wrong, and all others
  /// would be earlier for that long.
  func isEarlier(_ stamp: Instant, than known: Instant?) -> Bool {
    guard let known, known <= context.now.adding(seconds: Self.clockError) else { return false }
    return stamp < known
  }

  /// Seconds by which a sender's clock may be ahead; a day is that of a stamp in local time without a zone.
  private static let clockError = 86_400
}
