import Changes
import JSON

/// The identity of a row of a watched query, from one answer to the next.
package struct RowIdentity: Hashable, Sendable {
  /// Its ids as an object; for rows without ids the row itself.
  package var text: String
  /// The number of the row among rows that look alike.
  package var copy = 0

  package init(text: String) { self.text = text }
}

extension RowIdentity {
  package init(_ row: ResultRow, _ bytes: [UInt8]) {
    func object(_ id: String, _ occurrence: String?, alarm number: Int? = nil) -> String {
      let ids = JSONObjectText().adding("id", id).adding("occurrenceId", occurrence)
      return (number.map { ids.adding("number", $0) } ?? ids).text
    }
    switch row {
    case .event(let item): text = object(item.id, item.occurrenceID)
    // A series or a reminder is one row, whatever its next occurrence.
    case .reminder(let item), .series(let item): text = object(item.id, nil)
    case .alarm(let row): text = object(row.item.id, row.item.occurrenceID, alarm: row.number)
    case .calendar(let calendar): text = object(calendar.id, nil)
    case .source(let source): text = object(source.id, nil)
    case .block, .conflict, .day, .group, .selected: text = String(decoding: bytes, as: UTF8.self)
    }
  }
}
