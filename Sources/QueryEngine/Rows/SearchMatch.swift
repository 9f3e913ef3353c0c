/// The fields in which the texts that a row was found by stand.
public struct SearchMatch: Hashable, Sendable {
  /// The fields that hold one of the texts, by their names in queries.
  public var fields: [String]
  /// For each text that the title does not hold, the first field that does.
  public var beyondTitle: [String]

  /// The fields that a search without a field covers, in the order in which they are reported.
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

/// The place of an occurrence that represents its series.
public struct SeriesPlace: Hashable, Sendable {
  /// Whether it is upcoming or in progress; else it is the last past occurrence.
  public var isNext: Bool
  /// The number of occurrences of the series.
  public var count: OccurrenceCount
}
