/// Which occurrences of a series an edit reaches (EventKit's `EKSpan`, and all of them at once).
public enum EditSpan: String, CaseIterable, Sendable {
  /// The one occurrence.
  case this
  /// The occurrence and all later ones; on the first occurrence, all.
  case future
  /// Every occurrence.
  case all
}
