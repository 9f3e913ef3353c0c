import QueryLanguage
import Store

/// Why an answer did not come.
public enum QueryError: Error, Hashable, Sendable {
  /// The statement does not fit the store or the calendar.
  case rejected(Diagnostic)
  /// The store could not be read.
  case store(StoreError)
  /// `check` found that the plan's answer is not the plain scan's; says how they differ.
  case disagreement(String)
}

extension CalendarStore {
  /// Throws `interrupted` where the stop signal is set.
  func checkStop() throws(QueryError) {
    do throws(StoreError) {
      try checkStopSignal()
    } catch {
      throw .store(error)
    }
  }
}
