import Interchange
import Model
import Store
import SyncCore
import TestSupport
import Testing

@testable import Sync

/// Foreign files go out to a folder and come in again as they were.
@Suite(.enabled(if: ProjectFiles.corpora != nil, "KALENDS_CORPORA is not set"))
struct FolderCorpusTests {
  @Test func foreignItemsGoThroughAFolderUnchanged() throws {
    let folder = try #require(ProjectFiles.corpora)
    let manifest = try #require(ProjectFiles.bytes(folder + "/ics/MANIFEST.tsv"))
    var count = 0
    for line in String(decoding: manifest, as: UTF8.self).split(separator: "\n").dropFirst() {
      let path = String(line.prefix { $0 != "\t" })
      let first = try SyncBench()
      guard let bytes = ProjectFiles.bytes("\(folder)/ics/\(path)"), try take(bytes, into: first) > 0 else {
        continue
      }
      _ = try first.sync()
      let second = try SyncBench(first.folder)
      _ = try second.sync()
      let (mine, theirs) = (try resources(first), try resources(second))
      #expect(mine.count == theirs.count, "\(path)")
      for (name, resource) in mine {
        count += 1
        #expect(theirs[name]?.isEquivalent(to: resource, zones: zones) == true, "\(path): \(name)")
      }
      #expect(try !first.sync().isChanged, "\(path)")
    }
    #expect(count > 1_000)
  }

  /// The number of objects that a file brings into the store.
  private func take(_ bytes: [UInt8], into bench: SyncBench) throws -> Int {
    var pieces = [bytes]
    var options = ImportOptions()
    options.calendar = bench.calendar.id
    _ = try? bench.store.importCalendars(named: "x.ics", options: options, now: SyncBench.now) {
      pieces.popLast()
    }
    return try bench.store.objectNames(in: bench.calendar.id).count
  }

  private func resources(_ bench: SyncBench) throws -> [String: CalendarResource] {
    let local = LocalSide(store: bench.store, calendar: bench.calendar.id)
    var result: [String: CalendarResource] = [:]
    for name in try bench.store.objectNames(in: bench.calendar.id) {
      guard let resource = try local.resource(name, base: nil) else { continue }
      // An item without UID is known by its number here, and by its content there.
      let key = resource.uid ?? String(resource.contentIdentity)
      result[key] = resource
    }
    return result
  }
}
