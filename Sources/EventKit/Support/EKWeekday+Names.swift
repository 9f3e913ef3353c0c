// Names and types as Apple spells them.
// swift-format-ignore-file: AlwaysUseLowerCamelCase

// The names that the days had before Swift's own.
extension EKWeekday {
  /// Sunday, under its earlier name.
  @available(*, deprecated, renamed: "sunday")
  public static var EKSunday: EKWeekday { .sunday }
  /// Monday, under its earlier name.
  @available(*, deprecated, renamed: "monday")
  public static var EKMonday: EKWeekday { .monday }
  /// Tuesday, under its earlier name.
  @available(*, deprecated, renamed: "tuesday")
  public static var EKTuesday: EKWeekday { .tuesday }
  /// Wednesday, under its earlier name.
  @available(*, deprecated, renamed: "wednesday")
  public static var EKWednesday: EKWeekday { .wednesday }
  /// Thursday, under its earlier name.
  @available(*, deprecated, renamed: "thursday")
  public static var EKThursday: EKWeekday { .thursday }
  /// Friday, under its earlier name.
  @available(*, deprecated, renamed: "friday")
  public static var EKFriday: EKWeekday { .friday }
  /// Saturday, under its earlier name.
  @available(*, deprecated, renamed: "saturday")
  public static var EKSaturday: EKWeekday { .saturday }
}
