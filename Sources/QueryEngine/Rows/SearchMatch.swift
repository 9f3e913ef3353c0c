/// Where the texts that a row was found by stand in it.
public struct SearchMatch: Hashable, Sendable {
  /// The fields that hold one of the texts, as they are named in queries.
  public var fields: [String]
  /// For each text that the title does not hold, the first field that does.
  public var beyondTitle: [String]

  /// The fields that a search without a field looks through, in the order in which they are told.
  private static let searched = FieldName.allCases.filter { $0.row.isSearched } + [.categories]

  init(_ tests: [TextTest], _ row: ItemRow) {
    (fields, beyondTitle) = ([], [])
    for test in tests {
      let found = Self.searched.filter { row.texts($0).contains(where: test.passes) }.map(\.rawValue)
      for field in found where !fields.contains(field) { fields.append(field) }
      if let first = found.first, first != FieldName.title.rawValue, !beyondTitle.contains(first) {
        beyondTitle.append(first)
      }
    }
  }
}

/// Which occurrence of its series a row is that stands for all of them.
public struct SeriesPlace: Hashable, Sendable {
  /// Whether it is to come or going on; else it is the last that was.
  public var isNext: Bool
  /// How many occurrences there are.
  public var count: OccurrenceCount
}
