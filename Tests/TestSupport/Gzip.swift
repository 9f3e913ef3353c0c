/// Files of gzip (RFC 1952) for tests.
public enum Gzip {
  /// The bytes in blocks that are not compressed (RFC 1951, 3.2.4).
  public static func stored(_ bytes: [UInt8]) -> [UInt8] {
    var result = head
    var rest = bytes[...]
    repeat {
      let block = rest.prefix(65_535)
      rest = rest.dropFirst(block.count)
      let length = UInt16(block.count)
      result.append(rest.isEmpty ? 1 : 0)
      result += [UInt8(truncatingIfNeeded: length), UInt8(length >> 8)]
      result += [UInt8(truncatingIfNeeded: ~length), UInt8(~length >> 8)]
      result += block
    } while !rest.isEmpty
    return result + little(checksum(bytes)) + little(UInt32(bytes.count))
  }

  /// Some hundred bytes for each hundred kilobytes of zeros that they stand for; the checksum is wrong.
  public static func bomb(megabytes: Int) -> [UInt8] {
    var bits = BitWriter(head)
    // One block of fixed codes (RFC 1951, 3.2.6): a zero, then copies of the 258 bytes before.
    bits.add(0b011, 3)
    bits.add(Self.reversed(0x30, 8), 8)
    for _ in 0..<(megabytes << 20) / 258 {
      bits.add(Self.reversed(0b1100_0101, 8), 8)
      bits.add(0, 5)
    }
    bits.add(0, 7)
    return bits.finished + [UInt8](repeating: 0, count: 8)
  }

  private static let head: [UInt8] = [0x1F, 0x8B, 8, 0, 0, 0, 0, 0, 0, 255]

  private static func little(_ number: UInt32) -> [UInt8] {
    (0..<4).map { UInt8(truncatingIfNeeded: number >> (8 * $0)) }
  }

  private static func checksum(_ bytes: [UInt8]) -> UInt32 {
    ~bytes.reduce(~0 as UInt32) { state, byte in
      (0..<8).reduce(state ^ UInt32(byte)) { value, _ in
        value & 1 == 1 ? value >> 1 ^ 0xEDB8_8320 : value >> 1
      }
    }
  }

  /// Huffman codes stand with their most significant bit first.
  private static func reversed(_ code: Int, _ count: Int) -> Int {
    (0..<count).reduce(0) { $0 << 1 | (code >> $1 & 1) }
  }

  private struct BitWriter {
    private var bytes: [UInt8]
    private var pending = 0
    private var count = 0

    init(_ bytes: [UInt8]) { self.bytes = bytes }

    mutating func add(_ bits: Int, _ number: Int) {
      pending |= bits << count
      count += number
      while count >= 8 {
        bytes.append(UInt8(truncatingIfNeeded: pending))
        pending >>= 8
        count -= 8
      }
    }

    var finished: [UInt8] { count > 0 ? bytes + [UInt8(truncatingIfNeeded: pending)] : bytes }
  }
}
