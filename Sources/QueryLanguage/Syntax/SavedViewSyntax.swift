/// `save view standup($n = 7d) as events from now to now + $n`.
public struct SaveViewSyntax: Hashable, Sendable {
  /// A parameter with its default.
  public struct Parameter: Hashable, Sendable {
    /// The name without the dollar sign.
    public var name: String
    /// The default value; nil if a value must be given.
    public var defaultValue: LooseValueSyntax?
    /// The place of the name in the text, dollar sign included.
    @NotCompared public var range: SourceRange

    /// A parameter.
    public init(_ name: String, default defaultValue: LooseValueSyntax? = nil, range: SourceRange = .none) {
      self.name = name
      self.defaultValue = defaultValue
      self.range = range
    }
  }

  /// The view's name.
  public var name: WordSyntax
  /// Its parameters.
  public var parameters: [Parameter]
  /// The question: a query, an aggregate, free time or a page of the calendar.
  public var question: StatementSyntax

  /// A view.
  public init(_ name: WordSyntax, _ parameters: [Parameter] = [], as question: StatementSyntax) {
    self.name = name
    self.parameters = parameters
    self.question = question
  }
}

/// `run standup 14d as json`.
public struct RunViewSyntax: Hashable, Sendable {
  /// The view's name.
  public var name: WordSyntax
  /// The values for its parameters, in the order in which they were written.
  public var arguments: [ViewArgumentSyntax]
  /// The format after `as`, in place of the view's format.
  public var format: OutputFormat?

  /// A run of a view.
  public init(_ name: WordSyntax, _ arguments: [ViewArgumentSyntax] = [], as format: OutputFormat? = nil) {
    self.name = name
    self.arguments = arguments
    self.format = format
  }
}

/// One argument of `run`.
public struct ViewArgumentSyntax: Hashable, Sendable {
  /// The parameter, if it is named.
  public var name: WordSyntax?
  /// The value.
  public var value: LooseValueSyntax

  /// An argument.
  public init(name: WordSyntax? = nil, _ value: LooseValueSyntax) {
    self.name = name
    self.value = value
  }
}
