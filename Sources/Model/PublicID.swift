/// The kind of object that an id names, as the letters before its colon.
public enum IDPrefix: String, Sendable, CaseIterable {
  case event = "ev"
  case reminder = "rm"
  case calendar = "cal"
  case source = "src"
}

extension ItemKind {
  /// The letters before the ids of this kind.
  public var prefix: IDPrefix { self == .reminder ? .reminder : .event }
}

/// The short permanent ids that people and programs see, such as `ev:7kq2m9`.
///
/// An id is a number that a store never assigns twice, sent through a fixed permutation so that neighbors
/// look different, in base 32 without i, l, o and u.
public enum PublicID {
  private static let alphabet = Array("0123456789abcdefghjkmnpqrstvwxyz".utf8)
  // Six digits of base 32 hold 30 bits; numbers beyond get ten digits (50 bits).
  private static let shortBits = 30
  private static let longBits = 50

  /// The id's digits for a row number ≥ 0.
  public static func digits(for number: Int) -> String {
    let isShort = number < 1 << shortBits
    let bits = isShort ? shortBits : longBits
    var value = permuted(UInt64(number), bits: bits)
    var bytes = [UInt8](repeating: 0, count: bits / 5)
    for index in bytes.indices.reversed() {
      bytes[index] = alphabet[Int(value & 31)]
      value >>= 5
    }
    return String(decoding: bytes, as: UTF8.self)
  }

  /// The whole id, such as `ev:7kq2m9`.
  public static func text(_ prefix: IDPrefix, _ number: Int) -> String {
    prefix.rawValue + ":" + digits(for: number)
  }

  /// The row number in an id that has a prefix; nil for other text.
  public static func number(_ id: String, _ prefix: IDPrefix) -> Int? {
    let start = prefix.rawValue + ":"
    return id.lowercased().hasPrefix(start) ? number(digits: id.dropFirst(start.count)) : nil
  }

  /// The row number of an id's digits, in any case; nil for other text.
  public static func number(digits: some StringProtocol) -> Int? {
    var value: UInt64 = 0
    var count = 0
    for byte in digits.utf8 {
      let lower = byte >= 65 && byte <= 90 ? byte + 32 : byte
      guard let digit = alphabet.firstIndex(of: lower), count < 10 else { return nil }
      value = value << 5 | UInt64(digit)
      count += 1
    }
    switch count * 5 {
    case shortBits: return Int(unpermuted(value, bits: shortBits))
    case longBits:
      let number = Int(unpermuted(value, bits: longBits))
      return number < 1 << shortBits ? nil : number
    default: return nil
    }
  }

  // A Feistel network over two halves is a permutation whatever its round function is.
  private static let roundKeys: [UInt64] = [0x9e37_79b9, 0x7f4a_7c15, 0xf39c_c060, 0x5ced_c834]

  private static func mixed(_ half: UInt64, _ key: UInt64, _ mask: UInt64) -> UInt64 {
    var value = (half ^ key) &* 0xff51_afd7_ed55_8ccd
    value ^= value >> 29
    value = value &* 0xc4ce_b9fe_1a85_ec53
    return (value >> 31) & mask
  }

  private static func permuted(_ number: UInt64, bits: Int) -> UInt64 {
    let half = UInt64(bits / 2)
    let mask = (UInt64(1) << half) - 1
    var (left, right) = (number >> half & mask, number & mask)
    for key in roundKeys { (left, right) = (right, left ^ mixed(right, key, mask)) }
    return left << half | right
  }

  private static func unpermuted(_ value: UInt64, bits: Int) -> UInt64 {
    let half = UInt64(bits / 2)
    let mask = (UInt64(1) << half) - 1
    var (left, right) = (value >> half & mask, value & mask)
    for key in roundKeys.reversed() { (left, right) = (right ^ mixed(left, key, mask), left) }
    return left << half | right
  }
}
