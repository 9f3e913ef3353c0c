extension ItemKind {
  /// The kind that a word means.
  public init(_ word: ItemWord) {
    switch word {
    case .event: self = .event
    case .reminder: self = .reminder
    }
  }
}

extension Noun {
  /// What a kind of item is asked for by; what is neither event nor reminder stands with the events.
  public init(_ kind: ItemKind) {
    switch kind {
    case .event, .other: self = .events
    case .reminder: self = .reminders
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
