import Testing

@testable import QueryEngine

/// Hours that are written without minutes.
@Suite struct HourReadingsTests {
  @Test(
    arguments: [
      (0, 0, ["00:00"]), (1, 13, ["01:00", "13:00"]), (5, 17, ["05:00", "17:00"]),
      (7, 19, ["07:00", "19:00"]),
      (8, 8, ["08:00", "20:00"]), (10, 10, ["10:00", "22:00"]), (12, 12, ["12:00"]), (13, 13, ["13:00"]),
      (24, 24, ["24:00"]),
    ] as [(Int, Int, [String])])
  func anHourIsReadAsPeopleMeanIt(written: Int, meant: Int, readings: [String]) {
    #expect(HourReadings(written).hour == meant)
    #expect(HourReadings(written).texts == readings)
  }
}
