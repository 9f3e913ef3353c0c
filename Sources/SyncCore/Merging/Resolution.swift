import ICalendar
import Model

extension CalendarResource {
  /// The resource with the lines of one side in the place of those in conflict; everything else stays.
  ///
  /// It does not matter whether the resource has changed since the merge. A component that is no longer there
  /// stays away, unless the conflict is about the component itself. SEQUENCE and stamps stay as they are.
  public func resolving(
    _ conflict: FieldConflict, with side: MergeSide, zones database: ZoneDatabase
  ) -> CalendarResource {
    var result = self
    let chosen = FieldConflict.entries(conflict.text(of: side))
    if conflict.part == .resource {
      result.components = chosen.compactMap(\.component)
    } else if conflict.part == .component {
      let rejected = FieldConflict.entries(conflict.text(of: side.other))
      result.resolveComponent(conflict, chosen, rejected, database)
    } else if let place = place(of: conflict.override, database) {
      let texts = conflict.mine + conflict.theirs + conflict.base
      let context = resolvingContext(conflict, database)
      let resolution = ConflictResolution(
        part: conflict.part, chosen: chosen, known: FieldConflict.entries(texts), context: context)
      result.components[place] = resolution.applied(to: result.components[place])
    }
    result.zones = ZoneAlignment.definitions(result.zones, and: conflict.zones, for: result.components)
    return result
  }

  private func resolvingContext(_ conflict: FieldConflict, _ database: ZoneDatabase) -> MergeContext {
    var known = self
    known.zones = ZoneAlignment.definitions(
      known.zones, and: conflict.zones,
      for: components + [
        Component(name: "X", entries: FieldConflict.entries(conflict.mine + conflict.theirs))
      ])
    let meanings = ResourceZones(known, database)
    return MergeContext(
      addresses: [], masters: MemberList.master(of: components).map { [.theirs: $0] } ?? [:],
      lookups: [.theirs: { meanings.zone($0) }])
  }

  /// The place of the component that a conflict is about.
  private func place(of override: OverrideID?, _ database: ZoneDatabase) -> Int? {
    guard let override else { return components.firstIndex { $0.property(.recurrenceID) == nil } }
    let meanings = ResourceZones(self, database)
    func item(_ component: Component) -> Item {
      ItemReader.read(component) { tzid in meanings.zone(tzid) }.item
    }
    let master = MemberList.master(of: components).map(item)
    return components.firstIndex { component in
      guard component.property(.recurrenceID) != nil, let id = item(component).recurrenceID else {
        return false
      }
      return id.isThisAndFuture == override.isThisAndFuture
        && OccurrenceKey(of: id, in: master) == override.key
    }
  }

  /// Puts a whole component in the place of another, or deletes it, with the EXDATE that goes with that.
  private mutating func resolveComponent(
    _ conflict: FieldConflict, _ chosen: [ComponentEntry], _ rejected: [ComponentEntry],
    _ database: ZoneDatabase
  ) {
    let context = resolvingContext(conflict, database)
    let fresh = chosen.compactMap(\.component)
    if let place = place(of: conflict.override, database) {
      // The last component stays: a resource without any is deleted as a whole.
      if components.count > 1 || !fresh.isEmpty { components.replaceSubrange(place...place, with: fresh) }
    } else if conflict.override == nil {
      components.insert(contentsOf: fresh, at: 0)
    } else {
      components += fresh
    }
    guard let master = components.firstIndex(where: { $0.property(.recurrenceID) == nil }) else { return }
    func values(_ property: Property) -> [ListedValue] { ListedValue.all(in: property, context, .theirs) }
    let keys = (rejected + chosen).compactMap(\.property).flatMap(values).map(\.key)
    components[master] = ListEdits.removing(Set(keys), from: components[master], values: values)
    let lines = chosen.filter { $0.property?.kind == .exdate }
    if lines.isEmpty { return }
    var edits = EntryEdits(ComponentVersion(components[master], isInner: false))
    edits.add(lines, to: .field(.exceptions))
    components[master] = edits.component ?? components[master]
  }
}

/// The lines of a conflict put into a component.
struct ConflictResolution {
  let part: FieldConflict.Part
  /// The entries of the chosen side.
  let chosen: [ComponentEntry]
  /// The entries of all sides, by which elements of a set are found.
  let known: [ComponentEntry]
  let context: MergeContext

  private var unit: MergeUnit? {
    switch part {
    case .field(let field): field.mergeRule.unit
    case .property(let name): .property(name)
    case .inner(let name): .inner(name)
    case .unreadable: .unreadable
    case .component, .resource: nil
    }
  }

  func applied(to component: Component) -> Component {
    guard let unit else { return component }
    let version = ComponentVersion(component, isInner: false)
    var edits = EntryEdits(version)
    var present = version.entries(of: unit)
    switch unit.shape {
    case .values:
      let keys = Set(known.compactMap(\.property).flatMap(values).map(\.key))
      let cleared = ListEdits.removing(keys, of: unit, from: component, values: values)
      edits = EntryEdits(ComponentVersion(cleared, isInner: false))
      edits.add(chosen, to: unit)
      return edits.component ?? component
    case .keyed:
      let keys = Set(known.compactMap(\.property).map(ElementKey.value))
      present = replacing(present) { $0.property.map { keys.contains(ElementKey.value(of: $0)) } ?? false }
    case .alarms:
      let alarms = known.compactMap(\.component)
      present = replacing(present) { entry in
        entry.component.map { alarm in alarms.contains { AlarmIdentity.isSame(alarm, $0) } } ?? false
      }
    case .whole, .text, .lines, .later, .revision, .theirs: present = chosen
    }
    edits.take(present, for: unit)
    return edits.component ?? component
  }

  private func values(_ property: Property) -> [ListedValue] {
    ListedValue.all(in: property, context, .theirs)
  }

  /// The entries with the chosen ones in the place of the first that is meant.
  private func replacing(_ entries: [ComponentEntry], _ isMeant: (ComponentEntry) -> Bool) -> [ComponentEntry]
  {
    let place = entries.firstIndex(where: isMeant) ?? entries.count
    var rest = entries.filter { !isMeant($0) }
    rest.insert(contentsOf: chosen, at: min(place, rest.count))
    return rest
  }
}
