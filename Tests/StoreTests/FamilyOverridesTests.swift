import CivilTime
import Model
import TestSupport
import Testing

@testable import Store

/// The overrides of a series while they are imported.
@Suite struct FamilyOverridesTests {
  private func entry(_ number: Int, isThisAndFuture: Bool = false) -> FamilyWriter.Entry {
    let start = CivilDateTime(clamping: number * 3_600)
    var item = Item(kind: .event)
    item.recurrenceID = RecurrenceID(time: .floating(start), isThisAndFuture: isThisAndFuture)
    return FamilyWriter.Entry(id: number, item: item, key: key(number), position: number)
  }

  private func key(_ number: Int) -> OccurrenceKey {
    OccurrenceKey(wallSeconds: number * 3_600, isDate: false)
  }

  @Test func eachIsFoundByItsOccurrenceAndTheFirstOfTwo() {
    var overrides = FamilyOverrides()
    overrides.append(entry(1))
    overrides.append(entry(2))
    overrides.append(entry(2, isThisAndFuture: true))
    overrides.append(entry(2))
    #expect(overrides.entries.map(\.id) == [1, 2, 2, 2])
    #expect(overrides.place(of: key(2), isThisAndFuture: false) == 1)
    #expect(overrides.place(of: key(2), isThisAndFuture: true) == 2)
    #expect(overrides.place(of: key(1), isThisAndFuture: true) == nil)
    #expect(overrides.place(of: key(3), isThisAndFuture: false) == nil)
    overrides[1].item.title = "Changed"
    #expect(overrides.entries[1].item.title == "Changed")
  }

  /// A walk over all of them for each takes many minutes.
  @Test func veryManyAreFoundAtOnce() {
    var overrides = FamilyOverrides()
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
