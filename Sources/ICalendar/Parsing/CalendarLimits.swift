/// The bounds within which a calendar file is read, so that no input takes memory or time without end.
public struct CalendarLimits: Sendable {
  /// The longest content line after unfolding, in bytes; a longer one is reported and left out.
  public var lineBytes: Int
  /// The largest component after unfolding, in bytes; a larger one is reported and left out.
  public var componentBytes: Int
  /// How many components may lie in one another.
  public var depth: Int
  /// How many problems are kept until the caller takes them; more are only counted.
  public var problems: Int

  /// The limits of an import: 16 MiB a line, 64 MiB a component, 64 levels, 10,000 problems at a time.
  public static let standard = CalendarLimits()

  /// Limits with some of them changed; each is held between 1 and what can be counted.
  public init(
    lineBytes: Int = 16 << 20, componentBytes: Int = 64 << 20, depth: Int = 64, problems: Int = 10_000
  ) {
    self.lineBytes = min(max(lineBytes, 1), 1 << 30)
    self.componentBytes = min(max(componentBytes, 1), 1 << 30)
    self.depth = max(depth, 1)
    self.problems = max(problems, 1)
  }
}
