extension ItemKind {
  /// The kind that a word means.
  public init(_ word: ItemWord) {
    switch word {
    case .event: self = .event
    case .reminder: self = .reminder
    }
  }
}

extension EditSpan {
  /// The span that a word means.
  public init(_ word: SpanWord) {
    switch word {
    case .this: self = .this
    case .future: self = .future
    case .all: self = .all
    }
  }

  /// The word for it.
  public var word: SpanWord {
    switch self {
    case .this: .this
    case .future: .future
    case .all: .all
    }
  }
}
