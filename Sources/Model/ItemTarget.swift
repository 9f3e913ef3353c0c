/// An item of a store, or one occurrence of a series.
public struct ItemTarget: Hashable, Sendable {
  /// The row of the master, or of a single item or orphan.
  public var item: Int
  /// The occurrence; nil for the item as a whole.
  public var key: OccurrenceKey?

  /// Creates a target.
  public init(item: Int, key: OccurrenceKey? = nil) {
    self.item = item
    self.key = key
  }

  /// The target of an id such as `ev:7kq2m9` or `ev:7kq2m9/20261118T091500`; nil for other text.
  public init?(id: String) {
    let parts = id.split(separator: "/", maxSplits: 1)
    guard let head = parts.first,
      let number = PublicID.number(String(head), .event) ?? PublicID.number(String(head), .reminder)
    else { return nil }
    var key: OccurrenceKey?
    if parts.count > 1 {
      guard let found = OccurrenceKey(text: parts[1]) else { return nil }
      key = found
    }
    self.init(item: number, key: key)
  }

  /// The id, with the occurrence if the target has one.
  public func id(_ kind: ItemKind) -> String {
    PublicID.text(kind.prefix, item) + (key.map { "/" + $0.text } ?? "")
  }
}
