import Editing
import LineProtocol
import Platform

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
    /// Whether a thread has begun to work on it.
    var hasBegun = false
    var isFinished = false
  }

  private let state = Mutex(State())
  private let limit: Deadline
  /// Whether it only reads: then its end can be told before the thread that works on
  /// it has seen that it is to end.
  let isReading: Bool
  /// Set with the first reason to end, and when its time is over: whoever works on
  /// it sees that without being told.
  let stopSignal: StopSignal

  /// A moment that can be taken away.
  private final class Deadline: Sendable {
    /// In nanoseconds of the monotonic clock; the largest number for none.
    let time: Atomic<UInt64>

    init(_ time: UInt64) { self.time = Atomic(time) }

    var isOver: Bool {
      let time = time.load(ordering: .relaxed)
      return time != .max && SystemClock.monotonicNanoseconds() > time
    }
  }

  init(_ tag: RequestTag, _ channel: ReplyChannel, timeout: Int?, isReading: Bool = false, now: UInt64) {
    self.isReading = isReading
    self.tag = tag
    self.channel = channel
    self.timeout = timeout ?? ProtocolLimits.standard.timeout
    began = now
    let limit = Deadline(now &+ UInt64(self.timeout) * 1_000_000)
    self.limit = limit
    stopSignal = StopSignal { limit.isOver }
  }

  // MARK: Stopping

  /// Asks for its end.
  ///
  /// The first reason stays; the answer is whether a thread is at work on it,
  /// which then sends the final line.
  @discardableResult
  func stop(_ reason: StopReason) -> Bool {
    state.withLock { state in
      if state.stop == nil { state.stop = reason }
      stopSignal.stop()
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
  var stopReason: StopReason? { state.withLock { $0.stop } ?? (limit.isOver ? .timeout : nil) }

  var isFinished: Bool { state.withLock { $0.isFinished } }

  /// Takes the time limit away, from when a watched query is ready.
  func makeEndless() { limit.time.store(.max, ordering: .relaxed) }

  /// When its time is over, in nanoseconds of the monotonic clock; the largest number for one
  /// that goes on until it is canceled.
  var deadline: UInt64 { isFinished ? .max : limit.time.load(ordering: .relaxed) }

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
