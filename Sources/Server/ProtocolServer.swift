import Editing
import Help
import LineProtocol
import Platform
import QueryEngine
import Statements

#if canImport(Glibc)
  import Glibc
#else
  import Darwin
#endif

/// Serves programs: a loop waits for lines and for room to send, and threads do the work.
///
/// Only the loop knows the connections; it never waits for the store or for a client.
final class ProtocolServer {
  let limits = ProtocolLimits.standard
  let mailbox: Mailbox
  let suspended: SuspendedAnswers
  /// Questions, answered in parallel; one client never takes all threads, so that one remains for others.
  let readers = JobQueue<ProtocolJob>(threads: threads)
  /// Watched queries to compare, one after another, so that however many there are, questions are answered
  /// beside them.
  let follower = JobQueue<ProtocolJob>()
  /// Changes, made one after another.
  let writer = JobQueue<ProtocolJob>()
  private let template: SessionTemplate
  /// Ends work that belongs to no request, when the server ends.
  private let stopSignal = StopSignal()
  /// Whether threads remain that did not end in time; then the process must not clean up beside them.
  private(set) var hasLeftThreads = false
  /// The listener for alarms.
  let alarms: AlarmListener
  private let worker: RequestWorker
  /// Questions that came in this turn of the loop.
  var asked: [(job: ProtocolJob, connection: Int)] = []
  private let greeting: [UInt8]

  var connections: [Int: Connection] = [:]
  /// Connections that wait for changes.
  var watchers: Set<Int> = []
  /// Connections with bytes that their clients have not read.
  private var stalled: Set<Int> = []
  /// Requests with a time limit, and possibly some that have ended.
  var timed: [OpenRequest] = []
  /// The earliest end of these time limits, or an earlier moment.
  var nextDeadline = UInt64.max
  private var lastID = 0
  private var listeners: [Int32]
  /// Until when no connections are accepted, since the process has no descriptors left.
  private var acceptsAgainAt: UInt64 = 0
  /// Whether it serves one client and ends with it.
  private let hasOneClient: Bool
  private var slots: [pollfd] = []
  private var slotOwners: [Int] = []
  private var isChanged = true
  private var lastTick: UInt64 = 0
  private var endsAt: UInt64?
  private var buffer = [UInt8](repeating: 0, count: 65_536)

  /// The watch for changes of the store; nil before there is a store.
  var watch: ChangeWatch?
  /// The state up to which subscribers know of changes.
  var surveyed: String?
  /// Whether a thread is opening the watch for changes.
  var isOpeningWatch = false
  /// Subscriptions that wait for the watch.
  var unready: [OpenRequest] = []
  var isSurveying = false
  var isSurveyOld = false
  var lastMinute = 0

  /// The number of threads that answer questions, and of sessions that they share with suspended answers.
  private static let threads = 6
  private static let sessions = 32

  /// Creates a server for listening sockets, or for one client whose requests run as `identity`.
  init(
    _ template: SessionTemplate, listeners: [Int32] = [], client: (any Transport)? = nil,
    identity: RequestIdentity? = nil
  ) throws {
    guard let mailbox = Mailbox() else {
      throw ShellError.cannotListen("a pipe", reason: systemReason(errno))
    }
    self.mailbox = mailbox
    // Programs on a socket come and go; only there the server rings alarms itself.
    var listening = template
    listening.stopSignal = stopSignal
    guard let alarms = AlarmListener(listening, mailbox, rings: client == nil) else {
      throw ShellError.cannotListen("a pipe", reason: systemReason(errno))
    }
    self.alarms = alarms
    var template = template
    template.stopSignal = stopSignal
    template.onAlarms = { [alarms] reached in alarms.touched(reached) }
    self.template = template
    self.listeners = listeners
    hasOneClient = client != nil
    let pool = SessionPool(template, capacity: Self.sessions)
    suspended = SuspendedAnswers(pool, limits)
    worker = RequestWorker(pool: pool, suspended: suspended, mailbox: mailbox, limits: limits)
    let session = template.session(on: template.connection())
    greeting = Self.greeting(try session.context().context, limits, isSocket: client == nil)
    if let client { add(client, identity: identity) }
  }

  private static func greeting(
    _ context: QueryContext, _ limits: ProtocolLimits, isSocket: Bool
  ) -> [UInt8] {
    let abilities = [
      "alarms", "batch", "bind", "changes", "check", "cursor", "print", "set", "subscribe", "watch",
    ]
    var object = JSONObjectText().adding("server", HelpText.version).adding("protocol", 1)
      .adding("caps", abilities).adding("zone", context.zone.identifier)
      .adding("weekStart", context.weekStart.name.lowercased())
      .adding("auth", [isSocket ? "peercred" : "caller"])
    object.add("limits") { limits.append(to: &$0) }
    return object.bytes
  }

  // MARK: The loop

  /// Serves until a signal asks for the end, or the one client has gone; returns the exit status.
  func run() -> Int32 {
    var threads: [WorkerThread] = []
    for _ in 0..<Self.threads {
      if let thread = WorkerThread({ [worker, readers] in worker.read(readers) }) { threads.append(thread) }
    }
    if let thread = WorkerThread({ [worker, follower] in worker.read(follower) }) { threads.append(thread) }
    if let thread = WorkerThread({ [worker, writer, template] in worker.write(writer, template) }) {
      threads.append(thread)
    }
    defer {
      stopSignal.stop()
      readers.close()
      follower.close()
      writer.close()
      // All threads check a signal that is set by now; a thread that does not is left to the system, and the
      // store rolls back uncommitted changes.
      let deadline = endsAt ?? SystemClock.monotonicNanoseconds() &+ Self.farewell
      hasLeftThreads = !alarms.close(until: deadline)
      for thread in threads where !thread.join(until: deadline) { hasLeftThreads = true }
    }
    if threads.count < Self.threads + 2 { return 1 }
    alarms.startIfRinging()
    mailbox.catchSignals()
    defer { mailbox.releaseSignals() }
    while turn() {}
    for connection in Array(connections.values) { remove(connection) }
    return 0
  }

  /// Waits for events and handles them; returns false at the end.
  private func turn() -> Bool {
    if isChanged { arrange() }
    let count = poll(&slots, nfds_t(slots.count), pollTimeout)
    let now = SystemClock.monotonicNanoseconds()
    let (events, isAskedToEnd) = slots[0].revents == 0 ? ([], false) : mailbox.take()
    for event in events { handle(event) }
    if isAskedToEnd, endsAt == nil { beginToEnd(now) }
    if count > 0 {
      // Handling these may add and remove connections; the slots are from before.
      let (found, owners) = (slots, slotOwners)
      for (slot, owner) in zip(found, owners) where slot.revents != 0 {
        if owner < 0 { accept(slot.fd, now) } else if owner > 0 { attend(owner, slot, now) }
      }
    }
    answer()
    tick(now)
    // The last part of the time is for the threads.
    if let endsAt, connections.isEmpty || now > endsAt &- Self.farewell / 4 { return false }
    return !hasOneClient || !connections.isEmpty
  }

  /// Answers a single brief question here, which takes half the time of waking a thread for it; passes other
  /// questions to threads.
  private func answer() {
    let jobs = asked
    asked = []
    if jobs.count == 1, worker.answerBriefly(jobs[0].job) { return }
    for (job, connection) in jobs { readers.add(job, of: connection) }
  }

  /// The longest wait, in milliseconds.
  private var pollTimeout: Int32 {
    if endsAt != nil { return 20 }
    if !watchers.isEmpty { return 25 }
    if nextDeadline != .max {
      let now = SystemClock.monotonicNanoseconds()
      return nextDeadline <= now ? 0 : Int32(min(100, (nextDeadline - now) / 1_000_000 + 1))
    }
    return timed.isEmpty && stalled.isEmpty && suspended.isEmpty && acceptsAgainAt == 0 ? -1 : 100
  }

  /// Lists the polled descriptors again: the mailbox, listening sockets, connections.
  private func arrange() {
    isChanged = false
    slots = [pollfd(fd: mailbox.readEnd, events: Int16(POLLIN), revents: 0)]
    slotOwners = [0]
    if acceptsAgainAt == 0, endsAt == nil {
      for listener in listeners {
        slots.append(pollfd(fd: listener, events: Int16(POLLIN), revents: 0))
        slotOwners.append(-1)
      }
    }
    for connection in connections.values {
      connection.outputSlot = -1
      let transport = connection.transport
      let incoming = connection.isReading ? Int16(POLLIN) : 0
      let outgoing = stalled.contains(connection.id) ? Int16(POLLOUT) : 0
      if !transport.isTwoWay, connection.isReading {
        slots.append(pollfd(fd: transport.input, events: incoming, revents: 0))
        slotOwners.append(connection.id)
      }
      connection.outputSlot = slots.count
      slots.append(
        pollfd(fd: transport.output, events: transport.isTwoWay ? incoming | outgoing : outgoing, revents: 0))
      slotOwners.append(connection.id)
    }
  }

  private func handle(_ event: ServerEvent) {
    switch event {
    case .needsWriting(let id): if let connection = connections[id] { flush(connection) }
    case .broken(let id): if let connection = connections[id] { remove(connection) }
    case .finished(let id): if let connection = connections[id] { leaveIfDone(connection) }
    case .watching(let live): began(live)
    case .compared(let live): work(on: live)
    case .wrote: lookForChanges()
    case .surveyed(let survey): tell(survey)
    case .watchOpened(let opened): began(opened)
    case .listening(let request, let result): began(request, result)
    case .rang(let call): tell(call)
    }
  }

  /// Does the periodic work.
  func tick(_ now: UInt64) {
    if !watchers.isEmpty { lookForChanges() }
    guard now > lastTick &+ 90_000_000 || now > nextDeadline else { return }
    lastTick = now
    if acceptsAgainAt > 0, now > acceptsAgainAt {
      acceptsAgainAt = 0
      isChanged = true
    }
    suspended.expire(now)
    minute()
    timed.removeAll(where: \.isFinished)
    // A thread at work notices the end of its time by itself; waiting and suspended requests are ended here.
    for request in timed { if let reason = request.stopReason { end(request, reason) } }
    nextDeadline = timed.map { $0.stopReason == nil ? $0.deadline : .max }.min() ?? .max
    for id in stalled {
      guard let connection = connections[id] else { continue }
      let unread = connection.channel.unread
      if unread < connection.progress.unread || connection.progress.time == 0 {
        connection.progress = (unread, now)
      } else if now > connection.progress.time &+ (connection.hasLeft ? 5 : 60) * 1_000_000_000 {
        if connection.hasLeft { remove(connection) } else { sendAway(connection) }
      }
    }
  }

  // MARK: Connections

  private func accept(_ listener: Int32, _ now: UInt64) {
    for _ in 0..<64 {
      let descriptor = systemAccept(listener)
      if descriptor < 0 {
        if errno == EMFILE || errno == ENFILE {
          acceptsAgainAt = now &+ 200_000_000
          isChanged = true
        }
        return
      }
      guard UnixSocket.isOwn(descriptor) else {
        close(descriptor)
        continue
      }
      add(SocketTransport(descriptor), identity: nil)
    }
  }

  private func add(_ transport: any Transport, identity: RequestIdentity?) {
    lastID += 1
    let connection = Connection(
      id: lastID, transport: transport, identity: identity, limits: limits, mailbox: mailbox)
    connection.name = identity?.client
    connections[lastID] = connection
    isChanged = true
    connection.send(.hello, greeting)
  }

  private func attend(_ id: Int, _ slot: pollfd, _ now: UInt64) {
    guard let connection = connections[id] else { return }
    let events = Int32(slot.revents)
    let transport = connection.transport
    let isOutput = slot.fd == transport.output
    if isOutput, events & (POLLERR | POLLNVAL) != 0 { return remove(connection) }
    if isOutput, events & POLLOUT != 0 { flush(connection) }
    guard slot.fd == transport.input, connection.isReading, connections[id] != nil else {
      // A socket that is closed in both directions has no reader.
      if isOutput, transport.isTwoWay, events & POLLHUP != 0 { remove(connection) }
      return
    }
    if events & (POLLIN | POLLHUP | POLLERR) != 0 { receive(connection) }
  }

  private func receive(_ connection: Connection) {
    let count = connection.transport.receive(&buffer)
    if count < 0 {
      if errno == EAGAIN || errno == EWOULDBLOCK || errno == EINTR { return }
      return remove(connection)
    }
    if count == 0 {
      if connection.framer.hasUnfinishedLine { connection.refuse(nil, .unfinishedLine) }
      return leave(connection, "end-of-input")
    }
    connection.framer.append(buffer[..<count])
    while connection.goodbye == nil, let line = connection.framer.next() { take(line, from: connection) }
    if connection.channel.isOverfull { sendAway(connection) }
  }

  /// Sends waiting bytes, and continues work that waited for that.
  private func flush(_ connection: Connection) {
    let left = connection.channel.flush()
    guard connections[connection.id] != nil else { return }
    if left > 0 {
      if stalled.insert(connection.id).inserted {
        connection.progress = (left, SystemClock.monotonicNanoseconds())
        setInterest(connection, true)
      }
      if connection.channel.isOverfull, !connection.hasLeft { sendAway(connection) }
    } else if stalled.remove(connection.id) != nil {
      setInterest(connection, false)
    }
    if left <= ReplyChannel.lowWater { goOn(connection) }
    if left == 0, connection.hasLeft { remove(connection) }
  }

  private func setInterest(_ connection: Connection, _ isStalled: Bool) {
    let slot = connection.outputSlot
    guard !isChanged, slots.indices.contains(slot) else {
      isChanged = true
      return
    }
    if isStalled {
      slots[slot].events |= Int16(POLLOUT)
    } else {
      slots[slot].events &= ~Int16(POLLOUT)
    }
  }

  /// Continues work that waited for the client to read.
  private func goOn(_ connection: Connection) {
    for (stream, request, live) in suspended.takeUnread(of: connection.id) {
      readers.add(.resume(stream, request, live), of: connection.id)
    }
    for job in connection.waiting { readers.add(job, of: connection.id) }
    connection.waiting = []
    for live in connection.live { work(on: live) }
    sendPendingChange(connection)
  }

  // MARK: Leaving

  /// Accepts no more lines from a client; open requests continue to their end, watched queries end now.
  func leave(_ connection: Connection, _ code: String) {
    guard connection.goodbye == nil else { return }
    connection.goodbye = code
    if connection.isReading {
      connection.isReading = false
      isChanged = true
    }
    connection.channel.reportEnds()
    for request in connection.channel.requests
    where connection.subscription === request || connection.alarmSubscription === request
      || connection.watching.contains(where: { $0 === request })
    {
      end(request, .canceled)
    }
    leaveIfDone(connection)
  }

  private func leaveIfDone(_ connection: Connection) {
    guard let code = connection.goodbye, !connection.hasLeft else { return }
    if !connection.channel.isOverfull {
      guard connection.channel.requests.isEmpty else { return }
      connection.send(.bye, JSONObjectText().adding("code", code).bytes)
    }
    connection.hasLeft = true
    connection.progress = (0, 0)
    flush(connection)
  }

  /// Drops a client that does not read, even if it is leaving already.
  private func sendAway(_ connection: Connection) {
    connection.channel.giveUp()
    for request in connection.channel.requests { end(request, .closed) }
    leave(connection, "slow")
    leaveIfDone(connection)
  }

  func remove(_ connection: Connection) {
    guard connections.removeValue(forKey: connection.id) != nil else { return }
    for request in connection.channel.requests { end(request, .closed) }
    connection.channel.close()
    suspended.drop(connection.id)
    watchers.remove(connection.id)
    stalled.remove(connection.id)
    if connection.alarmSubscription != nil { countListeners() }
    isChanged = true
    connection.transport.close()
  }

  /// The time in which everything ends at the server's end, in nanoseconds.
  private static let farewell: UInt64 = 800_000_000

  private func beginToEnd(_ now: UInt64) {
    endsAt = now &+ Self.farewell
    isChanged = true
    stopSignal.stop()
    for connection in Array(connections.values) {
      for request in connection.channel.requests { end(request, .shutdown) }
      leave(connection, "shutdown")
    }
  }

  /// Ends a request in any state: at work, suspended, waiting for a thread, or waiting for changes.
  func end(_ request: OpenRequest, _ reason: StopReason) {
    let isAtWork = request.stop(reason)
    if suspended.end(request) { return }
    guard let connection = connections[request.channel.id] else {
      if !isAtWork { request.finishStopped() }
      return
    }
    if connection.subscription === request { connection.subscription = nil }
    if connection.alarmSubscription === request { stopListening(connection) }
    let isLive = connection.live.contains { $0.request === request }
    connection.live.removeAll { $0.request === request }
    if !connection.isWatching { watchers.remove(connection.id) }
    // A change may still be committed; of a question nothing is left to wait for.
    if isLive || !isAtWork || request.isReading { request.finishStopped() }
  }
}

/// The system's `accept`, which a method of the same name hides; programs started by alarms do not inherit
/// the descriptor.
private func systemAccept(_ listener: Int32) -> Int32 {
  while true {
    let descriptor = Subprocess.excludingStarts {
      let descriptor = accept(listener, nil, nil)
      if descriptor >= 0 { _ = fcntl(descriptor, F_SETFD, FD_CLOEXEC) }
      return descriptor
    }
    if descriptor >= 0 || errno != EINTR { return descriptor }
  }
}
