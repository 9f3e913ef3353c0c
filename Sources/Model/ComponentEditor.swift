import ICalendar

/// Writes fields of an item into its component; everything else in the component stays unchanged, in its
/// place.
public struct ComponentEditor {
  /// The entries of the component.
  var entries: [ComponentEntry]
  private let name: String
  /// The item whose fields are written.
  let item: Item

  /// Returns the component with `fields` set from `item`.
  ///
  /// A nil `component` creates a new one. `now` becomes DTSTAMP, and CREATED of a new component or
  /// LAST-MODIFIED of an existing one; SEQUENCE grows when times, recurrence or status change (RFC 5546,
  /// 2.1.4). `changed` names the fields with a new value, if it is not all of `fields`.
  public static func apply(
    _ fields: Set<ItemField>, of item: Item, to component: Component?, now: Instant,
    changed: Set<ItemField>? = nil
  ) -> Component {
    var editor = ComponentEditor(item: item, component: component)
    if component == nil {
      if let uid = item.uid { editor.set(.uid, text: uid) }
      editor.set(.dtstamp, now)
      editor.set(.created, now)
    }
    for field in ItemField.allCases where fields.contains(field) { field.row.write(&editor) }
    if component != nil { editor.stamp(changed ?? fields, now) }
    return editor.component
  }
  /// The component with its UID, recurrence id and link to an earlier part replaced; everything else stays.
  public static func identify(
    _ component: Component, uid: String?, recurrenceID: RecurrenceID?, previousUID: String?, now: Instant
  ) -> Component {
    var item = Item(kind: .other)
    item.uid = uid
    var editor = ComponentEditor(item: item, component: component)
    editor.set(.uid, text: uid)
    editor.set(
      .recurrenceID,
      [
        recurrenceID.flatMap { id in
          let range = id.isThisAndFuture ? [Parameter(name: "RANGE", values: ["THISANDFUTURE"])] : []
          return Property(.recurrenceID, parameters: range, date: DateValue(id.time))
        }
      ])
    if let previousUID { editor.set(.xKalendsPrevious, text: previousUID) }
    editor.set(.dtstamp, now)
    editor.set(.lastModified, now)
    return editor.component
  }

  /// The component without the properties with these names.
  public static func removing(_ names: [StaticString], from component: Component) -> Component {
    var editor = ComponentEditor(item: Item(kind: .other), component: component)
    for name in names { editor.removeAll { $0.isNamed(name) } }
    return editor.component
  }

  private init(item: Item, component: Component?) {
    self.item = item
    name = component?.name ?? (item.kind == .reminder ? "VTODO" : "VEVENT")
    entries = component?.entries ?? []
  }

  private var component: Component { Component(name: name, entries: entries) }

  // MARK: Entries

  /// Replaces all properties of a kind, in the place of the first one; without any, after the other
  /// properties.
  mutating func set(_ kind: PropertyKind, _ properties: [Property?]) {
    var fresh = properties.compactMap { $0.map(ComponentEntry.property) }
    var result: [ComponentEntry] = []
    for entry in entries {
      if case .property(let property) = entry, property.kind == kind {
        result += fresh
        fresh = []
      } else {
        result.append(entry)
      }
    }
    entries = result
    append(fresh)
  }

  mutating func set(_ kind: PropertyKind, text: String?) { set(kind, value: text.map(Property.escaped)) }

  mutating func set(_ kind: PropertyKind, value: String?, parameters: [Parameter] = []) {
    set(kind, [value.flatMap { Property(kind, parameters: parameters, value: $0) }])
  }

  mutating func set(_ kind: PropertyKind, _ time: EventTime?) {
    set(kind, [time.flatMap { Property(kind, date: DateValue($0)) }])
  }

  mutating func set(_ kind: PropertyKind, _ instant: Instant?) {
    set(kind, value: instant.map { BasicFormat.text($0.utc) + "Z" })
  }

  /// Appends a property after the other properties, before the components inside.
  mutating func append(_ property: Property?) { append(property.map { [.property($0)] } ?? []) }

  private mutating func append(_ fresh: [ComponentEntry]) {
    if fresh.isEmpty { return }
    let end = entries.firstIndex { if case .component = $0 { true } else { false } } ?? entries.count
    entries.insert(contentsOf: fresh, at: end)
  }

  mutating func removeAll(_ isRemoved: (Property) -> Bool) {
    entries.removeAll { if case .property(let property) = $0 { isRemoved(property) } else { false } }
  }

  /// The existing properties of a kind by key, the first for each key, so that an unchanged value keeps its
  /// line.
  func existing<Key: Hashable>(_ kind: PropertyKind, by key: (Property) -> Key?) -> [Key: Property] {
    var found: [Key: Property] = [:]
    for case .property(let property) in entries where property.kind == kind {
      if let key = key(property), found[key] == nil { found[key] = property }
    }
    return found
  }

  private mutating func stamp(_ fields: Set<ItemField>, _ now: Instant) {
    set(.dtstamp, now)
    set(.lastModified, now)
    let isSignificant = fields.contains { $0.isTime || $0.isOfSeries || $0 == .status }
    // RFC 5545, 3.3.8: integers have 32 bits.
    if isSignificant { set(.sequence, value: String(min(max(item.sequence, 0), Int(Int32.max) - 1) + 1)) }
  }
}

extension Property {
  /// Creates a property of a kind with a value that is written unchanged.
  init?(_ kind: PropertyKind, parameters: [Parameter] = [], value: String) {
    self.init(name: kind.name, parameters: parameters, value: value)
  }

  /// Creates a property of a kind with a TEXT value.
  init?(_ kind: PropertyKind, parameters: [Parameter] = [], text: String) {
    self.init(name: kind.name, parameters: parameters, text: text)
  }

  /// Creates a property of a kind with a date or time.
  init?(_ kind: PropertyKind, parameters: [Parameter] = [], date: DateValue) {
    self.init(name: kind.name, parameters: parameters, date: date)
  }
}

extension Parameter {
  /// A VALUE parameter with a type.
  static func value(_ type: String) -> Parameter { Parameter(name: "VALUE", values: [type]) }
}
