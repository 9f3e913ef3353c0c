import JSON

/// A key of the JSON objects of events and reminders: its content in rows, and how it sets an item.
///
/// `ItemJSON` writes rows by these keys, and `JSONItem` reads items by them.
package struct JSONKey: Sendable {
  package typealias Write = @Sendable (inout JSONTimes, ItemRow, inout [UInt8]) -> Void

  /// The content of the key in a row.
  package enum Content: Sendable {
    case plain(Write)
    /// Content that is the same in many rows.
    case calendar, recurrence

    static func text(_ value: @escaping @Sendable (ItemRow) -> String?) -> Content {
      .plain { JSONText.append(value($1), to: &$2) }
    }

    static func flag(_ value: @escaping @Sendable (ItemRow) -> Bool) -> Content {
      .plain { JSONText.append(value($1), to: &$2) }
    }

    static func number(_ value: @escaping @Sendable (ItemRow) -> Int?) -> Content {
      .plain { times, row, bytes in
        if let number = value(row) {
          JSONText.append(number, to: &bytes)
        } else {
          times.appendNull(to: &bytes)
        }
      }
    }

    static func time(_ value: @escaping @Sendable (ItemRow) -> ItemTime?) -> Content {
      .plain { $0.append(value($1), to: &$2) }
    }

    static func instant(_ value: @escaping @Sendable (ItemRow) -> Instant?) -> Content {
      .plain { $0.append(value($1), to: &$2) }
    }

    /// Content that the store keeps as JSON; `nothing` if it is missing, by default an empty list.
    static func json(
      _ value: @escaping @Sendable (ItemRecord) -> String?, orNothing nothing: StaticString = "[]"
    ) -> Content {
      .plain { _, row, bytes in
        if let json = value(row.record) {
          bytes.append(contentsOf: json.utf8)
        } else {
          nothing.withUTF8Buffer { bytes.append(contentsOf: $0) }
        }
      }
    }

    static let overdue = Content.plain { JSONText.append($1.isOverdue(now: $0.now, zone: $0.zone), to: &$2) }
    static let lastDay = Content.plain { times, row, bytes in
      guard let start = row.start, let end = row.end else { return times.appendNull(to: &bytes) }
      TimeWriter.append(day: start.lastDay(until: end, in: times.zone), to: &bytes)
    }
  }

  /// How it is read: as one value of an item, or with what several keys tell together.
  package enum Reading: Sendable {
    /// A field that is one value; `also` has other names that programs give it, with blanks between them.
    case string(ItemField, @Sendable () -> QueryField.Path<String?>, also: StaticString)
    case boolean(ItemField, @Sendable () -> QueryField.Path<Bool>)
    case times, completion, priority, place, recurrence, percent, status, availability, attendees, alarms
    case categories, attachments, travel

    // The key paths are made when a key is read: making all of them takes longer than writing some rows.

    static func text(
      _ field: ItemField, _ path: @autoclosure @escaping @Sendable () -> QueryField.Path<String?>,
      also: StaticString = ""
    ) -> Reading { .string(field, path, also: also) }

    static func flag(
      _ field: ItemField, _ path: @autoclosure @escaping @Sendable () -> QueryField.Path<Bool>
    ) -> Reading { .boolean(field, path) }
  }

  package let name: StaticString
  /// The kind of items that it is written for; nil for both.
  package let kind: ItemKind?
  package let content: Content
  /// Nil for a key that follows from other keys, is read with one of them, or cannot be set.
  package let reading: Reading?

  init(_ name: StaticString, of kind: ItemKind? = nil, _ content: Content, _ reading: Reading? = nil) {
    (self.name, self.kind, self.content, self.reading) = (name, kind, content, reading)
  }

  /// Whether items of a kind have it.
  package func isWritten(of kind: ItemKind) -> Bool {
    self.kind.map { ($0 == .reminder) == (kind == .reminder) } ?? true
  }
}
