import Store
import SyncCore

/// A reason to end a sync: the store's, or the other side's.
enum SyncStop: Error {
  case store(StoreError)
  case remote(RemoteFault)
}

/// One object that a sync looks at, as both sides have it.
///
/// It has the content of both sides and stands in several lists, so that it is not copied.
final class SyncWork {
  /// What the other side has, relative to the record.
  enum Theirs {
    /// The content of the record, or nothing when there is no record with a base.
    case same
    case content(CalendarResource, RemoteContent)
    case gone
  }

  /// The name in the store; nil for a new resource without UID.
  var name: ObjectName?
  /// The resource's name on the other side; nil when it has none yet.
  var href: String?
  var record: ResourceRecord?
  var theirs: Theirs

  // What is found out by looking at it.

  var base: CalendarResource?
  var mine: CalendarResource?
  /// The items of the object in the store.
  var items: [Int] = []
  var action = ResourceAction.nothing
  /// What both sides get, for a merge.
  var merged: MergeResult?

  init(name: ObjectName?, href: String?, record: ResourceRecord?, theirs: Theirs) {
    (self.name, self.href, self.record, self.theirs) = (name, href, record, theirs)
  }

  /// Whether the resource has another name than the record says.
  var isMoved: Bool { href != nil && record != nil && record?.href != href }

  /// Whether its deletion was held back by the last sync.
  var isHeld: Bool { record?.condition == .held }

  /// The content of the other side, where it was read.
  var theirResource: CalendarResource? {
    if case .content(let resource, _) = theirs { resource } else { nil }
  }
}

extension SyncWork {
  /// Looks at our side and decides.
  ///
  /// `isKnown` tells whether the calendar may have an object of the name; when not, it is not looked for.
  func decide(
    _ local: LocalSide, _ addresses: Set<String>, isKnown: Bool = true
  ) throws(StoreError) {
    let zones = local.store.zones
    if let record, let bytes = try local.store.base(of: record.id) {
      base = try? CalendarResource(bytes: bytes)
    }
    if let name, isKnown {
      items = try local.store.items(of: name, in: local.calendar)
      if !items.isEmpty { mine = try local.resource(name, base: base) }
    }
    func state(_ side: CalendarResource?) -> SideState {
      guard let base else { return side == nil ? .same : .new }
      guard let side else { return .gone }
      if side.components == base.components && side.zones == base.zones
        || side.isEquivalent(to: base, zones: zones)
      {
        return .same
      }
      return CalendarResource.isRealChange(from: base, to: side, zones: zones) ? .changed : .touched
    }
    let theirState: SideState
    var their: CalendarResource?
    switch theirs {
    case .same: (theirState, their) = (.same, base)
    case .content(let resource, _): (theirState, their) = (state(resource), resource)
    case .gone: theirState = base == nil ? .same : .gone
    }
    let (mine, present) = (mine, their)
    if base == nil, mine == nil, their == nil {
      // It was never sent, and is gone here again.
      action = record == nil ? .nothing : .forget
      return
    }
    action = ResourceAction(mine: state(mine), theirs: theirState) {
      guard let mine, let present else { return mine == nil && present == nil }
      return mine.isEquivalent(to: present, zones: zones)
    }
    if action == .merge, let mine, let present {
      merged = ObjectMerge.merge(base: base, mine: mine, theirs: present, addresses: addresses, zones: zones)
    }
  }
}
