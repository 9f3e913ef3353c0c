import CivilTime
import Editing
import Interchange
import Model
import Platform
import Store
import SyncCore
import TestSupport
import Testing

@testable import Sync

#if canImport(Glibc)
  import Glibc
#else
  import Darwin
#endif

/// One store with three calendars, a folder for each, and the programs that change both sides.
///
/// Beside the sync it keeps a plain account of each edit that must not be lost: a token lives in a calendar
/// from the edit that wrote it there until the same side overwrites or deletes the line with it.
final class SyncWorld {
  /// A file as its program knows it.
  struct TheirFile {
    var known: PlainCalendar
    /// What the program has still to write, where the file is empty or half written.
    var completion: String?
    /// What stands in the file until then.
    var part = ""

    /// What the program has written and will write.
    var texts: [PlainCalendar] { [known] + (completion.map { [PlainCalendar($0)] } ?? []) }
  }

  /// A token in an item of a calendar.
  struct Place: Hashable {
    var token: Int
    var side: Int
    var key: String
  }

  /// A calendar and its folder.
  struct Side {
    let bench: SyncBench
    /// The files as their programs know them, by name.
    var files: [String: TheirFile] = [:]
    /// The objects of the store.
    var objects: [ObjectName: PlainCalendar] = [:]
  }

  let store: CalendarStore
  let workspace: Workspace
  var sides: [Side] = []
  var random: SplitMix64
  /// What was done, for a failure's message.
  var log: [String] = []
  private var live: Set<Place> = []
  /// All that was ever written.
  private var placed: Set<Place> = []
  /// The tokens of all conflicts, which are kept.
  private var kept: Set<Int> = []
  private var seenConflict = 0
  var number = 0
  /// Texts that were deleted, which may come back.
  var trash: [PlainCalendar] = []
  /// The time that files get, a second later for each write.
  private var time = 1_700_000_000
  /// Whether files have the times that the system gives them, so that these prove nothing.
  let hasRealTimes: Bool
  var faults: [String] = []
  var held = 0

  init(seed: Int) throws {
    random = SplitMix64(seed: UInt64(seed))
    hasRealTimes = seed % 4 == 3
    store = try CalendarStore.inMemory(zones: zones)
    workspace = Workspace(store, generator: SplitMix64(seed: UInt64(seed)))
    for index in 0..<3 { sides.append(Side(bench: try SyncBench(in: store, number: index))) }
  }

  func note(_ text: String) { log.append(text) }

  func fail(_ text: String) { faults.append(text) }

  /// A token of its own.
  func token() -> String {
    number += 1
    note("  writes tk\(number).")
    return "tk\(number)."
  }

  // MARK: Their view

  func path(_ side: Int, _ name: String) -> String { sides[side].bench.folder.path + "/" + name }

  /// Writes a file as a program does, in place or beside and renamed.
  func write(_ text: String, _ side: Int, _ name: String, inPlace: Bool) {
    let bytes = Array(text.utf8)
    let target = path(side, inPlace ? name : "beside.tmp")
    guard let file = fopen(target, "wb") else { return fail("cannot write \(target)") }
    fwrite(bytes, 1, bytes.count, file)
    fclose(file)
    touch(target)
    if !inPlace { rename(target, path(side, name)) }
  }

  func touch(_ path: String) {
    if hasRealTimes { return }
    time += 1
    var times = [timespec(tv_sec: time, tv_nsec: 0), timespec(tv_sec: time, tv_nsec: 0)]
    utimensat(AT_FDCWD, path, &times, 0)
  }

  func text(_ side: Int, _ name: String) -> String {
    String(decoding: ProjectFiles.bytes(path(side, name)) ?? [], as: UTF8.self)
  }

  private var theirTokens: [Place: Int] { places { $0.files.values.flatMap(\.texts) } }

  /// The tokens in texts, with the number of texts that have each.
  private func places(_ texts: (Side) -> [PlainCalendar]) -> [Place: Int] {
    var result: [Place: Int] = [:]
    for (index, side) in sides.enumerated() {
      for text in texts(side) {
        let key = text.key ?? ""
        for token in text.tokens { result[Place(token: token, side: index, key: key), default: 0] += 1 }
      }
    }
    return result
  }

  /// Takes into account what a side wrote and what it removed.
  private func account(_ before: [Place: Int], _ after: [Place: Int]) {
    // Of an item without UID there may be copies: what was taken out of one is not owed for another.
    live = live.filter { place in
      let (old, new) = (before[place] ?? 0, after[place] ?? 0)
      return place.key.hasPrefix("X-KEY") ? new >= old : new > 0 || old == 0
    }
    // What comes back by an undo may be what the other side has overwritten since.
    let new = Set(after.keys).subtracting(before.keys).subtracting(placed)
    placed.formUnion(new)
    live.formUnion(new)
  }

  /// Runs a change of their side.
  func theirs(_ what: String, _ body: () -> Void) {
    note("theirs: " + what)
    let before = theirTokens
    body()
    account(before, theirTokens)
  }

  // MARK: Our view

  func readObjects(_ side: Int) throws {
    let calendar = sides[side].bench.calendar.id
    sides[side].objects = [:]
    for name in try store.objectNames(in: calendar) {
      var lines = ["BEGIN:VCALENDAR", "VERSION:2.0", "PRODID:-//x//EN"]
      for item in try store.items(of: name, in: calendar) {
        lines += PlainCalendar(String(decoding: try store.componentText(item) ?? [], as: UTF8.self)).lines
      }
      sides[side].objects[name] = PlainCalendar(lines: lines + ["END:VCALENDAR"])
    }
  }

  private var ourTokens: [Place: Int] { places { Array($0.objects.values) } }

  /// Runs a change of our side in these calendars.
  func ours(_ what: String, in changed: [Int], _ body: () throws -> Void) throws {
    note("ours: " + what)
    let before = ourTokens
    do { try body() } catch let error as EditError {
      note("  refused: \(error.code)")
    } catch let error as StoreError {
      note("  refused: \(error.code)")
    }
    for side in changed { try readObjects(side) }
    account(before, ourTokens)
  }

  // MARK: Sync

  /// Syncs one calendar, to the end or until it is interrupted; at one of the calls to the folder both sides
  /// may be changed by others.
  @discardableResult
  func sync(
    _ side: Int, last: Int? = nil, _ moment: StoppingRemote.Moment = .before, meanwhile: Int? = nil
  ) throws -> CollectionReport {
    let bench = sides[side].bench
    var most = self.most(side)
    let remote = StoppingRemote(bench.remote, last: last, moment)
    remote.onCall = { [self] call in
      guard call == meanwhile else { return }
      note("meanwhile, at call \(call):")
      do { try stepMeanwhile() } catch { fail("\(error)") }
      // Both sides may give the calendar the same item at once: then one of the two files is told as a twin.
      most.merge(
        counts(files: side).merging(counts(objects: side), uniquingKeysWith: +), uniquingKeysWith: max)
    }
    let clock = hasRealTimes ? SyncBench.systemClock : SyncBench.farClock
    let report = try bench.sync(remote, clock: clock)
    let end = last.map { " ended at \($0) \(moment)" } ?? ""
    note("sync \(side)\(end): \(report.summary)")
    held = report.held
    for (name, file) in sides[side].files where file.completion != nil {
      if text(side, name) != file.part { fail("\(name) was written while it was half written") }
    }
    try look(side)
    try readConflicts()
    for (key, count) in counts(files: side) where count > most[key] ?? 1 {
      fail("\(key) is in \(count) files")
    }
    for (key, count) in counts(objects: side) where count > most[key] ?? 1 {
      fail("\(key) is in \(count) objects")
    }
    if let fault = report.fault, last == nil { fail("fault: \(fault)") }
    return report
  }

  /// Looks at both sides of a calendar again, as a sync may have written them.
  private func look(_ side: Int) throws {
    readFiles(side)
    try readObjects(side)
  }

  /// Changes both sides in the middle of a sync.
  private func stepMeanwhile() throws {
    for _ in 0..<3 {
      for side in sides.indices { try look(side) }
      if random.chance(50) { try ourStep() } else { theirStep() }
    }
  }

  /// How often items may be in a calendar after a sync.
  private func most(_ side: Int) -> [String: Int] {
    let (files, objects) = (counts(files: side), counts(objects: side))
    return files.merging(objects, uniquingKeysWith: { _, new in new }).keys.reduce(into: [:]) { most, key in
      let (there, here) = (files[key] ?? 0, objects[key] ?? 0)
      // Of an item without UID nobody knows that it is another's copy, as after an undo.
      most[key] = key.hasPrefix("X-KEY") ? max(there + here, 1) : max(there, here, 1)
    }
  }

  private func counts(files side: Int) -> [String: Int] {
    // What a half-written file will be, nobody can know.
    sides[side].files.values.filter { $0.completion == nil }
      .reduce(into: [:]) { $0[$1.known.key ?? "none", default: 0] += 1 }
  }

  private func counts(objects side: Int) -> [String: Int] {
    sides[side].objects.values.reduce(into: [:]) { $0[$1.key ?? "none", default: 0] += 1 }
  }

  /// Looks at the files again, as a sync may have written them.
  private func readFiles(_ side: Int) {
    var files: [String: TheirFile] = [:]
    for name in sides[side].bench.names where FolderCollection.isResource(name) {
      if let old = sides[side].files[name], old.completion != nil {
        files[name] = old
      } else {
        files[name] = TheirFile(known: PlainCalendar(text(side, name)), completion: nil)
      }
    }
    sides[side].files = files
  }

  private func readConflicts() throws {
    for conflict in try store.syncConflicts() where conflict.id > seenConflict {
      seenConflict = conflict.id
      for text in [conflict.base, conflict.mine, conflict.theirs] {
        kept.formUnion(PlainCalendar(String(decoding: text ?? [], as: UTF8.self)).tokens)
      }
    }
  }

  /// The tokens that can be found outside of conflicts: in the store, beside a file that is not complete, and
  /// in files with the UID of another one, which stay as they are.
  private var visible: Set<Place> {
    Set(ourTokens.keys).union(
      places { side in
        let keys = side.files.values.reduce(into: [:]) { $0[$1.known.key ?? "", default: 0] += 1 }
        // As long as a file is half written, nobody knows which item it is, nor which others are its twins.
        let isOpen = side.files.values.contains { $0.completion != nil }
        return side.files.values.filter { isOpen || keys[$0.known.key ?? "", default: 0] > 1 }.flatMap(
          \.texts)
      }.keys)
  }

  /// The edits that cannot be found any more.
  var lost: [String] {
    live.subtracting(visible).filter { !kept.contains($0.token) }.map {
      "tk\($0.token). of \($0.key) in \($0.side)"
    }.sorted()
  }
}

extension CollectionReport {
  /// The numbers, for a failure's message.
  var summary: String {
    let numbers: KeyValuePairs<String, Int> = [
      "in": takenIn, "del here": deletedHere, "sent": sent, "del there": deletedThere, "merged": merged,
      "conflicts": conflicts, "restored": restored, "rejected": rejected, "unreadable": unreadable,
      "held": held,
    ]
    let texts = numbers.filter { $0.value > 0 }.map { "\($0.key) \($0.value)" }
    return (texts + (fault.map { ["fault \($0)"] } ?? [])).joined(separator: ", ")
  }
}
