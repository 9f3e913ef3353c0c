import TestSupport
import Testing

/// The decisions, their headings and their index.
@Suite struct DecisionsTests {
  private let list = DecisionList.project

  @Test func everyHeadingHasANumberATitleADateAndATextBelowIt() {
    #expect(list.faults == [])
    #expect(list.entries.count >= 351)
    #expect(list.entries.filter { !$0.hasText }.map(\.number) == [])
  }

  @Test func numbersAscendAndTitlesDiffer() {
    let numbers = list.entries.map(\.number)
    #expect(zip(numbers, numbers.dropFirst()).filter { $0 >= $1 }.map(\.1) == [])
    let titles = list.entries.map(\.title)
    #expect(titles.filter { title in titles.count { $0 == title } > 1 } == [])
  }

  @Test func relationsAreOfALaterEntryAndSaidByBoth() {
    var faults: [String] = []
    for entry in list.entries {
      for (relation, number) in entry.relations {
        let other = list.entries.first { $0.number == number }
        let isSaid = other?.relations.contains { $0 == (relation.reverse, entry.number) } ?? false
        if !isSaid { faults.append("\(number) does not say \(relation.reverse.rawValue) \(entry.number)") }
        if relation.pointsBack != (number < entry.number) {
          faults.append("\(entry.number) \(relation.rawValue) \(number)")
        }
      }
    }
    #expect(faults == [])
  }

  @Test func everyEntryStandsInTheIndexWhichNamesNoOthers() {
    let numbers = Set(list.entries.map(\.number))
    let named = Set(list.subjects.flatMap(\.numbers))
    #expect(numbers.subtracting(named).sorted() == [], "in no subject")
    #expect(named.subtracting(numbers).sorted() == [], "no entries")
    let names = list.subjects.map(\.name)
    #expect(Set(names).count == names.count)
    for (name, numbers) in list.subjects {
      let doesAscend = zip(numbers, numbers.dropFirst()).allSatisfy { $0 < $1 }
      #expect(doesAscend && !numbers.isEmpty, "\(name)")
    }
  }

  @Test func linesAreAtMost110Wide() {
    let text = ProjectFiles.text("DECISIONS.md") ?? ""
    let wide = text.split(separator: "\n").filter { $0.count > 110 }
    #expect(wide == [])
  }

  @Test func entriesThatOtherFilesNameAreThere() {
    let numbers = Set(list.entries.map(\.number))
    var found = 0
    for path in Checkout.textFiles {
      guard let bytes = ProjectFiles.bytes(ProjectFiles.root + "/" + path) else { continue }
      // Put together here, so that this file does not find itself.
      let name = "DECISIONS" + ".md "
      guard Checkout.contains(Array(name.utf8), in: bytes) else { continue }
      for rest in String(decoding: bytes, as: UTF8.self).split(separator: name).dropFirst() {
        guard let number = Int(rest.prefix { $0.isNumber }) else { continue }
        found += 1
        #expect(numbers.contains(number), "\(path) names \(number)")
      }
    }
    #expect(found > 0)
  }

  @Test(
    "A heading that lacks something is found out",
    arguments: [
      ("7 Precedence — 2026-11-21", nil), ("7 Precedence — 2026-11", nil),
      ("7 Precedence — 2026-11-21, replaces 5, 6, changed by 8", nil),
      ("Precedence — 2026-11-21", "there is no number"), ("7. Precedence — 2026-11-21", "there is no number"),
      ("7 — 2026-11-21", "there is no date after a dash"), ("7  — 2026-11-21", "there is no title"),
      ("7 The rule of 5 — 2026-11-21", "the title has a number in it"),
      ("7 Precedence", "there is no date after a dash"),
      ("7 Precedence — 2026", "the date is not YYYY-MM-DD"),
      ("7 Precedence — 2026-13-01", "the date is not YYYY-MM-DD"),
      ("7 Precedence — 2026-11-21, beats 5", "beats 5 says nothing of another entry"),
      ("7 Precedence — 2026-11-21, 5", "5 says nothing of another entry"),
      ("7 Precedence — 2026-11-21, replaces", "replaces says nothing of another entry"),
    ] as [(String, String?)])
  func faults(heading: String, fault: String?) {
    do throws(DecisionList.Fault) {
      let entry = try DecisionList.entry(heading[...])
      #expect(fault == nil && entry.number == 7)
    } catch {
      #expect(error.what == fault)
    }
  }

  @Test func theRelationsOfAHeadingAreReadInItsWords() throws {
    let entry = try DecisionList.entry("7 Precedence — 2026-11-21, replaces 5, 6, changed by 8")
    #expect(entry.relations.map(\.relation) == [.replaces, .replaces, .changedBy])
    #expect(entry.relations.map(\.number) == [5, 6, 8])
  }

  @Test func anEntryOfAPlainListAndAFaultOfTheIndexAreFound() {
    let text = """
      ## By subject

      - **Undo**: 1, two
      - Redo: 1

      ## Entries

      ### 1 Precedence — 2026-11-21
      Text.
      2. An entry as a list has them.
      """
    let faults = DecisionList(text).faults
    #expect(faults.map { $0.prefix(2) } == ["3:", "4:", "10"])
  }
}
