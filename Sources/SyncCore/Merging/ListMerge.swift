import ICalendar
import Model

/// One value of a line that lists several.
struct ListedValue {
  /// What it means, equal for values that mean the same.
  var key: [UInt8]
  /// The value as written.
  var text: [UInt8]
  /// The moment or day of an exception; nil for other values.
  var time: EventTime?
  /// The line.
  var property: Property

  /// The values in a line, by the zones of a version.
  static func all(in property: Property, _ context: MergeContext, _ version: MergeContext.Version)
    -> [ListedValue]
  {
    let texts = ListValues.split(property)
    let lines = CanonicalLine.lines(property)
    let dates = property.kind == .exdate ? property.dateValues : []
    return texts.indices.map { index in
      let date = dates.count == texts.count ? dates[index] : nil
      let time = date.map { context.time($0, in: version) }
      return ListedValue(
        key: time?.axisKey ?? lines[index], text: texts[index], time: time, property: property)
    }
  }
}

extension ComponentMerge {
  /// Merges a set of values: what either side added is there, what either side removed is not.
  mutating func mergeValues(_ unit: MergeUnit) {
    let old = values(.base, unit)
    let own = values(.mine, unit)
    let other = values(.theirs, unit)
    let (before, ours, present) = (Set(old.map(\.key)), Set(own.map(\.key)), Set(other.map(\.key)))
    let stray = unit == .field(.exceptions) ? strayExceptions(old, own, other) : StrayExceptions()
    func isWanted(_ key: [UInt8]) -> Bool {
      if stray.kept.contains(key) { return true }
      if stray.dropped.contains(key) { return false }
      let (b, m, t) = (before.contains(key), ours.contains(key), present.contains(key))
      return m == b ? t : m
    }
    var lists: [(place: Int, property: Property, values: [[UInt8]], isChanged: Bool)] = []
    for place in theirs.places[unit] ?? [] {
      guard let property = theirs.entries[place].property else { continue }
      let all = ListedValue.all(in: property, context, .theirs)
      let wanted = all.filter { isWanted($0.key) }
      lists.append((place, property, wanted.map(\.text), wanted.count != all.count))
    }
    var seen = present
    var added: [(property: Property, values: [[UInt8]])] = []
    for value in own where isWanted(value.key) && seen.insert(value.key).inserted {
      if let last = added.indices.last, added[last].property == value.property {
        added[last].values.append(value.text)
      } else {
        added.append((value.property, [value.text]))
      }
    }
    for (property, values) in added {
      // Programs that read one CATEGORIES only see the value too.
      if property.kind != .exdate,
        let place = lists.lastIndex(where: { Self.frame($0.property) == Self.frame(property) })
      {
        lists[place].values += values
        lists[place].isChanged = true
      } else if let line = ListValues.property(property, values: values) {
        let isWhole = values.count == ListValues.split(property).count
        edits.add([.property(isWhole ? property : line)], to: unit)
      }
    }
    for list in lists where list.isChanged {
      let line = ListValues.property(list.property, values: list.values)
      edits.replace(list.place, with: line.map { [.property($0)] } ?? [])
    }
  }

  private static func frame(_ property: Property) -> ArraySlice<UInt8> {
    property.line.dropLast(property.value.count)
  }

  private func values(_ version: MergeContext.Version, _ unit: MergeUnit) -> [ListedValue] {
    let lines =
      switch version {
      case .base: base
      case .mine: mine
      case .theirs: theirs
      }
    return lines.properties(of: unit).flatMap { ListedValue.all(in: $0, context, version) }
  }

  /// Exceptions that a side changed only because its times differ from those of the result.
  private struct StrayExceptions {
    var kept: Set<[UInt8]> = []
    var dropped: Set<[UInt8]> = []
  }

  /// The exceptions that go with the times which are not in the result: an exception at an occurrence of
  /// the other side's alone excludes nothing, and one that a side moved along with its series has to stay.
  private mutating func strayExceptions(
    _ old: [ListedValue], _ own: [ListedValue], _ other: [ListedValue]
  ) -> StrayExceptions {
    guard let times, let winning = context.occurrences(of: times == .mine ? .mine : .theirs),
      let losing = context.occurrences(of: times == .mine ? .theirs : .mine), !isInner,
      theirs.component?.property(.recurrenceID) == nil
    else { return StrayExceptions() }
    let (lost, won) = times == .mine ? (other, own) : (own, other)
    let (before, lostKeys, wonKeys) = (Set(old.map(\.key)), Set(lost.map(\.key)), Set(won.map(\.key)))
    var result = StrayExceptions()
    for value in old where !lostKeys.contains(value.key) && wonKeys.contains(value.key) {
      if let time = value.time, !losing.hits(time), winning.hits(time) { result.kept.insert(value.key) }
    }
    var lines: [ComponentEntry] = []
    for value in lost where !before.contains(value.key) && !wonKeys.contains(value.key) {
      guard let time = value.time, losing.hits(time), !winning.hits(time),
        result.dropped.insert(value.key).inserted
      else { continue }
      lines += ListValues.property(value.property, values: [value.text]).map { [.property($0)] } ?? []
    }
    if !lines.isEmpty {
      let unit = MergeUnit.field(.exceptions)
      note(unit, times == .mine ? [] : lines, times == .mine ? lines : [], [], times, .noOccurrence)
    }
    return result
  }
}
