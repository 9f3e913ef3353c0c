/// The hash FNV-1a of 64 bits: the same in every process, so that it may be stored.
@frozen public struct FNV1a: Sendable {
  @usableFromInline var state: UInt64 = 0xcbf2_9ce4_8422_2325

  /// The hash of what was added.
  @inlinable public var value: UInt64 { state }

  /// The hash of nothing.
  @inlinable public init() {}

  /// The hash of some bytes.
  @inlinable public static func hash(_ bytes: some Sequence<UInt8>) -> UInt64 {
    var hash = FNV1a()
    hash.add(bytes)
    return hash.value
  }

  /// The hash of some bytes as a signed number, as columns of a store hold it.
  @inlinable public static func number(_ bytes: some Sequence<UInt8>) -> Int {
    Int(truncatingIfNeeded: hash(bytes))
  }

  /// Goes on with further bytes.
  @inlinable public mutating func add(_ bytes: some Sequence<UInt8>) {
    for byte in bytes { add(byte) }
  }

  /// Goes on with a byte.
  @inlinable public mutating func add(_ byte: UInt8) { state = (state ^ UInt64(byte)) &* 0x100_0000_01b3 }
}
