import CivilTime
import ICalendar
import Model
import TestSupport
import Testing

@testable import SyncCore

/// Laws of merging, for random versions of random families.
@Suite struct MergeLawTests {
  /// Three versions of one family.
  struct Versions {
    let base: CalendarResource
    let mine: CalendarResource
    let theirs: CalendarResource

    init(seed: Int) throws {
      var random = SplitMix64(seed: UInt64(seed))
      let family = Family(using: &random)
      var (one, two) = (family, family)
      for _ in 0..<random.pick(1...4) { one.edit(using: &random) }
      for _ in 0..<random.pick(1...4) { two.edit(using: &random) }
      (base, mine, theirs) = (try family.resource(), try one.resource(), try two.resource())
    }

    func merged(withBase: Bool = true) -> MergeResult {
      ObjectMerge.merge(
        base: withBase ? base : nil, mine: mine, theirs: theirs, addresses: ["me@example.org"], zones: zones)
    }

    var swapped: Versions { Versions(base: base, mine: theirs, theirs: mine) }

    private init(base: CalendarResource, mine: CalendarResource, theirs: CalendarResource) {
      (self.base, self.mine, self.theirs) = (base, mine, theirs)
    }
  }

  static let seeds = Depth.seeds(usually: 400)

  static func merge(_ base: CalendarResource?, _ mine: CalendarResource, _ theirs: CalendarResource)
    -> MergeResult
  {
    ObjectMerge.merge(base: base, mine: mine, theirs: theirs, addresses: ["me@example.org"], zones: zones)
  }

  @Test func aVersionMergedWithItsBaseOrItselfIsThatVersion() throws {
    for seed in Self.seeds {
      let versions = try Versions(seed: seed)
      let (base, mine) = (versions.base, versions.mine)
      let written = try rewritten(base)
      for (name, result) in [
        ("unchanged mine", Self.merge(base, base, mine)), ("unchanged theirs", Self.merge(base, mine, base)),
        ("both alike", Self.merge(base, mine, mine)), ("no base", Self.merge(nil, mine, mine)),
        ("mine only rewritten", Self.merge(base, written, mine)),
        ("theirs only rewritten", Self.merge(base, mine, written)),
      ] {
        #expect(result.conflicts.isEmpty, "\(seed) \(name)")
        #expect(result.merged.isEquivalent(to: mine, zones: zones), "\(seed) \(name)")
      }
    }
  }

  /// The same resource with its lines in another order and notation.
  private func rewritten(_ resource: CalendarResource) throws -> CalendarResource {
    try CanonicalTextTests.rewritten(resource, seed: 7)
  }

  @Test func noFactOfEitherSideIsLostOrInvented() throws {
    for seed in Self.seeds {
      let versions = try Versions(seed: seed)
      for versions in [versions, versions.swapped] {
        for withBase in [true, false] {
          let result = versions.merged(withBase: withBase)
          let base = withBase ? Atoms(versions.base).facts : []
          let (mine, theirs) = (Atoms(versions.mine).facts, Atoms(versions.theirs).facts)
          let found = Atoms(result.merged).facts
          var told: Set<String> = []
          for conflict in result.conflicts {
            for text in [conflict.mine, conflict.theirs, conflict.base] {
              told.formUnion(Atoms(conflictText: text).facts)
            }
          }
          func isTold(_ fact: String) -> Bool {
            let isComponent = result.conflicts.contains { $0.part == .component }
            return told.contains(Atoms.content(fact)) || fact.hasSuffix("|exists") && isComponent
          }
          for fact in mine.union(theirs).subtracting(base) where !found.contains(fact) {
            #expect(isTold(fact), "seed \(seed), base \(withBase): lost \(fact)")
          }
          #expect(found.subtracting(mine).subtracting(theirs).isEmpty, "seed \(seed): invented")
          let removed = base.intersection(found).filter { !mine.contains($0) || !theirs.contains($0) }
          let isTimeConflict = result.conflicts.contains {
            $0.part == .field(.start) || $0.part == .field(.rules)
          }
          for fact in removed where !isTimeConflict {
            #expect(isTold(fact), "seed \(seed): \(fact) is back")
          }
        }
      }
    }
  }

  @Test func theResultIsReadWithoutNewProblems() throws {
    func problems(_ resource: CalendarResource) -> Set<ItemProblem> {
      let meanings = ResourceZones(resource, zones)
      return resource.components.reduce(into: []) { found, component in
        found.formUnion(ItemReader.read(component) { tzid in meanings.zone(tzid) }.problems)
      }
    }
    for seed in Self.seeds {
      let versions = try Versions(seed: seed)
      let result = versions.merged()
      let again = try CalendarResource(bytes: result.merged.bytes)
      #expect(again.isEquivalent(to: result.merged, zones: zones), "seed \(seed)")
      let known = problems(versions.mine).union(problems(versions.theirs))
      #expect(problems(result.merged).subtracting(known).isEmpty, "seed \(seed)")
    }
  }

  @Test func whatWasMergedOnceMergesWithEitherSideIntoItself() throws {
    for seed in Self.seeds {
      let versions = try Versions(seed: seed)
      let merged = versions.merged().merged
      for (name, result) in [
        ("mine", Self.merge(versions.mine, versions.mine, merged)),
        ("theirs", Self.merge(versions.theirs, merged, versions.theirs)),
      ] {
        #expect(result.merged == merged && result.conflicts.isEmpty, "seed \(seed) \(name)")
      }
    }
  }

  @Test func linesThatNobodyTouchedKeepTheirPlaceAndTheirBytes() throws {
    for seed in Self.seeds {
      let versions = try Versions(seed: seed)
      let merged = versions.merged().merged
      guard let result = merged.components.first, let theirs = versions.theirs.components.first else {
        continue
      }
      let common = Set(versions.mine.components[0].properties.map(\.line))
        .intersection(versions.theirs.components[0].properties.map(\.line))
        .intersection(versions.base.components[0].properties.map(\.line))
      let kept = theirs.properties.map(\.line).filter { common.contains($0) }
      let found = result.properties.map(\.line).filter { common.contains($0) }
      #expect(found == kept, "seed \(seed)")
    }
  }

  @Test func everyConflictCanBeResolvedForEitherSide() throws {
    for seed in Self.seeds {
      let result = try Versions(seed: seed).merged()
      for conflict in result.conflicts {
        for side in MergeSide.allCases {
          let resolved = result.merged.resolving(conflict, with: side, zones: zones)
          let facts = Set(Atoms(resolved).facts.map(Atoms.content))
          let wanted = Atoms(conflictText: conflict.text(of: side)).facts
          #expect(wanted.isSubset(of: facts), "seed \(seed) \(conflict.part) \(side)")
        }
      }
    }
  }
}

/// Resources of unusual size.
@Suite struct LargeMergeTests {
  @Test func thousandsOfPartsAreMergedInLittleTime() throws {
    func resource(_ title: String, _ extra: [String]) throws -> CalendarResource {
      var lines = ["BEGIN:VEVENT", "UID:a", "DTSTART:20200101T100000Z", "RRULE:FREQ=DAILY"]
      lines += ["SUMMARY:\(title)"] + extra
      for number in 0..<2000 { lines.append("ATTENDEE;CN=P\(number):mailto:p\(number)@example.org") }
      for number in 0..<1000 { lines += ["BEGIN:VALARM", "UID:\(number)", "TRIGGER:PT0S", "END:VALARM"] }
      lines.append("END:VEVENT")
      let first = try #require(CivilDate(year: 2020, month: 1, day: 1))
      for day in 1...2000 {
        let date = BasicFormat.text(try #require(first.adding(days: day)))
        lines += ["BEGIN:VEVENT", "UID:a", "RECURRENCE-ID:\(date)T100000Z", "DTSTART:\(date)T120000Z"]
        lines += ["SUMMARY:\(title) \(day % 3)", "END:VEVENT"]
      }
      return try Family.resource(lines)
    }
    let base = try resource("A", [])
    let mine = try resource("B", ["ATTENDEE;CN=Me:mailto:me@example.org"])
    let theirs = try resource(
      "A", ["LOCATION:Room", "BEGIN:VALARM", "UID:new", "TRIGGER:PT0S", "END:VALARM"])
    var result = MergeResult(merged: base)
    let time = ProcessorTime.measure { result = MergeLawTests.merge(base, mine, theirs) }
    #expect(result.conflicts.isEmpty && result.merged.components.count == 2001)
    #expect(result.merged.components[0].properties("ATTENDEE").count == 2001)
    #expect(time < .seconds(Depth.isSanitized ? 100 : 10), "\(time)")
  }
}
