import ICalendar
import Store

/// Items kept as copies, with a new UID, beside items of the same UID.
extension CalendarImport {
  /// The UIDs given to the masters of one UID in an import; nil for a master that keeps its UID.
  struct Copies {
    /// The UID of the first master, which takes the overrides that come before it.
    var first: String?
    /// The UID of the last master so far, which takes the overrides that come after it.
    var last: String?
  }

  /// The place of a component that is kept beside the stored one.
  enum CopyPlace {
    /// Under its own UID: nothing conflicts.
    case own
    /// Under another UID, as an override of its copied master or as a single item.
    case copy(String, RecurrenceID?)
    /// With its master, which has not come yet.
    case laterOn
  }

  /// Returns the place of a component, so that stored items do not change and overrides stay with their
  /// masters.
  func place(of item: Item, _ component: Component) throws(StoreError) -> CopyPlace {
    guard let uid = item.uid else { return .own }
    let name = Name(uid: uid, kind: item.kind)
    guard let id = item.recurrenceID else {
      if conflict == .copy { return try place(ofMaster: component, name) }
      copies[name]?.last = nil
      return .own
    }
    if let known = copies[name] {
      return (isComplete ? known.first : known.last).map { .copy($0, id) } ?? .own
    }
    if conflict != .copy { return .own }
    let isLater = try hasMaster(name) ? false : !isComplete
    if isLater { return .laterOn }
    let members = try members(name)
    let master = try members.first { $0.stands(for: nil) }.flatMap { (stored) throws(StoreError) in
      try store.readableMember(stored)?.item
    }
    let key = OccurrenceKey(of: id, in: master)
    let isThere = members.first {
      $0.id < firstNew && $0.stands(for: key) && $0.isRange == id.isThisAndFuture
    }
    guard let isThere, try !writer.hasText(isThere.id, ComponentText.bytes(component)) else { return .own }
    // The stored series stays as it is; the file's version of the occurrence becomes a separate item.
    return .copy(Self.copyUID(uid, component), nil)
  }

  private func place(ofMaster component: Component, _ name: Name) throws(StoreError) -> CopyPlace {
    let stored = try members(name).first { $0.stands(for: nil) && $0.id < firstNew }
    let isFree =
      if let stored {
        try writer.hasText(stored.id, ComponentText.bytes(component))
      } else {
        try !isTaken(name, by: component)
      }
    if isFree {
      copies[name]?.last = nil
      return .own
    }
    let copy = Self.copyUID(name.uid, component)
    try note(copy, name)
    return .copy(copy, nil)
  }

  private func note(_ copy: String, _ name: Name) throws(StoreError) {
    if copies[name] == nil { copies[name] = Copies(first: try hasMaster(name) ? nil : copy) }
    copies[name]?.last = copy
  }

  /// The UID of the copy of a component, the same in every import, so that the copy is made once;
  /// DTSTAMP does not count.
  private static func copyUID(_ uid: String, _ component: Component) -> String {
    let text = ComponentText.bytes(ComponentEditor.removing(["DTSTAMP"], from: component))
    func digits(_ seed: UInt8) -> String {
      let digits = String(FNV1a.hash([seed] + Array(uid.utf8) + [0] + text), radix: 16)
      return String(repeating: "0", count: 16 - digits.count) + digits
    }
    let (first, last) = (digits(1), digits(2))
    return
      "\(first.prefix(8))-\(first.dropFirst(8).prefix(4))-8\(first.suffix(3))-8\(last.prefix(3))-\(last.suffix(12))"
  }

  /// Whether an earlier import kept an item as a copy beside the item that has its UID; overrides that follow
  /// go with the copy.
  func isCopied(_ item: Item, _ component: Component) throws(StoreError) -> Bool {
    guard let uid = item.uid, item.recurrenceID == nil else { return false }
    let name = Name(uid: uid, kind: item.kind)
    if !isWaiting(name), try members(name).isEmpty { return false }
    let copy = Self.copyUID(uid, component)
    guard try holdsCopy(copy, item.kind) else { return false }
    try note(copy, name)
    return true
  }

  func holdsCopy(_ uid: String, _ kind: ItemKind) throws(StoreError) -> Bool {
    try members(Name(uid: uid, kind: kind)).contains { $0.id < firstNew }
  }
}
