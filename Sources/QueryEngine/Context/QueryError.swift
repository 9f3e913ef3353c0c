/// The reason why a query has no answer.
public enum QueryError: Error, Hashable, Sendable {
  /// The statement does not fit the store or the calendar.
  case rejected(Diagnostic)
  /// The store could not be read.
  case store(StoreError)
  /// `check` found that the plan's answer differs from the plain scan's; the difference in words.
  case disagreement(String)
}

/// Reads from the store and rethrows its errors as query errors.
@inline(__always)
package func reading<Result>(_ body: () throws(StoreError) -> Result) throws(QueryError) -> Result {
  do throws(StoreError) {
    return try body()
  } catch {
    throw .store(error)
  }
}

/// Resolves a part of a statement, whose faults are then diagnostics.
func resolving<Result>(_ body: () throws(BindingError) -> Result) throws(QueryError) -> Result {
  do throws(BindingError) {
    return try body()
  } catch {
    throw .rejected(error.diagnostic)
  }
}

extension CalendarStore {
  /// Throws `interrupted` if the stop signal is set.
  func checkStop() throws(QueryError) { try reading(checkStopSignal) }
}
