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

  let name: StaticString
  /// The kind of items that it is written for; nil for both.
  let kind: ItemKind?
  let write: Write
  /// Nil for what follows from other keys, is read with one of them, or cannot be set.
  let read: Read?

  init(_ name: StaticString, of kind: ItemKind? = nil, read: Read? = nil, write: @escaping Write) {
    (self.name, self.kind, self.read, self.write) = (name, kind, read, write)
  }

  /// Whether items of a kind have it.
  func isWritten(of kind: ItemKind) -> Bool {
    self.kind.map { ($0 == .reminder) == (kind == .reminder) } ?? true
  }
}

/// A key as it is written, with all that stands before its value.
struct JSONMember: Sendable {
  let start: [UInt8]
  let write: JSONKey.Write

  static let ofEvents = members(of: .event)
  static let ofReminders = members(of: .reminder)

  private static func members(of kind: ItemKind) -> [JSONMember] {
    var result: [JSONMember] = []
    for key in JSONKey.all where key.isWritten(of: kind) {
      var start: [UInt8] = []
      start.reserveCapacity(key.name.utf8CodeUnitCount + 4)
      start.append(UInt8(ascii: ","))
      start.append(UInt8(ascii: "\""))
      key.name.withUTF8Buffer { start.append(contentsOf: $0) }
      start.append(UInt8(ascii: "\""))
      start.append(UInt8(ascii: ":"))
      result.append(JSONMember(start: start, write: key.write))
    }
    return result
  }
}

// MARK: Shapes of values

extension JSONKey {
  /// A text; null where there is none.
  static func text(
    _ name: StaticString, of kind: ItemKind? = nil, read: Read? = nil,
    _ value: @escaping @Sendable (ItemRow) -> String?
  ) -> JSONKey { JSONKey(name, of: kind, read: read) { JSONText.append(value($1), to: &$2) } }

  /// A text that is a value of the item; null where there is none.
  static func text(
    _ name: StaticString, of kind: ItemKind? = nil, _ value: @escaping @Sendable (ItemRecord) -> String?,
    _ path: Path<String?>, _ field: ItemField, also names: [String] = []
  ) -> JSONKey {
    let read: Read = { item in
      { (edit) throws(JSONItemError) in
        let names = [name.description] + names
        guard let name = names.first(where: { item.object[$0] != nil }) else { return }
        let text = try item.text(name)
        edit.set(field) { $0[keyPath: path] = text?.isEmpty == true ? nil : text }
      }
    }
    return .text(name, of: kind, read: read) { value($0.record) }
  }

  /// True or false, which is a value of the item.
  static func flag(
    _ name: StaticString, of kind: ItemKind, _ value: @escaping @Sendable (ItemRow) -> Bool,
    _ path: Path<Bool>, _ field: ItemField
  ) -> JSONKey {
    let read: Read = { item in
      { (edit) throws(JSONItemError) in
        let name = name.description
        guard item.object[name] != nil else { return }
        let flag = try item.flag(name) ?? false
        edit.set(field) { $0[keyPath: path] = flag }
      }
    }
    return .flag(name, of: kind, read: read, value)
  }

  static func flag(
    _ name: StaticString, of kind: ItemKind, read: Read? = nil, _ value: @escaping @Sendable (ItemRow) -> Bool
  ) -> JSONKey { JSONKey(name, of: kind, read: read) { JSONText.append(value($1), to: &$2) } }

  static func time(
    _ name: StaticString, of kind: ItemKind, read: Read? = nil,
    _ value: @escaping @Sendable (ItemRow) -> ItemTime?
  ) -> JSONKey { JSONKey(name, of: kind, read: read) { $0.append(value($1), to: &$2) } }

  static func instant(
    _ name: StaticString, of kind: ItemKind? = nil, _ value: @escaping @Sendable (ItemRow) -> Instant?
  ) -> JSONKey { JSONKey(name, of: kind) { $0.append(value($1), to: &$2) } }

  /// What the store keeps as JSON, a list unless told.
  static func json(
    _ name: StaticString, or empty: StaticString = "[]", read: Read? = nil,
    _ value: @escaping @Sendable (ItemRecord) -> String?
  ) -> JSONKey { JSONKey(name, read: read) { $0.append(json: value($1.record), or: empty, to: &$2) } }
}
