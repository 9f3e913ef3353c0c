import LineProtocol
import Store
import Synchronization

/// Why a request ends before it is done.
enum StopReason: Hashable, Sendable {
  case canceled
  case timeout
  /// Its client is gone.
  case closed
  /// The server ends.
  case shutdown
  /// Its reply is read too slowly, and others need the room.
  case slow
}

/// A request between its line and its final line, known to the loop and to the thread that works on it.
final class OpenRequest: Sendable {
  let tag: RequestTag
  let channel: ReplyChannel
  /// When it came, in nanoseconds of the monotonic clock.
  let began: UInt64
  /// Milliseconds that it may take.
  let timeout: Int

  private struct State {
    var stop: StopReason?
    /// Where the statement that runs now can be interrupted; nil while none does.
    var interrupt: StoreInterrupt?
    /// Whether a thread has begun to work on it.
    var hasBegun = false
    var isFinished = false
    /// Whether it goes on until it is canceled.
    var isEndless = false
  }

  private let state = Mutex(State())

  init(_ tag: RequestTag, _ channel: ReplyChannel, timeout: Int?, now: UInt64) {
    self.tag = tag
    self.channel = channel
    self.timeout = timeout ?? ProtocolLimits.standard.timeout
    began = now
  }

  // MARK: Stopping

  /// Asks for its end.
  ///
  /// The first reason stays; the answer is whether a thread is at work on it, which then sends the final line.
  ///
  /// May be called again: an interrupt between two steps of the store is lost.
  @discardableResult
  func stop(_ reason: StopReason) -> Bool {
    state.withLock { state in
      if state.stop == nil { state.stop = reason }
      // Under the lock, so that it cannot reach the statement of another request on the same connection.
      state.interrupt?()
      return state.hasBegun
    }
  }

  /// Begins to work on it; false where it is to end.
  func begin() -> Bool {
    state.withLock { state in
      if state.stop != nil || state.isFinished { return false }
      state.hasBegun = true
      return true
    }
  }

  /// Why it is to end; nil while it is not.
  var stopReason: StopReason? { state.withLock { $0.stop } }

  var isFinished: Bool { state.withLock { $0.isFinished } }

  /// Takes the time limit away, from when a watched query is ready.
  func makeEndless() { state.withLock { $0.isEndless = true } }

  /// Whether its time was over at a moment.
  func isLate(_ now: UInt64) -> Bool {
    let limit = UInt64(timeout) * 1_000_000
    return now > began &+ limit && !state.withLock { $0.isEndless || $0.isFinished }
  }

  /// Runs `body`, which can be interrupted at a connection to the store.
  func interruptible<Result, Failure: Error>(
    at interrupt: StoreInterrupt?, _ body: () throws(Failure) -> Result
  ) throws(Failure) -> Result {
    state.withLock { $0.interrupt = interrupt }
    defer { state.withLock { $0.interrupt = nil } }
    return try body()
  }

  // MARK: Answering

  /// Sends lines that are not the last; nothing once that was sent.
  func send(_ bytes: [UInt8]) {
    // The channel's lock is only ever taken inside this one.
    state.withLock { state in
      if !state.isFinished { channel.send(bytes) }
    }
  }

  /// Ends the request: sends `lines`, then its final line.
  ///
  /// Only the first call does.
  func finish(_ kind: ReplyKind, _ payload: some Collection<UInt8>, after lines: [UInt8] = []) {
    var bytes = lines
    ReplyLine.append(tag, kind, payload, to: &bytes)
    state.withLock { state in
      if state.isFinished { return }
      state.isFinished = true
      channel.finish(self, bytes)
    }
  }

  /// Ends the request with a fault of the protocol.
  func finish(_ fault: ProtocolFault, after lines: [UInt8] = []) {
    finish(fault.isMisunderstood ? .bad : .no, fault.payload, after: lines)
  }

  /// Ends the request as its stop reason says.
  func finishStopped(after lines: [UInt8] = []) {
    switch stopReason {
    case .canceled, .closed, nil: finish(.canceled, after: lines)
    case .timeout: finish(.timeout(timeout), after: lines)
    case .shutdown: finish(.shutdown, after: lines)
    case .slow: finish(.readTooSlowly, after: lines)
    }
  }
}
