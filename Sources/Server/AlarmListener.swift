import Editing
import Platform
import Rendering
import Statements

#if canImport(Glibc)
  import Glibc
#else
  import Darwin
#endif

/// Ringing alarms on their way to the clients that hear them.
struct AlarmCall: Sendable {
  /// The rows, each with the kind of its item.
  var alarms: [(kind: ChangeSurvey.Kind, row: [UInt8])]
  /// The kinds that each client may read, by its name; nil is the owner.
  var readable: [String?: Set<ChangeSurvey.Kind>]
}

/// Looks for alarms on its own thread, for subscribed clients and for a server that rings alarms itself.
///
/// The thread starts at first need, and sleeps while nobody needs it.
final class AlarmListener: Sendable {
  private struct State {
    /// The clients with open subscriptions, by name; nil is the owner.
    var clients: Set<String?> = []
    /// The requests that still wait for the start of listening.
    var newcomers: [OpenRequest] = []
    /// The alarms that a new place made ring.
    var reached: [RingingAlarm] = []
    var isClosed = false
    var thread: WorkerThread?
  }

  private let state = Mutex(State())
  private let wakeUp: WakePipe
  private let template: SessionTemplate
  private let mailbox: Mailbox
  private let rings: Bool

  /// Creates the listener of a server; `rings` lets it ring alarms itself if the settings say so.
  ///
  /// Returns nil if the system gives no pipe.
  init?(_ template: SessionTemplate, _ mailbox: Mailbox, rings: Bool) {
    guard let wakeUp = WakePipe() else { return nil }
    (self.wakeUp, self.template, self.mailbox) = (wakeUp, template, mailbox)
    self.rings = rings && template.settings.servesAlarms
  }

  // MARK: The loop's side

  /// Starts the thread of a server that rings itself.
  func startIfRinging() { if rings { change { _ in } } }

  /// Sets the clients that hear alarms.
  func serve(_ clients: Set<String?>) { change { $0.clients = clients } }

  /// Adds a subscription; its client is notified when listening begins.
  func add(_ request: OpenRequest) { change { $0.newcomers.append(request) } }

  /// Called from any thread when an alarm was snoozed, or when a new place made `reached` ring.
  func touched(_ reached: [RingingAlarm]) {
    let isAtWork = state.withLock { state in
      if rings { state.reached += reached }
      return state.thread != nil
    }
    if isAtWork { wakeUp.send() }
  }

  /// Ends the thread and waits for it, until a moment of the monotonic clock at the latest; returns whether
  /// it has ended.
  func close(until deadline: UInt64) -> Bool {
    let thread = state.withLock { state in
      state.isClosed = true
      return state.thread
    }
    wakeUp.send()
    let hasEnded = thread?.join(until: deadline) ?? true
    // The thread's closure holds the listener, and the listener holds the thread.
    if hasEnded { state.withLock { $0.thread = nil } }
    return hasEnded
  }

  private func change(_ body: (inout State) -> Void) {
    let fault = state.withLock { state -> Bool in
      body(&state)
      let isWanted = rings || !state.clients.isEmpty
      if state.thread == nil, isWanted, !state.isClosed { state.thread = WorkerThread { [self] in run() } }
      return isWanted && state.thread == nil
    }
    if fault { refuse(.cannotListen("a thread", reason: systemReason(EAGAIN))) }
    wakeUp.send()
  }

  private func refuse(_ error: ShellError) {
    let newcomers = state.withLock { state in
      defer { state.newcomers = [] }
      return state.newcomers
    }
    for request in newcomers { mailbox.post(.listening(request, .failure(ShellError(error)))) }
  }

  // MARK: The thread's side

  private func run() {
    let errors = OutputBuffer(2)
    errors.isJournal = template.environment.isJournal(errors.descriptor)
    let desk = AlarmDesk(session: template.session(on: template.connection(), errors: errors), rings: rings)
    while true {
      let work = state.withLock { state in
        defer { (state.newcomers, state.reached) = ([], []) }
        return state
      }
      if work.isClosed { return }
      desk.ring(work.reached)
      do {
        let present = try desk.listen(isWanted: !work.clients.isEmpty)
        for request in work.newcomers { mailbox.post(.listening(request, .success(present))) }
      } catch {
        for request in work.newcomers { mailbox.post(.listening(request, .failure(ShellError(error)))) }
      }
      if let call = desk.turn(for: work.clients) { mailbox.post(.rang(call)) }
      let isIdle = !rings && work.clients.isEmpty
      wakeUp.wait(milliseconds: isIdle ? -1 : 1_000)
    }
  }
}

/// The tools of the thread: its own session, a watcher that claims alarms if the server rings, and an
/// onlooker if a client listens.
private final class AlarmDesk {
  private let session: Session
  private let rings: Bool
  private var claiming: AlarmRounds<AlarmWatcher>?
  private var hearing: AlarmRounds<AlarmOnlooker>?
  /// The fault that was last reported.
  private var said: String?

  init(session: Session, rings: Bool) { (self.session, self.rings) = (session, rings) }

  func ring(_ alarms: [RingingAlarm]) {
    for ringing in alarms { AlarmActions(session: session).perform(ringing) }
    session.children.reap()
  }

  /// Begins or ends listening; returns the name of the store's state.
  func listen(isWanted: Bool) throws -> String {
    if !isWanted { hearing = nil }
    guard isWanted, let store = try session.readableStore() else { return "s0" }
    if hearing == nil { hearing = AlarmRounds(try AlarmOnlooker(try AlarmWatcher(session))) }
    return (try? store.state()) ?? "s0"
  }

  /// Rings the server's own alarms; returns the alarms for the listeners.
  func turn(for clients: Set<String?>) -> AlarmCall? {
    guard rings || hearing != nil, let store = try? session.readableStore() else { return nil }
    // A server that cannot claim alarms can still report them.
    let heard = trying { (desk) in try desk.hearing?.turn() ?? [] }
    ring(
      trying { (desk) in
        if desk.rings, desk.claiming == nil { desk.claiming = AlarmRounds(try AlarmWatcher(desk.session)) }
        return try desk.claiming?.turn() ?? []
      })
    return heard.isEmpty ? nil : AlarmCall(heard, for: clients, in: store, session.zone)
  }

  /// Returns the ringing alarms; a fault that repeats is reported once.
  private func trying(_ look: (AlarmDesk) throws -> [RingingAlarm]) -> [RingingAlarm] {
    do {
      return try look(self)
    } catch {
      let message = ShellError(error).message
      if said != message { session.report(error) }
      said = message
      return []
    }
  }
}

extension AlarmCall {
  fileprivate init(
    _ heard: [RingingAlarm], for clients: Set<String?>, in store: CalendarStore, _ zone: Zone
  ) {
    alarms = heard.map { ringing in
      (ringing.row.item.record.kind == .reminder ? .reminder : .event, ringing.object(in: zone).bytes)
    }
    readable = ChangeSurvey.readable(by: clients, in: store)
  }
}
