import Editing
import Platform
import Rendering
import Statements

#if canImport(Glibc)
  import Glibc
#else
  import Darwin
#endif

/// Alarms that ring, on their way to those who hear them.
struct AlarmCall: Sendable {
  /// The rows, each with the kind of item it is about.
  var alarms: [(kind: ChangeSurvey.Kind, row: [UInt8])]
  /// What each client may read, by its name; nil is the owner.
  var readable: [String?: Set<ChangeSurvey.Kind>]
}

/// Looks for alarms on a thread of its own, for clients that subscribed and for a server that rings itself.
///
/// The thread is started when it is first wanted, and sleeps whenever nobody wants it.
final class AlarmListener: Sendable {
  private struct State {
    /// Whose subscriptions are open, by name; nil is the owner.
    var clients: Set<String?> = []
    /// Those who are still to be told that it has begun.
    var newcomers: [OpenRequest] = []
    /// What a place that was told made ring.
    var reached: [RingingAlarm] = []
    var isClosed = false
    var thread: WorkerThread?
  }

  private let state = Mutex(State())
  private let wakeUp: WakePipe
  private let template: SessionTemplate
  private let mailbox: Mailbox
  private let rings: Bool

  /// A listener of a server; `rings` lets it ring itself where the settings say so.
  ///
  /// Nil where the system gives no pipe.
  init?(_ template: SessionTemplate, _ mailbox: Mailbox, rings: Bool) {
    guard let wakeUp = WakePipe() else { return nil }
    (self.wakeUp, self.template, self.mailbox) = (wakeUp, template, mailbox)
    self.rings = rings && template.settings.servesAlarms
  }

  // MARK: The loop's side

  /// Starts the thread of a server that rings itself.
  func startIfRinging() { if rings { change { _ in } } }

  /// Names those who hear alarms.
  func serve(_ clients: Set<String?>) { change { $0.clients = clients } }

  /// Has a client told when it begins to hear alarms.
  func add(_ request: OpenRequest) { change { $0.newcomers.append(request) } }

  /// Something was put off, or a place was told that made `reached` ring: any thread says so.
  func touched(_ reached: [RingingAlarm]) {
    let isAtWork = state.withLock { state in
      if rings { state.reached += reached }
      return state.thread != nil
    }
    if isAtWork { wakeUp.send() }
  }

  /// Ends the thread and waits for it, but no longer than until a moment of the
  /// monotonic clock; whether it has ended.
  func close(until deadline: UInt64) -> Bool {
    let thread = state.withLock { state in
      state.isClosed = true
      return state.thread
    }
    wakeUp.send()
    let hasEnded = thread?.join(until: deadline) ?? true
    // What the thread ran holds the listener, and the listener the thread.
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
    let desk = AlarmDesk(
      session: template.session(on: template.connection(), errors: OutputBuffer(2)), rings: rings)
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

/// What the thread works with: a session of its own, a watcher that claims where the server rings, an
/// onlooker where somebody listens.
private final class AlarmDesk {
  private let session: Session
  private let rings: Bool
  private var claiming: AlarmRounds<AlarmWatcher>?
  private var hearing: AlarmRounds<AlarmOnlooker>?
  /// The fault that was said last.
  private var said: String?

  init(session: Session, rings: Bool) { (self.session, self.rings) = (session, rings) }

  func ring(_ alarms: [RingingAlarm]) {
    for ringing in alarms { AlarmActions(session: session).perform(ringing) }
    session.children.reap()
  }

  /// Begins or ends to listen; the name of the store's state.
  func listen(isWanted: Bool) throws -> String {
    if !isWanted { hearing = nil }
    guard isWanted, let store = try session.readableStore() else { return "s0" }
    if hearing == nil { hearing = AlarmRounds(try AlarmOnlooker(try AlarmWatcher(session))) }
    return (try? store.state()) ?? "s0"
  }

  /// Lets what is the server's to ring ring; what the listeners hear.
  func turn(for clients: Set<String?>) -> AlarmCall? {
    guard rings || hearing != nil, let store = try? session.readableStore() else { return nil }
    // Who cannot claim may still tell.
    let heard = trying { (desk) in try desk.hearing?.turn() ?? [] }
    ring(
      trying { (desk) in
        if desk.rings, desk.claiming == nil { desk.claiming = AlarmRounds(try AlarmWatcher(desk.session)) }
        return try desk.claiming?.turn() ?? []
      })
    return heard.isEmpty ? nil : AlarmCall(heard, for: clients, in: store, session.zone)
  }

  /// What rings; a fault is said once, as it is tried again.
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
