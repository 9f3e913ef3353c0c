import Changes
import JSON
import Rendering

/// A list of what is no item, whose rows are all known: history, views, sets, clients.
///
/// A row is made only in the form that is asked for, as a list may be long.
package struct Listing {
  /// How people see it.
  package enum Look {
    /// A table with a head.
    case table([TableColumn])
    /// A line for each row, its cells side by side.
    case lines

    /// A table of texts whose last column gives way.
    package static func table(_ head: String...) -> Look {
      .table(head.enumerated().map { .text($1, least: $0 + 1 < head.count ? 8 : 12) })
    }
  }

  package let count: Int
  package let look: Look
  /// What is said in place of an empty table.
  package var empty: String?
  /// The state of the store that a list of changes leads to.
  package var state: String?
  /// Whether programs get objects only where JSON is asked for by name, as of a change.
  var tellsChange = false
  private let makeObject: (Int) -> JSONObjectText
  private let makeIDs: ((Int) -> [String])?
  private let makeCells: (Int) -> [TableCell]

  /// A list with a row for each element; without `ids` the format of ids shows the table.
  init<Element>(
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

  /// A row for each element in the form that `row` makes of it; throws `interrupted`.
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
