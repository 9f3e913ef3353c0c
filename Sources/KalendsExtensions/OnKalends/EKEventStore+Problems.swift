import EventKit

extension EKError {
  /// The stable name of the exact reason, in kebab case, as the shell shows it.
  ///
  /// Several reasons share one of Apple's codes; `internalFailure` has most of them.
  public var reason: String { exactReason }

  /// The problem as a clause, without capital and full stop.
  public var message: String { clause }

  /// Advice for the person; nil when there is none.
  public var hint: String? { advice }
}

// Apple's calls that do not throw give an empty answer where something is wrong; here is what it was.
extension EKEventStore {
  /// Errors that could not be thrown, such as a read of an object after `reset`; the latest hundred.
  public var problems: [EKError] { notedProblems }

  /// Warnings about changed arguments, such as a range cut to four years.
  public var warnings: [String] { notedWarnings }

  /// Forgets problems and warnings.
  public func clearProblems() { clearNotes() }
}
