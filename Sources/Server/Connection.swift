import LineProtocol

/// A client, as the loop sees it.
final class Connection {
  let id: Int
  let transport: any Transport
  /// Whether lines are still accepted.
  var isReading = true
  let channel: ReplyChannel
  var framer: LineFramer
  /// The identity under which requests run; nil until the client has identified itself.
  var identity: RequestIdentity?
  /// The name that the client gave.
  var name: String?
  /// Its watched queries that have sent their first rows.
  var live: [LiveQuery] = []
  /// Its open requests that are watched queries, ready or not.
  var watching: [OpenRequest] = []
  /// The open request that asked for changes.
  var subscription: OpenRequest?
  /// The open request that asked for alarms.
  var alarmSubscription: OpenRequest?
  /// Whether it was notified that it now hears alarms.
  var hearsAlarms = false
  /// A change that was not yet reported to it.
  var pendingChange: ChangeSurvey?
  /// Questions that wait until it has read the bytes sent.
  var waiting: [ProtocolJob] = []
  /// The code of the goodbye; nil while the connection continues.
  var goodbye: String?
  /// Whether the goodbye was sent, and the client has only to read it.
  var hasLeft = false
  /// When it last read anything, and the number of unread bytes then.
  var progress: (unread: Int, time: UInt64) = (0, 0)
  /// The index of its output among the polled descriptors.
  var outputSlot = -1

  init(
    id: Int, transport: any Transport, identity: RequestIdentity?, limits: ProtocolLimits, mailbox: Mailbox
  ) {
    self.id = id
    self.transport = transport
    self.identity = identity
    framer = LineFramer(limit: limits.line)
    channel = ReplyChannel(id: id, transport: transport, limits: limits, mailbox: mailbox)
  }

  /// Sends a notice that answers no request.
  func send(_ kind: NoticeKind, _ payload: [UInt8]) {
    var bytes: [UInt8] = []
    ReplyLine.append(kind, payload, to: &bytes)
    channel.send(bytes)
  }

  /// Answers a line that opened no request.
  func refuse(_ tag: RequestTag?, _ fault: ProtocolFault) {
    var bytes: [UInt8] = []
    if let tag, channel.request(tag) == nil {
      ReplyLine.append(tag, fault.isMisunderstood ? .bad : .no, fault.payload, to: &bytes)
    } else {
      // This line must not look like the final line of the open request.
      ReplyLine.append(.bad, fault.payload(about: tag), to: &bytes)
    }
    channel.send(bytes)
  }

  /// Whether it waits for changes of the store.
  var isWatching: Bool { !live.isEmpty || subscription != nil }
}
