import CivilTime
import Testing

@Suite struct CivilDateTests {
  @Test func everyDayNumberRoundTrips() throws {
    var day = CivilDate.min.dayNumber
    while day <= CivilDate.max.dayNumber {
      let parts = CivilDate.parts(ofDayNumber: day)
      let date = try #require(CivilDate(year: parts.year, month: parts.month, day: parts.day))
      #expect(date.dayNumber == day)
      day += 97
    }
    #expect(CivilDate.min.description == "0001-01-01")
    #expect(CivilDate.max.description == "9999-12-31")
    #expect(CivilDate(dayNumber: 0)?.description == "1970-01-01")
  }

  @Test func daysThatDoNotExistAreRefused() {
    #expect(CivilDate(year: 2026, month: 2, day: 29) == nil)
    #expect(CivilDate(year: 2028, month: 2, day: 29) != nil)
    #expect(CivilDate(year: 1900, month: 2, day: 29) == nil)
    #expect(CivilDate(year: 2026, month: 4, day: 31) == nil)
    #expect(CivilDate(year: 0, month: 1, day: 1) == nil)
    #expect(CivilDate(year: 10_000, month: 1, day: 1) == nil)
  }

  @Test func isoWeeksBelongToTheYearOfTheirThursday() throws {
    let newYear = try #require(CivilDate(year: 2027, month: 1, day: 1))
    #expect(newYear.isoWeek == (2026, 53))
    #expect(CivilDate.isoWeeks(inYear: 2026) == 53)
    #expect(CivilDate.isoWeeks(inYear: 2025) == 52)
    let reference = try #require(CivilDate(year: 2026, month: 11, day: 18))
    #expect(reference.weekday == .wednesday)
    #expect(reference.isoWeek == (2026, 47))
    #expect(CivilDate(isoWeekYear: 2026, week: 48, weekday: .monday)?.description == "2026-11-23")
    #expect(CivilDate(isoWeekYear: 2025, week: 53, weekday: .monday) == nil)
  }

  @Test func addingMonthsClampsToTheEndOfTheMonth() throws {
    let date = try #require(CivilDate(year: 2026, month: 1, day: 31))
    #expect(date.adding(months: 1)?.description == "2026-02-28")
    #expect(date.adding(months: -2)?.description == "2025-11-30")
    #expect(CivilDate.max.adding(months: 1) == nil)
    #expect(CivilDate.max.adding(days: Int.max) == nil)
  }
}
