import Changes
import JSON
import Rendering

/// A list of rows other than items, all of them known: history, views, sets, clients.
///
/// A row is made only in the requested form, since a list may be long.
package struct Listing {
  /// The form for people.
  package enum Look {
    /// A table with a head.
    case table([TableColumn])
    /// A line for each row, its cells side by side.
    case lines

    /// A table of texts, which are cut on short lines, the last one least.
    package static func table(_ head: String...) -> Look {
      .table(head.enumerated().map { .text($1, least: $0 + 1 < head.count ? 8 : 12) })
    }
  }

  package let count: Int
  package let look: Look
  /// The text in place of an empty table.
  package var empty: String?
  /// The state of the store after a list of changes.
  package var state: String?
  /// Whether programs get objects only if JSON is requested by name, as for a change.
  package var tellsChange = false
  private let makeObject: (Int) -> JSONObjectText
  private let makeIDs: ((Int) -> [String])?
  private let makeCells: (Int) -> [TableCell]

  /// Creates a list with a row for each element; without `ids` the format `ids` shows the table.
  package init<Element>(
    _ elements: [Element], _ look: Look, ids: ((Element) -> [String])? = nil,
    object: @escaping (Element) -> JSONObjectText, cells: @escaping (Element) -> [TableCell]
  ) {
    (count, self.look) = (elements.count, look)
    makeObject = { object(elements[$0]) }
    makeCells = { cells(elements[$0]) }
    makeIDs = ids.map { ids in { ids(elements[$0]) } }
  }

  /// Whether its rows have ids.
  var hasIDs: Bool { makeIDs != nil }

  /// Returns a row for each element, as made by `row`; throws `interrupted`.
  private func each<Row>(
    until stopSignal: StopSignal, _ row: (Int) -> Row
  ) throws -> [Row] {
    var looks = StopLooks(stopSignal)
    var rows: [Row] = []
    rows.reserveCapacity(count)
    for index in 0..<count {
      if looks.step() { throw StoreError(.interrupted, "") }
      rows.append(row(index))
    }
    return rows
  }

  package func objects(until stopSignal: StopSignal) throws -> [JSONObjectText] {
    try each(until: stopSignal, makeObject)
  }

  package func ids(until stopSignal: StopSignal) throws -> [String] {
    guard let makeIDs else { return [] }
    return try each(until: stopSignal, makeIDs).flatMap { $0 }
  }

  package func cells(until stopSignal: StopSignal) throws -> [[TableCell]] {
    try each(until: stopSignal, makeCells)
  }
}
