import CivilTime
import Recurrence
import TestSupport
import Testing

/// A case of the `.rrule` files: blocks of `key: value` lines between empty lines.
///
/// `start`, `rdate` and `exdate` are iCalendar values with their parameter in front; `rule` and `exrule`
/// are rules; `mode: rule` leaves the start out unless the rule has it; `window` is two wall times;
/// `expect` lists wall starts (a date takes the time of the start, `...` means that it goes on);
/// `moments` lists the same in UTC; `warnings` lists codes, `error` the code of a refused rule, `text`
/// the canonical form of the first rule.
struct RuleCase: Sendable, CustomTestStringConvertible {
  var name = ""
  var values: [String: [String]] = [:]

  var testDescription: String { name }

  func words(_ key: String) -> [String] {
    (values[key] ?? []).flatMap { $0.split(separator: " ").map(String.init) }
  }

  static func load(_ file: String) -> [RuleCase] {
    var result: [RuleCase] = []
    var current = RuleCase()
    let text = ProjectFiles.text("Tests/RecurrenceTests/Data/" + file) ?? ""
    var lines = text.split(separator: "\n", omittingEmptySubsequences: false)
    lines.append("")
    for line in lines {
      if line.isEmpty {
        if !current.name.isEmpty { result.append(current) }
        current = RuleCase()
      } else if !line.hasPrefix("#"), let colon = line.firstIndex(of: ":") {
        let key = String(line[..<colon])
        let value = line[line.index(after: colon)...].drop { $0 == " " }
        if key == "name" { current.name = String(value) }
        current.values[key, default: []].append(String(value))
      }
    }
    return result
  }
}

@Suite struct RuleFileTests {
  static let zones = ZoneDatabase()

  @Test func filesHoldWhatTheySay() {
    #expect(RuleCase.load("rfc5545.rrule").count == 42)
    #expect(RuleCase.load("decisions.rrule").count > 70)
  }

  @Test(arguments: RuleCase.load("rfc5545.rrule")) func examplesOfTheRFC(_ item: RuleCase) throws {
    try check(item)
  }

  @Test(arguments: RuleCase.load("decisions.rrule")) func decisions(_ item: RuleCase) throws {
    try check(item)
  }

  private func check(_ item: RuleCase) throws {
    if let code = item.values["error"]?.first {
      #expect(item.values["rule"]?.count == 1)
      for text in item.values["rule"] ?? [] {
        let error = #expect(throws: RecurrenceRuleError.self) { try RecurrenceRule(parsing: text) }
        #expect(error?.code == code)
      }
      return
    }
    let set = try self.set(item)
    if let text = item.values["text"]?.first { #expect(set.rules.first?.description == text) }
    for rule in set.rules + set.exceptionRules {
      #expect(try RecurrenceRule(parsing: rule.description) == rule)
    }
    #expect(Set(set.warnings.map(\.code)) == Set(item.words("warnings")))
    let window = try item.words("window").map { try #require(BasicFormat.dateTime($0.utf8)).value }
    let compiled = set.compiled()
    let sequence = compiled.occurrences(from: window.first, to: window.last)
    if item.values["expect"] != nil {
      let words = item.words("expect")
      let expected = try words.filter { $0 != "..." }.map { try wall($0, set.start) }
      let isOpen = words.last == "..."
      let found = sequence.prefix(isOpen ? expected.count : expected.count + 1).map(\.start)
      #expect(found == expected)
      let stored = try CompiledRecurrence(decoding: compiled.encoded(), zone: set.zone)
      let again = stored.occurrences(from: window.first, to: window.last)
      #expect(again.prefix(expected.count).map(\.start) == expected)
      if !isOpen, window.isEmpty {
        let last = compiled.isEndless ? .endless : expected.last.map(LastOccurrence.at) ?? .none
        #expect(compiled.lastOccurrence() == last)
      }
    }
    if item.values["moments"] != nil, let zone = set.zone {
      let moments = item.words("moments")
      let found = sequence.prefix(moments.count + 1).map { zone.instant(of: $0.start) }
      #expect(found.map { BasicFormat.text($0.utc) + "Z" } == moments)
    }
  }

  private func set(_ item: RuleCase) throws -> RecurrenceSet {
    let start = try #require(CorpusValue(item.values["start"]?.first ?? "", Self.zones))
    var set = RecurrenceSet(
      start: start.start, zone: start.zone, includesStart: item.values["mode"]?.first != "rule")
    set.rules = try (item.values["rule"] ?? []).map { try RecurrenceRule(parsing: $0) }
    set.exceptionRules = try (item.values["exrule"] ?? []).map { try RecurrenceRule(parsing: $0) }
    for text in item.values["rdate"] ?? [] {
      set.dates.append(ExtraDate(try #require(CorpusValue(text, Self.zones)).start))
    }
    for text in item.values["exdate"] ?? [] {
      let value = try #require(CorpusValue(text, Self.zones))
      switch value.start {
      case .date(let date): set.exceptions.append(.wholeDay(date))
      case .dateTime(let wall):
        set.exceptions.append(
          value.isUTC ? .instant(Instant(seconds: wall.wallSeconds)) : .dateTime(wall))
      }
    }
    return set
  }

  private func wall(_ word: String, _ start: RecurrenceStart) throws -> CivilDateTime {
    if let date = BasicFormat.date(word.utf8) { return CivilDateTime(date, start.wall.time) }
    return try TestSupport.wall(word)
  }
}
