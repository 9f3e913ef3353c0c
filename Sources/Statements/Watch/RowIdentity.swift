import Changes
import JSON

/// Which row of a watched query a row is, from one answer to the next.
package struct RowIdentity: Hashable, Sendable {
  /// Its ids as an object; of rows without ids the row itself.
  package var text: String
  /// Which of several rows that look alike.
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
    // A series and a reminder are one row, wherever their next occurrence is.
    case .reminder(let item), .series(let item): text = object(item.id, nil)
    case .alarm(let row): text = object(row.item.id, row.item.occurrenceID, alarm: row.number)
    case .calendar(let calendar): text = object(calendar.id, nil)
    case .source(let source): text = object(source.id, nil)
    case .block, .conflict, .day, .group, .selected: text = String(decoding: bytes, as: UTF8.self)
    }
  }
}
