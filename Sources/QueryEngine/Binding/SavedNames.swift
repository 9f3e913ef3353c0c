/// The message about a parameter without a value.
public func unboundParameter(_ name: String, at range: SourceRange) -> Diagnostic {
  BindingError(.unboundParameter(name), at: range).diagnostic
}

/// The message about a set that does not exist.
public func unknownSet(_ name: String, at range: SourceRange, among sets: [String]) -> Diagnostic {
  BindingError(.unknownSet(name, near: Spelling.suggestions(for: name, among: sets)), at: range).diagnostic
}
