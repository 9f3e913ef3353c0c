import ICalendar
import Model

/// Merges two versions of a component, unit by unit.
///
/// The result is theirs with changes: what mine does not change keeps its place and its bytes.
struct ComponentMerge {
  let context: MergeContext
  /// The kind of the component.
  let kind: ComponentKind
  /// Whether the component is inside that of an item.
  let isInner: Bool
  /// The side that wins in each conflict; nil when ownership decides.
  let forced: MergeSide?
  let base: ComponentVersion
  let mine: ComponentVersion
  let theirs: ComponentVersion
  var edits: EntryEdits
  /// What both sides changed differently.
  var conflicts: [FieldConflict] = []
  /// The side whose times the result has; nil when both sides have the same.
  private(set) var times: MergeSide?
  /// Whether both sides changed the times differently.
  private(set) var isTimeConflict = false

  /// Merges versions of a component; without a base all lines are new.
  init(
    base: Component?, mine: Component, theirs: Component, context: MergeContext, isInner: Bool = false,
    forced: MergeSide? = nil
  ) {
    (self.context, self.isInner, self.forced) = (context, isInner, forced)
    kind = theirs.kind
    self.base = ComponentVersion(base, isInner: isInner)
    self.mine = ComponentVersion(mine, isInner: isInner)
    self.theirs = ComponentVersion(theirs, isInner: isInner)
    edits = EntryEdits(self.theirs)
    // EXDATE is merged by what becomes of the times.
    merge(.times)
    for unit in self.theirs.units where unit != .times { merge(unit) }
    for unit in self.mine.units where self.theirs.places[unit] == nil && unit != .times { merge(unit) }
    mergeRevision()
  }

  /// The merged component.
  var result: Component? { edits.component }

  private mutating func merge(_ unit: MergeUnit) {
    let shape = unit.shape
    if shape == .revision { return }
    let (old, own, other) = (base.entries(of: unit), mine.entries(of: unit), theirs.entries(of: unit))
    // What an exception does depends on the side that the times come from.
    if unit == .field(.exceptions), times != nil, own != other { return mergeValues(unit) }
    if own == other { return }
    if own == old { return noteTimes(unit, .theirs) }
    // Another notation alone is no other time.
    if other == old, unit != .times { return edits.take(own, for: unit) }
    let (oldText, ownText, otherText) = (Self.canonical(old), Self.canonical(own), Self.canonical(other))
    if ownText == otherText { return }
    if ownText == oldText { return noteTimes(unit, .theirs) }
    if otherText == oldText {
      noteTimes(unit, .mine)
      return edits.take(own, for: unit)
    }
    switch shape {
    case .whole: settle(unit)
    case .text: mergeText(unit)
    case .values: mergeValues(unit)
    case .keyed: mergeKeyed(unit)
    case .lines: mergeLines(unit)
    case .alarms: mergeAlarms()
    case .later: if Self.moment(own) > Self.moment(other) { edits.take(own, for: unit) }
    case .theirs: if other.isEmpty { edits.take(own, for: unit) }
    case .revision: break
    }
  }

  private mutating func noteTimes(_ unit: MergeUnit, _ side: MergeSide) {
    if unit == .times { times = side }
  }

  static func canonical(_ entries: [ComponentEntry]) -> [[UInt8]] {
    entries.compactMap(CanonicalText.of).sorted { $0.lexicographicallyPrecedes($1) }
  }

  private static func moment(_ entries: [ComponentEntry]) -> Int {
    entries.compactMap { $0.property?.dateValue?.wall.wallSeconds }.max() ?? Int.min
  }

  // MARK: Conflicts

  /// The side whose value is taken for a unit, and the reason.
  func decision(_ owner: FieldOwner) -> (winner: MergeSide, reason: FieldConflict.Reason) {
    if let forced { return (forced, .noOwner) }
    switch owner {
    case .organizer where context.isForeign: return (.theirs, .theirsByRight)
    case .attendee where context.isForeign: return (.mine, .mineByRight)
    case .organizer, .attendee, .nobody: return (.theirs, .noOwner)
    }
  }

  func decision(_ unit: MergeUnit) -> (winner: MergeSide, reason: FieldConflict.Reason) {
    // What is inside an item's component is an alarm.
    decision(isInner ? .attendee : unit.owner(in: kind))
  }

  /// Takes all lines of a unit from one side.
  mutating func settle(_ unit: MergeUnit) {
    let (winner, reason) = decision(unit)
    let (own, other) = (mine.entries(of: unit), theirs.entries(of: unit))
    if winner == .mine { edits.take(own, for: unit) }
    if unit == .times { (times, isTimeConflict) = (winner, true) }
    note(unit, own, other, base.entries(of: unit), winner, reason)
  }

  mutating func note(
    _ unit: MergeUnit, _ mine: [ComponentEntry], _ theirs: [ComponentEntry], _ base: [ComponentEntry],
    _ winner: MergeSide, _ reason: FieldConflict.Reason
  ) {
    conflicts.append(
      FieldConflict(
        part: part(of: unit), mine: FieldConflict.text(mine), theirs: FieldConflict.text(theirs),
        base: FieldConflict.text(base), winner: winner, reason: reason))
  }

  private func part(of unit: MergeUnit) -> FieldConflict.Part {
    switch unit {
    case .field(let field): return .field(field)
    case .property(let name): return .property(name)
    case .repetition: return .property("REPEAT")
    case .inner(let name): return .inner(name)
    case .unreadable: return .unreadable
    case .times, .progress:
      let fields = ItemField.fields(of: unit, in: kind)
      let differing = fields.first { field in
        func lines(_ version: ComponentVersion) -> [[UInt8]] {
          let kinds = field.mergeRule.properties
          let properties = version.properties(of: unit).filter { kinds.contains($0.kind) }
          return Self.canonical(properties.map(ComponentEntry.property))
        }
        return lines(mine) != lines(theirs)
      }
      return .field(differing ?? (unit == .times ? .start : .status))
    }
  }

  // MARK: SEQUENCE

  /// SEQUENCE of the result (RFC 5546, 2.1.4): the larger one, and one more where my times are put on a
  /// version of theirs that has the same number.
  ///
  /// Only the organizer numbers versions: of a meeting of somebody else theirs counts, because a larger
  /// number here would make the organizer's next message look old.
  private mutating func mergeRevision() {
    let unit = MergeUnit.property("SEQUENCE")
    if isInner { return }
    let numbers = [base, mine, theirs].map { $0.properties(of: unit).first?.integer ?? 0 }
    let (old, own, other) = (numbers[0], numbers[1], numbers[2])
    if !isChangedByThem || !context.isForeign && own > other && own != old {
      return edits.take(mine.entries(of: unit), for: unit)
    }
    guard context.isOrganizedByMe, times == .mine, other < Int(Int32.max), isChangedByThem,
      let next = Property(name: "SEQUENCE", value: String(other + 1))
    else { return }
    edits.take([.property(next)], for: unit)
  }

  private var isChangedByThem: Bool {
    guard let old = base.component, let other = theirs.component else { return true }
    return CanonicalText.of(old) != CanonicalText.of(other)
  }
}
