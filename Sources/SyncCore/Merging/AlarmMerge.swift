import ICalendar
import Model

extension ComponentMerge {
  /// Merges VALARMs: each added, removed, or changed property by property.
  mutating func mergeAlarms() {
    let unit = MergeUnit.field(.alarms)
    let old = base.entries(of: unit).compactMap(\.component)
    let own = mine.entries(of: unit).compactMap(\.component)
    let other = theirs.entries(of: unit).compactMap(\.component)
    let ownOrigins = AlarmIdentity.matches(own, old)
    let otherOrigins = AlarmIdentity.matches(other, old)
    // Alarms that are new on both sides, but the same.
    let newOwn = own.indices.filter { ownOrigins[$0] == nil }
    let newOther = other.indices.filter { otherOrigins[$0] == nil }
    let twins = AlarmIdentity.matches(newOther.map { other[$0] }, newOwn.map { own[$0] })
    var paired: Set<Int> = []
    for (index, place) in (theirs.places[unit] ?? []).enumerated() {
      let origin = otherOrigins[index]
      var partner = origin.flatMap { origin in own.indices.first { ownOrigins[$0] == origin } }
      if let new = newOther.firstIndex(of: index) { partner = twins[new].map { newOwn[$0] } }
      let before = origin.map { old[$0] }
      if let partner {
        paired.insert(partner)
        let merged = mergeAlarm(before, own[partner], other[index])
        if merged != other[index] { edits.replace(place, with: [.component(merged)]) }
      } else if let before, !keepsChanged(before, mine: nil, theirs: other[index]) {
        edits.replace(place, with: [])
      }
    }
    for index in own.indices where !paired.contains(index) {
      let before = ownOrigins[index].map { old[$0] }
      if let before, !keepsChanged(before, mine: own[index], theirs: nil) { continue }
      edits.add([.component(own[index])], to: unit)
    }
  }

  /// Whether an alarm stays that one side deleted: only if the other changed it and owns it.
  private mutating func keepsChanged(_ before: Component, mine: Component?, theirs: Component?) -> Bool {
    let unit = MergeUnit.field(.alarms)
    guard let changed = mine ?? theirs,
      CanonicalText.of(before, for: .realChange) != CanonicalText.of(changed, for: .realChange)
    else { return false }
    let (winner, reason) = decision(unit)
    func entries(_ alarm: Component?) -> [ComponentEntry] { alarm.map { [.component($0)] } ?? [] }
    note(unit, entries(mine), entries(theirs), entries(before), winner, reason)
    return winner == (mine == nil ? .theirs : .mine)
  }

  private mutating func mergeAlarm(_ old: Component?, _ own: Component, _ other: Component) -> Component {
    if own == other || own == old { return other }
    if other == old { return own }
    func merge(_ forced: MergeSide?) -> ComponentMerge {
      ComponentMerge(base: old, mine: own, theirs: other, context: context, isInner: true, forced: forced)
    }
    let merged = merge(forced)
    let result = merged.result ?? other
    if let first = merged.conflicts.first {
      note(
        .field(.alarms), [.component(merge(.mine).result ?? own)],
        [.component(merge(.theirs).result ?? other)], old.map { [.component($0)] } ?? [], first.winner,
        first.reason)
    }
    return result
  }
}

/// What VALARMs are recognized by in another version.
enum AlarmIdentity {
  /// For each alarm the place of the same one in another list: by text, by UID (RFC 9074, 4; X-WR-ALARMUID),
  /// or by action and trigger if not both have a UID.
  static func matches(_ alarms: [Component], _ others: [Component]) -> [Int?] {
    var result = [Int?](repeating: nil, count: alarms.count)
    var free = Set(others.indices)
    func match(_ key: (Component) -> [UInt8]?, _ isSame: (Component, Component) -> Bool = { _, _ in true }) {
      if free.isEmpty || !result.contains(nil) { return }
      var places: [[UInt8]: [Int]] = [:]
      for place in free.sorted() {
        if let key = key(others[place]) { places[key, default: []].append(place) }
      }
      for index in alarms.indices where result[index] == nil {
        guard let key = key(alarms[index]), let candidates = places[key],
          let found = candidates.firstIndex(where: { isSame(alarms[index], others[$0]) })
        else { continue }
        result[index] = candidates[found]
        free.remove(candidates[found])
        places[key]?.remove(at: found)
      }
    }
    match { Array($0.text) }
    match { uid($0).map { Array($0.utf8) } }
    match(signature) { uid($0) == nil || uid($1) == nil }
    return result
  }

  /// Whether one is a version of the other.
  static func isSame(_ a: Component, _ b: Component) -> Bool { matches([a], [b]) == [0] }

  private static func uid(_ alarm: Component) -> String? {
    alarm.uid ?? alarm.property(.xWRAlarmUID)?.rawText
  }

  private static func signature(_ alarm: Component) -> [UInt8] {
    let action = alarm.property(.action).map { CanonicalLine.value($0) } ?? []
    return action + [10] + (alarm.property(.trigger).map { Array(CanonicalLine.lines($0).joined()) } ?? [])
  }
}
