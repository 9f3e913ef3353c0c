import Editing
import LineProtocol
import Platform

/// The reason why a request ends before it is done.
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
  /// The time limit in milliseconds.
  let timeout: Int

  private struct State {
    var stop: StopReason?
    /// Whether a thread has begun to work on it.
    var hasBegun = false
    var isFinished = false
  }

  private let state = Mutex(State())
  private let limit: Deadline
  /// Whether it only reads; then its end can be reported before the thread at work on it has noticed.
  let isReading: Bool
  /// Set with the first reason to end, and when the time is over, so that the thread at work notices by
  /// itself.
  let stopSignal: StopSignal

  /// A moment that can be removed.
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

  /// Asks the request to end.
  ///
  /// The first reason stays. Returns whether a thread is at work on it, which then sends the final line.
  @discardableResult
  func stop(_ reason: StopReason) -> Bool {
    state.withLock { state in
      if state.stop == nil { state.stop = reason }
      stopSignal.stop()
      return state.hasBegun
    }
  }

  /// Begins the work; returns false if the request is to end.
  func begin() -> Bool {
    state.withLock { state in
      if state.stop != nil || state.isFinished { return false }
      state.hasBegun = true
      return true
    }
  }

  /// The reason to end; nil if there is none.
  var stopReason: StopReason? { state.withLock { $0.stop } ?? (limit.isOver ? .timeout : nil) }

  var isFinished: Bool { state.withLock { $0.isFinished } }

  /// Removes the time limit, once a watched query is ready.
  func makeEndless() { limit.time.store(.max, ordering: .relaxed) }

  /// The end of its time, in nanoseconds of the monotonic clock; the largest number for a finished request,
  /// or one that continues until it is canceled.
  var deadline: UInt64 { isFinished ? .max : limit.time.load(ordering: .relaxed) }

  // MARK: Answering

  /// Sends lines before the last one; does nothing once that was sent.
  func send(_ bytes: [UInt8]) {
    // The channel's lock is only ever taken inside this one.
    state.withLock { state in
      if !state.isFinished { channel.send(bytes) }
    }
  }

  /// Ends the request: sends `lines`, then its final line.
  ///
  /// Only the first call has an effect.
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

  /// Ends the request according to its stop reason.
  func finishStopped(after lines: [UInt8] = []) {
    switch stopReason {
    case .canceled, .closed, nil: finish(.canceled, after: lines)
    case .timeout: finish(.timeout(timeout), after: lines)
    case .shutdown: finish(.shutdown, after: lines)
    case .slow: finish(.readTooSlowly, after: lines)
    }
  }
}
