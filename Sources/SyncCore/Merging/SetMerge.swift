import ICalendar
import Model

/// What tells the elements of a set apart; equal elements are numbered.
struct ElementKey: Hashable {
  var value: [UInt8]
  var number = 0

  /// The keys of elements in order, numbered.
  static func numbered(_ values: [[UInt8]]) -> [ElementKey] {
    var counts: [[UInt8]: Int] = [:]
    return values.map { value in
      counts[value, default: 0] += 1
      return ElementKey(value: value, number: counts[value, default: 1] - 1)
    }
  }

  /// The key of a property in a set: the address of a person, the value of anything else.
  static func value(of property: Property) -> [UInt8] {
    switch property.kind {
    case .attendee: Array(Participant(property).identity.utf8)
    case .relatedTo:
      Array((property.parameter(.reltype)?.uppercased() ?? "").utf8) + [10] + CanonicalLine.value(property)
    default: CanonicalLine.value(property)
    }
  }
}

extension ComponentMerge {
  // MARK: Lines by their values

  /// Merges lines that have a key: each added, removed or changed on its own.
  mutating func mergeKeyed(_ unit: MergeUnit) {
    let own = keyed(mine, unit)
    let before = Dictionary(uniqueKeysWithValues: keyed(base, unit))
    let ours = Dictionary(uniqueKeysWithValues: own)
    let others = theirs.places[unit] ?? []
    let keys = ElementKey.numbered(theirs.properties(of: unit).map(ElementKey.value))
    for (place, key) in zip(others, keys) {
      guard let other = theirs.entries[place].property else { continue }
      switch (before[key], ours[key]) {
      case (nil, nil): break
      case (let old?, nil):
        if CanonicalLine.lines(old) == CanonicalLine.lines(other) {
          edits.replace(place, with: [])
        } else {
          let (winner, reason) = membership(unit)
          if winner == .mine { edits.replace(place, with: []) }
          note(unit, [], [.property(other)], [.property(old)], winner, reason)
        }
      case (let old, let line?):
        let merged = mergeParameters(unit, old, line, other)
        if merged != other { edits.replace(place, with: [.property(merged)]) }
      }
    }
    let present = Set(keys)
    for (key, line) in own where !present.contains(key) {
      guard let old = before[key] else {
        edits.add([.property(line)], to: unit)
        continue
      }
      if CanonicalLine.lines(old) == CanonicalLine.lines(line) { continue }
      let (winner, reason) = membership(unit)
      if winner == .mine { edits.add([.property(line)], to: unit) }
      note(unit, [.property(line)], [], [.property(old)], winner, reason)
    }
  }

  /// The side that says whether an element is there which one side removed and the other changed.
  ///
  /// Who is invited is said by the organizer: an answer of somebody who was uninvited invites nobody again.
  private func membership(_ unit: MergeUnit) -> (winner: MergeSide, reason: FieldConflict.Reason) {
    if unit == .field(.attendees), context.isOrganizedByMe, forced == nil { return (.mine, .mineByRight) }
    return decision(unit)
  }

  private func keyed(_ version: ComponentVersion, _ unit: MergeUnit) -> [(ElementKey, Property)] {
    let properties = version.properties(of: unit)
    return zip(ElementKey.numbered(properties.map(ElementKey.value)), properties).map { ($0, $1) }
  }

  /// Merges the parameters of a line; their value stays.
  mutating func mergeParameters(_ unit: MergeUnit, _ old: Property?, _ own: Property, _ other: Property)
    -> Property
  {
    let owner = unit.owner(in: kind)
    let isMe = own.kind == .attendee && Participant(own).isOne(of: context.addresses)
    var merge = ParameterMerge(old, own, other)
    var decisions: [(winner: MergeSide, reason: FieldConflict.Reason)] = []
    for name in merge.differing {
      // My answer is mine in every meeting; that of another is told by the server.
      let isMyAnswer = isMe && name == "PARTSTAT" && forced == nil
      let chosen = isMyAnswer ? (.mine, .mineByRight) : decision(owner)
      if chosen.0 == .mine { merge.isMine.insert(name) }
      decisions.append(chosen)
    }
    let result = merge.line(merge.isMine)
    let told = decisions.first { $0.winner == .theirs } ?? decisions.first
    guard let (winner, reason) = told else { return result }
    note(
      unit, [.property(merge.line(Set(merge.differing)))], [.property(merge.line([]))],
      old.map { [.property($0)] } ?? [], winner, reason)
    return result
  }

  // MARK: Lines that may stand there several times

  /// Merges lines as a multiset, or as one value if no side has more than one of them.
  ///
  /// Two components inside with different UIDs are two values in any case (RFC 9073, 7), and so are two lines
  /// that cannot be read.
  mutating func mergeLines(_ unit: MergeUnit) {
    let (old, own, other) = (base.entries(of: unit), mine.entries(of: unit), theirs.entries(of: unit))
    let isOneValue = unit != .unreadable && own.first?.component?.uid == other.first?.component?.uid
    if isOneValue, old.count <= 1, own.count <= 1, other.count <= 1 { return settle(unit) }
    func counts(_ entries: [ComponentEntry]) -> [[UInt8]: Int] {
      entries.reduce(into: [:]) { $0[CanonicalText.of($1) ?? [], default: 0] += 1 }
    }
    let (before, ours, present) = (counts(old), counts(own), counts(other))
    func wanted(_ text: [UInt8]) -> Int {
      let (b, m, t) = (before[text] ?? 0, ours[text] ?? 0, present[text] ?? 0)
      return m == b ? t : t == b ? m : max(m, t)
    }
    var seen: [[UInt8]: Int] = [:]
    for place in theirs.places[unit] ?? [] {
      let text = CanonicalText.of(theirs.entries[place]) ?? []
      seen[text, default: 0] += 1
      if seen[text, default: 0] > wanted(text) { edits.replace(place, with: []) }
    }
    for entry in own {
      let text = CanonicalText.of(entry) ?? []
      if seen[text, default: 0] < wanted(text) {
        seen[text, default: 0] += 1
        edits.add([entry], to: unit)
      }
    }
  }

  // MARK: Text

  /// Merges a text by lines, if each version is one text that can be written again.
  mutating func mergeText(_ unit: MergeUnit) {
    let lines = [base, mine, theirs].map { $0.properties(of: unit) }
    guard lines.allSatisfy({ $0.count == 1 && Self.isPlainText($0[0]) }) else { return settle(unit) }
    let (old, own, other) = (lines[0][0], lines[1][0], lines[2][0])
    let merge = LineMerge(base: old.text, mine: own.text, theirs: other.text)
    var parameters = ParameterMerge(old, own, other)
    let (winner, reason) = decision(unit)
    if winner == .mine { parameters.isMine = Set(parameters.differing) }
    func line(_ text: String, _ isMine: Set<String>) -> Property {
      let frame = parameters.line(isMine)
      if text == other.text, frame == other { return other }
      if text == own.text, frame.parameters == own.parameters { return own }
      return Property(name: frame.name, parameters: frame.parameters, text: text) ?? other
    }
    let result = line(winner == .mine ? merge.mine : merge.text, parameters.isMine)
    edits.take([.property(result)], for: unit)
    guard merge.isConflict || !parameters.differing.isEmpty else { return }
    note(
      unit, [.property(line(merge.mine, Set(parameters.differing)))], [.property(line(merge.text, []))],
      [.property(old)], winner, reason)
  }

  private static func isPlainText(_ property: Property) -> Bool {
    property.value.allSatisfy { $0 >= 32 && $0 != 127 || $0 == 9 }
      && property.rawText.utf8.elementsEqual(property.value)
  }
}

/// Merges the parameters of two versions of a line.
struct ParameterMerge {
  private let mine: Property
  private let theirs: Property
  /// The parameters that only mine changed, and those that both changed differently.
  private var changed: Set<String> = []
  private(set) var differing: [String] = []
  /// The differing parameters that are taken from mine.
  var isMine: Set<String> = []

  init(_ base: Property?, _ mine: Property, _ theirs: Property) {
    (self.mine, self.theirs) = (mine, theirs)
    let (old, own, other) = (Self.values(base), Self.values(mine), Self.values(theirs))
    for name in Set(own.keys).union(other.keys).union(old.keys).sorted() {
      if own[name] == other[name] || own[name] == old[name] { continue }
      if other[name] == old[name] { changed.insert(name) } else { differing.append(name) }
    }
  }

  private static func values(_ property: Property?) -> [String: [String]] {
    guard let property else { return [:] }
    var result: [String: [String]] = [:]
    for parameter in property.parameters {
      result[parameter.name] = CanonicalLine.significantValues(parameter, of: property.kind)
    }
    return result
  }

  /// Their line with what mine changed, and with my values of the given differing parameters.
  func line(_ fromMine: Set<String>) -> Property {
    let names = changed.union(fromMine)
    if names.isEmpty { return theirs }
    var parameters = theirs.parameters
    let own = mine.parameters
    for name in names.sorted() {
      let value = own.first { $0.name == name }
      if let place = parameters.firstIndex(where: { $0.name == name }) {
        if let value { parameters[place] = value } else { parameters.remove(at: place) }
      } else if let value {
        parameters.append(value)
      }
    }
    if parameters == own, mine.value == theirs.value { return mine }
    guard let frame = Property(name: theirs.name, parameters: parameters, value: "") else { return theirs }
    return Property(line: (Array(frame.line) + theirs.value)[...]) ?? theirs
  }
}
