import CivilTime
import Model
import QueryLanguage
import Store
import TestSupport
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

  /// By title, title and account, or id: one rule for statements, JSON objects and the store.
  @Test func aReferenceMeansTheSameEverywhere() throws {
    let store = try CalendarStore.inMemory(zones: zones)
    let now = Instant(seconds: 0)
    let cloud = try store.addSource(title: "Cloud", kind: .calDAV, now: now)
    let here = try store.addCalendar(title: "Home", now: now)
    let there = try store.addCalendar(title: "Home", source: cloud.id, now: now)
    let odd = try store.addCalendar(title: "a@b", now: now)
    let catalog = try Catalog(store)
    for (text, calendar) in [("Home@cloud", there), ("home@Local", here), ("A@b", odd)] {
      #expect(try store.calendar(.title(text)).id == calendar.id)
      #expect(try catalog.calendar(named: NameSyntax(text, isQuoted: true)).id == calendar.id)
    }
    let id = PublicID.text(.calendar, there.id)
    #expect(try store.calendar(.id(id)).id == there.id)
    #expect(try catalog.calendar(named: NameSyntax(id, isIdentifier: true)).id == there.id)
    for (reference, code) in [
      (.title("Home"), .ambiguousCalendar), (.title("Home@Clod"), .unknownCalendar),
      (.title("Home", source: "Clod"), .unknownCalendar), (.id("cal:zzzzzz"), .unknownCalendar),
    ] as [(CalendarReference, StoreError.Code)] {
      let error = #expect(throws: StoreError.self) { try store.calendar(reference) }
      #expect(error?.code == code)
    }
  }

  @Test func aNameOfSeveralMeansNone() {
    #expect(throws: BindingError.self) { try catalog.calendar(named: NameSyntax("WORK")) }
    #expect(throws: BindingError.self) { try catalog.calendar(named: NameSyntax("STRASSE", source: "Local")) }
    #expect(throws: BindingError.self) { try catalog.calendar(named: NameSyntax("Home", source: "Clod")) }
  }
}
