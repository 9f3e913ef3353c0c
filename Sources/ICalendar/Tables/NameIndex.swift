/// Finds a name in a fixed table by its bytes, ignoring case, without creating a string.
struct NameIndex<Kind: Sendable>: Sendable {
  private struct Entry: Sendable {
    let name: StaticString
    let kind: Kind
  }
  private let entries: [Entry]
  /// Open addressing: a slot holds an entry's number plus one, or zero.
  private let slots: [UInt16]
  private let mask: Int
  private let other: Kind

  init(_ names: [(StaticString, Kind)], other: Kind) {
    var size = 16
    while size < names.count * 4 { size *= 2 }
    var slots = [UInt16](repeating: 0, count: size)
    for (number, row) in names.enumerated() {
      let bytes = UnsafeBufferPointer(start: row.0.utf8Start, count: row.0.utf8CodeUnitCount)
      var slot = Int(NameHash.of(bytes)) & (size - 1)
      while slots[slot] != 0 { slot = (slot + 1) & (size - 1) }
      slots[slot] = UInt16(number + 1)
    }
    self.entries = names.map { Entry(name: $0.0, kind: $0.1) }
    self.slots = slots
    self.mask = size - 1
    self.other = other
  }

  /// The kind of a name whose hash was computed while it was read; `other` when the table lacks the name.
  func find(_ name: UnsafeBufferPointer<UInt8>, hash: UInt32) -> Kind {
    var slot = Int(hash) & mask
    while slots[slot] != 0 {
      let entry = entries[Int(slots[slot]) - 1]
      if ASCII.equal(name, entry.name) { return entry.kind }
      slot = (slot + 1) & mask
    }
    return other
  }

  /// The kind of a name; `other` when the table lacks the name.
  func find(_ name: UnsafeBufferPointer<UInt8>) -> Kind {
    find(name, hash: NameHash.of(name))
  }
}

/// The hash for looking up names: FNV-1a over bytes with the case bit cleared.
enum NameHash {
  static let seed: UInt32 = 2_166_136_261

  @inline(__always) static func step(_ hash: UInt32, _ byte: UInt8) -> UInt32 {
    (hash ^ UInt32(byte & 0xDF)) &* 16_777_619
  }

  static func of(_ bytes: UnsafeBufferPointer<UInt8>) -> UInt32 {
    var result = seed
    for byte in bytes { result = step(result, byte) }
    return result
  }
}
