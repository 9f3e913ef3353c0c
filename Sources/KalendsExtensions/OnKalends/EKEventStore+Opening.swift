import EventKit
import Foundation

extension EKEventStore {
  /// Opens the store in a file; a missing file is created, with the client as its owner.
  ///
  /// A nil `client` acts as the owner; others request access, with a `reason`, and wait `requestTimeout` seconds for
  /// the decision. `kinds` can exclude a kind of item altogether. With `compatibility` the store behaves like
  /// Apple's where Kalends can do more: ranges are cut to four years with a warning, alarms that open a URL are refused
  /// (28), a due date needs a start (2), and reminders take no alarms that write or open something (36). All
  /// timestamps and "now" come from `clock`; floating times and days are seen in `zone`. The file is looked at for changes
  /// every `changeInterval` seconds, and callbacks come on `callbackQueue`.
  ///
  /// Throws the reason why the file cannot be opened.
  ///
  ///     let store = try EKEventStore(path: "/tmp/team.sqlite")
  public convenience init(
    path: String, client: String? = nil, reason: String = "", kinds: EKEntityMask = [.event, .reminder],
    compatibility: Bool = false, clock: (@Sendable () -> Date)? = nil,
    zone: TimeZone = .current, requestTimeout: TimeInterval = 300, changeInterval: TimeInterval = 0.1,
    callbackQueue: DispatchQueue = .global()
  ) throws(EKError) {
    var options = StoreOptions(path: path)
    options.client = client
    options.reason = reason
    options.kinds = kinds.kinds
    options.isCompatible = compatibility
    if let clock { options.clock = clock }
    options.zone = zone
    options.requestTimeout = requestTimeout
    options.changeInterval = changeInterval
    options.callbackQueue = callbackQueue
    self.init(options: options)
    try checkOpen()
  }

  /// The name of this program as a client of the store; nil for the store's owner.
  public var client: String? { options.client }

  /// Whether the store behaves like Apple's where Kalends can do more.
  public var isCompatible: Bool { options.isCompatible }

  /// The person's addresses, in lower case; invitations from others cannot be edited.
  public var ownAddresses: Set<String> {
    get { personsAddresses }
    set { personsAddresses = newValue }
  }

  /// Closes the file; changes that wait for a commit are lost.
  ///
  /// Later use of the store or its objects is reported as an error.
  public func close() { closeFile() }

  /// Rolls back saves and removals without commit; the objects show their previous state.
  public func rollback() { rollBackBatch() }
}
