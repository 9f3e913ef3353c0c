import CivilTime
import Foundation
import Interchange
import Store
import TestSupport
import Testing

/// Occurrences of other people's calendars on which two independent engines agree, where the data is at hand.
@Suite(.enabled(if: ProjectFiles.corpora != nil, "KALENDS_CORPORA is not set"))
struct OccurrenceCorpusTests {
  struct Window: Sendable {
    var file: String
    var from: CivilDate
    var to: CivilDate
    var expected: [String]
  }

  static func windows() throws -> [Window] {
    let folder = try #require(ProjectFiles.corpora)
    let bytes = try #require(ProjectFiles.bytes(folder + "/ics/OCCURRENCES.jsonl"))
    return try bytes.split(separator: 10).compactMap { line in
      let row = try #require(try JSONSerialization.jsonObject(with: Data(line)) as? [String: Any])
      guard row["kcalendarcore"] as? String == "agree", row["truncated"] == nil else { return nil }
      let bounds = try #require(row["window"] as? [String])
      let occurrences = try #require(row["occurrences"] as? [[String?]])
      return Window(
        file: try #require(row["file"] as? String).replacing("fetch/", with: ""),
        from: try #require(BasicFormat.date(bounds[0].utf8)),
        to: try #require(BasicFormat.date(bounds[1].utf8)),
        expected: occurrences.map { ($0[0] ?? "") + " " + ($0[1] ?? "") }.sorted())
    }
  }

  /// The differences that are known, by file, each with its reason.
  static let reasons: [String: String] = [
    "ical4j/resources__samples__valid__Earth32Seasons.ics":
      "the window's end is read in the event's zone there, in UTC here",
    "kcalendarcore/RecurrenceRule__LibICal__LibICal_TestCase03.ics":
      "the window's end is read in the event's zone there, in UTC here",
    "ical4j/resources__samples__valid__blalor.ics":
      "an EXDATE that names an overridden instance removes the slot, and the override stays",
    "ical4j/resources__samples__valid__lotr.ics": "DTSTART is an occurrence also when UNTIL lies before it",
    "ical4j/resources__samples__valid__lotr-updated.ics":
      "DTSTART is an occurrence also when UNTIL lies before it",
    "kcalendarcore/RecurrenceRule__UntilInUTC__Until_TestCase02.ics":
      "DTSTART is an occurrence also when UNTIL lies before it",
  ]

  @Test func windowsGiveTheSameOccurrences() throws {
    let folder = try #require(ProjectFiles.corpora)
    let windows = try Self.windows()
    #expect(windows.count > 600)
    var stores: [String: CalendarStore] = [:]
    var differing: Set<String> = []
    for window in windows {
      let store: CalendarStore
      if let known = stores[window.file] {
        store = known
      } else {
        store = try CalendarStore.inMemory(zones: zones)
        _ = try store.importFile(folder + "/ics/" + window.file, now: Instant(seconds: 1_795_008_600))
        stores[window.file] = store
      }
      let found = try Self.occurrences(store, window)
      if found == window.expected { continue }
      differing.insert(window.file)
      if Self.reasons[window.file] == nil {
        let missing = window.expected.filter { !found.contains($0) }.prefix(3)
        let extra = found.filter { !window.expected.contains($0) }.prefix(3)
        Issue.record(
          "\(window.file) \(window.from): \(found.count) for \(window.expected.count), missing \(missing), extra \(extra)"
        )
      }
    }
    // A reason that no longer applies must go.
    #expect(differing == Set(Self.reasons.keys))
  }

  private static func occurrences(_ store: CalendarStore, _ window: Window) throws -> [String] {
    let cursor = try store.events(
      from: Zone.utc.startOfDay(window.from), to: Zone.utc.startOfDay(window.to), viewer: .utc)
    var result: [String] = []
    while let occurrence = try cursor.next() {
      let record = try #require(try store.record(occurrence.item))
      let wall = CivilDateTime(clamping: occurrence.axisStart)
      let start: String
      switch (occurrence.axis, occurrence.isAllDay) {
      case (.instant, _): start = BasicFormat.text(wall) + "Z"
      case (.wall, true): start = BasicFormat.text(wall.date)
      case (.wall, false): start = BasicFormat.text(wall)
      }
      result.append((record.uid ?? "") + " " + start)
    }
    return result.sorted()
  }
}
