import EventKit
import Foundation
import KalendsExtensions
import Store
import Testing

/// Hearing of changes.
@Suite struct ChangeTests {
  /// Row 69.
  @Test func ownSavesOtherStoresOtherConnectionsAndChangesOfAccessAreTold() async throws {
    let fixture = try Fixture()
    let other = try fixture.other()
    var changes = fixture.store.changes.makeAsyncIterator()
    try fixture.store.save(fixture.event("Own"), span: .thisEvent)
    #expect(await changes.next() != nil)
    let event = EKEvent(eventStore: other)
    event.startDate = noon
    event.calendar = try fixture.calendar("Work", in: other)
    try other.save(event, span: .thisEvent)
    #expect(await changes.next() != nil)
    try fixture.importing("BEGIN:VEVENT\r\nUID:x\r\nDTSTART:20261119T100000Z\r\nEND:VEVENT\r\n")
    let change = await changes.next()
    #expect(change?.state == (try fixture.raw().state()))
    try fixture.store.setAccess(.denied, ofClient: "app", to: .event)
    #expect(await changes.next() != nil)
  }

  /// Row 69.
  @Test func manyChangesThatNobodyWaitedForComeAsOne() async throws {
    let fixture = try Fixture()
    var changes = fixture.store.changes.makeAsyncIterator()
    for number in 0..<20 { try fixture.store.save(fixture.event("\(number)"), span: .thisEvent) }
    try await Task.sleep(nanoseconds: 200_000_000)
    #expect(await changes.next()?.state == (try fixture.raw().state()))
    let seen = Box(0)
    let waiting = Task {
      var rest = changes
      while await rest.next() != nil { seen.change { $0 += 1 } }
    }
    try await Task.sleep(nanoseconds: 200_000_000)
    waiting.cancel()
    await waiting.value
    #expect(seen.value == 0)
  }

  /// After a change the range is fetched again; the event in hand keeps what was touched, or is gone.
  ///
  /// Rows 70 and 71.
  @Test func afterAChangeTheRangeIsFetchedAgain() async throws {
    let fixture = try Fixture()
    let event = fixture.event()
    try fixture.store.save(event, span: .thisEvent)
    event.title = "In edit"
    let other = try fixture.other()
    let same = try #require(event.eventIdentifier.flatMap(other.event(withIdentifier:)))
    var changes = fixture.store.changes.makeAsyncIterator()
    same.location = "Hall"
    try other.save(same, span: .thisEvent)
    _ = await changes.next()
    #expect(try fixture.events().map(\.location) == ["Hall"])
    #expect(event.refresh() && event.title == "In edit" && event.location == "Hall")
    try other.remove(same, span: .thisEvent)
    _ = await changes.next()
    #expect(!event.refresh())
  }

  /// Row 71.
  @Test func anOccurrenceThatItsSeriesNoLongerHasIsGone() throws {
    let fixture = try Fixture()
    _ = try fixture.series()
    let third = try fixture.events()[2]
    third.title = "In edit"
    let other = try fixture.other()
    let same = try #require(try fixture.events(other)[2] as EKEvent?)
    try other.remove(same, span: .thisEvent)
    #expect(!third.refresh())
  }
}
