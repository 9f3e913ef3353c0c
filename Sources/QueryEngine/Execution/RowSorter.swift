import Store

/// Puts rows in order: all of them, or only as many of the first as are asked for.
struct RowSorter {
  /// A row with the values it is ordered by.
  struct Entry {
    var keys: [SortValue]
    /// The natural place: time, series and occurrence.
    ///
    /// It decides between equal keys, so that the order of an answer
    /// does not depend on how its rows were found.
    var time: Int
    var occurrence: Occurrence
  }

  private let directions: [Bool]
  private let most: Int?
  private var entries: [Entry] = []

  init(_ keys: [SortKey], most: Int?) {
    directions = keys.map(\.isDescending)
    self.most = most
  }

  /// How many rows are held.
  var count: Int { entries.count }

  /// Whether the first entry comes before the second.
  private func precedes(_ a: Entry, _ b: Entry) -> Bool {
    for (index, isDescending) in directions.enumerated() {
      let order = SortValue.order(a.keys[index], b.keys[index], isDescending: isDescending)
      if order != 0 { return order < 0 }
    }
    if a.time != b.time { return a.time < b.time }
    if a.occurrence.series != b.occurrence.series { return a.occurrence.series < b.occurrence.series }
    switch (a.occurrence.key, b.occurrence.key) {
    case (let a?, let b?): return a < b
    case (nil, .some): return true
    case (_, nil): return false
    }
  }

  /// Takes a row in; beyond the number asked for, the last drops out.
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

  /// The rows in order.
  consuming func sorted() -> [Occurrence] {
    let sorter = self
    return entries.sorted { sorter.precedes($0, $1) }.map(\.occurrence)
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
