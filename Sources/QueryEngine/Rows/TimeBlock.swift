/// An interval of time that is busy or free.
public struct TimeBlock: Hashable, Sendable {
  /// Whether the interval is taken.
  public enum Kind: String, Sendable { case busy, free }

  /// The kind of the interval.
  public let kind: Kind
  /// Its first moment.
  public let start: Instant
  /// The first moment after it.
  public let end: Instant

  /// The length.
  public var duration: CalendarDuration { CalendarDuration(seconds: end.seconds - start.seconds) }
}

/// Two items that take the same time, and the overlap.
public struct ConflictRow: Sendable {
  /// The overlap.
  public let block: TimeBlock
  /// The item that begins first.
  public let first: ItemRow
  /// The other item.
  public let second: ItemRow

  /// Both, in order.
  public var items: [ItemRow] { [first, second] }
}

extension TimeBlock {
  /// The value of a column.
  func value(_ content: ColumnContent, _ context: QueryContext) -> Value {
    func time(_ instant: Instant) -> ItemTime {
      ItemTime(axis: .instant, seconds: instant.seconds, isAllDay: false)
    }
    switch content {
    case .field(.start, let part), .field(.end, let part):
      let instant = content.isStart ? start : end
      return part.map { time(instant).value(of: $0, in: context.zone) }
        ?? time(instant).value(in: context.zone)
    case .field(.duration, _), .field(.overlap, _): return .duration(duration)
    case .bucket(let bucket): return time(start).value(bucket, context)
    case .field, .aggregate: return .null
    }
  }
}

extension ConflictRow {
  /// The value of a column: times are those of the overlap, all else is the first item's.
  func value(_ content: ColumnContent, _ context: QueryContext) -> Value {
    switch content {
    case .field(.start, _), .field(.end, _), .field(.duration, _), .field(.overlap, _), .bucket, .aggregate:
      block.value(content, context)
    case .field(let field, let part): first.value(field, part, context, overlap: nil)
    }
  }
}

extension ColumnContent {
  fileprivate var isStart: Bool { if case .field(.start, _) = self { true } else { false } }
}
