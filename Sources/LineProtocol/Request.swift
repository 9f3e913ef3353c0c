/// A value that a request binds to a parameter such as `$n`.
public typealias BoundValues = [String: JSONValue]

/// A request as it was written.
public struct Request: Hashable, Sendable {
  /// The request's tag.
  public var tag: RequestTag
  /// The content of the request.
  public var body: Body

  /// The content of a request.
  public enum Body: Hashable, Sendable {
    /// `hello {…}`.
    case hello(ClientHello)
    /// `cancel TAG`.
    case cancel(RequestTag)
    /// `subscribe`, `subscribe alarms`.
    case subscribe(Subject)
    /// `quit`.
    case quit
    /// Statement text, alone or as `q` of an object.
    case statement(StatementRequest)
    /// `{"cursor":"c9"}`.
    case cursor(CursorRequest)
    /// `{"batch":[…]}`.
    case batch(BatchRequest)
  }

  /// The subject of a subscription.
  public enum Subject: Hashable, Sendable {
    /// Changes of the store.
    case changes
    /// Alarms that ring.
    case alarms
  }

  /// Creates a request.
  public init(_ tag: RequestTag, _ body: Body) {
    self.tag = tag
    self.body = body
  }
}

/// A statement with its parameters and options.
public struct StatementRequest: Hashable, Sendable {
  /// The text; positions in errors count from its beginning.
  public var text: String
  /// The values of its parameters.
  public var bind: BoundValues = [:]
  /// The maximum number of rows in the reply; nil for the server's limit.
  public var limit: Int?
  /// The timeout in milliseconds; nil for the server's limit.
  public var timeout: Int?
  /// The zone for reading dates and writing times; nil for the server's.
  public var zone: String?
  /// Whether the statement is only checked, not run.
  public var isCheck = false
  /// Settings for this statement alone.
  public var settings: [String: String] = [:]
  /// The way to print its answer; nil for rows as objects.
  public var printing: PrintRequest?

  /// Creates a statement without options.
  public init(_ text: String) { self.text = text }
}

/// A request for the next rows of a reply that was too long.
public struct CursorRequest: Hashable, Sendable {
  /// The cursor at the end of the last reply.
  public var cursor: String
  /// The maximum number of rows in this reply.
  public var limit: Int?
  /// The timeout in milliseconds.
  public var timeout: Int?
}

/// Statements that run one after another.
public struct BatchRequest: Hashable, Sendable {
  /// The statements.
  public var statements: [StatementRequest]
  /// Whether the statements are done all or none.
  public var isAtomic = false
  /// The timeout of all statements together, in milliseconds.
  public var timeout: Int?
}

/// The introduction of a client: `hello {"protocol":1,"client":"mybar/0.3","reason":"shows the next
/// event"}`.
public struct ClientHello: Hashable, Sendable {
  /// The name, to which the owner grants access: letters, digits, `_` and `-`, a letter first.
  public var name: String
  /// The version after the slash; nil when none was given.
  public var version: String?
  /// The reason for its access, which the owner reads.
  public var reason: String?
}
