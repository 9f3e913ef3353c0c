/// The present stop signal of a connection, for objects that outlive the request that created them.
///
/// A cursor may continue under another request's signal than the one that opened it, whose time may be over
/// by then.
final class PresentSignal: Sendable {
  private let present: Mutex<StopSignal>

  init(_ signal: StopSignal) { present = Mutex(signal) }

  /// Replaces the present signal.
  func change(to signal: StopSignal) { present.withLock { $0 = signal } }

  /// A signal that is set whenever the present one is.
  var followed: StopSignal { StopSignal { self.present.withLock(\.self).isSet } }
}
