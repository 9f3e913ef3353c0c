import LineProtocol
import Platform

/// Suspended answers: they wait until their client has read the bytes sent, or until a cursor asks for more.
///
/// Each holds a session and a state of the store, so there are few of them, and they do not stay long.
final class SuspendedAnswers: Sendable {
  private struct Entry: Sendable {
    var stream: AnswerStream
    var channel: Int
    /// The request that continues when its client reads; nil for an answer with a cursor.
    var request: OpenRequest?
    /// The watched query whose first rows these are.
    var live: LiveQuery?
    var cursor: String?
    var since: UInt64
  }

  private struct State {
    var entries: [Entry] = []
    var lastCursor = 0
  }

  private let state = Mutex(State())
  private let pool: SessionPool
  private let limits: ProtocolLimits

  init(_ pool: SessionPool, _ limits: ProtocolLimits) {
    self.pool = pool
    self.limits = limits
  }

  /// Closes an answer and returns its session to the pool.
  func release(_ stream: AnswerStream) {
    stream.close()
    pool.reclaim(stream.session)
  }

  /// Keeps an answer until its client has read the bytes sent.
  func suspend(_ stream: AnswerStream, _ request: OpenRequest, _ live: LiveQuery?, now: UInt64) {
    state.withLock { state in
      state.entries.append(
        Entry(stream: stream, channel: request.channel.id, request: request, live: live, since: now))
    }
  }

  /// Keeps an answer for a cursor, whose name it returns; drops the client's oldest one if it has too many.
  func keep(_ stream: AnswerStream, for channel: Int, now: UInt64) -> String {
    let (name, dropped) = state.withLock { state in
      let own = state.entries.indices.filter { index in
        state.entries[index].channel == channel && state.entries[index].cursor != nil
      }
      var dropped: Entry?
      if own.count >= limits.cursors, let oldest = own.first { dropped = state.entries.remove(at: oldest) }
      state.lastCursor += 1
      let name = "c\(state.lastCursor)"
      state.entries.append(Entry(stream: stream, channel: channel, cursor: name, since: now))
      return (name, dropped)
    }
    if let dropped { release(dropped.stream) }
    return name
  }

  /// Takes the answer of a cursor of a connection; it belongs to the caller from then on.
  func take(_ cursor: String, of channel: Int) -> AnswerStream? {
    state.withLock { state in
      guard let index = state.entries.firstIndex(where: { $0.channel == channel && $0.cursor == cursor })
      else { return nil }
      return state.entries.remove(at: index).stream
    }
  }

  /// Takes the answers of a connection that wait for it to read.
  func takeUnread(of channel: Int) -> [(AnswerStream, OpenRequest, LiveQuery?)] {
    taken { $0.channel == channel && $0.request != nil }.compactMap { entry in
      entry.request.map { (entry.stream, $0, entry.live) }
    }
  }

  /// Ends a request whose answer is suspended, according to its stop reason; returns false if none is.
  func end(_ request: OpenRequest) -> Bool {
    let found = taken { $0.request === request }
    for entry in found { end(entry) }
    return !found.isEmpty
  }

  /// Drops all answers of a connection that is gone.
  func drop(_ channel: Int) {
    for entry in taken({ $0.channel == channel }) { end(entry) }
  }

  /// Makes room for others: cuts short the answer that has been suspended longest.
  ///
  /// Returns false if there is none.
  func dropOldest() -> Bool {
    let oldest: Entry? = state.withLock { $0.entries.isEmpty ? nil : $0.entries.removeFirst() }
    guard let oldest else { return false }
    oldest.request?.stop(.slow)
    end(oldest)
    return true
  }

  /// Drops cursors that were not used for too long.
  func expire(_ now: UInt64) {
    let age = UInt64(limits.cursorSeconds) * 1_000_000_000
    for entry in taken({ $0.cursor != nil && now > $0.since &+ age }) { end(entry) }
  }

  /// Whether no answer is suspended.
  var isEmpty: Bool { state.withLock { $0.entries.isEmpty } }

  private func taken(_ condition: (Entry) -> Bool) -> [Entry] {
    state.withLock { state in
      let found = state.entries.filter(condition)
      if !found.isEmpty { state.entries.removeAll(where: condition) }
      return found
    }
  }

  private func end(_ entry: Entry) {
    release(entry.stream)
    entry.request?.finishStopped()
  }
}
