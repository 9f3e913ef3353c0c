import ICalendar
import TestSupport
import Testing

/// Real, odd and broken calendars of others, where they are at hand.
@Suite(.enabled(if: ProjectFiles.corpora != nil, "KALENDS_CORPORA is not set"))
struct CalendarCorpusTests {
  struct Row: Sendable {
    var file: String
    var expectation: String
    var counts: [Int?]
  }

  static let rows: [Row] = {
    guard let folder = ProjectFiles.corpora, let bytes = ProjectFiles.bytes(folder + "/ics/MANIFEST.tsv")
    else {
      return []
    }
    return String(decoding: bytes, as: UTF8.self).split(separator: "\n").dropFirst().map { line in
      let fields = line.split(separator: "\t", omittingEmptySubsequences: false).map(String.init)
      return Row(file: fields[0], expectation: fields[6], counts: fields[7...10].map { Int($0) })
    }
  }()

  @Test func theManifestIsThere() { #expect(Self.rows.count == 566) }

  @Test func everyFileReadsWritesAndReadsTheSame() throws {
    let folder = try #require(ProjectFiles.corpora)
    for row in Self.rows {
      let bytes = try #require(ProjectFiles.bytes(folder + "/ics/" + row.file))
      let reading = Reading(bytes, chunk: 4096)
      var writer = CalendarWriter()
      writer.begin("VCALENDAR")
      for component in reading.components {
        writer.write(component)
        #expect(ComponentText.component(ComponentText.bytes(component)) == component, "\(row.file)")
      }
      writer.end("VCALENDAR")
      #expect(Reading(writer.bytes).components == reading.components, "\(row.file)")
    }
  }

  @Test func componentsAreCountedAsOthersCountThem() throws {
    let folder = try #require(ProjectFiles.corpora)
    for row in Self.rows where row.expectation == "parses" {
      let bytes = try #require(ProjectFiles.bytes(folder + "/ics/" + row.file))
      let reading = Reading(bytes)
      for (name, count) in zip(["VEVENT", "VTODO", "VJOURNAL", "VTIMEZONE"], row.counts) {
        guard let count else { continue }
        #expect(reading.components.filter { $0.name == name }.count == count, "\(row.file) \(name)")
      }
    }
  }

  /// Files whose counts differ although others read them, with the reason.
  static let differences = [
    "libical/test-data__timefuzz71741.ics":
      "its VEVENT ends in END:VEVENTa, which others take for its end and we for a component cut off"
  ]

  @Test func filesWithErrorsGiveAsManyComponents() throws {
    let folder = try #require(ProjectFiles.corpora)
    for row in Self.rows where row.expectation.hasPrefix("parses with errors") {
      // Where the counts are empty their parser found nothing to count, as in a file with bare CR line ends.
      if Self.differences[row.file] != nil || row.counts.allSatisfy({ $0 == nil }) { continue }
      let reading = Reading(try #require(ProjectFiles.bytes(folder + "/ics/" + row.file)))
      for (kind, count) in zip([ComponentKind.vevent, .vtodo, .vjournal, .vtimezone], row.counts) {
        let found = reading.components.count { $0.kind == kind }
        #expect(found == count ?? 0, "\(row.file) \(kind)")
      }
    }
  }

  @Test func everyGoodComponentOfABrokenFileComesIn() throws {
    let folder = try #require(ProjectFiles.corpora)
    for row in Self.rows where row.expectation.hasPrefix("broken") {
      let bytes = try #require(ProjectFiles.bytes(folder + "/ics/" + row.file))
      let reading = Reading(bytes)
      for kind in [ComponentKind.vevent, .vtodo, .vjournal] {
        let found = reading.components.count { $0.kind == kind }
        #expect(found >= Self.goodComponents(bytes, name: kind.name), "\(row.file) \(kind)")
      }
    }
  }

  /// How many components have both their BEGIN and END lines, by a look at the lines alone.
  private static func goodComponents(_ bytes: [UInt8], name: String) -> Int {
    let (begin, end) = (Array("BEGIN:\(name)".utf8), Array("END:\(name)".utf8))
    var count = 0
    var isOpen = false
    for line in bytes.split(whereSeparator: { $0 == 10 || $0 == 13 }) {
      if line.count == begin.count, line.elementsEqual(begin) { isOpen = true }
      if line.count == end.count, line.elementsEqual(end), isOpen {
        count += 1
        isOpen = false
      }
    }
    return count
  }
}
