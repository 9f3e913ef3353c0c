/// An item of a store, or one occurrence of a series.
public struct ItemTarget: Hashable, Sendable {
  /// The master's row; of singles and orphans their own.
  public var item: Int
  /// Which occurrence; nil for the item as a whole.
  public var key: OccurrenceKey?

  /// A target of both its parts.
  public init(item: Int, key: OccurrenceKey? = nil) {
    self.item = item
    self.key = key
  }
}
