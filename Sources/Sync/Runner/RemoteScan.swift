import Store
import SyncCore

/// What a look at the other side found: the resources that differ from what the last sync left.
struct RemoteScan {
  /// The state of every resource, by name.
  private(set) var stamps: [String: ResourceStamp] = [:]
  /// The objects that the other side added, changed or deleted.
  private(set) var works: [SyncWork] = []
  /// Resources whose content is as it was, under a new state.
  private(set) var restamped: [ResourceRecord] = []
  /// Resources that cannot be read, or that repeat the UID of another, as records to keep.
  private(set) var unreadable: [(record: ResourceRecord, note: SyncNote?)] = []
  /// Records of resources that are gone and stood for no object.
  private(set) var forgotten: [Int] = []
  /// The names of objects that a resource stands for, with their records.
  private(set) var known: [ObjectName: ResourceRecord] = [:]

  /// Looks at the other side.
  init(
    _ remote: some RemoteCollection, _ records: [ResourceRecord], base: (Int) throws(StoreError) -> [UInt8]?
  ) throws(SyncStop) {
    let entries: [RemoteEntry]
    do throws(RemoteFault) { entries = try remote.entries() } catch { throw .remote(error) }
    stamps.reserveCapacity(entries.count)
    for entry in entries { stamps[entry.href] = entry.stamp }
    var byName: [String: ResourceRecord] = [:]
    byName.reserveCapacity(records.count)
    var gone: [ResourceRecord] = []
    for record in records {
      byName[record.href] = record
      if record.condition != .unreadable, let name = record.name { known[name] = record }
      if stamps[record.href] == nil { gone.append(record) }
    }
    var fresh: [Found] = []
    // A second resource of a UID takes the place of the first, wherever that went.
    let isChanged = !gone.isEmpty || entries.contains { byName[$0.href]?.stamp != $0.stamp }
    for entry in entries {
      let record = byName[entry.href]
      if record?.stamp == entry.stamp, !(isChanged && record?.isTwin == true) { continue }
      let content: RemoteContent
      do throws(RemoteFault) {
        content = try remote.read(entry.href)
      } catch {
        switch error {
        // It went while we looked: the next look tells.
        case .gone: continue
        case .tooLarge:
          note(.tooLarge, entry, record)
          continue
        case .notPermitted(_, let reason), .failed(_, let reason):
          noteUnreadable(entry, record, "it cannot be read: \(reason)", .rejected(reason: reason))
          continue
        case .changed, .collectionGone, .full, .isLink: throw .remote(error)
        }
      }
      if let record {
        let known: [UInt8]?
        do throws(StoreError) { known = try base(record.id) } catch { throw .store(error) }
        if known == content.bytes {
          restamped.append(record.with(content.stamp))
          continue
        }
      }
      do throws(ResourceFault) {
        fresh.append(
          Found(
            href: entry.href, record: record, content: content,
            resource: try CalendarResource(bytes: content.bytes)))
      } catch {
        note(error, entry, record)
      }
    }
    take(fresh.sorted { $0.href < $1.href }, gone)
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
  private mutating func take(_ fresh: [Found], _ gone: [ResourceRecord]) {
    var left = gone
    var fresh = fresh
    for index in fresh.indices {
      guard let own = fresh[index].record, own.condition != .unreadable else { continue }
      let uid = fresh[index].resource.uid
      if uid.map({ own.name == .uid($0) }) ?? (own.uid == nil) { continue }
      // Another item stands in the file now: the old one is gone, unless it went to another file.
      left.append(own)
      fresh[index].record = nil
    }
    var places: [ObjectName: String] = [:]
    for found in fresh {
      let theirs = SyncWork.Theirs.content(found.resource, found.content)
      var record = found.record?.condition == .unreadable ? found.record?.unnamed : found.record
      guard let uid = found.resource.uid else {
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
    for record in left {
      if let name = record.name, record.condition != .unreadable {
        // What was never sent is not gone.
        let wasThere = record.stamp != ResourceStamp()
        works.append(SyncWork(name: name, href: nil, record: record, theirs: wasThere ? .gone : .same))
      } else {
        forgotten.append(record.id)
      }
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
    if record == nil || record?.name == nil { kept.condition = .unreadable }
    unreadable.append((kept, isKnown ? nil : SyncNote(href: entry.href, kind: kind)))
  }
}

extension ResourceRecord {
  /// The object that it stands for; nil when there is none.
  var name: ObjectName? { uid.map { .uid($0) } ?? item.map { .item($0) } }

  /// Whether it has the UID of another resource.
  fileprivate var isTwin: Bool { condition == .unreadable && uid != nil }

  /// The record with another state, readable as it was.
  fileprivate func with(_ stamp: ResourceStamp) -> ResourceRecord {
    var result = self
    result.stamp = stamp
    if condition != .conflict, condition != .waiting { (result.condition, result.fault) = (.inSync, nil) }
    return result
  }

  /// The record without an object, as of a resource that could not be read before.
  fileprivate var unnamed: ResourceRecord {
    var result = self
    (result.uid, result.item, result.condition, result.fault) = (nil, nil, .inSync, nil)
    return result
  }
}
