/// The bounds for reading a calendar file, so that no input takes unlimited memory or time.
public struct CalendarLimits: Sendable {
  /// The longest content line after unfolding, in bytes; a longer one is reported and left out.
  public var lineBytes: Int
  /// The largest component after unfolding, in bytes; a larger one is reported and left out.
  public var componentBytes: Int
  /// The maximum nesting depth of components.
  public var depth: Int
  /// The maximum number of problems kept until the caller takes them; further problems are only counted.
  public var problems: Int

  /// The limits of an import: 16 MiB a line, 64 MiB a component, 64 levels, 10,000 problems at a time.
  public static let standard = CalendarLimits()

  /// Creates limits; each is at least 1, and the two limits in bytes are at most 1 GiB.
  public init(
    lineBytes: Int = 16 << 20, componentBytes: Int = 64 << 20, depth: Int = 64, problems: Int = 10_000
  ) {
    self.lineBytes = min(max(lineBytes, 1), 1 << 30)
    self.componentBytes = min(max(componentBytes, 1), 1 << 30)
    self.depth = max(depth, 1)
    self.problems = max(problems, 1)
  }
}
