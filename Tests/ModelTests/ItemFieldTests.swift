import Model
import Testing

/// The table of fields; `FieldIdentityTests` takes each of them out and in again.
@Suite struct ItemFieldTests {
  @Test func aRowIsFoundByThePlaceOfItsField() {
    for (place, field) in ItemField.allCases.enumerated() {
      #expect(Int(unsafeBitCast(field, to: UInt8.self)) == place)
    }
    #expect(ItemField.allCases.filter(\.isTime) == [.start, .length, .reminderStart, .due])
    #expect(ItemField.allCases.filter(\.isOfSeries) == [.rules, .extraDates, .exceptions, .repeatBase])
  }
}
