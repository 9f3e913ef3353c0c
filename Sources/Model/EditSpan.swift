/// The occurrences of a series that an edit affects (EventKit's `EKSpan`, and all occurrences at once).
public enum EditSpan: String, CaseIterable, Sendable {
  /// The one occurrence.
  case this
  /// The occurrence and all later ones; on the first occurrence, all.
  case future
  /// Every occurrence.
  case all
}
