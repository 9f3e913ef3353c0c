/// Sorts rows: all of them, or only the first `most`.
struct RowSorter<Row> {
  /// A row with the values it is ordered by.
  struct Entry {
    var keys: [SortValue]
    /// Its place among rows with equal keys, so that the order of an answer does not
    /// depend on how its rows were found.
    var place: Int
    var row: Row
  }

  private let directions: [Bool]
  private let most: Int?
  /// Whether a row precedes another with the same keys and place.
  private let precedesByItself: (Row, Row) -> Bool
  private var entries: [Entry] = []

  init(_ keys: [SortKey], most: Int?, _ precedesByItself: @escaping (Row, Row) -> Bool = { _, _ in false }) {
    directions = keys.map(\.isDescending)
    self.most = most
    self.precedesByItself = precedesByItself
  }

  /// How many rows are held.
  var count: Int { entries.count }

  /// Whether the first entry comes before the second.
  private func precedes(_ a: Entry, _ b: Entry) -> Bool {
    for (index, isDescending) in directions.enumerated() {
      let order = SortValue.order(a.keys[index], b.keys[index], isDescending: isDescending)
      if order != 0 { return order < 0 }
    }
    return a.place != b.place ? a.place < b.place : precedesByItself(a.row, b.row)
  }

  /// Adds a row; beyond `most` rows, the last one is dropped.
  mutating func add(_ entry: Entry) {
    guard let most else {
      entries.append(entry)
      return
    }
    if most == 0 { return }
    if entries.count < most {
      entries.append(entry)
      rise(entries.count - 1)
    } else if precedes(entry, entries[0]) {
      entries[0] = entry
      sink()
    }
  }

  /// The rows in order; throws `interrupted`.
  consuming func sorted(until signal: StopSignal) throws(QueryError) -> [Row] {
    let sorter = self
    let sorted = try entries.inOrder(until: signal) { sorter.precedes($0, $1) }
    return sorted.map(\.row)
  }

  // A heap whose top is the last of the rows kept.

  private mutating func rise(_ start: Int) {
    var index = start
    while index > 0, precedes(entries[(index - 1) / 2], entries[index]) {
      entries.swapAt(index, (index - 1) / 2)
      index = (index - 1) / 2
    }
  }

  private mutating func sink() {
    var index = 0
    while true {
      var last = index
      for child in [2 * index + 1, 2 * index + 2] where child < entries.count {
        if precedes(entries[last], entries[child]) { last = child }
      }
      if last == index { return }
      entries.swapAt(index, last)
      index = last
    }
  }
}

extension Occurrence {
  /// Whether it precedes another that begins at the same time: by series, then by occurrence.
  static func precedes(_ a: Occurrence, _ b: Occurrence) -> Bool {
    if a.series != b.series { return a.series < b.series }
    switch (a.key, b.key) {
    case (let a?, let b?): return a < b
    case (nil, .some): return true
    case (_, nil): return false
    }
  }
}

extension Sequence {
  /// The elements in an order; throws `interrupted` if a signal ended the sorting.
  func inOrder(
    until signal: StopSignal, _ isBefore: (Element, Element) -> Bool
  ) throws(QueryError) -> [Element] {
    guard let sorted = sorted(until: signal, by: isBefore) else {
      throw .store(StoreError(.interrupted, ""))
    }
    return sorted
  }
}
