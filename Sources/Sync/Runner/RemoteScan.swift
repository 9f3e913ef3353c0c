import Store
import SyncCore

/// What a look at the other side found: the resources that differ from what the last sync left.
struct RemoteScan {
  private let entries: [RemoteEntry]
  private let records: [ResourceRecord]
  /// The state of every resource, by name; made when something asks for it, as most looks find nothing.
  private(set) lazy var stamps = entries.reduce(into: [String: ResourceStamp](minimumCapacity: entries.count))
  {
    $0[$1.href] = $1.stamp
  }
  /// The names of objects that a resource stands for, with their records.
  private(set) lazy var known = records.reduce(into: [ObjectName: ResourceRecord]()) { known, record in
    if record.condition != .unreadable, let name = record.name { known[name] = record }
  }
  /// The objects that the other side added, changed or deleted.
  private(set) var works: [SyncWork] = []
  /// Resources whose content is as it was, under a new state.
  private(set) var restamped: [ResourceRecord] = []
  /// Resources that cannot be read, or that repeat the UID of another, as records to keep.
  private(set) var unreadable: [(record: ResourceRecord, old: ResourceRecord?, note: SyncNote?)] = []
  /// Records of resources that are gone and stood for no object.
  private(set) var forgotten: [Int] = []
  /// Records whose resource's name another object has now, each with a name that no resource has.
  private(set) var displaced: [ResourceRecord] = []
  /// Records of objects whose resource cannot be read at present, so that nothing may be written to it.
  private(set) var damaged: Set<Int> = []
  /// Whether a resource went while we looked, so that another look is needed.
  private(set) var isTorn = false

  /// Looks at the other side.
  init(
    _ remote: some RemoteCollection, _ records: [ResourceRecord], base: (Int) throws(StoreError) -> [UInt8]?
  ) throws(SyncStop) {
    do throws(RemoteFault) { entries = try remote.entries() } catch { throw .remote(error) }
    self.records = records
    var places: [String: Int] = [:]
    places.reserveCapacity(records.count)
    for (place, record) in records.enumerated() { places[record.href] = place }
    // The record of each resource, and whether each record has a resource.
    let found = entries.map { places[$0.href] }
    var isThere = [Bool](repeating: false, count: records.count)
    for place in found { if let place { isThere[place] = true } }
    var gone = zip(records, isThere).filter { !$0.1 }.map(\.0)
    var fresh: [Found] = []
    // A second resource of a UID takes the place of the first, wherever that went, and whoever deleted it.
    let isChanged =
      !gone.isEmpty
      || zip(entries, found).contains { entry, place in place.map { records[$0].stamp } != entry.stamp }
    for (entry, place) in zip(entries, found) {
      if let place, records[place].stamp == entry.stamp {
        switch records[place].condition {
        case .inSync, .waiting, .held: continue
        case .damaged:
          damaged.insert(records[place].id)
          continue
        case .unreadable: if !records[place].isTwin || !isChanged && isSecond(records[place]) { continue }
        }
      }
      var record = place.map { records[$0] }
      if let fault = entry.fault {
        noteUnreadable(entry, record, "it cannot be read: \(fault)", .rejected(reason: fault))
        continue
      }
      let content: RemoteContent
      do throws(RemoteFault) {
        content = try remote.read(entry.href)
      } catch {
        switch error {
        // It went while we looked: the next look tells.
        case .gone:
          isTorn = true
          continue
        case .tooLarge:
          note(.tooLarge, entry, record)
          continue
        case .notPermitted(_, let reason), .failed(_, let reason):
          // Its state may stay the same when it can be read again.
          var entry = entry
          entry.stamp.modified = 0
          noteUnreadable(entry, record, "it cannot be read: \(reason)", .rejected(reason: reason))
          continue
        case .changed, .collectionGone, .full, .isLink: throw .remote(error)
        }
      }
      if let record {
        let known: [UInt8]?
        do throws(StoreError) { known = try base(record.id) } catch { throw .store(error) }
        if known == content.bytes {
          let present = record.with(content.stamp)
          restamped.append(present)
          // What was changed here while it could not be read waits.
          if present.condition == .waiting, record.condition == .damaged {
            works.append(SyncWork(name: present.name, href: present.href, record: present, theirs: .same))
          }
          continue
        }
      }
      do throws(ResourceFault) {
        fresh.append(
          Found(
            href: entry.href, record: record, content: content,
            resource: try CalendarResource(bytes: content.bytes)))
      } catch {
        if let own = record, own.wasNeverThere, own.name != nil {
          // The name that ours was to have is that of another resource now.
          gone.append(own)
          record = nil
        }
        note(error, entry, record)
      }
    }
    do throws(StoreError) { try take(fresh.sorted { $0.href < $1.href }, gone, base) } catch {
      throw .store(error)
    }
  }

  /// Whether the records say something else than before.
  var isNews: Bool {
    !works.isEmpty || !restamped.isEmpty || !forgotten.isEmpty || unreadable.contains { $0.record != $0.old }
  }

  /// Whether there is a record of the object whose UID a resource has too.
  private mutating func isSecond(_ record: ResourceRecord) -> Bool {
    record.name.map { known[$0] != nil } ?? false
  }

  // MARK: Objects

  /// A resource whose content was read, with the record of its name.
  private struct Found {
    var href: String
    var record: ResourceRecord?
    var content: RemoteContent
    var resource: CalendarResource
  }

  /// Gives each changed resource the object that it stands for.
  private mutating func take(
    _ fresh: [Found], _ gone: [ResourceRecord], _ base: (Int) throws(StoreError) -> [UInt8]?
  ) throws(StoreError) {
    var left = gone
    var fresh = fresh
    for index in fresh.indices {
      guard let own = fresh[index].record, own.condition != .unreadable else { continue }
      let uid = fresh[index].resource.uid
      if uid.map({ own.name == .uid($0) }) ?? (own.uid == nil && !own.wasNeverThere) { continue }
      // Another item stands in the file now: the old one is gone, unless it went to another file.
      left.append(own)
      fresh[index].record = nil
    }
    var places: [ObjectName: String] = [:]
    for found in fresh {
      let theirs = SyncWork.Theirs.content(found.resource, found.content)
      var record = found.record?.condition == .unreadable ? nil : found.record
      guard let uid = found.resource.uid else {
        if record == nil {
          // A file with the same bytes is the same item under a new name.
          for (place, other) in left.enumerated() where other.uid == nil && other.item != nil {
            if try base(other.id) != found.content.bytes { continue }
            record = left.remove(at: place)
            break
          }
        }
        let name = record?.item.map(ObjectName.item)
        works.append(SyncWork(name: name, href: found.href, record: record, theirs: theirs))
        continue
      }
      let name = ObjectName.uid(uid)
      if let first = places[name] {
        noteTwin(found, uid, of: first)
        continue
      }
      if let other = known[name], other.href != found.href {
        guard let place = left.firstIndex(where: { $0.id == other.id }) else {
          noteTwin(found, uid, of: other.href)
          continue
        }
        // The file has a new name.
        record = left.remove(at: place)
      }
      places[name] = found.href
      works.append(SyncWork(name: name, href: found.href, record: record, theirs: theirs))
    }
    for var record in left {
      if record.name == nil || record.condition == .unreadable {
        forgotten.append(record.id)
        continue
      }
      if stamps[record.href] != nil {
        record.href = record.displacedName
        displaced.append(record)
      }
      // What was never sent is not gone.
      works.append(
        SyncWork(name: record.name, href: nil, record: record, theirs: record.wasNeverThere ? .same : .gone))
    }
  }

  // MARK: What cannot be read

  private mutating func note(_ fault: ResourceFault, _ entry: RemoteEntry, _ record: ResourceRecord?) {
    noteUnreadable(entry, record, fault.message, .unreadable(fault))
  }

  /// Keeps a resource out of the sync whose UID is that of another.
  private mutating func noteTwin(_ found: Found, _ uid: String, of first: String) {
    noteUnreadable(
      RemoteEntry(href: found.href, stamp: found.content.stamp), found.record, "its UID is that of \(first)",
      .duplicate(uid: uid, of: first))
    unreadable[unreadable.count - 1].record.uid = uid
    unreadable[unreadable.count - 1].record.condition = .unreadable
  }

  /// Keeps a resource out of the sync; it is told once for each content.
  ///
  /// A resource that could be read before keeps its base and its object: only its state is news.
  private mutating func noteUnreadable(
    _ entry: RemoteEntry, _ record: ResourceRecord?, _ fault: String, _ kind: SyncNote.Kind
  ) {
    var kept = record ?? ResourceRecord(id: 0, href: entry.href, uid: nil, stamp: entry.stamp)
    let isKnown = record?.fault == fault
    kept.stamp = entry.stamp
    kept.fault = fault
    if let record, record.name != nil, record.condition != .unreadable {
      kept.condition = .damaged
      damaged.insert(record.id)
    } else {
      kept.condition = .unreadable
    }
    unreadable.append((kept, record, isKnown ? nil : SyncNote(href: entry.href, kind: kind)))
  }
}

extension ResourceRecord {
  /// The object that it stands for; nil when there is none.
  var name: ObjectName? { uid.map { .uid($0) } ?? item.map { .item($0) } }

  /// Whether it has the UID of another resource.
  fileprivate var isTwin: Bool { condition == .unreadable && uid != nil }

  /// The record with another state, readable as it was; one that could not be read waits for a look at ours.
  fileprivate func with(_ stamp: ResourceStamp) -> ResourceRecord {
    var result = self
    result.stamp = stamp
    if condition == .damaged, name != nil {
      (result.condition, result.fault) = (.waiting, nil)
    } else if !condition.isOpen {
      (result.condition, result.fault) = (.inSync, nil)
    }
    return result
  }

  /// Whether ours was never written to the other side, as it refused it.
  var wasNeverThere: Bool { stamp == ResourceStamp() }

  /// The name of a record whose own is that of another object now; no resource has such a name.
  fileprivate var displacedName: String { "\(href.prefix(200))/\(id)" }

  /// Whether the record has lost its resource's name to another object.
  var isDisplaced: Bool { href.utf8.contains(UInt8(ascii: "/")) }
}
