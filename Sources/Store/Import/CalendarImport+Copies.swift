import ICalendar
import Model

/// Items that are kept beside others of their UID, under a UID of their own.
extension CalendarImport {
  /// The UID of the copy of an item whose own is taken, by what was there before or by another item of this import; nil where it
  /// is free.
  func copyUID(of item: Item, _ component: Component) throws(StoreError) -> String? {
    guard let uid = item.uid else { return nil }
    let name = Name(uid: uid, kind: item.kind)
    if item.recurrenceID != nil {
      if let known = copies[name] { return known.uid }
      let members = try members(name)
      if !members.contains(where: { $0.id < firstNew }) { return nil }
      let text = ComponentText.bytes(component)
      for member in members where try writer.hasText(member.id, text) { return nil }
    } else if let known = copies[name] {
      // Of several masters the first takes the overrides along.
      if known.hasMaster { return Self.copyUID(uid, component) }
      copies[name]?.hasMaster = true
      return known.uid
    } else if try !members(name).contains(where: { $0.id < firstNew }) {
      return try isTaken(name, by: component) ? Self.copyUID(uid, component) : nil
    }
    let copy = Self.copyUID(uid, component)
    copies[name] = (copy, item.recurrenceID == nil)
    return copy
  }

  /// The UID that the copy of a component has in every import of it, so that it is made once; stamps of exporters do not count.
  private static func copyUID(_ uid: String, _ component: Component) -> String {
    let text = ComponentText.bytes(ComponentEditor.removing(["DTSTAMP"], from: component))
    func digits(_ seed: UInt8) -> String {
      let value = UInt64(bitPattern: Int64(hash([seed] + Array(uid.utf8) + [0] + text)))
      let digits = String(value, radix: 16)
      return String(repeating: "0", count: 16 - digits.count) + digits
    }
    let (first, last) = (digits(1), digits(2))
    return
      "\(first.prefix(8))-\(first.dropFirst(8).prefix(4))-8\(first.suffix(3))-8\(last.prefix(3))-\(last.suffix(12))"
  }

  /// Whether an earlier import kept an item beside the one that has its UID, as a copy.
  func isCopied(_ item: Item, _ component: Component) throws(StoreError) -> Bool {
    guard let uid = item.uid, item.recurrenceID == nil else { return false }
    let name = Name(uid: uid, kind: item.kind)
    if !isWaiting(name), try members(name).isEmpty { return false }
    return try holdsCopy(Self.copyUID(uid, component), item.kind)
  }

  func holdsCopy(_ uid: String, _ kind: ItemKind) throws(StoreError) -> Bool {
    try members(Name(uid: uid, kind: kind)).contains { $0.id < firstNew }
  }

  static func hash(_ text: [UInt8]) -> Int {
    var value: UInt64 = 0xcbf2_9ce4_8422_2325
    for byte in text { value = (value ^ UInt64(byte)) &* 0x100_0000_01b3 }
    return Int(Int64(bitPattern: value))
  }
}

extension WrittenRecurrence {
  /// The values of RDATE and EXDATE in a component, as they were written.
  init(_ component: Component) {
    for property in component.properties {
      if property.isNamed("RDATE") { dates.append(property.rawText) }
      if property.isNamed("EXDATE") { exceptions.append(property.rawText) }
    }
  }
}
