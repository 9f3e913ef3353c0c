import Model
import QueryLanguage
import Testing

@testable import QueryEngine

/// Which calendar a name means.
@Suite struct CatalogTests {
  private let catalog = Catalog(
    calendars: [("work", 1), ("Work", 2), ("Straße", 1), ("Strasse", 1), ("Home", 1), ("home", 2)]
      .enumerated().map { index, calendar in
        CalendarRecord(id: index + 1, source: calendar.1, title: calendar.0, kinds: [.events])
      },
    sources: [
      SourceRecord(id: 1, title: "Local", kind: .local), SourceRecord(id: 2, title: "Cloud", kind: .calDAV),
    ])

  @Test(
    arguments: [
      ("work", nil, 1), ("Work", nil, 2), ("Straße", nil, 3), ("Strasse", nil, 4),
      // The source is looked at first: what is written just so elsewhere is not meant.
      ("work", "cloud", 2), ("HOME", "Local", 5), ("Home", "Cloud", 6),
    ] as [(String, String?, Int)])
  func aNameMeansWhatIsWrittenJustSo(title: String, source: String?, id: Int) throws {
    #expect(try catalog.calendar(named: NameSyntax(title, source: source)).id == id)
  }

  @Test func aNameOfSeveralMeansNone() {
    #expect(throws: BindingError.self) { try catalog.calendar(named: NameSyntax("WORK")) }
    #expect(throws: BindingError.self) { try catalog.calendar(named: NameSyntax("STRASSE", source: "Local")) }
    #expect(throws: BindingError.self) { try catalog.calendar(named: NameSyntax("Home", source: "Clod")) }
  }
}
