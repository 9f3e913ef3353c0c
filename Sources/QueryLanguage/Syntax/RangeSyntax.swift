/// A range of time as written.
public struct RangeSyntax: Hashable, Sendable {
  /// The written form.
  public enum Kind: Hashable, Sendable {
    /// `from A`.
    case from(DateSyntax)
    /// `since A`: from A until now.
    case since(DateSyntax)
    /// `after A`: from the end of A.
    case after(DateSyntax)
    /// `to A`, `until A`, `by A`: through the end of A.
    case to(DateSyntax)
    /// `before A`: up to the start of A.
    case before(DateSyntax)
    /// `from A to B`, `A..B`, `between A and B`: from the start of A through the end of B.
    case span(DateSyntax, DateSyntax)
    /// `on A`, `during A`, or A alone.
    case on(DateSyntax)
    /// `anytime`.
    case anytime
  }

  /// The written form.
  public var kind: Kind
  /// Whether a single date had a word (`on`, `during`) before it.
  @NotCompared public var hasPreposition: Bool
  /// The place in the text.
  @NotCompared public var range: SourceRange

  /// A range of time.
  public init(_ kind: Kind, hasPreposition: Bool = true, range: SourceRange = .none) {
    self.kind = kind
    self.hasPreposition = hasPreposition
    self.range = range
  }

  /// The dates that are written, the earlier first.
  public var dates: [DateSyntax] {
    switch kind {
    case .from(let date), .since(let date), .after(let date), .to(let date), .before(let date), .on(let date):
      [date]
    case .span(let start, let end): [start, end]
    case .anytime: []
    }
  }
}

/// A range of time and the relation of items to it, as `starting today`.
public struct WhenSyntax: Hashable, Sendable {
  /// The relation that items must have to the range.
  public var relation: RangeRelation
  /// The range.
  public var time: RangeSyntax
  /// The place in the text.
  @NotCompared public var range: SourceRange

  /// A related range.
  public init(_ time: RangeSyntax, relation: RangeRelation = .overlapping, range: SourceRange = .none) {
    self.relation = relation
    self.time = time
    self.range = range
  }
}
