/// A value that a request binds to a parameter such as `$n`.
public typealias BoundValues = [String: JSONValue]

/// A request as it was written.
public struct Request: Hashable, Sendable {
  /// Its name.
  public var tag: RequestTag
  /// What is asked.
  public var body: Body

  /// What is asked.
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

  /// What a client subscribes to.
  public enum Subject: Hashable, Sendable {
    /// Changes of the store.
    case changes
    /// Alarms that ring.
    case alarms
  }

  /// A request.
  public init(_ tag: RequestTag, _ body: Body) {
    self.tag = tag
    self.body = body
  }
}

/// A statement with what belongs to it.
public struct StatementRequest: Hashable, Sendable {
  /// The text; positions in errors count from its beginning.
  public var text: String
  /// The values of its parameters.
  public var bind: BoundValues = [:]
  /// The most rows of the reply; nil for the server's limit.
  public var limit: Int?
  /// Milliseconds that it may take; nil for the server's limit.
  public var timeout: Int?
  /// The zone that dates are read and times written in; nil for the server's.
  public var zone: String?
  /// Whether it is only to be understood, not run.
  public var isCheck = false
  /// Settings that hold for it alone.
  public var settings: [String: String] = [:]
  /// How its answer is printed; nil for rows as objects.
  public var printing: PrintRequest?

  /// A statement alone.
  public init(_ text: String) { self.text = text }
}

/// The next rows of a reply that was too long for one.
public struct CursorRequest: Hashable, Sendable {
  /// The cursor that the last reply ended with.
  public var cursor: String
  /// The most rows of this reply.
  public var limit: Int?
  /// Milliseconds that they may take.
  public var timeout: Int?
}

/// Statements that run one after another.
public struct BatchRequest: Hashable, Sendable {
  /// The statements.
  public var statements: [StatementRequest]
  /// Whether all of them are done or none.
  public var isAtomic = false
  /// Milliseconds that all of them may take.
  public var timeout: Int?
}

/// What a client says of itself: `hello {"protocol":1,"client":"mybar/0.3","reason":"shows the next event"}`.
public struct ClientHello: Hashable, Sendable {
  /// The name, by which the owner gives access: letters, digits, `_` and `-`, a letter first.
  public var name: String
  /// The version behind the slash; nil where none was given.
  public var version: String?
  /// Why it wants access; what the owner reads.
  public var reason: String?
}
