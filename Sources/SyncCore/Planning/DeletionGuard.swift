/// Holds back deletions that are more likely a mistake than a wish: a side that was emptied, or the deletion
/// of very many items at once.
///
/// What is held is not done on either side until the owner allows it.
public enum DeletionGuard {
  /// The reason why deletions are held.
  public enum Reason: Hashable, Sendable {
    /// Everything is gone.
    case emptied(count: Int)
    /// Very many of the items are gone.
    case many(count: Int, of: Int)
  }

  /// The number of deletions at once that is always let through.
  public static let least = 10
  /// The share of a calendar that is always let through, in percent.
  public static let share = 20

  /// The reason to hold `deletions` of `count` resources; nil when they are let through.
  ///
  /// `additions` counts the new items that come at the same time, where a side replaces its content as a
  /// subscription does; other collections have none, since the deletions would still lose something.
  /// The only item of a calendar may be deleted.
  public static func objection(deletions: Int, of count: Int, additions: Int = 0) -> Reason? {
    let lost = deletions - additions
    if lost <= 0 { return nil }
    if deletions == count, count > 1, additions == 0 { return .emptied(count: count) }
    let limit = max(least, count * share / 100)
    return lost > limit ? .many(count: deletions, of: count) : nil
  }
}
