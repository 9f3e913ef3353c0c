import CivilTime
import Editing
import JSON
import Model
import Store

/// A key of the JSON objects of events and reminders: how a row writes it and how an item is read from it.
struct JSONKey: Sendable {
  typealias Path<Value> = WritableKeyPath<Item, Value> & Sendable
  typealias Write = @Sendable (inout ItemJSON, ItemRow, inout [UInt8]) -> Void
  typealias Read = @Sendable (JSONItem) -> (inout ItemEdit) throws(JSONItemError) -> Void

  let name: String
  /// The kind of items that it is written for; nil for both.
  let kind: ItemKind?
  /// What stands before the value.
  let member: [UInt8]
  let write: Write
  /// Nil for what follows from other keys, is read with one of them, or cannot be set.
  let read: Read?

  init(_ name: String, of kind: ItemKind? = nil, read: Read? = nil, write: @escaping Write) {
    (self.name, self.kind, self.read, self.write) = (name, kind, read, write)
    member = Array(",\"\(name)\":".utf8)
  }

  static let ofEvents = all.filter { $0.kind != .reminder }
  static let ofReminders = all.filter { $0.kind != .event }
}

// MARK: Shapes of values

extension JSONKey {
  /// A text; null where there is none.
  static func text(
    _ name: String, of kind: ItemKind? = nil, read: Read? = nil,
    _ value: @escaping @Sendable (ItemRow) -> String?
  ) -> JSONKey {
    JSONKey(name, of: kind, read: read) { JSONText.append(value($1), to: &$2) }
  }

  /// A text that is a value of the item; null where there is none.
  static func text(
    _ name: String, of kind: ItemKind? = nil, _ value: @escaping @Sendable (ItemRecord) -> String?,
    _ path: Path<String?>, _ field: ItemField, also names: [String] = []
  ) -> JSONKey {
    let names = [name] + names
    let read: Read = { item in
      { (edit) throws(JSONItemError) in
        guard let name = names.first(where: { item.object[$0] != nil }) else { return }
        let text = try item.text(name)
        edit.set(field) { $0[keyPath: path] = text?.isEmpty == true ? nil : text }
      }
    }
    return .text(name, of: kind, read: read) { value($0.record) }
  }

  /// True or false, which is a value of the item.
  static func flag(
    _ name: String, of kind: ItemKind, _ value: @escaping @Sendable (ItemRow) -> Bool, _ path: Path<Bool>,
    _ field: ItemField
  ) -> JSONKey {
    let read: Read = { item in
      { (edit) throws(JSONItemError) in
        guard item.object[name] != nil else { return }
        let flag = try item.flag(name) ?? false
        edit.set(field) { $0[keyPath: path] = flag }
      }
    }
    return .flag(name, of: kind, read: read, value)
  }

  static func flag(
    _ name: String, of kind: ItemKind, read: Read? = nil, _ value: @escaping @Sendable (ItemRow) -> Bool
  ) -> JSONKey {
    JSONKey(name, of: kind, read: read) { JSONText.append(value($1), to: &$2) }
  }

  static func time(
    _ name: String, of kind: ItemKind, read: Read? = nil, _ value: @escaping @Sendable (ItemRow) -> ItemTime?
  ) -> JSONKey {
    JSONKey(name, of: kind, read: read) { $0.append(value($1), to: &$2) }
  }

  static func instant(
    _ name: String, of kind: ItemKind? = nil, _ value: @escaping @Sendable (ItemRow) -> Instant?
  ) -> JSONKey {
    JSONKey(name, of: kind) { $0.append(value($1), to: &$2) }
  }

  /// What the store keeps as JSON, a list unless told.
  static func json(
    _ name: String, or empty: StaticString = "[]", read: Read? = nil,
    _ value: @escaping @Sendable (ItemRecord) -> String?
  ) -> JSONKey {
    JSONKey(name, read: read) { $0.append(json: value($1.record), or: empty, to: &$2) }
  }
}
