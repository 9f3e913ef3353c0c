/// The 64-bit FNV-1a hash, the same in every process, so that it may be stored.
@frozen public struct FNV1a: Sendable {
  @usableFromInline var state: UInt64 = 0xcbf2_9ce4_8422_2325

  /// The hash of the bytes added so far.
  @inlinable public var value: UInt64 { state }

  /// The hash of no bytes.
  @inlinable public init() {}

  /// The hash of some bytes.
  @inlinable public static func hash(_ bytes: some Sequence<UInt8>) -> UInt64 {
    var hash = FNV1a()
    hash.add(bytes)
    return hash.value
  }

  /// The hash of some bytes as a signed number, the form that store columns hold.
  @inlinable public static func number(_ bytes: some Sequence<UInt8>) -> Int {
    Int(truncatingIfNeeded: hash(bytes))
  }

  /// Adds further bytes.
  @inlinable public mutating func add(_ bytes: some Sequence<UInt8>) {
    for byte in bytes { add(byte) }
  }

  /// Adds a byte.
  @inlinable public mutating func add(_ byte: UInt8) { state = (state ^ UInt64(byte)) &* 0x100_0000_01b3 }
}
