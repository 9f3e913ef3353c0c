import Model
import QueryEngine
import QueryLanguage

@testable import Changes

/// What a repetition comes to for an item that starts then.
func bindRepeat(
  _ syntax: RepeatSyntax, start: EventTime, context: QueryContext
) throws(QueryError) -> BoundRepeat {
  do throws(BindingError) {
    return try RepeatBinder.bind(syntax, start: start, context: context)
  } catch {
    throw .rejected(error.diagnostic)
  }
}
