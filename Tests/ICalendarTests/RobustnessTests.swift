import ICalendar
import TestSupport
import Testing

/// Nothing that a file contains stops the reading, and what is written reads the same.
@Suite struct RobustnessTests {
  @Test func samplesAreThere() { #expect(SampleCalendars.all.count >= 5) }

  @Test func samplesReadWithoutProblemsAndWriteTheSame() {
    for bytes in SampleCalendars.all {
      let reading = Reading(bytes)
      #expect(reading.problems.isEmpty)
      #expect(Reading(reading.written).summary == reading.summary)
    }
  }

  /// Changes that files suffer: bytes overwritten, taken out, doubled, cut, and lines swapped.
  static func mutated(_ bytes: [UInt8], _ random: inout SplitMix64) -> [UInt8] {
    var result = bytes
    let odd: [UInt8] = [0, 10, 13, 32, 9, 34, 58, 59, 61, 92, 0x80, 0xC3, 0xFF, 0xEF, 66, 69]
    for _ in 0..<Int.random(in: 1...12, using: &random) where result.count > 20 {
      let place = Int.random(in: 0..<result.count, using: &random)
      let length = Int.random(in: 1...60, using: &random)
      switch Int.random(in: 0..<6, using: &random) {
      case 0, 1: result[place] = odd[Int.random(in: 0..<odd.count, using: &random)]
      case 2: result.insert(odd[Int.random(in: 0..<odd.count, using: &random)], at: place)
      case 3: result.removeSubrange(place..<min(place + length, result.count))
      case 4:
        let piece = Array(result[place..<min(place + length, result.count)])
        result.insert(contentsOf: piece, at: Int.random(in: 0..<result.count, using: &random))
      default: result.removeSubrange(max(place, result.count / 2)...)
      }
    }
    return result
  }

  @Test(arguments: 0..<8) func mutatedFilesReadAlikeInAnyChunksAndWriteTheSame(part: Int) {
    var random = SplitMix64(seed: UInt64(part) &+ 7_919)
    for round in 0..<12 {
      for seed in SampleCalendars.all {
        let bytes = Self.mutated(Array(seed.prefix(6_000)), &random)
        let whole = Reading(bytes)
        let size = Int.random(in: 1...300, using: &random)
        #expect(Reading(bytes, chunk: size).summary == whole.summary, "part \(part) round \(round)")
        let again = Reading(whole.written)
        #expect(again.components == whole.components, "part \(part) round \(round)")
        for component in whole.components {
          #expect(ComponentText.component(ComponentText.bytes(component)) == component)
          readEverything(component)
        }
      }
    }
  }

  /// Asks for every value in every form.
  private func readEverything(_ component: Component) {
    for entry in component.entries {
      switch entry {
      case .component(let inner): readEverything(inner)
      case .unreadable(let line): #expect(Property(line: line) == nil)
      case .property(let property):
        var notes: [ValueNote] = []
        _ = (property.text, property.texts, property.fields, property.parameters, property.valueType)
        _ = (property.dateValues(noting: &notes), property.periods(noting: &notes))
        _ = (property.duration(noting: &notes), property.integer, property.boolean, property.geo)
        _ = (property.utcOffset, property.isBinary)
        #expect(property.dateValue == property.dateValues.first ?? nil)
        #expect(Property(line: property.line) == property)
      }
    }
  }

  @Test func hostileInputsEndQuickly() {
    let many = 100_000
    let inputs = [
      String(repeating: "BEGIN:VEVENT\n", count: many),
      String(repeating: "BEGIN:VCALENDAR\n", count: many),
      "BEGIN:VCALENDAR\n" + String(repeating: "END:X\n", count: many),
      "BEGIN:VCALENDAR\nBEGIN:VEVENT\n" + String(repeating: "BEGIN:VALARM\n", count: many) + "END:VEVENT\n",
      "BEGIN:VCALENDAR\nBEGIN:VEVENT\n" + String(repeating: "x", count: many) + "\n"
        + String(repeating: " y\n", count: many) + "END:VEVENT\nEND:VCALENDAR\n",
      "BEGIN:VCALENDAR\nBEGIN:VEVENT\nX" + String(repeating: ";A=\"", count: many) + ":1\nEND:VEVENT\n",
      "BEGIN:VCALENDAR\nBEGIN:VEVENT\nEXDATE:" + String(repeating: ",", count: many) + "\nEND:VEVENT\n",
      "BEGIN:VCALENDAR\nBEGIN:VEVENT\nA:" + String(repeating: "\r", count: many) + "\nEND:VEVENT\n",
      String(repeating: "\r", count: many) + String(repeating: "\n", count: many),
      String(repeating: "\u{0}", count: many),
    ]
    for input in inputs {
      let bytes = Array(input.utf8)
      let taken = ProcessorTime.measure {
        let reading = Reading(bytes, chunk: 4_096)
        for component in reading.components { readEverything(component) }
        _ = Reading(reading.written)
      }
      #expect(taken < .seconds(10), "\(input.prefix(40))")
    }
  }

  @Test func aDeepComponentIsLeftOutAndTheNextComesIn() {
    let deep = String(repeating: "BEGIN:VALARM\n", count: 100_000)
    let text =
      "BEGIN:VCALENDAR\nBEGIN:VEVENT\nUID:1\n" + deep + "BEGIN:VEVENT\nUID:2\nEND:VEVENT\nEND:VCALENDAR\n"
    let reading = Reading(text)
    #expect(reading.components.map { $0.property("UID")?.text } == ["2"])
    #expect(reading.codes == ["67:nested-too-deep"])
  }

  @Test func aHugeComponentIsLeftOutAndTheNextComesIn() {
    let text =
      "BEGIN:VCALENDAR\nBEGIN:VEVENT\nUID:1\n" + String(repeating: "X:0123456789\n", count: 1_000)
      + "END:VEVENT\nBEGIN:VEVENT\nUID:2\nEND:VEVENT\nEND:VCALENDAR\n"
    var stream = CalendarStream(bytes: Array(text.utf8), limits: CalendarLimits(componentBytes: 4_096))
    var found: [String?] = []
    while let part = stream.next() {
      if case .component(let component, _) = part { found.append(component.property("UID")?.text) }
    }
    #expect(found == ["2"])
    #expect(stream.problems.map(\.code) == ["nested-too-deep"])
  }

  /// The line end is no part of it, nor is a fold, and cuts of the input change nothing.
  @Test(arguments: ["\n", "\r\n", "\r\r\n"], [0, 1, 2, 7, 4_096])
  func aLineMayBeAsLongAsTheLimit(lineEnd: String, chunk: Int) {
    for (length, fold) in [(99, false), (100, false), (101, false), (100, true), (101, true)] {
      var line = "SUMMARY:" + String(repeating: "x", count: length - 8)
      if fold { line.insert(contentsOf: lineEnd + " ", at: line.index(line.startIndex, offsetBy: 60)) }
      let lines = ["BEGIN:VCALENDAR", "BEGIN:VEVENT", line, "UID:1", "END:VEVENT", "END:VCALENDAR", ""]
      var rest = Array(lines.joined(separator: lineEnd).utf8)[...]
      var stream = CalendarStream(limits: CalendarLimits(lineBytes: 100)) {
        let piece = rest.prefix(chunk == 0 ? rest.count : chunk)
        rest = rest.dropFirst(piece.count)
        return piece.isEmpty ? nil : Array(piece)
      }
      var found: [Component] = []
      while let part = stream.next() {
        if case .component(let component, _) = part { found.append(component) }
      }
      #expect(found.map { $0.property("UID")?.text } == ["1"])
      #expect(found.first?.property("SUMMARY")?.text.count == (length > 100 ? nil : length - 8))
      #expect(stream.problems.map(\.code) == (length > 100 ? ["line-too-long"] : []), "\(length) \(fold)")
    }
    #expect(CalendarLimits.standard.lineBytes == 16 * 1_024 * 1_024)
  }

  @Test func problemsDoNotPileUp() {
    let text = "BEGIN:VCALENDAR\n" + String(repeating: "no colon\n", count: 500) + "END:VCALENDAR\n"
    var stream = CalendarStream(bytes: Array(text.utf8), limits: CalendarLimits(problems: 20))
    while stream.next() != nil {}
    #expect(stream.problems.count == 20)
    #expect(stream.unlistedProblems == 480)
  }
}
