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
}
