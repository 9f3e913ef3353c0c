/// The three-way merge of a single value, such as a calendar's title or color.
public struct ValueMerge<Value: Equatable & Sendable>: Sendable {
  /// The value that both sides have from now on.
  public let merged: Value
  /// The value that lost, where both sides had changed it differently; nil where nothing is lost.
  public let lost: Value?
  /// Whether this side must take the merged value.
  public let changesMine: Bool
  /// Whether the other side must take the merged value.
  public let changesTheirs: Bool

  /// Merges a value; a side that still has the base's value yields, and where both changed it, theirs wins.
  ///
  /// Without a base the sides are compared with each other alone, and theirs wins too.
  public init(base: Value?, mine: Value, theirs: Value) {
    if mine == theirs {
      (merged, lost) = (mine, nil)
    } else if let base, mine == base {
      (merged, lost) = (theirs, nil)
    } else if let base, theirs == base {
      (merged, lost) = (mine, nil)
    } else {
      (merged, lost) = (theirs, base == nil ? nil : mine)
    }
    changesMine = merged != mine
    changesTheirs = merged != theirs
  }
}
