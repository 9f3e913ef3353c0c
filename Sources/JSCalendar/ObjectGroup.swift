import JSON
import Model

/// The Group (RFC 8984, 5.3) around objects that are written one after another: the text before and after
/// them.
///
/// Members that depend on the entries come after them, so that no entry has to be kept.
public struct ObjectGroup {
  /// The name of the collection; nil when it has none.
  public var title: String?
  /// Its color, a CSS name or `#RRGGBB`.
  public var color: String?
  private var updated = "1970-01-01T00:00:00Z"
  // The hash of the entries' UIDs.
  private var hash = FNV1a()

  /// Creates a group without entries.
  public init() {}

  /// Counts the next entry into the group's UID and `updated`.
  public mutating func add(_ entry: JSONObject) {
    if let stamp = entry["updated"]?.string, stamp > updated { updated = stamp }
    hash.add((entry["uid"]?.string ?? "").utf8)
    hash.add(0x0a)
  }

  /// The text before the entries.
  public var head: [UInt8] {
    var object = JSONObject(["@type": .string("Group"), "prodId": .string("-//Kalends//kal//EN")])
    object["title"] = title.map { .string($0) }
    object["color"] = color.map { .string($0) }
    var bytes: [UInt8] = []
    JSONValue.object(object).append(to: &bytes)
    bytes.removeLast()
    return bytes + Array(",\"entries\":[".utf8)
  }

  /// The text after the entries; the same entries give the same UID.
  public var tail: [UInt8] {
    let digits = String(hash.value, radix: 16)
    let uid = "kalends-group-" + String(repeating: "0", count: 16 - digits.utf8.count) + digits
    return Array("],\"uid\":\"\(uid)\",\"updated\":\"\(updated)\"}\n".utf8)
  }
}
