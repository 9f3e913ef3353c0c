import ICalendar

/// The definition of an item's field: how items copy and compare it, how components read and write it.
///
/// Reading and writing are next to each other; each shape of value has one implementation. `ItemField` has
/// the table.
final class FieldRow: Sendable {
  typealias Path<Value> = WritableKeyPath<Item, Value> & Sendable
  typealias Read = @Sendable (Property, inout ItemReader) -> Void
  typealias Write = @Sendable (inout ComponentEditor) -> Void

  /// The subject of a field.
  enum Subject: Sendable { case content, time, series }

  let subject: Subject
  /// Copies the field from another item.
  let take: @Sendable (inout Item, Item) -> Void
  /// Whether the field is equal in both items.
  let agrees: @Sendable (Item, Item) -> Bool
  /// The properties from which the field is read one by one; empty for fields read together, such as times.
  let properties: [PropertyKind]
  let read: Read
  let write: Write

  init(
    _ subject: Subject = .content, take: @escaping @Sendable (inout Item, Item) -> Void,
    agrees: @escaping @Sendable (Item, Item) -> Bool, from properties: [PropertyKind] = [],
    read: @escaping Read = { _, _ in }, write: @escaping Write
  ) {
    (self.subject, self.take, self.agrees) = (subject, take, agrees)
    (self.properties, self.read, self.write) = (properties, read, write)
  }

  /// A field that is one value of the item.
  convenience init<Value: Equatable & Sendable>(
    _ path: Path<Value>, _ subject: Subject = .content, from properties: [PropertyKind] = [],
    read: @escaping Read = { _, _ in }, write: @escaping Write
  ) {
    self.init(
      subject, take: { $0[keyPath: path] = $1[keyPath: path] },
      agrees: { $0[keyPath: path] == $1[keyPath: path] }, from: properties, read: read, write: write)
  }
}

extension Item {
  /// Copies a field from another item.
  ///
  /// A new start keeps the length and the end's zone; a completed reminder has a completion date and an open
  /// one none.
  public mutating func take(_ field: ItemField, from other: Item) { field.row.take(&self, other) }

  /// Whether a field is equal in both items.
  public func agrees(with other: Item, on field: ItemField) -> Bool { field.row.agrees(self, other) }
}

// MARK: Shapes of values

extension FieldRow {
  /// A TEXT; the first non-empty value counts.
  static func text(_ path: Path<String?>, _ kind: PropertyKind) -> FieldRow {
    FieldRow(path, from: [kind]) { property, reader in
      reader.take(property, path, reader.nonEmpty(property.text))
    } write: { editor in
      editor.set(kind, text: editor.item[keyPath: path])
    }
  }

  /// A value without escapes; the first non-empty value counts.
  static func uri(_ path: Path<String?>, _ kind: PropertyKind, parameters: [Parameter] = []) -> FieldRow {
    FieldRow(path, from: [kind]) { property, reader in
      reader.take(property, path, reader.nonEmpty(property.rawText))
    } write: { editor in
      editor.set(kind, value: editor.item[keyPath: path], parameters: parameters)
    }
  }

  /// A duration.
  static func duration(_ path: Path<CalendarDuration?>, _ kind: PropertyKind) -> FieldRow {
    FieldRow(path, from: [kind]) { property, reader in
      reader.take(property, path, reader.length(property))
    } write: { editor in
      editor.set(
        kind, value: editor.item[keyPath: path].map(BasicFormat.text), parameters: [.value("DURATION")])
    }
  }

  /// True for the given word, false without the property.
  static func flag(_ path: Path<Bool>, _ kind: PropertyKind, _ word: String, subject: Subject = .content)
    -> FieldRow
  {
    FieldRow(path, subject, from: [kind]) { property, reader in
      reader.take(property, path, reader.nonEmpty(property.rawText).map { $0.uppercased() == word })
    } write: { editor in
      editor.set(kind, value: editor.item[keyPath: path] ? word : nil)
    }
  }

  static let priority = FieldRow(\.priority, from: [.priority]) { property, reader in
    reader.take(property, \.priority, reader.integer(property).map { min(max($0, 0), 9) })
  } write: { editor in
    editor.set(.priority, value: editor.item.priority == 0 ? nil : String(editor.item.priority))
  }

  static let percentComplete = FieldRow(\.percentComplete, from: [.percentComplete]) { property, reader in
    reader.take(property, \.percentComplete, reader.integer(property).map { min(max($0, 0), 100) })
  } write: { editor in
    editor.set(.percentComplete, value: editor.item.percentComplete.map(String.init))
  }

  static let categories = FieldRow(\.categories, from: [.categories]) { property, reader in
    for category in property.texts where !category.isEmpty && !reader.item.categories.contains(category) {
      reader.item.categories.append(category)
    }
  } write: { editor in
    let list = editor.item.categories.map(Property.escaped).joined(separator: ",")
    editor.set(.categories, value: editor.item.categories.isEmpty ? nil : list)
  }

  /// RELATED-TO of the type PARENT, which is the default; other relations stay.
  static let parent = FieldRow(\.parentUID, from: [.relatedTo]) { property, reader in
    if property.namesParent { reader.item.parentUID = reader.nonEmpty(property.text) }
  } write: { editor in
    editor.removeAll { $0.kind == .relatedTo && $0.namesParent }
    if let uid = editor.item.parentUID { editor.append(Property(.relatedTo, text: uid)) }
  }

  /// The status of an event; for a reminder `completion` reads whether STATUS is COMPLETED.
  static let status = FieldRow(\.status, from: [.status]) { property, reader in
    let status: EventStatus? =
      switch (reader.item.kind, property.rawText.uppercased()) {
      case (.event, "CONFIRMED"): .confirmed
      case (.event, "TENTATIVE"): .tentative
      case (_, "CANCELLED"), (_, "CANCELED"): .cancelled
      case (.reminder, "NEEDS-ACTION"), (.reminder, "IN-PROCESS"), (.reminder, "COMPLETED"): EventStatus.none
      default: nil
      }
    reader.take(property, of: .status, \.status, status)
  } write: { editor in
    let status = editor.item.status
    editor.set(.status, value: status == .none ? nil : status.name.uppercased())
  }

  /// TRANSP, and the busy status that Outlook adds.
  static let availability = FieldRow(\.availability, from: [.transp, .xMicrosoftBusyStatus]) {
    property, reader in
    let known = reader.item.availability
    let availability: Availability? =
      switch (property.kind, property.rawText.uppercased()) {
      case (.transp, "TRANSPARENT"), (.xMicrosoftBusyStatus, "FREE"): .free
      case (.xMicrosoftBusyStatus, "TENTATIVE"): .tentative
      case (.xMicrosoftBusyStatus, "OOF"): .unavailable
      // What is busy says no more than the other property does.
      case (.transp, "OPAQUE"), (.xMicrosoftBusyStatus, "BUSY"): known
      default: nil
      }
    reader.take(property, \.availability, availability)
  } write: { editor in
    let availability = editor.item.availability
    editor.set(.transp, value: availability == .free ? "TRANSPARENT" : "OPAQUE")
    let detail: String? =
      switch availability {
      case .busy, .free: nil
      case .tentative: "TENTATIVE"
      case .unavailable: "OOF"
      }
    editor.set(.xMicrosoftBusyStatus, value: detail)
  }
}

extension Property {
  fileprivate var namesParent: Bool { (parameter(.reltype) ?? "PARENT").uppercased() == "PARENT" }
}
