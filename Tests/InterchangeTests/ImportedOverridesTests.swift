import CivilTime
import ICalendar
import Model
import TestSupport
import Testing

@testable import Interchange
@testable import Store

/// The overrides of a series while they are imported.
@Suite struct ImportedOverridesTests {
  private func entry(_ number: Int, isThisAndFuture: Bool = false) -> ObjectWriter.Entry {
    let start = CivilDateTime(clamping: number * 3_600)
    var item = Item(kind: .event)
    item.recurrenceID = RecurrenceID(time: .floating(start), isThisAndFuture: isThisAndFuture)
    let member = CalendarObject.Member(
      id: number, component: Component(name: "VEVENT"), item: item, key: key(number))
    return ObjectWriter.Entry(member: member, position: number)
  }

  private func key(_ number: Int) -> OccurrenceKey {
    OccurrenceKey(wallSeconds: number * 3_600, isDate: false)
  }

  @Test func eachIsFoundByItsOccurrenceAndTheFirstOfTwo() {
    var overrides = ImportedOverrides()
    overrides.append(entry(1))
    overrides.append(entry(2))
    overrides.append(entry(2, isThisAndFuture: true))
    overrides.append(entry(2))
    #expect(overrides.entries.map(\.id) == [1, 2, 2, 2])
    #expect(overrides.place(of: key(2), isThisAndFuture: false) == 1)
    #expect(overrides.place(of: key(2), isThisAndFuture: true) == 2)
    #expect(overrides.place(of: key(1), isThisAndFuture: true) == nil)
    #expect(overrides.place(of: key(3), isThisAndFuture: false) == nil)
    overrides[1].member.item.title = "Changed"
    #expect(overrides.entries[1].member.item.title == "Changed")
  }

  /// A walk over all of them for each takes many minutes.
  @Test func veryManyAreFoundAtOnce() {
    var overrides = ImportedOverrides()
    let time = ProcessorTime.measure {
      for number in 0..<50_000 {
        let place = overrides.place(of: key(number), isThisAndFuture: false)
        if place == nil { overrides.append(entry(number)) }
      }
    }
    #expect(overrides.entries.count == 50_000)
    #expect(time < .seconds(20))
  }
}
