import Editing
import LineProtocol
import Statements

#if canImport(Glibc)
  import Glibc
#else
  import Darwin
#endif

/// The way back to one client: its open requests, and the bytes that it has not read yet.
///
/// Any thread sends. What the system takes at once is gone; the rest waits, in
/// order, for the loop to send it.
final class ReplyChannel: Sendable {
  /// The number of the connection.
  let id: Int
  private let mailbox: Mailbox
  private let limits: ProtocolLimits
  /// Above this many unread bytes answers pause; below the lower mark they go on.
  static let highWater = 524_288
  static let lowWater = 65_536

  private struct State {
    /// Nil when the connection is closed.
    var transport: (any Transport)?
    var open: [RequestTag: OpenRequest] = [:]
    var waiting: [UInt8] = []
    /// How many of the waiting bytes were sent.
    var sent = 0
    var isBroken = false
    /// Whether the loop is told of each final line.
    var reportsEnds = false
    /// The item that the client added or changed last.
    var last: ItemTarget?
    var reported = ReportedFacts()
    /// Whether nothing more is taken in for the client, who reads nothing.
    var isOverfull = false

    var unread: Int { waiting.count - sent }
  }

  private let state: Mutex<State>

  init(id: Int, transport: any Transport, limits: ProtocolLimits, mailbox: Mailbox) {
    self.id = id
    self.mailbox = mailbox
    self.limits = limits
    state = Mutex(State(transport: transport))
  }

  // MARK: Requests

  /// Takes a request in; throws `tag-in-use` and `too-many-tags`.
  func open(_ request: OpenRequest) throws(ProtocolFault) {
    let fault: ProtocolFault? = state.withLock { state in
      if state.open[request.tag] != nil { return .tagInUse(request.tag.text) }
      if state.open.count >= limits.tags { return .tooManyTags(limits.tags) }
      state.open[request.tag] = request
      return nil
    }
    if let fault { throw fault }
  }

  /// The open request of a tag; nil when there is none.
  func request(_ tag: RequestTag) -> OpenRequest? { state.withLock { $0.open[tag] } }

  /// All open requests.
  var requests: [OpenRequest] { state.withLock { Array($0.open.values) } }

  /// Has the loop told of each final line from now on.
  func reportEnds() { state.withLock { $0.reportsEnds = true } }

  /// The item that the client added or changed last.
  var last: ItemTarget? {
    get { state.withLock { $0.last } }
    set { state.withLock { $0.last = newValue } }
  }

  /// What the client was told about the store.
  var reported: ReportedFacts {
    get { state.withLock { $0.reported } }
    set { state.withLock { $0.reported = newValue } }
  }

  // MARK: Sending

  /// Sends whole lines.
  func send(_ bytes: [UInt8]) {
    tell(state.withLock { send(bytes, &$0) })
  }

  /// Sends a request's last lines and frees its tag.
  func finish(_ request: OpenRequest, _ bytes: [UInt8]) {
    let (event, reports) = state.withLock { state in
      // Free before the client can know, who may use the tag again at once.
      if state.open[request.tag] === request { state.open[request.tag] = nil }
      return (send(bytes, &state), state.reportsEnds)
    }
    tell(event)
    if reports { mailbox.post(.finished(id)) }
  }

  private func tell(_ event: ServerEvent?) {
    if let event { mailbox.post(event) }
  }

  private func send(_ bytes: [UInt8], _ state: inout State) -> ServerEvent? {
    if state.isBroken || state.isOverfull || state.transport == nil { return nil }
    let wasEmpty = state.unread == 0
    state.waiting.append(contentsOf: bytes)
    guard wasEmpty else {
      if state.unread <= limits.unread { return nil }
      endOverfull(&state)
      return nil
    }
    write(&state)
    if state.isBroken { return .broken(id) }
    return state.unread > 0 ? .needsWriting(id) : nil
  }

  /// Replaces what an overfull client has not read by a goodbye, behind the line that it is in the middle of.
  private func endOverfull(_ state: inout State) {
    state.isOverfull = true
    let rest = state.waiting[state.sent...]
    // Only what was begun must be ended; a line that begins here is left out whole.
    let isWithinLine = state.sent > 0 && state.waiting[state.sent - 1] != 10
    let end = isWithinLine ? (rest.firstIndex(of: 10).map { $0 + 1 } ?? rest.endIndex) : rest.startIndex
    state.waiting = Array(rest[..<end])
    state.sent = 0
    ReplyLine.append(.bye, Array("{\"code\":\"slow\"}".utf8), to: &state.waiting)
  }

  /// Sends what waits, as much as is taken without waiting; the loop calls it when there is room.
  ///
  /// Answers how many bytes are left.
  func flush() -> Int {
    let (left, event) = state.withLock { state in
      write(&state)
      return (state.unread, state.isBroken ? ServerEvent.broken(id) : nil)
    }
    tell(event)
    return left
  }

  private func write(_ state: inout State) {
    while state.unread > 0, !state.isBroken, let transport = state.transport {
      let sent = state.sent
      let count = state.waiting.withUnsafeBytes { bytes in
        transport.send(UnsafeRawBufferPointer(rebasing: bytes[sent...]))
      }
      if count > 0 {
        state.sent += count
      } else if count == 0 || errno == EAGAIN || errno == EWOULDBLOCK {
        break
      } else if errno != EINTR {
        state.isBroken = true
      }
    }
    if state.unread == 0 || state.isBroken {
      state.waiting.removeAll(keepingCapacity: state.waiting.capacity <= 65_536)
      state.sent = 0
    } else if state.sent > 262_144 {
      state.waiting.removeSubrange(..<state.sent)
      state.sent = 0
    }
  }

  /// How many bytes the client has not read yet.
  var unread: Int { state.withLock { $0.unread } }

  /// Whether the client is to be let go, as it reads too slowly or is gone.
  var isOverfull: Bool { state.withLock { $0.isOverfull } }

  /// Ends the connection for a client that has not read anything for long.
  func giveUp() {
    let left = state.withLock { state in
      if !state.isOverfull { endOverfull(&state) }
      write(&state)
      return state.unread
    }
    if left > 0 { mailbox.post(.needsWriting(id)) }
  }

  /// Forgets the transport, which nothing is written to from then on; the caller closes it.
  func close() {
    state.withLock { state in
      state.transport = nil
      state.waiting = []
      state.sent = 0
    }
  }
}
