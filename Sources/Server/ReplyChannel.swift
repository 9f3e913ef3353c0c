import Editing
import LineProtocol
import Statements

#if canImport(Glibc)
  import Glibc
#else
  import Darwin
#endif

/// The channel to one client: its open requests, and the bytes that it has not read yet.
///
/// Any thread sends. Bytes that the system accepts at once are gone; the others wait, in order, for the loop
/// to send them.
final class ReplyChannel: Sendable {
  /// The number of the connection.
  let id: Int
  private let mailbox: Mailbox
  private let limits: ProtocolLimits
  /// Above this number of unread bytes answers are suspended; below the lower mark they continue.
  static let highWater = 524_288
  static let lowWater = 65_536

  private struct State {
    /// Nil when the connection is closed.
    var transport: (any Transport)?
    var open: [RequestTag: OpenRequest] = [:]
    var waiting: [UInt8] = []
    /// The number of waiting bytes already sent.
    var sent = 0
    var isBroken = false
    /// Whether each final line is reported to the loop.
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

  /// Registers a request; throws `tag-in-use` and `too-many-tags`.
  func open(_ request: OpenRequest) throws(ProtocolFault) {
    let fault: ProtocolFault? = state.withLock { state in
      if state.open[request.tag] != nil { return .tagInUse(request.tag.text) }
      if state.open.count >= limits.tags { return .tooManyTags(limits.tags) }
      state.open[request.tag] = request
      return nil
    }
    if let fault { throw fault }
  }

  /// Returns the open request of a tag; nil if there is none.
  func request(_ tag: RequestTag) -> OpenRequest? { state.withLock { $0.open[tag] } }

  /// All open requests.
  var requests: [OpenRequest] { state.withLock { Array($0.open.values) } }

  /// Reports each final line to the loop from now on.
  func reportEnds() { state.withLock { $0.reportsEnds = true } }

  /// The item that the client added or changed last.
  var last: ItemTarget? {
    get { state.withLock { $0.last } }
    set { state.withLock { $0.last = newValue } }
  }

  /// The facts about the store that were already reported to the client.
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
      // The tag is free before the client sees the final line, since it may use the tag again at once.
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

  /// Replaces the unread bytes of an overfull client by a goodbye, after the line that is being sent.
  private func endOverfull(_ state: inout State) {
    state.isOverfull = true
    let rest = state.waiting[state.sent...]
    // Only a line already begun is completed; one that begins here is dropped whole.
    let isWithinLine = state.sent > 0 && state.waiting[state.sent - 1] != 10
    let end = isWithinLine ? (rest.firstIndex(of: 10).map { $0 + 1 } ?? rest.endIndex) : rest.startIndex
    state.waiting = Array(rest[..<end])
    state.sent = 0
    ReplyLine.append(.bye, Array("{\"code\":\"slow\"}".utf8), to: &state.waiting)
  }

  /// Sends waiting bytes, as far as the system accepts them; the loop calls it when there is room.
  ///
  /// Returns the number of bytes left.
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

  /// The number of bytes that the client has not read yet.
  var unread: Int { state.withLock { $0.unread } }

  /// Whether to drop the client, since it reads too slowly or is gone.
  var isOverfull: Bool { state.withLock { $0.isOverfull } }

  /// Ends the connection of a client that has not read anything for long.
  func giveUp() {
    let left = state.withLock { state in
      if !state.isOverfull { endOverfull(&state) }
      write(&state)
      return state.unread
    }
    if left > 0 { mailbox.post(.needsWriting(id)) }
  }

  /// Discards the transport, to which nothing is written from then on; the caller closes it.
  func close() {
    state.withLock { state in
      state.transport = nil
      state.waiting = []
      state.sent = 0
    }
  }
}
