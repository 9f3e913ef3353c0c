import CivilTime
import ICalendar
import Model
import TestSupport
import Testing

@testable import SyncCore

/// Items of foreign files: equal to themselves after writing and reading, and merged with nothing lost.
@Suite(.enabled(if: ProjectFiles.corpora != nil, "KALENDS_CORPORA is not set"))
struct MergeCorpusTests {
  /// The items of a file, the components of one UID each.
  private func resources(_ bytes: [UInt8]) -> [CalendarResource] {
    var stream = CalendarStream(bytes: bytes)
    var (zones, order): ([Component], [String]) = ([], [])
    var families: [String: [Component]] = [:]
    while let part = stream.next() {
      guard case .component(let component, _) = part else { continue }
      if component.kind == .vtimezone {
        zones.append(component)
      } else if let uid = component.uid {
        if families[uid] == nil { order.append(uid) }
        families[uid, default: []].append(component)
      }
    }
    return order.map { CalendarResource(zones: zones, components: families[$0] ?? []) }
  }

  @Test func itemsAreEqualToThemselvesAfterWritingAndReading() throws {
    let folder = try #require(ProjectFiles.corpora)
    let manifest = try #require(ProjectFiles.bytes(folder + "/ics/MANIFEST.tsv"))
    var count = 0
    for line in String(decoding: manifest, as: UTF8.self).split(separator: "\n").dropFirst() {
      let file = line.prefix { $0 != "\t" }
      guard let bytes = ProjectFiles.bytes("\(folder)/ics/\(file)") else { continue }
      for resource in resources(bytes).prefix(200) {
        // A text with control characters or without a name is read otherwise than it was written.
        guard let again = try? CalendarResource(bytes: resource.bytes) else { continue }
        count += 1
        #expect(again.isEquivalent(to: resource, zones: zones), "\(file) \(resource.uid ?? "")")
        #expect(again.canonicalHash(zones: zones) == resource.canonicalHash(zones: zones), "\(file)")
        try mergesWithAnEdit(resource, String(file))
      }
    }
    #expect(count > 1000)
  }

  /// Another title on one side and another line on the other come together.
  private func mergesWithAnEdit(_ resource: CalendarResource, _ file: String) throws {
    let title = try #require(Property(name: "SUMMARY", text: "another title"))
    let line = try #require(Property(name: "X-KALENDS-TEST", value: "1"))
    func editing(_ change: (inout [ComponentEntry]) -> Void) -> CalendarResource {
      var result = resource
      var entries = result.components[0].entries
      change(&entries)
      result.components[0] = Component(name: result.components[0].name, entries: entries)
      return result
    }
    let mine = editing { entries in
      entries.removeAll { $0.property?.kind == .summary }
      entries.insert(.property(title), at: 0)
    }
    let theirs = editing { $0.insert(.property(line), at: 0) }
    let wanted = editing { entries in
      entries.removeAll { $0.property?.kind == .summary }
      entries.insert(contentsOf: [.property(line), .property(title)], at: 0)
    }
    let result = ObjectMerge.merge(
      base: resource, mine: mine, theirs: theirs, addresses: ["me@example.org"], zones: zones)
    #expect(result.conflicts.isEmpty, "\(file)")
    #expect(result.merged.isEquivalent(to: wanted, zones: zones), "\(file) \(resource.uid ?? "")")
  }
}
