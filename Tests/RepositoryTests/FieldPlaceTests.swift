import TestSupport
import Testing

/// What the system knows of a field stands in one row per storey.
@Suite struct FieldPlaceTests {
  /// The files that name a sample field, a plain text of events and reminders: a new such field is named in these.
  private static let places = [
    // The property of iCalendar, and what of JSCalendar it is.
    "Sources/ICalendar/Tables/PropertyKind.swift", "Sources/JSCalendar/ObjectBuilder+Places.swift",
    // The value of an item, and its row in the table of fields.
    "Sources/Model/Item.swift",
    // The column, its step of the schema, and the record.
    "Sources/Store/Reading/ItemRecord.swift", "Sources/Store/Schema/Schema.swift",
    // The name in the language, with its type and its help; and what is made of the grammar file.
    "Sources/QueryLanguage/Catalog/FieldCatalog.swift", "Sources/Help/GrammarForms.swift",
    // What rows have, how it is set and written, and the JSON key.
    "Sources/QueryEngine/Fields/FieldTable.swift",
  ]

  @Test func aFieldIsNamedInOneFilePerStorey() {
    let found = Checkout.sources.filter { path in
      let text = (ProjectFiles.text(path) ?? "").lowercased()
      return text.split { !$0.isLetter }.contains("conference")
    }
    #expect(found.sorted() == Self.places.sorted())
    #expect(found.count <= 8)
  }
}
