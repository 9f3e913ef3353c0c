/// The name that a client gives to a request: 1 to 32 of `A–Z a–z 0–9 . _ -`.
public struct RequestTag: Hashable, Sendable {
  /// The name as written.
  public let text: String
  /// The maximum number of characters in a tag.
  public static let longest = 32

  /// Creates a tag; nil for text that is not a tag.
  public init?(_ text: some StringProtocol) {
    guard Self.isTag(text.utf8) else { return nil }
    self.text = String(text)
  }

  /// The tag at the beginning of bytes, up to the first blank or their end; nil when there is none.
  init?(leading bytes: some Sequence<UInt8>) {
    let head = bytes.prefix { $0 != UInt8(ascii: " ") }
    guard Self.isTag(head) else { return nil }
    text = String(decoding: Array(head), as: UTF8.self)
  }

  private init(text: String) { self.text = text }

  /// The tag of the replies to one statement of a batch; statements are numbered from 1.
  public func part(_ number: Int) -> RequestTag { RequestTag(text: "\(text).\(number)") }

  private static func isTag(_ bytes: some Sequence<UInt8>) -> Bool {
    var count = 0
    for byte in bytes {
      count += 1
      guard count <= longest else { return false }
      switch byte {
      case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "A")...UInt8(ascii: "Z"),
        UInt8(ascii: "0")...UInt8(ascii: "9"), UInt8(ascii: "."), UInt8(ascii: "_"), UInt8(ascii: "-"):
        continue
      default: return false
      }
    }
    return count > 0
  }
}
