import CivilTime

/// A length of time as written: `1h30m`, `2 weeks`, `P1DT2H`, `$n`.
public struct DurationSyntax: Hashable, Sendable {
  /// A count of one unit.
  public struct Component: Hashable, Sendable {
    /// The number of units; never negative.
    public var count: Int
    /// The unit.
    public var unit: DurationUnit

    /// A count of one unit.
    public init(_ count: Int, _ unit: DurationUnit) {
      self.count = count
      self.unit = unit
    }
  }

  /// The written form.
  public enum Kind: Hashable, Sendable {
    /// At least one component, largest unit first, each unit once.
    case components([Component])
    /// `$x`, without the dollar sign.
    case parameter(String)
  }

  /// The written form.
  public var kind: Kind
  /// The place in the text.
  @NotCompared public var range: SourceRange

  /// A length.
  public init(_ kind: Kind, range: SourceRange = .none) {
    self.kind = kind
    self.range = range
  }

  /// The components; empty for a parameter.
  public var components: [Component] {
    switch kind {
    case .components(let components): components
    case .parameter: []
    }
  }

  /// Nominal months and days and exact seconds, or nil for a parameter.
  public var calendarDuration: CalendarDuration? {
    guard case .components(let components) = kind else { return nil }
    var months = 0
    var days = 0
    var seconds = 0
    for component in components {
      switch component.unit {
      case .year: months += 12 * component.count
      case .quarter: months += 3 * component.count
      case .month: months += component.count
      case .week: days += 7 * component.count
      case .day: days += component.count
      case .hour: seconds += 3600 * component.count
      case .minute: seconds += 60 * component.count
      case .second: seconds += component.count
      }
    }
    return CalendarDuration(months: months, days: days, seconds: seconds)
  }
}

/// A signed length, as `-1d` or `+ 2w`.
public struct OffsetSyntax: Hashable, Sendable {
  /// Whether it points back.
  public var isNegative: Bool
  /// The length without its sign.
  public var duration: DurationSyntax
  /// The place in the text, sign included.
  @NotCompared public var range: SourceRange

  /// A signed length.
  public init(isNegative: Bool, duration: DurationSyntax, range: SourceRange = .none) {
    self.isNegative = isNegative
    self.duration = duration
    self.range = range
  }
}
