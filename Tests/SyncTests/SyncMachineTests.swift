import Platform
import Store
import SyncCore
import TestSupport
import Testing

@testable import Sync

/// Three calendars and three folders, changed at random on both sides and synced now and then.
///
/// A plain account of every edit says afterwards that nothing was lost, nothing doubled and nothing is stuck.
@Suite struct SyncMachineTests {
  private static let steps = 500

  @Test(arguments: Depth.seeds(usually: 40)) func nothingIsLostDoubledOrStuck(seed: Int) throws {
    let world = try SyncWorld(seed: seed)
    for step in 1...Self.steps {
      if world.random.chance(50) { try world.ourStep() } else { world.theirStep() }
      if world.random.chance(12) { try world.syncAtRandom() }
      if step % 40 == 0 { try world.check() }
      if !world.faults.isEmpty { break }
    }
    if world.faults.isEmpty { return }
    Issue.record("seed \(seed): \(world.faults.prefix(5).joined(separator: "; "))")
    print((["SEED \(seed)"] + world.log.suffix(400) + world.faults).joined(separator: "\n"))
  }
}

extension SyncWorld {
  /// Syncs one calendar, or all; sometimes the program ends at a call to the folder, or others change both
  /// sides meanwhile.
  func syncAtRandom() throws {
    let isOne = random.chance(50)
    for side in isOne ? [random.below(sides.count)] : Array(sides.indices) {
      let last = random.chance(25) ? random.pick(1...8) : nil
      let meanwhile = random.chance(25) ? random.pick(1...8) : nil
      try sync(side, last: last, random.pick(StoppingRemote.Moment.allCases), meanwhile: meanwhile)
      if held > 0, random.chance(30) { try allow(side) }
    }
  }

  private func allow(_ side: Int) throws {
    note("allow \(side)")
    let collection = sides[side].bench.collection.id
    var state = try store.state(ofCollection: collection)
    state.condition = .allowed
    try store.set(state, ofCollection: collection)
  }

  /// Syncs until nothing changes, and compares both sides and the account.
  func check() throws {
    if random.chance(70) {
      for side in sides.indices {
        for name in sides[side].files.keys.sorted() { complete((side, name)) }
      }
    }
    for side in sides.indices {
      try quiet(side)
      var isHeld = held > 0
      if isHeld, random.chance(60) {
        try allow(side)
        try quiet(side)
        if held > 0 { fail("still held after it was allowed") }
        isHeld = false
      }
      let isOpen = sides[side].files.values.contains { $0.completion != nil }
      if !isHeld, !isOpen { try compare(side) }
      try checkRest(side)
    }
    for place in lost { fail("lost: " + place) }
    for fault in try store.verify(now: SyncBench.now) { fail("verify: \(fault)") }
    note("checked")
  }

  /// Syncs until nothing changes, and then once more, which must leave everything as it is.
  private func quiet(_ side: Int) throws {
    for _ in 0..<3 where try !sync(side).isChanged { break }
    let report = try sync(side)
    if report.isChanged { fail("\(side) is not quiet: \(report.summary)") }
    if hasRealTimes { return }
    let before = try image(side)
    try sync(side)
    if try image(side) != before { fail("a sync of \(side) without changes wrote something") }
  }

  /// All that a sync without changes leaves as it is.
  private func image(_ side: Int) throws -> [String] {
    let bench = sides[side].bench
    var result = ["\(try store.lastChange())", "\(try store.state(ofCollection: bench.collection.id))"]
    result += try store.resources(in: bench.collection.id).map { "\($0)" }
    return result + (try bench.remote.entries().map { "\($0)" }.sorted())
  }

  /// Whether the store and the folder say the same.
  private func compare(_ side: Int) throws {
    let bench = sides[side].bench
    let open = Set(sides[side].files.values.filter { $0.completion != nil }.map { $0.known.key ?? "" })
    var files: [String: [CalendarResource]] = [:]
    for (name, file) in sides[side].files where file.completion == nil {
      do throws(ResourceFault) {
        files[file.known.key ?? "", default: []].append(
          try CalendarResource(bytes: Array(text(side, name).utf8)))
      } catch {
        fail("\(side)/\(name) cannot be read: \(error.message)")
      }
    }
    var objects: [String: [CalendarResource]] = [:]
    for (name, object) in sides[side].objects {
      guard let resource = try LocalSide(store: store, calendar: bench.calendar.id).resource(name, base: nil)
      else { continue }
      objects[object.key ?? "", default: []].append(resource)
    }
    for key in Set(files.keys).union(objects.keys).subtracting(open).sorted() {
      let (there, here) = (files[key] ?? [], objects[key] ?? [])
      if there.isEmpty { fail("\(key) has no file in \(side)") }
      if here.isEmpty { fail("\(key) is not in the store in \(side)") }
      if here.count > 1, !key.hasPrefix("X-KEY") { fail("\(key) is \(here.count) objects in \(side)") }
      for object in here where !there.contains(where: { $0.isEquivalent(to: object, zones: zones) }) {
        fail("\(key) differs in \(side)")
      }
    }
  }

  /// What an ended sync must not leave behind.
  private func checkRest(_ side: Int) throws {
    let bench = sides[side].bench
    for name in bench.names where name.hasPrefix(".") || name.hasSuffix(".tmp") {
      fail("\(name) is left in \(side)")
    }
    if try !store.intents(in: bench.collection.id).isEmpty { fail("intents are left in \(side)") }
  }
}
