import CivilTime
import Foundation
import Recurrence
import TestSupport
import Testing

/// One line of the foreign recurrence cases; see the README beside them.
struct CorpusCase: Decodable {
  var id: String
  var dtstart: String
  var rrule: [String]
  var rdate: [String]
  var exdate: [String]
  var between: [String?]?
  var limit: Int?
  var expect: [String]
  var expectComplete: Bool
  var expectUTC: [String]?
  var tier: Int
  var sync: Bool
  var startMode: String?
  var rfcInvalid: String?

  enum CodingKeys: String, CodingKey {
    case id, dtstart, rrule, rdate, exdate, between, limit, expect, tier, sync
    case expectComplete = "expect_complete"
    case expectUTC = "expect_utc"
    case startMode = "dtstart_mode"
    case rfcInvalid = "rfc_invalid"
  }

  var isGate: Bool { tier == 1 && sync && rfcInvalid == nil }
}

/// A value with its parameter in front, as the cases write DTSTART, RDATE and EXDATE.
struct CorpusValue {
  var zone: Zone?
  var start: RecurrenceStart
  var isUTC: Bool

  init?(_ text: String, _ zones: ZoneDatabase) {
    let parts = text.split(separator: ":", maxSplits: 1)
    let value = parts[parts.count - 1]
    if let date = BasicFormat.date(value.utf8) {
      start = .date(date)
      isUTC = false
      return
    }
    guard let found = BasicFormat.dateTime(value.utf8) else { return nil }
    start = .dateTime(found.value)
    isUTC = found.isUTC
    zone = isUTC ? .utc : nil
    if parts.count == 2, parts[0].hasPrefix("TZID=") {
      guard let named = zones.zone(named: String(parts[0].dropFirst(5))) else { return nil }
      zone = named
    }
  }
}

@Suite struct CorpusTests {
  static let zones = ZoneDatabase()

  static func load() throws -> [CorpusCase]? {
    guard let folder = ProjectFiles.corpora, let bytes = ProjectFiles.bytes(folder + "/recurrence.jsonl")
    else { return nil }
    let decoder = JSONDecoder()
    return try bytes.split(separator: 10).map { try decoder.decode(CorpusCase.self, from: Data($0)) }
  }

  /// The ids of cases that differ on purpose, and why.
  static func listedDifferences() -> [String: String] {
    var result: [String: String] = [:]
    let text = ProjectFiles.text("Tests/RecurrenceTests/Data/corpus-differences.tsv") ?? ""
    for line in text.split(separator: "\n") where !line.hasPrefix("#") {
      let fields = line.split(separator: "\t")
      if fields.count == 2 { result[String(fields[0])] = String(fields[1]) }
    }
    return result
  }

  /// What the engine says differently from the case, or nil when it agrees.
  static func difference(_ item: CorpusCase) -> String? {
    guard let start = CorpusValue(item.dtstart, zones) else { return "unreadable DTSTART" }
    var set = RecurrenceSet(
      start: start.start, zone: start.start.isDate ? nil : start.zone,
      includesStart: item.startMode == "included")
    for text in item.rrule {
      // A rule that is refused has no occurrences.
      if let rule = try? RecurrenceRule(parsing: text) { set.rules.append(rule) }
    }
    for text in item.rdate {
      guard let value = CorpusValue(text, zones) else { return "unreadable RDATE" }
      set.dates.append(ExtraDate(value.start))
    }
    for text in item.exdate {
      guard let value = CorpusValue(text, zones) else { return "unreadable EXDATE" }
      switch value.start {
      case .date(let date): set.exceptions.append(.wholeDay(date))
      case .dateTime(let wall):
        if let zone = value.zone, zone != start.zone {
          set.exceptions.append(.instant(zone.instant(of: wall)))
        } else {
          set.exceptions.append(.dateTime(wall))
        }
      }
    }
    func wall(_ text: String) -> CivilDateTime? {
      if let date = BasicFormat.date(text.utf8) { return CivilDateTime(date, .midnight) }
      return BasicFormat.dateTime(text.utf8)?.value
    }
    let from = item.between?.first?.flatMap(wall)
    let to = item.between?.last?.flatMap(wall)
    let sequence = set.occurrences(from: from, to: to)
    let wanted = item.expectComplete ? item.limit ?? item.expect.count + 1 : item.expect.count
    let found = sequence.prefix(wanted).map(\.start)
    let expected = item.limit.map { Array(item.expect.prefix($0)) } ?? item.expect
    if found == expected.compactMap(wall) { return nil }
    if let zone = start.zone, let moments = item.expectUTC {
      let expectedMoments = moments.prefix(expected.count).compactMap {
        BasicFormat.dateTime($0.utf8).map { Instant(seconds: $0.value.wallSeconds) }
      }
      if found.map({ zone.instant(of: $0) }) == Array(expectedMoments) { return nil }
    }
    let mismatch = zip(found, expected).first { wall($1) != $0 }
    return "\(item.dtstart) \(item.rrule) \(found.count) of \(expected.count); first difference: "
      + (mismatch.map { "\($0) instead of \($1)" } ?? "length")
  }

  @Test(.enabled(if: ProjectFiles.corpora != nil, "KALENDS_CORPORA is not set"))
  func foreignCasesAgreeOrAreListed() throws {
    let cases = try #require(try Self.load())
    let listed = Self.listedDifferences()
    var gate = 0
    var others = 0
    var differing: Set<String> = []
    for item in cases where item.tier <= 2 {
      guard let difference = Self.difference(item) else {
        if item.isGate { gate += 1 } else { others += 1 }
        continue
      }
      differing.insert(item.id)
      if item.isGate || listed[item.id] == nil {
        Issue.record("\(item.id) tier \(item.tier) sync \(item.sync): \(difference)")
      }
    }
    let stale = listed.keys.filter { !differing.contains($0) }.sorted()
    #expect(stale == [], "listed as different, but they agree")
    #expect(gate == cases.count(where: \.isGate))
    print("foreign recurrence cases: gate \(gate), others that agree \(others), listed \(differing.count)")
  }
}
