import ICalendar
import Store
import SyncCore

/// A fetched feed as the other side of a sync, which is only read.
///
/// A resource is named by its UID, and one without UID by its content. Its state is a hash of what the object
/// says: a feed whose stamps alone are new has no changes.
package struct FeedCollection: RemoteCollection {
  private let content: FeedContent
  private let zones: ZoneDatabase
  private let listed: [RemoteEntry]
  /// The number of the object in the feed, by name.
  private let places: [String: Int]
  /// The UIDs that objects keep in the place of their new ones, by number.
  private let kept: [Int: String]

  /// Creates a collection of a feed.
  ///
  /// `missing` has the items that are known from before and whose UIDs the feed no longer has, with the
  /// `contentIdentity` of each. Where an object with an unknown UID has the same content, it is that item,
  /// and keeps its UID: some publishers make all UIDs anew at each request. `known` are the UIDs from before.
  package init(
    _ content: FeedContent, zones: ZoneDatabase, known: Set<String> = [], missing: [String: Int] = [:]
  ) {
    (self.content, self.zones) = (content, zones)
    let kept = Self.matches(content, known, missing)
    var places: [String: Int] = [:]
    var listed: [RemoteEntry] = []
    places.reserveCapacity(content.objects.count)
    listed.reserveCapacity(content.objects.count)
    var copies: [String: Int] = [:]
    for (number, object) in content.objects.enumerated() {
      var name = kept[number] ?? object.uid ?? Self.contentName(object)
      while places[name] != nil {
        // The same content twice, without UIDs.
        let copy = (copies[name] ?? 1) + 1
        copies[name] = copy
        name += "-\(copy)"
      }
      places[name] = number
      let tag =
        object.fault.map { "unreadable " + $0 } ?? Self.hex(object.resource.canonicalHash(zones: zones))
      listed.append(RemoteEntry(href: name, stamp: ResourceStamp(tag: tag)))
    }
    (self.listed, self.places, self.kept) = (listed, places, kept)
  }

  package var isPublished: Bool { true }

  package func entries() throws(RemoteFault) -> [RemoteEntry] { listed }

  package func read(_ href: String) throws(RemoteFault) -> RemoteContent {
    guard let number = places[href] else { throw .gone(href) }
    let object = content.objects[number]
    if let fault = object.fault { throw .failed(href, reason: fault) }
    var resource = object.resource
    // The system's zones beat any definition, and a copy of one in each item would be most of the store.
    resource.zones.removeAll { CalendarZones.name(of: $0).map(zones.hasZone) ?? true }
    if let uid = kept[number] { resource.components = resource.components.map { $0.renamed(uid) } }
    return RemoteContent(bytes: resource.bytes, stamp: listed[number].stamp)
  }

  package func properties() throws(RemoteFault) -> CollectionProperties {
    CollectionProperties(title: content.title, color: content.color)
  }

  // MARK: Writing

  private static let reason = "a subscription is only read"

  package func partialName(for href: String) -> String? { nil }

  package func write(
    _ bytes: [UInt8], to href: String, replacing stamp: ResourceStamp?, partial: String?
  ) throws(RemoteFault) -> ResourceStamp { throw .notPermitted(href, reason: Self.reason) }

  package func delete(_ href: String, _ stamp: ResourceStamp, partial: String?) throws(RemoteFault) {
    throw .notPermitted(href, reason: Self.reason)
  }

  package func recover(_ href: String, partial: String, known: [[UInt8]]) throws(RemoteFault) {}

  package func set(_ properties: CollectionProperties) throws(RemoteFault) {
    throw .notPermitted("", reason: Self.reason)
  }

  // MARK: Names

  /// The objects that are missing items under new UIDs.
  private static func matches(
    _ content: FeedContent, _ known: Set<String>, _ missing: [String: Int]
  ) -> [Int: String] {
    if missing.isEmpty { return [:] }
    var candidates: [Int: [String]] = [:]
    for (uid, identity) in missing { candidates[identity, default: []].append(uid) }
    // Items with the same content are given out in one order, the first from the end.
    for identity in candidates.keys { candidates[identity]?.sort(by: >) }
    var result: [Int: String] = [:]
    for (number, object) in content.objects.enumerated() {
      guard let uid = object.uid, !known.contains(uid), object.fault == nil,
        let match = candidates[object.resource.contentIdentity]?.popLast()
      else { continue }
      result[number] = match
    }
    return result
  }

  private static func contentName(_ object: FeedContent.Object) -> String {
    "content:" + hex(object.fault == nil ? object.resource.contentIdentity : 0)
  }

  private static func hex(_ number: Int) -> String { String(UInt(bitPattern: number), radix: 16) }
}

extension Component {
  /// The component with another UID.
  fileprivate func renamed(_ uid: String) -> Component {
    var isWritten = false
    let entries = entries.compactMap { entry -> ComponentEntry? in
      guard case .property(let property) = entry, property.kind == .uid else { return entry }
      if isWritten { return nil }
      isWritten = true
      return .property(Property(name: "UID", text: uid) ?? property)
    }
    return Component(name: name, entries: entries)
  }
}
