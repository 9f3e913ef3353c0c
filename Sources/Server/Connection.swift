import LineProtocol

/// One client, as the loop knows it.
final class Connection {
  let id: Int
  let transport: any Transport
  /// Whether lines are still taken.
  var isReading = true
  let channel: ReplyChannel
  var framer: LineFramer
  /// As whom requests run; nil until the client has said who it is.
  var identity: RequestIdentity?
  /// The name that the client gave.
  var name: String?
  /// Its watched queries that have sent their first rows.
  var live: [LiveQuery] = []
  /// How many of its open requests are watched queries, ready or not.
  var watching: [OpenRequest] = []
  /// The open request that asked for changes.
  var subscription: OpenRequest?
  /// The open request that asked for alarms.
  var alarmSubscription: OpenRequest?
  /// Whether it was told that it hears alarms from now on.
  var hearsAlarms = false
  /// A change that it is still to be told of.
  var pendingChange: ChangeSurvey?
  /// Questions that wait until it has read what was sent.
  var waiting: [ProtocolJob] = []
  /// What it is told at the end; nil while it goes on.
  var goodbye: String?
  /// Whether the goodbye was sent, and only reading it is left.
  var hasLeft = false
  /// When it last read anything, and how much was unread then.
  var progress: (unread: Int, time: UInt64) = (0, 0)
  /// Its place for output among the descriptors that the loop polls.
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

  /// Says something unasked.
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
      // The final line of an open request is not to be mistaken for another one's.
      ReplyLine.append(.bad, fault.payload(about: tag), to: &bytes)
    }
    channel.send(bytes)
  }

  /// Whether it waits for changes of the store.
  var isWatching: Bool { !live.isEmpty || subscription != nil }
}
