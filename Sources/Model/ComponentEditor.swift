import ICalendar

/// Writes fields of an item into its component; everything else in the
/// component stays as it is, in its place.
public struct ComponentEditor {
  /// What the component holds.
  var entries: [ComponentEntry]
  private let name: String
  /// What is written.
  let item: Item

  /// The component with `fields` as `item` has them.
  ///
  /// `component` nil makes a new one. `now` becomes DTSTAMP and LAST-MODIFIED, of a new component also
  /// CREATED; SEQUENCE grows when times or the rule change (RFC 5546, 2.1.4). `changed` names the fields that
  /// are another value than before, where those are not all that are written.
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
  /// The component with its UID, recurrence id and link to an earlier part replaced; all else is kept.
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

  /// The component without the properties of these names.
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

  /// Puts properties in the place of all of that kind: where the first was, else behind the other properties.
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

  /// Puts a property behind the others, before what stands inside the component.
  mutating func append(_ property: Property?) { append(property.map { [.property($0)] } ?? []) }

  private mutating func append(_ fresh: [ComponentEntry]) {
    if fresh.isEmpty { return }
    let end = entries.firstIndex { if case .component = $0 { true } else { false } } ?? entries.count
    entries.insert(contentsOf: fresh, at: end)
  }

  mutating func removeAll(_ isRemoved: (Property) -> Bool) {
    entries.removeAll { if case .property(let property) = $0 { isRemoved(property) } else { false } }
  }

  /// The properties of a kind as they stand, by what they say, the first of each:
  /// what is said again keeps its line.
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
    // RFC 5545, 3.3.8: numbers have 32 bits.
    if isSignificant { set(.sequence, value: String(min(max(item.sequence, 0), Int(Int32.max) - 1) + 1)) }
  }
}

extension Property {
  /// A property of a kind, with a value that is written as it is.
  init?(_ kind: PropertyKind, parameters: [Parameter] = [], value: String) {
    self.init(name: kind.name, parameters: parameters, value: value)
  }

  /// A property of a kind, with a TEXT.
  init?(_ kind: PropertyKind, parameters: [Parameter] = [], text: String) {
    self.init(name: kind.name, parameters: parameters, text: text)
  }

  /// A property of a kind, with a date or time.
  init?(_ kind: PropertyKind, parameters: [Parameter] = [], date: DateValue) {
    self.init(name: kind.name, parameters: parameters, date: date)
  }
}

extension Parameter {
  /// Which type the value is of.
  static func value(_ type: String) -> Parameter { Parameter(name: "VALUE", values: [type]) }
}
